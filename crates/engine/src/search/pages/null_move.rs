//! Null move. If passing still fails high at reduced depth, some move will too. Fails in zugzwang:
//! the side to move must have pieces, and a deep cut, or a less deep one in an endgame, is verified
//! by a real search in which null moves are forbidden for a while.
//! CITE: chessprogramming.org/Null_Move_Pruning

use chess::Position;

use super::{is_endgame, material};
use crate::heuristics::Heuristic;
use crate::history::PieceTo;
use crate::knobs::Knobs;
use crate::probe::Probe;
use crate::score::Score;
use crate::search::context::{Evals, NodeContext};
use crate::search::{NonPv, Searcher, Stopped};
use crate::window::Window;

/// Null moves are forbidden for three quarters of a verification search's depth.
const VERIFIED_SHARE: [usize; 2] = [3, 4];

/// The shallowest node whose cut is verified.
fn verify_depth(k: &Knobs, position: &Position) -> i32 {
    match is_endgame(k, position, position.turn()) {
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

/// Plies to save by passing.
fn reduction(k: &Knobs, depth: i32, above_beta: i32) -> i32 {
    let by_eval = (above_beta / k.null_move_eval_margin).min(k.null_move_eval_plies);
    k.null_move_reduction_base + depth / k.null_move_depth_divisor + by_eval
}

/// Whether the mover has the pieces that make zugzwang unlikely.
fn has_material(k: &Knobs, position: &Position) -> bool {
    let turn = position.turn();
    position.has_pieces(turn)
        && (k.null_move_material == 0 || material(position, turn) > k.null_move_material)
}

impl<P: Probe> Searcher<'_, P> {
    pub(in crate::search) fn null_move(
        &mut self,
        node: &NodeContext<'_>,
        evals: Evals,
    ) -> Result<Option<Score>, Stopped> {
        let (ply, depth, beta) = (node.ply, node.depth, node.window.beta);
        let passed_before = self.stack.before(ply, 1).mv.is_none();
        let refuted = node.tt.is_some_and(|tt| tt.entry.bound.is_upper() && tt.score < beta);
        if passed_before
            || refuted
            || ply < self.null_move_from
            || depth < self.knobs.null_move_min_depth
        {
            return Ok(None);
        }
        self.probe.asked(Heuristic::NullMove, depth);
        let promising = !beta.is_decisive()
            && evals.adjusted >= beta
            && evals.static_eval >= beta + headroom(&self.knobs, depth, node.improving)
            && has_material(&self.knobs, node.position);
        if !promising {
            return Ok(None);
        }
        let reduced = depth - reduction(&self.knobs, depth, evals.adjusted - beta);
        let score = self.search_pass(node, reduced)?;
        if score < beta {
            return Ok(None);
        }
        self.probe.failed_high(Heuristic::NullMove, depth);
        // A mate found after a pass is not proven.
        let score = if score.is_win() { beta } else { score };
        if self.null_move_from == 0 && depth >= verify_depth(&self.knobs, node.position) {
            let confirmed = self.verify(node, reduced)? >= beta;
            self.probe.verified(Heuristic::NullMove, depth, confirmed);
            if !confirmed {
                return Ok(None);
            }
        }
        self.probe.acted(Heuristic::NullMove, depth, Some(score - beta));
        Ok(Some(score))
    }

    /// The score after a pass, searched with a zero window below beta.
    fn search_pass(&mut self, node: &NodeContext<'_>, depth: i32) -> Result<Score, Stopped> {
        let before = self.nodes;
        let next = node.position.after_null();
        self.prefetch(next.key());
        self.trail.push_null(&next);
        self.nodes += 1;
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
        self.null_move_from = ply + share * depth.max(0) as usize / of + 1;
        let score = self.with_scratch_frame(ply, |search| {
            let window = Window::below(node.window.beta);
            search.node::<NonPv>(node.position, window, depth, ply, false, None)
        })?;
        self.null_move_from = 0;
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
        assert_eq!(reduction(&k, 3, 99), 4);
        assert_eq!(reduction(&k, 4, 100), 6);
        assert_eq!(reduction(&k, 12, 299), 9);
        assert_eq!(reduction(&k, 12, 5_000), 10);
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
            static_null_endgame_threshold: 1_300,
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
    }
}
