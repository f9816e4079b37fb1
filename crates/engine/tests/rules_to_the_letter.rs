//! The disputed rules, written a second time from their sources' descriptions and compared with what
//! the search did, node by node and move by move. The implementations here share nothing with the
//! pages of the search.

use std::sync::Arc;

use chess::{Color, Game, Move, PieceType, Position, Setup};
use engine::Limits;
use engine::heuristics::Heuristic;
use engine::knobs::*;
use engine::probe::{Decision, MoveView, NodeView, Probe};
use engine::score::Score;
use engine::{Control, Engine};

/// Openings, a tactical position, endgames with and without pieces, and one near mate.
const POSITIONS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bq1rk1/p1ppbppp/1p2pn2/8/1nPP4/P3BN2/1P1NPPPP/R2QKB1R b KQ - 0 8",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "6k1/5p2/pp2r1p1/7p/2P4b/5B2/PPK5/6R1 w - - 0 36",
    "8/1k4P1/8/8/3Rp3/4P3/1p3K2/8 w - - 0 1",
    "8/8/6p1/3kp2p/P6P/6K1/7P/8 w - - 0 38",
    "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1",
];

/// How many decisions each rule is compared on.
const ENOUGH: u64 = 100_000;

/// Searches the positions, a ply deeper each time, until the rule was asked often enough.
fn watch<P: Probe>(knobs: Knobs, mut take: impl FnMut(P) -> u64) {
    let mut engine = Engine::new(16).unwrap();
    engine.knobs = knobs;
    let mut asked = 0;
    for depth in 5.. {
        for fen in POSITIONS {
            engine.new_game();
            let game = Game::new(fen.parse::<Setup>().unwrap());
            let limits = Limits { depth: Some(depth), nodes: Some(400_000), ..Limits::default() };
            let answer = engine.go::<P>(&game, &limits, &Arc::new(Control::default()), &mut ());
            asked += take(answer.probe);
        }
        if asked >= ENOUGH {
            return;
        }
    }
}

/// Everything off that could act before a disputed rule does.
fn nothing_else() -> Knobs {
    let mut knobs = Knobs::default();
    for heuristic in [
        Heuristic::StaticNull,
        Heuristic::Razoring,
        Heuristic::NullMove,
        Heuristic::ProbCut,
        Heuristic::MoveCount,
        Heuristic::Futility,
        Heuristic::ExtendedFutility,
        Heuristic::HistoryPruning,
        Heuristic::SeePruning,
        Heuristic::Singular,
        Heuristic::Hindsight,
    ] {
        heuristic.knob().set(&mut knobs, "false").unwrap();
    }
    knobs
}

/// Pieces of a side, without pawns, as the sources count them.
fn pieces(position: &Position, color: Color) -> i32 {
    [(PieceType::Knight, 320), (PieceType::Bishop, 330), (PieceType::Rook, 500)]
        .into_iter()
        .chain([(PieceType::Queen, 900)])
        .map(|(kind, value)| value * position.board().pieces(color, kind).len() as i32)
        .sum()
}

fn pawns(position: &Position, color: Color) -> i32 {
    100 * position.board().pieces(color, PieceType::Pawn).len() as i32
}

/// What was asked, and every answer that differs from the rule.
#[derive(Default)]
struct Record {
    asked: u64,
    acted: u64,
    wrong: Vec<String>,
}

impl Record {
    fn compare<T: PartialEq + core::fmt::Debug>(
        &mut self,
        node: &NodeView<'_>,
        expected: T,
        found: T,
        acted: bool,
    ) {
        self.asked += 1;
        self.acted += u64::from(acted);
        if expected != found {
            let NodeView { position, depth, alpha, beta, static_eval, .. } = node;
            self.wrong.push(format!(
                "{position:?}: expected {expected:?}, found {found:?}; depth {depth}, alpha {alpha}, beta \
                 {beta}, evaluation {static_eval:?}"
            ));
        }
    }

    /// Adds up, and fails on the first difference.
    fn total(self, acted: &mut u64) -> u64 {
        assert!(self.wrong.is_empty(), "{} differ: {}", self.wrong.len(), self.wrong[0]);
        *acted += self.acted;
        self.asked
    }
}

mod futility {
    use super::*;

    #[derive(Default)]
    struct Watch(Record);

    /// Not on the principal variation, depth 1 to 4, not in check, from the second move on; no
    /// capture, promotion or check; and the evaluation at most alpha less 150 and 60 a ply.
    fn prunes(node: &NodeView<'_>, mv: &MoveView) -> bool {
        let Some(eval) = node.static_eval else { return false };
        let captures = node.position.piece_type_on(mv.mv.to()).is_some() && !mv.mv.is_castle()
            || mv.mv.is_en_passant();
        !node.pv
            && node.depth > 0
            && node.depth <= 4
            && !node.position.in_check()
            && mv.number > 1
            && !captures
            && mv.mv.promotion().is_none()
            && !node.position.after(mv.mv).in_check()
            && eval.raw() <= mv.alpha.raw() - (150 + 60 * node.depth)
    }

    impl Probe for Watch {
        const DETAILED: bool = true;

        fn considered(&mut self, node: &NodeView<'_>, mv: &MoveView, skipped: bool) {
            if node.ply > 0 {
                self.0.compare(node, prunes(node, mv), skipped, skipped);
            }
        }
    }

    #[test]
    fn futility_at_nominal_depth_follows_its_text() {
        let knobs = Knobs {
            futility_pruning: true,
            futility_max_depth: 4,
            futility_base: 150,
            futility_scale: 60,
            futility_depth: FutilityDepth::Nominal,
            futility_pv: false,
            futility_spare_promotions: true,
            prune_from: PruneFrom::SecondMove,
            prune_needs_pieces: false,
            prune_at_mates: true,
            ..nothing_else()
        };
        let mut acted = 0;
        watch(knobs, |watch: Watch| watch.0.total(&mut acted));
        assert!(acted > 1_000, "{acted}");
    }
}

mod static_null {
    use super::*;

    /// The score that a rule returns for a node, if it cuts.
    type Rule = fn(&NodeView<'_>, i32) -> Option<i32>;

    fn is_mate(score: Score) -> bool {
        score.is_win() || score.is_loss()
    }

    /// Depth 1 to 3, 120 a ply, only if material is not 200 or more below beta; returns the
    /// evaluation less the margin.
    fn seajay(node: &NodeView<'_>, eval: i32) -> Option<i32> {
        let (us, beta, margin) = (node.position.turn(), node.beta.raw(), 120 * node.depth);
        let side = |color| pieces(node.position, color) + pawns(node.position, color);
        let balance = side(us) - side(!us);
        (node.depth <= 3
            && node.depth > 0
            && !is_mate(node.beta)
            && balance - beta > -200
            && eval - margin >= beta)
            .then_some(eval - margin)
    }

    /// Depth up to 6, 70 a ply, with a piece besides pawns; returns the evaluation.
    fn laser(node: &NodeView<'_>, eval: i32) -> Option<i32> {
        let has_pieces = pieces(node.position, node.position.turn()) > 0;
        (node.depth <= 6 && has_pieces && eval - 70 * node.depth >= node.beta.raw()).then_some(eval)
    }

    /// Depth up to 6, 135 a ply, strictly above beta; returns the evaluation less the margin.
    fn publius(node: &NodeView<'_>, eval: i32) -> Option<i32> {
        let score = eval - 135 * node.depth;
        (node.depth <= 6 && node.excluded.is_none() && score > node.beta.raw()).then_some(score)
    }

    /// Depth up to 6, as the first source proposes: more than 830 of pieces instead of the
    /// material balance.
    fn proposal(node: &NodeView<'_>, eval: i32) -> Option<i32> {
        let margin = 90 * node.depth;
        let material = pieces(node.position, node.position.turn());
        (node.depth <= 6
            && !is_mate(node.beta)
            && material > 830
            && eval - margin >= node.beta.raw())
        .then_some(eval - margin)
    }

    macro_rules! watcher {
        ($name:ident, $rule:expr) => {
            #[derive(Default)]
            struct $name(Record);

            impl Probe for $name {
                const DETAILED: bool = true;

                fn opened(&mut self, node: &NodeView<'_>, left: Option<Score>) {
                    let rule: Rule = $rule;
                    let asked = !node.pv && node.excluded.is_none() && !node.position.in_check();
                    let eval = node.static_eval.filter(|_| asked);
                    let expected = eval.and_then(|eval| rule(node, eval.raw()));
                    self.0.compare(node, expected, left.map(|score| score.raw()), left.is_some());
                }
            }
        };
    }

    watcher!(SeaJay, seajay);
    watcher!(Laser, laser);
    watcher!(Publius, publius);
    watcher!(Proposal, proposal);

    /// The rule without what the sources do not have.
    fn plain() -> Knobs {
        Knobs {
            use_static_null: true,
            static_null_eval: EvalSource::Static,
            static_null_improving: false,
            static_null_spare_tt_pv: false,
            static_null_spare_quiet_move: false,
            static_null_return: StaticNullReturn::Margin,
            static_null_guard: StaticNullGuard::None,
            ..nothing_else()
        }
    }

    #[test]
    fn static_null_of_seajay_follows_its_text() {
        let knobs = Knobs {
            static_null_max_depth: 3,
            null_move_static_margin: 120,
            static_null_pre_check: true,
            ..plain()
        };
        let mut acted = 0;
        watch(knobs, |watch: SeaJay| watch.0.total(&mut acted));
        assert!(acted > 1_000, "{acted}");
    }

    #[test]
    fn static_null_of_laser_follows_its_text() {
        let knobs = Knobs {
            static_null_max_depth: 6,
            null_move_static_margin: 70,
            static_null_guard: StaticNullGuard::Piece,
            static_null_return: StaticNullReturn::Eval,
            prune_at_mates: true,
            ..plain()
        };
        let mut acted = 0;
        watch(knobs, |watch: Laser| watch.0.total(&mut acted));
        assert!(acted > 1_000, "{acted}");
    }

    #[test]
    fn static_null_of_publius_follows_its_text() {
        let knobs = Knobs {
            static_null_max_depth: 6,
            null_move_static_margin: 135,
            static_null_strict: true,
            prune_at_mates: true,
            ..plain()
        };
        let mut acted = 0;
        watch(knobs, |watch: Publius| watch.0.total(&mut acted));
        assert!(acted > 1_000, "{acted}");
    }

    #[test]
    fn static_null_as_proposed_follows_its_text() {
        let knobs = Knobs {
            static_null_max_depth: 6,
            null_move_static_margin: 90,
            static_null_guard: StaticNullGuard::Mover,
            static_null_mover_threshold: 830,
            ..plain()
        };
        let mut acted = 0;
        watch(knobs, |watch: Proposal| watch.0.total(&mut acted));
        assert!(acted > 1_000, "{acted}");
    }
}

mod null_move {
    use super::*;

    /// Follows each node from its entry to its opening: was a pass searched, and how deep?
    #[derive(Default)]
    struct Watch {
        record: Record,
        /// The depth of the search after the pass, by the ply that passed.
        passes: Vec<Option<i32>>,
    }

    /// Not in check, depth 3 or more, more than three legal moves, not twice in a row: pass, and
    /// search three plies less.
    fn reduced_depth(node: &NodeView<'_>) -> Option<i32> {
        let passed = node.ply > 0 && node.last_move.is_none();
        (!node.pv
            && !node.position.in_check()
            && node.depth >= 3
            && !passed
            && node.position.legal_moves().iter().count() > 3)
            .then_some(node.depth - 3)
    }

    impl Probe for Watch {
        const DETAILED: bool = true;

        fn entered(&mut self, node: &NodeView<'_>) {
            self.passes.resize(self.passes.len().max(node.ply + 1), None);
            self.passes[node.ply] = None;
            if node.ply > 0 && node.last_move.is_none() {
                self.passes[node.ply - 1] = Some(node.depth);
            }
        }

        fn opened(&mut self, node: &NodeView<'_>, _left: Option<Score>) {
            let pass = self.passes[node.ply].take();
            self.record.compare(node, reduced_depth(node), pass, pass.is_some());
        }
    }

    #[test]
    fn null_move_of_the_python_program_follows_its_text() {
        let knobs = Knobs {
            use_null_move: true,
            null_move_min_depth: 3,
            null_move_reduction_base: 3,
            null_move_depth_divisor: 0,
            null_move_eval_plies: 0,
            null_move_gate: NullMoveGate::None,
            null_move_table_gate: false,
            null_move_needs_pieces: false,
            null_move_material: 0,
            null_move_legal_moves: 3,
            null_move_verification: false,
            prune_at_mates: true,
            ..nothing_else()
        };
        let mut acted = 0;
        watch(knobs, |watch: Watch| watch.record.total(&mut acted));
        assert!(acted > 1_000, "{acted}");
    }
}

mod node_futility {
    use super::*;

    #[derive(Default)]
    struct Watch(Record);

    /// Not in check, depth 1 or 2, and 300 or 500 do not lift the evaluation above alpha.
    fn leaves(node: &NodeView<'_>) -> bool {
        let margin = match node.depth {
            1 => 300,
            2 => 500,
            _ => return false,
        };
        let eval = node.static_eval.filter(|_| !node.pv && !node.position.in_check());
        eval.is_some_and(|eval| eval.raw() + margin <= node.alpha.raw())
    }

    impl Probe for Watch {
        const DETAILED: bool = true;

        fn opened(&mut self, node: &NodeView<'_>, left: Option<Score>) {
            self.0.compare(node, leaves(node), left.is_some(), left.is_some());
        }
    }

    #[test]
    fn node_futility_follows_its_text() {
        let knobs = Knobs {
            node_futility: true,
            node_futility_max_depth: 2,
            node_futility_margin1: 300,
            node_futility_margin2: 500,
            ..nothing_else()
        };
        let mut acted = 0;
        watch(knobs, |watch: Watch| watch.0.total(&mut acted));
        assert!(acted > 1_000, "{acted}");
    }
}

mod delta {
    use super::*;

    #[derive(Default)]
    struct Watch(Record);

    /// The node: standing pat is below alpha by more than 975.
    fn leaves(node: &NodeView<'_>, stand_pat: i32) -> bool {
        stand_pat < node.alpha.raw() - 975
    }

    /// A capture: its victim and 200 do not lift standing pat to alpha.
    fn skips(node: &NodeView<'_>, stand_pat: i32, mv: Move) -> bool {
        let victim = match node.position.piece_type_on(mv.to()) {
            _ if mv.is_en_passant() => 100,
            Some(PieceType::Pawn) => 100,
            Some(PieceType::Knight) => 320,
            Some(PieceType::Bishop) => 330,
            Some(PieceType::Rook) => 500,
            Some(PieceType::Queen) => 900,
            _ => 0,
        };
        stand_pat + victim + 200 < node.alpha.raw()
    }

    impl Probe for Watch {
        const DETAILED: bool = true;

        fn decided(&mut self, decision: &Decision<'_>) -> bool {
            let Decision { heuristic, ref node, mv, acts, .. } = *decision;
            let Some(eval) = node.static_eval else { return acts };
            let expected = match (heuristic, mv) {
                (Heuristic::DeltaNode, None) => leaves(node, eval.raw()),
                // The text speaks of captures: what a promotion gains is ours to say.
                (Heuristic::Delta, Some(mv)) if !mv.is_promotion() => skips(node, eval.raw(), mv),
                _ => return acts,
            };
            self.0.compare(node, expected, acts, acts);
            acts
        }
    }

    #[test]
    fn delta_pruning_of_the_python_program_follows_its_text() {
        let knobs = Knobs {
            delta_node_margin: 975,
            delta_margin: 200,
            delta_strict: true,
            delta_spare_checks: false,
            exchange_scale: ExchangeScale::Textbook,
            quiescence_max_ply: 8,
            quiescence_max_moves: 0,
            quiescence_checks: 0,
            quiescence_see: false,
            prune_at_mates: true,
            ..nothing_else()
        };
        let mut acted = 0;
        watch(knobs, |watch: Watch| watch.0.total(&mut acted));
        assert!(acted > 1_000, "{acted}");
    }
}
