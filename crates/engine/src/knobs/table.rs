//! The declarations. Depths are in plies and reductions in 1024ths of a ply, unless a line says
//! otherwise. A line that ends in `centipawns` declares a margin that the search adds to or compares
//! with evaluations, in internal centipawns. Material thresholds and exchanges have their own scale.

use super::choices::*;
use super::{Knob, Range, Unit};

macro_rules! knobs {
    ($($(#[doc = $doc:literal])+ $kind:ident $name:ident $(: $choice:ident)? = $default:tt
        $(in $min:literal ..= $max:literal step $step:literal $($unit:ident)?)?
        $(, $listed:ident)?;)*) => {
        /// The settings of one engine: a plain struct that every search thread copies.
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
            unit: knobs!(@unit $($($unit)?)?),
            listed: knobs!(@listed $($listed)?),
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
    (@unit) => { Unit::Plain };
    (@unit centipawns) => { Unit::Centipawns };
    (@listed) => { false };
    (@listed listed) => { true };
    (@get $kind:ident ($value:expr)) => { $value as i32 };
    (@set spin $value:ident) => { $value };
    (@set check $value:ident) => { $value != 0 };
    (@set combo $choice:ident $value:ident) => { $choice::at($value) };
}

knobs! {
    /// The static evaluation: the network, or the classical evaluation.
    combo evaluator: Evaluator = Nnue, listed;

    /// Aspiration windows: search the root in a narrow window around the last score.
    check use_aspiration_windows = true;
    /// Aspiration windows: first depth that gets one.
    spin aspiration_min_depth = 4 in 1..=20 step 1;
    /// Aspiration windows: half the width of the first window.
    spin aspiration_window = 18 in 5..=50 step 2 centipawns;
    /// Aspiration windows: the square of the score divided by this widens the window.
    spin aspiration_score_divisor = 16000 in 2000..=64000 step 1500;
    /// Aspiration windows: how the window grows after a score outside it.
    combo aspiration_growth: AspirationGrowth = Moderate;
    /// Aspiration windows: number of failures after which the window is opened.
    spin aspiration_max_attempts = 10 in 3..=20 step 1;

    /// Transposition table: store the results of positions and reuse them.
    check use_transposition_table = true;
    /// Transposition table: end nodes by its entries.
    check use_table_cutoff = true;
    /// Transposition table: take evaluations from it.
    check use_table_eval = true;
    /// Transposition table: fetch entries from memory before they are needed.
    check use_table_prefetch = true;
    /// Transposition table: write evaluations of nodes that it does not know.
    check table_store_eval = true;
    /// Transposition table: write the nodes of quiescence.
    check table_store_quiescence = true;
    /// Transposition table: which entries give way.
    combo table_replacement: TableReplacement = Present;
    /// Transposition table: slots that a position may be in.
    combo table_slots: TableSlots = Four;
    /// Transposition table: an entry without a move keeps the move of the same position.
    check table_keep_move = true;
    /// Transposition table: plies by which an entry may be shallower than another position's if
    /// depth is preferred.
    spin table_depth_slack = 0 in 0..=8 step 1;
    /// Transposition table: the most entries, beyond which the shallowest fifth is removed; 0 for
    /// as many as fit.
    spin table_entry_limit = 0 in 0..=100000000 step 1000;
    /// Mate distance pruning: cut nodes that cannot improve on a mate already found.
    check use_mate_distance = true;
    /// Upcoming repetition: a side that can repeat the position scores at least a draw.
    check use_upcoming_repetition = true;
    /// Correction history: learn the error of the evaluation on similar positions.
    check use_correction_history = true;
    /// Correction history: weight of the pawn structure, in centipawns at full scale.
    spin correction_pawns = 72 in 0..=200 step 8;
    /// Correction history: weight of each side's pieces.
    spin correction_pieces = 83 in 0..=200 step 8;
    /// Correction history: weight of the minor pieces.
    spin correction_minors = 45 in 0..=200 step 8;
    /// Correction history: weight of the last two moves.
    spin correction_moves = 64 in 0..=200 step 8;

    /// Static null move, null move, futility and delta pruning: act also where the bound is a mate
    /// score.
    check prune_at_mates = false;

    /// Static null move: cut when the evaluation exceeds beta by a margin that grows with depth.
    check use_static_null = true;
    /// Static null move: margin above beta, per ply of depth.
    spin null_move_static_margin = 70 in 50..=300 step 8 centipawns;
    /// Static null move: deepest node it may cut.
    spin static_null_max_depth = 6 in 0..=16 step 1;
    /// Static null move: how the margin grows with depth.
    combo static_null_margin: StaticNullMargin = Linear;
    /// Static null move: a side that is improving needs a ply's margin less.
    check static_null_improving = false;
    /// Static null move: the evaluation must exceed beta and margin, not only reach them.
    check static_null_strict = false;
    /// Static null move: the evaluation it goes by.
    combo static_null_eval: EvalSource = Adjusted;
    /// Static null move: spare nodes that were part of a principal variation.
    check static_null_spare_tt_pv = false;
    /// Static null move: spare nodes with a quiet move from the table.
    check static_null_spare_quiet_move = false;
    /// Static null move: cut only sides whose material is not far below beta.
    check static_null_pre_check = false;
    /// Static null move: how far below is too far for that.
    spin static_null_pre_check_margin = 200 in 0..=1000 step 25;
    /// Static null move: which nodes it leaves alone for fear of zugzwang.
    combo static_null_guard: StaticNullGuard = Piece;
    /// Static null move: pieces of the side to move, in centipawns, up to which the guards `mover`
    /// and `weak` fear zugzwang.
    spin static_null_mover_threshold = 830 in 0..=3000 step 40;
    /// Static null move: material of a side, in centipawns without pawns, below which the other
    /// guards see an endgame.
    spin static_null_endgame_threshold = 1300 in 0..=3000 step 60;
    /// Static null move: deepest node that the `shallow` guard cuts in an endgame.
    spin static_null_endgame_max_depth = 3 in 0..=8 step 1;
    /// Static null move: the score that a cut returns.
    combo static_null_return: StaticNullReturn = Eval;
    /// Static null move: which cuts are written to the table.
    combo static_null_store: StaticNullStore = Unknown;
    /// Static null move: shallowest node whose cut is written to the table.
    spin static_null_store_depth = 2 in 0..=16 step 1;

    /// Razoring: near the leaves and far below alpha, search captures only.
    check use_razoring = true;
    /// Razoring: deepest node it may cut.
    spin razor_max_depth = 2 in 0..=6 step 1;
    /// Razoring: margin at depth 1.
    spin razor_margin1 = 227 in 100..=800 step 20 centipawns;
    /// Razoring: margin at depth 2; each further ply adds the difference again.
    spin razor_margin2 = 547 in 200..=1200 step 30 centipawns;
    /// Razoring: material of either side, in centipawns without pawns, below which it is off.
    spin razor_endgame_threshold = 0 in 0..=3000 step 60;

    /// Node futility: far below alpha near the leaves, quiescence decides at once.
    check node_futility = false;
    /// Node futility: deepest node that it leaves.
    spin node_futility_max_depth = 2 in 0..=6 step 1;
    /// Node futility: margin at depth one.
    spin node_futility_margin1 = 300 in 50..=1000 step 25 centipawns;
    /// Node futility: margin at depth two; each further ply adds the difference again.
    spin node_futility_margin2 = 500 in 50..=2000 step 50 centipawns;

    /// Null move: cut when passing fails high in a reduced search.
    check use_null_move = true;
    /// Null move: shallowest node that tries it.
    spin null_move_min_depth = 2 in 2..=5 step 1;
    /// Null move: least reduction, in plies.
    spin null_move_reduction_base = 4 in 1..=6 step 1;
    /// Null move: the depth divided by this is saved too; 0 saves nothing for depth.
    spin null_move_depth_divisor = 4 in 0..=8 step 1;
    /// Null move: always leave a ply of depth to the search after the pass.
    check null_move_keep_ply = false;
    /// Null move: what the evaluation must be before it passes.
    combo null_move_gate: NullMoveGate = Headroom;
    /// Null move: the evaluation it goes by for the gate's beta and for the plies saved.
    combo null_move_eval: EvalSource = Adjusted;
    /// Null move: do not pass where the table's score says that the node fails low.
    check null_move_table_gate = true;
    /// Null move: the side to move must have more legal moves than this; 0 does not count them.
    spin null_move_legal_moves = 0 in 0..=20 step 1;
    /// Null move: centipawns of evaluation above beta per further ply of reduction.
    spin null_move_eval_margin = 171 in 100..=400 step 12 centipawns;
    /// Null move: greatest reduction for the evaluation, in plies.
    spin null_move_eval_plies = 3 in 0..=6 step 1;
    /// Null move: how far above beta the evaluation must be at depth 0.
    spin null_move_headroom = 199 in 0..=400 step 15 centipawns;
    /// Null move: how much each ply of depth lowers that demand.
    spin null_move_headroom_slope = 20 in 0..=60 step 3 centipawns;
    /// Null move: how much an improving evaluation lowers it.
    spin null_move_headroom_improving = 47 in 0..=120 step 6 centipawns;
    /// Null move: only where the side to move has a piece besides pawns.
    check null_move_needs_pieces = true;
    /// Null move: material, in centipawns without pawns, that the side to move must exceed.
    spin null_move_material = 350 in 0..=2000 step 50;
    /// Null move: verify deep cuts by a real search.
    check null_move_verification = true;
    /// Null move: shallowest node whose cut is verified by a real search.
    spin null_move_verify_depth = 14 in 6..=30 step 1;
    /// Null move: the same in endgames, where zugzwang is near.
    spin null_move_verify_endgame_depth = 8 in 2..=30 step 1;
    /// Null move: pieces of the side to move, in centipawns, below which that is an endgame.
    spin null_move_endgame_threshold = 1300 in 0..=3000 step 60;

    /// Internal iterative reduction: search a node without a table move one ply less deep.
    check use_iir = true;
    /// Internal iterative reduction: shallowest node that it reduces.
    spin iir_min_depth = 4 in 2..=12 step 1;
    /// Internal iterative deepening: find a missing table move with a shallower search.
    check use_iid = false;
    /// Internal iterative deepening: shallowest node that tries it.
    spin iid_min_depth = 8 in 4..=16 step 1;

    /// ProbCut: cut when a capture beats a raised beta in a reduced search.
    check use_prob_cut = true;
    /// ProbCut: shallowest node that tries it.
    spin prob_cut_min_depth = 5 in 3..=12 step 1;
    /// ProbCut: how far beta is raised.
    spin prob_cut_margin = 139 in 40..=400 step 12 centipawns;
    /// ProbCut: how much less beta is raised when improving.
    spin prob_cut_improving = 30 in 0..=120 step 6 centipawns;
    /// ProbCut: reduction of the search that confirms it, in plies.
    spin prob_cut_reduction = 4 in 2..=6 step 1;

    /// Hindsight: correct the parent's reduction once this node's evaluation is known.
    check use_hindsight = true;
    /// Hindsight: sum of both evaluations above which a reduced node is reduced further.
    spin hindsight_margin = 171 in 0..=400 step 15 centipawns;

    /// Skipping moves: from which move on.
    combo prune_from: PruneFrom = NotLost;
    /// Skipping moves: only where the side to move has a piece besides pawns.
    check prune_needs_pieces = true;

    /// Move-count pruning: skip late quiet moves near the leaves.
    check move_count_pruning = true;
    /// Move-count pruning: deepest node that skips moves.
    spin move_count_max_depth = 8 in 0..=20 step 1;
    /// Move-count pruning: moves searched at depth 1.
    spin move_count_limit1 = 4 in 1..=30 step 1;
    /// Move-count pruning: moves searched at depth 2.
    spin move_count_limit2 = 8 in 2..=40 step 1;
    /// Move-count pruning: moves searched at depth 3.
    spin move_count_limit3 = 14 in 3..=50 step 1;
    /// Move-count pruning: moves searched at depth 4.
    spin move_count_limit4 = 19 in 5..=60 step 2;
    /// Move-count pruning: moves searched at depth 5.
    spin move_count_limit5 = 26 in 8..=70 step 2;
    /// Move-count pruning: moves searched at depth 6.
    spin move_count_limit6 = 39 in 10..=80 step 3;
    /// Move-count pruning: moves searched at depth 7.
    spin move_count_limit7 = 52 in 12..=90 step 3;
    /// Move-count pruning: moves searched at depth 8 or more.
    spin move_count_limit8 = 67 in 15..=100 step 4;
    /// Move-count pruning: limit when not improving, in percent of the full limit.
    spin move_count_improving_ratio = 48 in 25..=100 step 4;

    /// Move-count pruning: spare killers and countermoves.
    check move_count_spare_killers = false;

    /// Futility pruning: skip quiet moves when the evaluation is too far below alpha.
    check futility_pruning = true;
    /// Futility pruning: greatest depth that skips moves.
    spin futility_max_depth = 7 in 0..=10 step 1;
    /// Futility pruning: margin at depth 0.
    spin futility_base = 82 in 50..=500 step 8 centipawns;
    /// Futility pruning: margin per ply of depth.
    spin futility_scale = 67 in 20..=200 step 5 centipawns;
    /// Futility and extended futility: which depth they use.
    combo futility_depth: FutilityDepth = Effective;
    /// Futility pruning: where its margins come from.
    combo futility_margins: FutilityMargins = Formula;
    /// Futility pruning: act on the principal variation too.
    check futility_pv = true;
    /// Futility pruning: a skipped move counts with what it could have reached.
    check futility_soft = true;
    /// Futility pruning: spare moves that give check.
    check futility_spare_checks = true;
    /// Futility pruning: spare promotions to less than a queen; those to a queen are never quiet.
    check futility_spare_promotions = false;
    /// Futility pruning: search moves whose exchange wins material.
    check futility_spare_winning = false;
    /// Futility pruning: search killers.
    check futility_spare_killers = false;
    /// Futility pruning: spare moves of pieces that hang.
    combo futility_spare_hanging: HangingPieces = None;
    /// Extended futility: skip captures that do not reach alpha even with the value of their victim.
    check use_extended_futility = true;
    /// Extended futility: greatest depth that skips captures.
    spin extended_futility_depth = 6 in 0..=10 step 1;
    /// Extended futility: which margins it goes by.
    combo extended_futility_margins: ExtendedMargins = Own;
    /// Extended futility: skip quiet moves as well.
    check extended_futility_quiets = false;
    /// Extended futility: margin at depth 0.
    spin extended_futility_base = 103 in 0..=500 step 12 centipawns;
    /// Extended futility: margin per ply of depth.
    spin extended_futility_scale = 112 in 20..=300 step 8 centipawns;

    /// History pruning: skip quiet moves with a bad history score.
    check history_pruning = true;
    /// History pruning: greatest depth after reduction that skips moves.
    spin history_pruning_max_depth = 5 in 0..=12 step 1;
    /// History pruning: history score below which a move is skipped, negated, per ply of depth.
    spin history_pruning_margin = 3723 in 500..=8000 step 200;

    /// SEE pruning: skip moves that lose too much material for their depth.
    check see_pruning = true;
    /// SEE pruning: deepest node that skips moves.
    spin see_pruning_max_depth = 10 in 0..=20 step 1;
    /// SEE pruning: allowed loss of a quiet move, times the square of the depth after reduction.
    spin see_pruning_quiet = 20 in 5..=80 step 2;
    /// SEE pruning: allowed loss of a capture, per ply of depth.
    spin see_pruning_noisy = 99 in 30..=250 step 8;

    /// Late move reductions: search late moves less deep, and again if they raise alpha.
    check lmr_enabled = true;
    /// Late move reductions: shallowest node that reduces.
    spin lmr_min_depth = 2 in 0..=10 step 1;
    /// Late move reductions: first move that may be reduced.
    spin lmr_min_move_number = 2 in 0..=20 step 1;
    /// Late move reductions: base for quiet moves, in hundredths of a ply.
    spin lmr_base_reduction = 31 in 0..=200 step 6;
    /// Late move reductions: divisor of the product of the logarithms, in hundredths.
    spin lmr_depth_factor = 232 in 100..=400 step 8;
    /// Late move reductions: base for captures, in hundredths of a ply.
    spin lmr_noisy_base = 0 in 0..=200 step 6;
    /// Late move reductions: divisor for captures, in hundredths.
    spin lmr_noisy_factor = 260 in 100..=500 step 8;
    /// Late move reductions: more off the principal variation.
    spin lmr_non_pv = 754 in 0..=3072 step 100;
    /// Late move reductions: less in nodes that once were part of the principal variation.
    spin lmr_tt_pv = 949 in 0..=3072 step 100;
    /// Late move reductions: more in such nodes if the table's score fails low.
    spin lmr_tt_pv_fail_low = 1024 in 0..=3072 step 100;
    /// Late move reductions: more in expected cut nodes.
    spin lmr_cut_node = 901 in 0..=4096 step 120;
    /// Late move reductions: even more in expected cut nodes without a table move.
    spin lmr_cut_no_move = 700 in 0..=3072 step 100;
    /// Late move reductions: more when not improving.
    spin lmr_not_improving = 1164 in 0..=3072 step 100;
    /// Late move reductions: more when the table's move is a capture.
    spin lmr_tt_noisy = 1196 in 0..=3072 step 100;
    /// Late move reductions: less for moves that give check.
    spin lmr_check = 1000 in 0..=3072 step 100;
    /// Late move reductions: more after many cutoffs in the child nodes.
    spin lmr_child_cutoffs = 1121 in 0..=3072 step 100;
    /// Late move reductions: less when the table's entry is deep enough.
    spin lmr_tt_depth = 974 in 0..=3072 step 100;
    /// Late move reductions: less by this for every 1024 history points of the move.
    spin lmr_history_weight = 113 in 20..=512 step 8;
    /// Re-search deeper: how far above the best score the reduced search must be.
    spin deeper_margin = 50 in 0..=150 step 6 centipawns;
    /// Re-search deeper: how much further per ply of depth.
    spin deeper_slope = 2 in 0..=10 step 1 centipawns;
    /// Re-search deeper: search again deeper or shallower, depending on the reduced search.
    check use_deeper = true;

    /// Singular extensions: search a table move deeper if all other moves are much worse.
    check use_singular_extensions = true;
    /// Singular extensions: shallowest node that tests its table move.
    spin singular_depth_min = 7 in 4..=20 step 1;
    /// Singular extensions: how far below the table's score the other moves must be, in 64ths of
    /// a centipawn per ply.
    spin singular_margin_base = 71 in 20..=200 step 6;
    /// Double extensions: how much further below the other moves must be.
    spin double_extension_margin = 18 in 0..=80 step 3 centipawns;
    /// Double extensions: greatest number in one line.
    spin double_extension_limit = 6 in 0..=20 step 1;
    /// Negative extensions: reduction of a table move that is not singular, in plies.
    spin negative_extension = 2 in 0..=3 step 1;
    /// Multi-cut: cut when another move than the table's beats beta in the singular search.
    check use_multi_cut = true;
    /// Check extension: search checks one ply deeper.
    check use_check_extension = false;
    /// Recapture extension: search recaptures on the principal variation one ply deeper.
    check use_recapture_extension = false;

    /// Quiescence: resolve captures before evaluating.
    check use_quiescence = true;
    /// Quiescence: plies after which the evaluation is returned; 0 means no limit.
    spin quiescence_max_ply = 0 in 0..=64 step 2;
    /// Quiescence: moves searched when not in check; 0 means all.
    spin quiescence_max_moves = 3 in 0..=32 step 1;
    /// Quiescence: first plies that also search quiet checks.
    spin quiescence_checks = 1 in 0..=4 step 1;
    /// Quiescence: skip captures that lose material in the exchange.
    check quiescence_see = true;
    /// Quiescence: greatest loss in the exchange of a capture that is searched.
    spin quiescence_see_margin = 30 in 0..=200 step 8;
    /// Exchanges: what pieces are worth in them.
    combo exchange_scale: ExchangeScale = Tuned;
    /// Delta pruning: in quiescence, leave nodes that no capture can save.
    check use_delta_node = true;
    /// Delta pruning: evaluation plus this below alpha leaves the node.
    spin delta_node_margin = 1375 in 200..=3000 step 25 centipawns;
    /// Delta pruning: in quiescence, skip captures that cannot reach alpha.
    check use_delta_pruning = true;
    /// Delta pruning: skip a capture only if it stays below alpha, not if it reaches it.
    check delta_strict = false;
    /// Delta pruning: search captures that give check.
    check delta_spare_checks = true;
    /// Delta pruning: a capture is skipped if evaluation, victim and this add up to less than alpha.
    spin delta_margin = 147 in 0..=500 step 12 centipawns;

    /// Killers: search quiet moves early that cut a sibling node.
    check use_killers = false;
    /// Countermoves: search the quiet move early that last refuted the opponent's move.
    check use_countermoves = false;
    /// Countermoves: bonus in the order of moves, in history points.
    spin countermove_bonus = 7960 in 0..=20000 step 500;

    /// History: bonus of a quiet move that cut, per ply of depth.
    spin history_bonus = 432 in 50..=800 step 20;
    /// History: subtracted from that bonus.
    spin history_bonus_offset = 250 in 0..=800 step 25;
    /// History: greatest bonus.
    spin history_bonus_max = 2400 in 500..=6000 step 150;
    /// History: malus of quiet moves tried before the best, per ply of depth.
    spin history_malus = 358 in 50..=800 step 20;
    /// History: subtracted from that malus.
    spin history_malus_offset = 150 in 0..=800 step 25;
    /// History: greatest malus.
    spin history_malus_max = 1300 in 300..=6000 step 100;
    /// Capture history: bonus of a capture that cut, per ply of depth.
    spin capture_bonus = 280 in 50..=800 step 20;
    /// Capture history: greatest bonus.
    spin capture_bonus_max = 2100 in 500..=6000 step 150;
    /// Capture history: malus of captures tried before the best, per ply of depth.
    spin capture_malus = 320 in 50..=800 step 20;
    /// Capture history: greatest malus.
    spin capture_malus_max = 1500 in 300..=6000 step 100;

    /// Lazy evaluation: leave out the finer terms of the classical evaluation when material and
    /// squares are far from equal.
    check lazy_evaluation = false;
    /// Lazy evaluation: how far from equal they must be.
    spin lazy_margin = 600 in 100..=2000 step 50 centipawns;
    /// Pawn cache: the classical evaluation caches pawn structures. Changes its speed only.
    check use_pawn_cache = true;
}
