//! When to stop between iterations: sooner if the best move is settled, later if the score
//! falls or other moves take many nodes.

use chess::Move;

use crate::limits::Clock;
use crate::score::Score;
use crate::search::RootMove;

#[derive(Default)]
pub(crate) struct Patience {
    last_move: Option<Move>,
    last_score: Option<Score>,
    /// Iterations since the best move last changed.
    stable: usize,
}

impl Patience {
    /// Whether to begin another iteration after one of `depth`.
    pub(crate) fn goes_on(
        &mut self,
        clock: &Clock,
        depth: i32,
        best: &RootMove,
        nodes: u64,
        moves: usize,
    ) -> bool {
        self.stable = if self.last_move == Some(best.mv) { self.stable + 1 } else { 0 };
        let drop = self.last_score.map_or(0, |last| last - best.score);
        self.last_move = Some(best.mv);
        self.last_score = Some(best.score);
        let Some(budget) = clock.budget else { return true };
        if budget.soft == budget.hard {
            return true;
        }
        let share = best.nodes as f64 / nodes.max(1) as f64;
        let by_nodes = if depth >= 6 { (1.52 - share) * 1.74 } else { 1.0 };
        let by_stability = [2.38, 1.29, 1.07, 0.91, 0.71][self.stable.min(4)];
        let by_score = match drop {
            ..=-20 => 0.88,
            -19..=-8 => 0.94,
            -7..=7 => 1.0,
            8..=19 => 1.15,
            20.. => 1.25,
        };
        let mut soft = budget.soft.as_secs_f64() * by_nodes * by_stability * by_score;
        if moves == 1 {
            // Nothing to decide; a moment for the ponder move and the score.
            soft = soft.min(0.5).min(budget.soft.as_secs_f64() / 4.0);
        }
        clock.start.elapsed().as_secs_f64() < soft.min(budget.hard.as_secs_f64())
    }
}
