//! Null move. If passing still fails high at reduced depth, some move will too. Fails in zugzwang:
//! the side to move must have pieces, and a deep cut, or a less deep one in an endgame, is verified
//! by a real search in which null moves are forbidden for a while.
//! CITE: chessprogramming.org/Null_Move_Pruning

use chess::Position;

use super::{non_pawn_material, slack};
use crate::heuristics::Heuristic;
use crate::history::PieceTo;
use crate::knobs::{EvalSource, Knobs, NullMoveGate};
use crate::probe::Probe;
use crate::score::Score;
use crate::search::context::{Evals, NodeContext};
use crate::search::{NonPv, Searcher, Stopped};
use crate::window::Window;

/// Null moves are forbidden for three quarters of a verification search's depth.
const VERIFIED_SHARE: [usize; 2] = [3, 4];

/// The shallowest node whose cut is verified.
fn verify_depth(k: &Knobs, position: &Position) -> i32 {
    match non_pawn_material(position, position.turn()) < k.null_move_endgame_threshold {
        true => k.null_move_verify_endgame_depth,
        false => k.null_move_verify_depth,
    }
}

/// How far above beta the static evaluation must be.
fn headroom(k: &Knobs, depth: i32, improving: bool) -> i32 {
    k.null_move_headroom
        - k.null_move_headroom_slope * depth
        - if improving { k.null_move_headroom_improving } else { 0 }
}

/// The depth of the search after the pass.
fn reduced_depth(k: &Knobs, depth: i32, above_beta: i32) -> i32 {
    let by_eval = (above_beta / k.null_move_eval_margin).clamp(0, k.null_move_eval_plies);
    let by_depth = match k.null_move_depth_divisor {
        0 => 0,
        divisor => depth / divisor,
    };
    let reduced = depth - (k.null_move_reduction_base + by_depth + by_eval);
    if k.null_move_keep_ply { reduced.max(1) } else { reduced }
}

/// The evaluation that the gate compares with beta.
fn gate_eval(k: &Knobs, evals: Evals) -> Score {
    match k.null_move_eval {
        EvalSource::Adjusted => evals.adjusted,
        EvalSource::Static => evals.static_eval,
    }
}

/// Whether the evaluation says that a pass may fail high.
fn passes_gate(k: &Knobs, node: &NodeContext<'_>, evals: Evals) -> bool {
    let beta = node.window.beta;
    let eval = gate_eval(k, evals) >= beta;
    match k.null_move_gate {
        NullMoveGate::None => true,
        NullMoveGate::Eval => eval,
        NullMoveGate::Headroom => {
            eval && evals.static_eval >= beta + headroom(k, node.depth, node.improving)
        }
    }
}

/// Whether the mover has the pieces that make zugzwang unlikely.
fn has_material(k: &Knobs, position: &Position) -> bool {
    let turn = position.turn();
    (!k.null_move_needs_pieces || position.has_pieces(turn))
        && (k.null_move_material == 0 || non_pawn_material(position, turn) > k.null_move_material)
        && (k.null_move_legal_moves == 0 || position.count_legal() as i32 > k.null_move_legal_moves)
}

impl<P: Probe> Searcher<'_, P> {
    pub(in crate::search) fn null_move(
        &mut self,
        node: &NodeContext<'_>,
        evals: Evals,
    ) -> Result<Option<Score>, Stopped> {
        let (ply, depth, beta) = (node.ply, node.depth, node.window.beta);
        let passed_before = self.stack.before(ply, 1).mv.is_none();
        let refuted = self.knobs.null_move_table_gate
            && node.tt_result().is_some_and(|tt| tt.bound.is_upper() && tt.score < beta);
        if passed_before
            || refuted
            || self.null_move_from.is_some_and(|from| ply < from)
            || depth < self.knobs.null_move_min_depth
        {
            return Ok(None);
        }
        self.probe.asked(Heuristic::NullMove, depth);
        let promising = (!beta.is_decisive() || self.knobs.prune_at_mates)
            && passes_gate(&self.knobs, node, evals)
            && has_material(&self.knobs, node.position);
        if !promising {
            return Ok(None);
        }
        let above_beta = gate_eval(&self.knobs, evals) - beta;
        let reduced = reduced_depth(&self.knobs, depth, above_beta);
        let score = self.search_pass(node, reduced)?;
        if score < beta {
            self.decide_node(Heuristic::NullMove, node, [score.raw(), beta.raw()], false);
            return Ok(None);
        }
        self.probe.failed_high(Heuristic::NullMove, depth);
        // A mate found after a pass is not proven.
        let score = if score.is_win() { beta } else { score };
        let mut cuts = true;
        if self.null_move_from.is_none() && depth >= verify_depth(&self.knobs, node.position) {
            cuts = self.verify(node, reduced)? >= beta;
            self.probe.verified(Heuristic::NullMove, depth, cuts);
        }
        if !self.decide_node(Heuristic::NullMove, node, [score.raw(), beta.raw()], cuts) {
            return Ok(None);
        }
        self.probe.acted(Heuristic::NullMove, depth, slack(score, beta));
        Ok(Some(score))
    }

    /// The score after a pass, searched with a zero window below beta.
    fn search_pass(&mut self, node: &NodeContext<'_>, depth: i32) -> Result<Score, Stopped> {
        let before = self.nodes;
        let next = node.position.after_null();
        self.prefetch(next.key());
        self.trail.push_null(&next);
        self.count_move();
        let frame = self.frame(node.ply);
        frame.mv = None;
        frame.piece_to = PieceTo::NONE;
        let window = Window::below(node.window.beta).flipped();
        let score = -self.node::<NonPv>(&next, window, depth, node.ply + 1, !node.cut, None)?;
        self.leave();
        self.probe.made(Heuristic::NullMove, node.depth, self.nodes - before);
        Ok(score)
    }

    /// Searches the node itself at the depth of the pass, without null moves near it.
    fn verify(&mut self, node: &NodeContext<'_>, depth: i32) -> Result<Score, Stopped> {
        let ply = node.ply;
        let [share, of] = VERIFIED_SHARE;
        self.null_move_from = Some(ply + share * depth.max(0) as usize / of + 1);
        let score = self.with_scratch_frame(ply, |search| {
            let window = Window::below(node.window.beta);
            search.node::<NonPv>(node.position, window, depth, ply, false, None)
        })?;
        self.null_move_from = None;
        Ok(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reduction_adds_depth_and_evaluation_up_to_a_limit() {
        let k = Knobs {
            null_move_reduction_base: 4,
            null_move_depth_divisor: 4,
            null_move_eval_margin: 100,
            null_move_eval_plies: 3,
            ..Knobs::default()
        };
        assert_eq!(reduced_depth(&k, 3, 99), -1);
        assert_eq!(reduced_depth(&k, 4, 100), -2);
        assert_eq!(reduced_depth(&k, 12, 299), 3);
        assert_eq!(reduced_depth(&k, 12, 5_000), 2);
        assert_eq!(reduced_depth(&k, 12, -500), 5, "without a gate the evaluation may be below");
        let by_base = Knobs { null_move_depth_divisor: 0, ..k };
        assert_eq!(reduced_depth(&by_base, 12, 0), 8);
        let keeping = Knobs { null_move_keep_ply: true, ..k };
        assert_eq!([3, 4, 12].map(|depth| reduced_depth(&keeping, depth, 0)), [1, 1, 5]);
    }

    #[test]
    fn each_gate_asks_for_more_of_its_evaluation() {
        let start = Position::initial();
        let k = Knobs {
            null_move_headroom: 50,
            null_move_headroom_slope: 0,
            null_move_headroom_improving: 0,
            ..Knobs::default()
        };
        let node = NodeContext {
            window: Window::below(Score::from_raw(100)),
            ..NodeContext::plain(&start, 5)
        };
        let passes = |k: &Knobs, static_eval, adjusted| {
            let [static_eval, adjusted] = [static_eval, adjusted].map(Score::from_raw);
            passes_gate(k, &node, Evals { static_eval, adjusted })
        };
        let gates = [NullMoveGate::None, NullMoveGate::Eval, NullMoveGate::Headroom];
        let by_gate = |static_eval, adjusted| {
            gates.map(|gate| passes(&Knobs { null_move_gate: gate, ..k }, static_eval, adjusted))
        };
        assert_eq!(by_gate(99, 99), [true, false, false]);
        assert_eq!(by_gate(149, 100), [true, true, false]);
        assert_eq!(by_gate(150, 100), [true, true, true]);
        assert_eq!(by_gate(500, 99), [true, false, false]);
        let of_static = Knobs { null_move_eval: EvalSource::Static, ..k };
        assert!(passes(&of_static, 500, 99) && !passes(&of_static, 99, 500));
    }

    #[test]
    fn depth_and_improvement_lower_the_headroom() {
        let k = Knobs {
            null_move_headroom: 200,
            null_move_headroom_slope: 20,
            null_move_headroom_improving: 50,
            ..Knobs::default()
        };
        assert_eq!((headroom(&k, 4, false), headroom(&k, 4, true)), (120, 70));
    }

    #[test]
    fn endgames_are_verified_sooner_and_bare_kings_never_pass() {
        let position = |fen: &str| fen.parse::<chess::Setup>().unwrap().position;
        let k = Knobs {
            null_move_endgame_threshold: 1_300,
            null_move_verify_depth: 14,
            null_move_verify_endgame_depth: 8,
            null_move_material: 350,
            ..Knobs::default()
        };
        assert_eq!(verify_depth(&k, &Position::initial()), 14);
        let rook = position("4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1");
        assert_eq!(verify_depth(&k, &rook), 8);
        assert!(has_material(&k, &rook));
        let knight = position("4k3/8/8/8/8/8/4P3/N3K3 w - - 0 1");
        assert!(!has_material(&k, &knight));
        assert!(has_material(&Knobs { null_move_material: 0, ..k }, &knight));
        let pawns = position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        assert!(!has_material(&Knobs { null_move_material: 0, ..k }, &pawns));
        // A rook in the corner behind its own king: three moves in all.
        let cramped = position("4k3/8/8/8/8/6p1/6P1/6KR w - - 0 1");
        let count = cramped.count_legal() as i32;
        let wants = |moves| Knobs { null_move_legal_moves: moves, ..k };
        assert!(has_material(&wants(count - 1), &cramped));
        assert!(!has_material(&wants(count), &cramped));
    }
}

#[cfg(test)]
mod driver_tests;
