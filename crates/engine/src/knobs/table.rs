//! The declarations. Margins are centipawns, depths plies, reductions 1024ths of a ply unless
//! a line says otherwise.

use super::choices::*;
use super::{Knob, Range};

macro_rules! knobs {
    ($($(#[doc = $doc:literal])+ $kind:ident $name:ident $(: $choice:ident)? = $default:tt
        $(in $min:literal ..= $max:literal step $step:literal $($listed:ident)?)?;)*) => {
        /// The settings of one engine: a plain struct that every search thread reads.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Knobs {
            $($(#[doc = $doc])+ pub $name: knobs!(@type $kind $($choice)?),)*
        }

        impl Knobs {
            pub const DEFAULT: Knobs =
                Knobs { $($name: knobs!(@value $kind $($choice)? $default),)* };
        }

        impl Default for Knobs {
            fn default() -> Knobs {
                Knobs::DEFAULT
            }
        }

        /// Every knob, in the order of declaration.
        pub const KNOBS: &[Knob] = &[$(Knob {
            name: stringify!($name),
            doc: concat!($($doc),+).trim_ascii(),
            range: knobs!(@range $kind $($choice)? $default $($min $max $step)?),
            listed: knobs!(@listed $kind $($($listed)?)?),
            get: |knobs| knobs!(@get $kind (knobs.$name)),
            set: |knobs, value| knobs.$name = knobs!(@set $kind $($choice)? value),
        }),*];

        $($(const _: () = assert!($min <= $default && $default <= $max && $step > 0);)?)*
    };
    (@type spin) => { i32 };
    (@type check) => { bool };
    (@type combo $choice:ident) => { $choice };
    (@value spin $value:tt) => { $value };
    (@value check $value:tt) => { $value };
    (@value combo $choice:ident $value:tt) => { $choice::$value };
    (@range spin $value:tt $min:literal $max:literal $step:literal) => {
        Range::Spin { default: $value, min: $min, max: $max, step: $step }
    };
    (@range check $value:tt) => { Range::Check { default: $value } };
    (@range combo $choice:ident $value:tt) => {
        Range::Combo { default: $choice::$value as usize, names: $choice::NAMES }
    };
    // Switches and choices are always listed, numbers where the table says so.
    (@listed spin) => { false };
    (@listed spin listed) => { true };
    (@listed $kind:ident) => { true };
    (@get $kind:ident ($value:expr)) => { $value as i32 };
    (@set spin $value:ident) => { $value };
    (@set check $value:ident) => { $value != 0 };
    (@set combo $choice:ident $value:ident) => { $choice::at($value) };
}

knobs! {
    /// What positions are judged by: the network, or the classical evaluation.
    combo evaluator: Evaluator = Nnue;

    /// Aspiration windows: search the root around the last score first.
    check use_aspiration_windows = true;
    /// Aspiration windows: first depth that gets one.
    spin aspiration_min_depth = 4 in 1..=20 step 1;
    /// Aspiration windows: half the first width.
    spin aspiration_window = 18 in 5..=50 step 2 listed;
    /// Aspiration windows: the square of the score divided by this widens the window.
    spin aspiration_score_divisor = 16000 in 2000..=64000 step 1500;
    /// Aspiration windows: how the window grows when the score falls outside.
    combo aspiration_growth: AspirationGrowth = Moderate;
    /// Aspiration windows: after so many failures the window is opened.
    spin aspiration_max_attempts = 10 in 3..=20 step 1 listed;

    /// Transposition table: remember positions met before.
    check use_transposition_table = true;
    /// Mate distance: leave lines that cannot beat a mate already found.
    check use_mate_distance = true;
    /// Upcoming repetition: a draw that one move would bring is a draw already.
    check use_upcoming_repetition = true;
    /// Correction history: learn how far the evaluation errs on positions alike.
    check use_correction_history = true;
    /// Correction history: weight of the pawn structure, in centipawns at full scale.
    spin correction_pawns = 72 in 0..=200 step 8;
    /// Correction history: weight of each side's pieces.
    spin correction_pieces = 83 in 0..=200 step 8;
    /// Correction history: weight of the minor pieces.
    spin correction_minors = 45 in 0..=200 step 8;
    /// Correction history: weight of the last two moves.
    spin correction_moves = 64 in 0..=200 step 8;

    /// Static null move: leave when the evaluation clears beta by a depth-sized margin.
    check use_static_null = true;
    /// Static null move: headroom over beta wanted per ply.
    spin null_move_static_margin = 64 in 50..=300 step 8 listed;
    /// Static null move: deepest node it may cut.
    spin static_null_max_depth = 6 in 0..=16 step 1 listed;
    /// Static null move: how the margin grows with depth.
    combo static_null_margin: StaticNullMargin = Linear;
    /// Static null move: which nodes it leaves alone for fear of zugzwang.
    combo static_null_guard: StaticNullGuard = Mover;
    /// Static null move: pieces, in centipawns, below which the guard sees an endgame; the null
    /// move's verification reads it too.
    spin static_null_endgame_threshold = 1300 in 0..=3000 step 60 listed;
    /// Static null move: deepest node the shallow guard still cuts in an endgame.
    spin static_null_endgame_max_depth = 3 in 0..=8 step 1 listed;
    /// Static null move: what a cut returns.
    combo static_null_return: StaticNullReturn = Blend;
    /// Static null move: shallowest node whose cut is written to the table.
    spin static_null_store_depth = 2 in 0..=16 step 1;

    /// Razoring: far below alpha near the leaves, only captures can help.
    check use_razoring = true;
    /// Razoring: deepest node it may cut.
    spin razor_max_depth = 2 in 0..=6 step 1;
    /// Razoring: margin at depth one.
    spin razor_margin1 = 227 in 100..=800 step 20 listed;
    /// Razoring: margin at depth two; each further ply adds the difference again.
    spin razor_margin2 = 547 in 200..=1200 step 30 listed;
    /// Razoring: pieces of either side, in centipawns, below which it is left alone.
    spin razor_endgame_threshold = 0 in 0..=3000 step 60;

    /// Null move: if passing fails high, moving would too.
    check use_null_move = true;
    /// Null move: shallowest node that tries it.
    spin null_move_min_depth = 2 in 2..=5 step 1 listed;
    /// Null move: plies saved at least.
    spin null_move_reduction_base = 4 in 1..=6 step 1 listed;
    /// Null move: another ply saved per so many plies of depth.
    spin null_move_depth_divisor = 4 in 2..=8 step 1;
    /// Null move: another ply saved per so much evaluation above beta.
    spin null_move_eval_margin = 171 in 100..=400 step 12 listed;
    /// Null move: at most so many plies saved for the evaluation.
    spin null_move_eval_plies = 3 in 0..=6 step 1;
    /// Null move: how far above beta the evaluation must be at depth nought.
    spin null_move_headroom = 199 in 0..=400 step 15;
    /// Null move: by how much each ply lowers that demand.
    spin null_move_headroom_slope = 20 in 0..=60 step 3;
    /// Null move: by how much a side that is improving lowers it.
    spin null_move_headroom_improving = 47 in 0..=120 step 6;
    /// Null move: pieces, in centipawns, the side to move must have more than.
    spin null_move_material = 350 in 0..=2000 step 50;
    /// Null move: shallowest node whose cut is verified by a real search.
    spin null_move_verify_depth = 14 in 6..=30 step 1 listed;
    /// Null move: the same where the side to move has fewer pieces than the static null move's
    /// endgame threshold, and zugzwang is near.
    spin null_move_verify_endgame_depth = 8 in 2..=30 step 1;

    /// Internal iterative reduction: without a table move, look less deep.
    check use_iir = true;
    /// Internal iterative reduction: shallowest node it shortens.
    spin iir_min_depth = 4 in 2..=12 step 1;
    /// Internal iterative deepening: without a table move, search shallower to find one.
    check use_iid = false;
    /// Internal iterative deepening: shallowest node that does so.
    spin iid_min_depth = 8 in 4..=16 step 1;

    /// ProbCut: a capture that beats a raised beta at less depth beats beta.
    check use_prob_cut = true;
    /// ProbCut: shallowest node that tries it.
    spin prob_cut_min_depth = 5 in 3..=12 step 1;
    /// ProbCut: how far beta is raised.
    spin prob_cut_margin = 139 in 40..=400 step 12;
    /// ProbCut: how much less when improving.
    spin prob_cut_improving = 30 in 0..=120 step 6;
    /// ProbCut: plies saved by the search that confirms it.
    spin prob_cut_reduction = 4 in 2..=6 step 1;

    /// Hindsight: mend the parent's reduction once this node's evaluation is known.
    check use_hindsight = true;
    /// Hindsight: sum of both evaluations above which a reduced node is shortened.
    spin hindsight_margin = 171 in 0..=400 step 15;

    /// Move-count pruning: late quiet moves near the leaves are hopeless.
    check move_count_pruning = true;
    /// Move-count pruning: deepest node that drops moves.
    spin move_count_max_depth = 8 in 0..=20 step 1 listed;
    /// Move-count pruning: moves looked at with depth one left.
    spin move_count_limit1 = 4 in 1..=30 step 1;
    /// Move-count pruning: with depth two left.
    spin move_count_limit2 = 8 in 2..=40 step 1;
    /// Move-count pruning: with depth three left.
    spin move_count_limit3 = 14 in 3..=50 step 1 listed;
    /// Move-count pruning: with depth four left.
    spin move_count_limit4 = 19 in 5..=60 step 2 listed;
    /// Move-count pruning: with depth five left.
    spin move_count_limit5 = 26 in 8..=70 step 2 listed;
    /// Move-count pruning: with depth six left.
    spin move_count_limit6 = 39 in 10..=80 step 3 listed;
    /// Move-count pruning: with depth seven left.
    spin move_count_limit7 = 52 in 12..=90 step 3 listed;
    /// Move-count pruning: with depth eight or more left.
    spin move_count_limit8 = 67 in 15..=100 step 4 listed;
    /// Move-count pruning: percent of the limit that remains when not improving.
    spin move_count_improving_ratio = 48 in 25..=100 step 4 listed;

    /// Futility pruning: the evaluation is too low for a quiet move to reach alpha.
    check futility_pruning = true;
    /// Futility pruning: greatest depth that drops moves.
    spin futility_max_depth = 7 in 0..=10 step 1 listed;
    /// Futility pruning: margin at depth nought.
    spin futility_base = 82 in 50..=500 step 8 listed;
    /// Futility pruning: margin for each ply.
    spin futility_scale = 67 in 20..=200 step 5 listed;
    /// Futility pruning: which depth it goes by.
    combo futility_depth: FutilityDepth = Effective;
    /// Futility pruning: where its margins come from.
    combo futility_margins: FutilityMargins = Formula;
    /// Futility pruning: spare moves that give check.
    check futility_spare_checks = true;
    /// Futility pruning: spare moves whose exchange wins.
    check futility_spare_winning = false;
    /// Futility pruning: spare killers and countermoves.
    check futility_spare_killers = false;
    /// Futility pruning: spare moves of a piece that is attacked.
    check futility_spare_hanging = false;
    /// Extended futility: captures too are dropped when even their victim is not enough.
    check use_extended_futility = true;
    /// Extended futility: greatest depth that drops captures.
    spin extended_futility_depth = 6 in 0..=10 step 1;
    /// Extended futility: margin at depth nought.
    spin extended_futility_base = 103 in 0..=500 step 12;
    /// Extended futility: margin for each ply.
    spin extended_futility_scale = 112 in 20..=300 step 8;

    /// History pruning: drop quiet moves that failed everywhere else.
    check history_pruning = true;
    /// History pruning: greatest depth after reduction that drops moves.
    spin history_pruning_max_depth = 5 in 0..=12 step 1;
    /// History pruning: how bad a record, per ply, drops a move.
    spin history_pruning_margin = 3723 in 500..=8000 step 200;

    /// SEE pruning: drop moves that lose more than the depth left can repay.
    check see_pruning = true;
    /// SEE pruning: deepest node that drops moves.
    spin see_pruning_max_depth = 10 in 0..=20 step 1;
    /// SEE pruning: loss allowed a quiet move, times the square of the depth after reduction.
    spin see_pruning_quiet = 20 in 5..=80 step 2;
    /// SEE pruning: loss allowed a capture per ply.
    spin see_pruning_noisy = 99 in 30..=250 step 8;

    /// Late move reductions: search late moves less deep, and again if they surprise.
    check lmr_enabled = true;
    /// Late move reductions: shallowest node that reduces.
    spin lmr_min_depth = 2 in 0..=10 step 1 listed;
    /// Late move reductions: first move that may be reduced.
    spin lmr_min_move_number = 2 in 0..=20 step 1 listed;
    /// Late move reductions: base for quiet moves, in hundredths of a ply.
    spin lmr_base_reduction = 31 in 0..=200 step 6 listed;
    /// Late move reductions: divisor of the logarithms' product, in hundredths.
    spin lmr_depth_factor = 232 in 100..=400 step 8 listed;
    /// Late move reductions: base for captures, in hundredths of a ply.
    spin lmr_noisy_base = 0 in 0..=200 step 6;
    /// Late move reductions: divisor for captures, in hundredths.
    spin lmr_noisy_factor = 260 in 100..=500 step 8;
    /// Late move reductions: more off the principal variation.
    spin lmr_non_pv = 754 in 0..=3072 step 100;
    /// Late move reductions: less where the principal variation has been.
    spin lmr_tt_pv = 949 in 0..=3072 step 100;
    /// Late move reductions: more where it has been but the table's score fails low.
    spin lmr_tt_pv_fail_low = 1024 in 0..=3072 step 100;
    /// Late move reductions: more where a cut is expected.
    spin lmr_cut_node = 901 in 0..=4096 step 120;
    /// Late move reductions: yet more where a cut is expected without a table move.
    spin lmr_cut_no_move = 700 in 0..=3072 step 100;
    /// Late move reductions: more when not improving.
    spin lmr_not_improving = 1164 in 0..=3072 step 100;
    /// Late move reductions: more when the table's move captures.
    spin lmr_tt_noisy = 1196 in 0..=3072 step 100;
    /// Late move reductions: less for checks.
    spin lmr_check = 1000 in 0..=3072 step 100;
    /// Late move reductions: more when the children have often been cut.
    spin lmr_child_cutoffs = 1121 in 0..=3072 step 100;
    /// Late move reductions: less when the table has looked deep enough.
    spin lmr_tt_depth = 974 in 0..=3072 step 100;
    /// Late move reductions: so many 1024ths of a move's record are taken off.
    spin lmr_history_weight = 113 in 20..=512 step 8;
    /// Re-search deeper: how far above the best score the reduced search must be.
    spin deeper_margin = 50 in 0..=150 step 6;
    /// Re-search deeper: and how much more per ply.
    spin deeper_slope = 2 in 0..=10 step 1;
    /// Re-search deeper or shallower than planned, as the reduced search suggests.
    check use_deeper = true;

    /// Singular extensions: a table move that stands alone is searched deeper.
    check use_singular_extensions = true;
    /// Singular extensions: shallowest node that asks.
    spin singular_depth_min = 7 in 4..=20 step 1 listed;
    /// Singular extensions: how far below the table's score the others must fall, in 64ths
    /// of a centipawn per ply.
    spin singular_margin_base = 71 in 20..=200 step 6 listed;
    /// Double extensions: how much further below doubles the extension.
    spin double_extension_margin = 18 in 0..=80 step 3;
    /// Double extensions: at most so many in one line.
    spin double_extension_limit = 6 in 0..=20 step 1;
    /// Negative extensions: plies taken off a table move that does not stand alone.
    spin negative_extension = 2 in 0..=3 step 1;
    /// Multi-cut: several moves beat beta, so this node will.
    check use_multi_cut = true;
    /// Check extension: search checks one ply deeper.
    check use_check_extension = false;
    /// Recapture extension: search recaptures on the principal variation one ply deeper.
    check use_recapture_extension = false;

    /// Quiescence: resolve captures before evaluating.
    check use_quiescence = true;
    /// Quiescence: plies after which only the evaluation counts; 0 means no limit.
    spin quiescence_max_ply = 0 in 0..=64 step 2;
    /// Quiescence: captures looked at where nobody is in check; 0 means all.
    spin quiescence_max_moves = 3 in 0..=32 step 1;
    /// Quiescence: plies that look at quiet checks too.
    spin quiescence_checks = 1 in 0..=4 step 1;
    /// Quiescence: loss by exchange that is still looked at.
    spin quiescence_see_margin = 30 in 0..=200 step 8;
    /// Delta pruning: in quiescence, skip what cannot reach alpha.
    check use_delta_pruning = true;
    /// Delta pruning: evaluation plus this below alpha leaves the node.
    spin delta_node_margin = 1375 in 200..=3000 step 50;
    /// Delta pruning: evaluation plus victim plus this below alpha skips a capture.
    spin delta_margin = 147 in 0..=500 step 12;

    /// Killers: quiet moves that cut a sister node come early.
    check use_killers = false;
    /// Countermoves: the quiet move that once answered this move comes early.
    check use_countermoves = false;
    /// Countermoves: how early, in history points.
    spin countermove_bonus = 7960 in 0..=20000 step 500 listed;

    /// History: bonus per ply for a quiet move that cut.
    spin history_bonus = 432 in 50..=800 step 20;
    /// History: taken off that bonus.
    spin history_bonus_offset = 250 in 0..=800 step 25;
    /// History: greatest bonus.
    spin history_bonus_max = 2400 in 500..=6000 step 150;
    /// History: malus per ply for quiet moves tried in vain.
    spin history_malus = 358 in 50..=800 step 20;
    /// History: taken off that malus.
    spin history_malus_offset = 150 in 0..=800 step 25;
    /// History: greatest malus.
    spin history_malus_max = 1300 in 300..=6000 step 100;
    /// Capture history: bonus per ply for a capture that cut.
    spin capture_bonus = 280 in 50..=800 step 20;
    /// Capture history: greatest bonus.
    spin capture_bonus_max = 2100 in 500..=6000 step 150;
    /// Capture history: malus per ply for captures tried in vain.
    spin capture_malus = 320 in 50..=800 step 20;
    /// Capture history: greatest malus.
    spin capture_malus_max = 1500 in 300..=6000 step 100;

    /// Lazy evaluation: look no further when the pieces where they stand already decide.
    check lazy_evaluation = false;
    /// Lazy evaluation: how far ahead one side must be for that.
    spin lazy_margin = 600 in 100..=2000 step 50;
    /// The classical evaluation remembers what pawn structures are worth; without it only the speed
    /// changes.
    check use_pawn_cache = true;
}
