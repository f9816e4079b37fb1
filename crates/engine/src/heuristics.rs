//! THE registry of heuristics: each has one row here, one switch among the knobs, one set of counters
//! in the ledger and one page of code. A row may name the knobs of the greatest (`until`) or smallest
//! (`from`) depth at which its heuristic acts, its margins (`within`), and its weights (`weighs`).

use crate::knobs::{KNOBS, Knob, Knobs};

macro_rules! heuristics {
    ($($(#[doc = $doc:literal])+ $name:ident switch $switch:ident $(until $until:ident)?
        $(from $from:ident)? $(within [$($margin:ident)+])?
        $(weighs [$($weight:ident)+])? page $page:literal cite $cite:literal;)*) => {
        /// A heuristic of the search or the evaluation.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        pub enum Heuristic { $($(#[doc = $doc])+ $name),* }

        impl Heuristic {
            pub const ALL: &'static [Heuristic] = &[$(Heuristic::$name),*];

            /// What it assumes, and when it fails.
            pub fn doc(self) -> &'static str {
                match self { $(Heuristic::$name => concat!($($doc),+).trim_ascii()),* }
            }

            /// The file that holds it, below `crates/engine/src`.
            pub fn page(self) -> &'static str {
                match self { $(Heuristic::$name => $page),* }
            }

            /// Where it comes from.
            pub fn cite(self) -> &'static str {
                match self { $(Heuristic::$name => $cite),* }
            }

            /// The name of the knob that switches it.
            fn switch(self) -> &'static str {
                match self { $(Heuristic::$name => stringify!($switch)),* }
            }

            /// The same settings, with every switch that is off turned into a depth that is never
            /// reached, a margin that nothing exceeds or weights of zero: the search reads one
            /// number instead of a switch and a number.
            pub(crate) const fn folded(mut knobs: Knobs) -> Knobs {
                $($(if !knobs.$switch { knobs.$until = i32::MIN; })?)*
                $($(if !knobs.$switch { knobs.$from = i32::MAX; })?)*
                $($($(if !knobs.$switch { knobs.$margin = ENDLESS; })+)?)*
                $($($(if !knobs.$switch { knobs.$weight = 0; })+)?)*
                knobs
            }

            /// Whether its switch is on.
            #[inline(always)]
            pub fn is_on(self, knobs: &Knobs) -> bool {
                match self { $(Heuristic::$name => knobs.$switch),* }
            }
        }
    };
}

/// A margin greater than every score, yet far from overflow.
const ENDLESS: i32 = 1 << 24;

impl Heuristic {
    pub const COUNT: usize = Heuristic::ALL.len();

    /// The heuristic of a name as `Debug` writes it, in any case.
    pub fn named(name: &str) -> Option<Heuristic> {
        let is_it = |heuristic: &&Heuristic| format!("{heuristic:?}").eq_ignore_ascii_case(name);
        Heuristic::ALL.iter().find(is_it).copied()
    }

    /// Whether it claims something about a search that it saves, so that the claim can be checked.
    /// The others change the order of moves, the depth or the evaluation, or prove what they say:
    /// mate distance by arithmetic, an upcoming repetition by the rules.
    pub fn claims(self) -> bool {
        matches!(
            self,
            Heuristic::TableCutoff
                | Heuristic::StaticNull
                | Heuristic::Razoring
                | Heuristic::NodeFutility
                | Heuristic::NullMove
                | Heuristic::ProbCut
                | Heuristic::MoveCount
                | Heuristic::Futility
                | Heuristic::ExtendedFutility
                | Heuristic::HistoryPruning
                | Heuristic::SeePruning
                | Heuristic::Reductions
                | Heuristic::MultiCut
                | Heuristic::Quiescence
                | Heuristic::DeltaNode
                | Heuristic::Delta
        )
    }

    /// The knob that switches it.
    pub fn knob(self) -> &'static Knob {
        let name = self.switch();
        let knob = KNOBS.iter().find(|knob| knob.name == name);
        knob.expect("`folded` reads the field that this knob declares")
    }
}

heuristics! {
    /// The next score is near the last one. A wrong guess costs a second search.
    Aspiration switch use_aspiration_windows
        page "search/pages/aspiration.rs" cite "chessprogramming.org/Aspiration_Windows";
    /// A position met before has a move, an evaluation and often a score. Fails only where two
    /// positions share a key.
    TranspositionTable switch use_transposition_table
        page "search/table_access.rs" cite "chessprogramming.org/Transposition_Table";
    /// The evaluation of a position met before is the same. Always right.
    TableEval switch use_table_eval
        page "search/static_eval.rs" cite "chessprogramming.org/Transposition_Table";
    /// A position met before at enough depth is not searched again. Different paths may mean
    /// different draws.
    TableCutoff switch use_table_cutoff
        page "search/pages/table_cutoff.rs" cite "chessprogramming.org/Transposition_Table";
    /// A line that cannot beat a known mate need not be searched. Always right.
    MateDistance switch use_mate_distance
        page "search/terminal.rs" cite "chessprogramming.org/Mate_Distance_Pruning";
    /// A repetition that one move would bring bounds the score from below. Right as long as
    /// repeating is a choice.
    UpcomingRepetition switch use_upcoming_repetition
        page "search/terminal.rs" cite "chessprogramming.org/Repetitions";
    /// The evaluation makes the same error on similar positions. Fails where the search itself was wrong.
    CorrectionHistory switch use_correction_history weighs [correction_pawns correction_minors correction_pieces correction_moves]
        page "history/correction.rs" cite "chessprogramming.org/Static_Evaluation_Correction_History";
    /// An evaluation far above beta stays above it near the leaves. Fails in zugzwang and on
    /// deep threats.
    StaticNull switch use_static_null until static_null_max_depth
        page "search/pages/static_null.rs" cite "chessprogramming.org/Reverse_Futility_Pruning";
    /// Near the leaves only captures lift an evaluation far below alpha. Fails on quiet
    /// rescues.
    Razoring switch use_razoring until razor_max_depth
        page "search/pages/razoring.rs" cite "chessprogramming.org/Razoring";
    /// Near the leaves only captures lift an evaluation far below alpha, so quiescence decides
    /// at once. Fails on quiet rescues.
    NodeFutility switch node_futility until node_futility_max_depth
        page "search/pages/razoring.rs" cite "chessprogramming.org/Razoring";
    /// Passing is worse than the best move. Fails in zugzwang.
    NullMove switch use_null_move from null_move_min_depth
        page "search/pages/null_move.rs" cite "chessprogramming.org/Null_Move_Pruning";
    /// Without a table move the order is poor, so search less deep now. Fails where the tree
    /// never comes back.
    Iir switch use_iir from iir_min_depth
        page "search/pages/internal_iteration.rs" cite "chessprogramming.org/Internal_Iterative_Reductions";
    /// Without a table move, a shallow search finds one. Costs its nodes.
    Iid switch use_iid from iid_min_depth
        page "search/pages/internal_iteration.rs" cite "chessprogramming.org/Internal_Iterative_Deepening";
    /// A capture far above beta at less depth is above beta. Fails on deep refutations.
    ProbCut switch use_prob_cut from prob_cut_min_depth
        page "search/pages/prob_cut.rs" cite "chessprogramming.org/ProbCut";
    /// The evaluation after a reduced move says whether the reduction was right. Costs depth
    /// elsewhere when it misleads.
    Hindsight switch use_hindsight
        page "search/pages/hindsight.rs" cite "chessprogramming.org/Late_Move_Reductions";
    /// Late quiet moves near the leaves do not cut. Fails where the order is poor.
    MoveCount switch move_count_pruning until move_count_max_depth
        page "search/pages/move_count.rs" cite "chessprogramming.org/Futility_Pruning#Move_Count_Based_Pruning";
    /// A quiet move near the leaves lifts the evaluation little. Fails on quiet threats.
    Futility switch futility_pruning until futility_max_depth
        page "search/pages/futility.rs" cite "chessprogramming.org/Futility_Pruning";
    /// A capture near the leaves lifts the evaluation by little more than its victim. Fails on
    /// captures that open lines.
    ExtendedFutility switch use_extended_futility until extended_futility_depth
        page "search/pages/extended_futility.rs" cite "chessprogramming.org/Futility_Pruning#Extended_Futility_Pruning";
    /// A quiet move with a bad history fails here as well. Fails on the exception.
    HistoryPruning switch history_pruning until history_pruning_max_depth
        page "search/pages/history_pruning.rs" cite "chessprogramming.org/History_Leaf_Pruning";
    /// Material lost in an exchange is not won back within a few plies. Fails on sacrifices.
    SeePruning switch see_pruning until see_pruning_max_depth
        page "search/pages/see_pruning.rs" cite "chessprogramming.org/Static_Exchange_Evaluation#Pruning";
    /// Late moves are searched less deep, and again if they raise alpha. Fails on moves whose
    /// point lies beyond the reduced depth.
    Reductions switch lmr_enabled from lmr_min_depth
        page "search/pages/reductions.rs" cite "chessprogramming.org/Late_Move_Reductions";
    /// The score of a reduced search says how deep to search again. Costs nodes when it misleads.
    Deeper switch use_deeper
        page "search/pages/reductions.rs" cite "chessprogramming.org/Late_Move_Reductions";
    /// A move that alone holds the score deserves depth. Costs the search that proves it.
    Singular switch use_singular_extensions from singular_depth_min
        page "search/pages/singular.rs" cite "chessprogramming.org/Singular_Extensions";
    /// If several moves beat beta at less depth, one will at full depth. Fails when all of
    /// them share one refutation.
    MultiCut switch use_multi_cut
        page "search/pages/singular.rs" cite "chessprogramming.org/Multi-Cut";
    /// A check forces matters, so search a ply deeper. Costs depth everywhere else.
    CheckExtension switch use_check_extension
        page "search/pages/forcing_extensions.rs" cite "chessprogramming.org/Check_Extensions";
    /// A recapture on the principal variation is forced, so search a ply deeper. Costs depth
    /// elsewhere.
    RecaptureExtension switch use_recapture_extension
        page "search/pages/forcing_extensions.rs" cite "chessprogramming.org/Recapture_Extensions";
    /// Captures are resolved before the evaluation is trusted. Fails on quiet threats.
    Quiescence switch use_quiescence
        page "search/quiesce.rs" cite "chessprogramming.org/Quiescence_Search";
    /// In quiescence, no capture lifts an evaluation that is far enough below alpha. Fails when
    /// one capture leads to another.
    DeltaNode switch use_delta_node within [delta_node_margin]
        page "search/pages/delta.rs" cite "chessprogramming.org/Delta_Pruning";
    /// In quiescence, a capture that cannot reach alpha even with the value of its victim is
    /// skipped. Fails when one capture leads to another.
    Delta switch use_delta_pruning within [delta_margin]
        page "search/pages/delta.rs" cite "chessprogramming.org/Delta_Pruning";
    /// A quiet move that cut a sibling node often cuts here.
    Killers switch use_killers
        page "search/pages/killers.rs" cite "chessprogramming.org/Killer_Heuristic";
    /// A quiet move that once refuted the last move often does so again.
    Countermoves switch use_countermoves
        page "search/pages/killers.rs" cite "chessprogramming.org/Countermove_Heuristic";
    /// When material and squares are far from equal, the finer terms of the classical evaluation do
    /// not matter. Fails when they do.
    LazyEvaluation switch lazy_evaluation
        page "search/static_eval.rs" cite "chessprogramming.org/Lazy_Evaluation";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knobs::Range;

    #[test]
    fn folding_a_switch_that_is_off_changes_only_its_own_numbers() {
        let all_on =
            Knobs { use_iid: true, lazy_evaluation: true, node_futility: true, ..Knobs::default() };
        assert_eq!(Heuristic::folded(all_on), all_on);
        let off = Heuristic::folded(Knobs {
            use_null_move: false,
            futility_pruning: false,
            use_delta_pruning: false,
            use_delta_node: false,
            use_correction_history: false,
            ..Knobs::default()
        });
        assert_eq!((off.null_move_min_depth, off.futility_max_depth), (i32::MAX, i32::MIN));
        assert_eq!((off.delta_node_margin, off.delta_margin), (ENDLESS, ENDLESS));
        assert_eq!((off.correction_pawns, off.correction_moves), (0, 0));
        assert_eq!(off.razor_max_depth, Knobs::default().razor_max_depth);
    }

    #[test]
    fn every_heuristic_has_a_page_that_explains_and_cites_it() {
        let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        for &heuristic in Heuristic::ALL {
            let page = std::fs::read_to_string(source.join(heuristic.page()))
                .unwrap_or_else(|error| panic!("{heuristic:?}, {}: {error}", heuristic.page()));
            assert!(page.starts_with("//! ") && page.contains("//! CITE: "), "{heuristic:?}");
        }
    }

    #[test]
    fn every_heuristic_has_its_own_switch() {
        let mut switches: Vec<&str> = Heuristic::ALL.iter().map(|h| h.switch()).collect();
        for &heuristic in Heuristic::ALL {
            let knob = heuristic.knob();
            let Range::Check { default } = knob.range else { panic!("{heuristic:?}") };
            let mut knobs = Knobs::default();
            assert_eq!(heuristic.is_on(&knobs), default);
            knob.set(&mut knobs, &(!default).to_string()).unwrap();
            assert_eq!(heuristic.is_on(&knobs), !default);
        }
        switches.sort_unstable();
        switches.dedup();
        assert_eq!(switches.len(), Heuristic::COUNT);
    }
}
