//! How well each side played.

use chess::Color;
use serde::{Deserialize, Serialize};

use super::ReviewedMove;
use super::accuracy::rounded;
use super::marks::Mark;

/// The moves of one side, summed up.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SideReview {
    /// How many moves were judged.
    pub moves: usize,
    /// The mean accuracy of the moves, from 0 to 100; `None` without moves.
    pub accuracy: Option<f64>,
    /// Expected points lost by a move on average; 0 without moves.
    pub loss: f64,
    /// Centipawns lost by a move on average; 0 without moves.
    pub loss_cp: f64,
    /// Moves marked `?!`.
    pub inaccuracies: usize,
    /// Moves marked `?`.
    pub mistakes: usize,
    /// Moves marked `??`.
    pub blunders: usize,
}

impl SideReview {
    /// How often the side earned a mark.
    pub fn count(&self, mark: Mark) -> usize {
        match mark {
            Mark::None => self.moves - self.inaccuracies - self.mistakes - self.blunders,
            Mark::Inaccuracy => self.inaccuracies,
            Mark::Mistake => self.mistakes,
            Mark::Blunder => self.blunders,
        }
    }

    fn of<'a>(moves: impl Iterator<Item = &'a ReviewedMove> + Clone) -> SideReview {
        let count = moves.clone().count();
        let mean = |value: fn(&ReviewedMove) -> f64| {
            moves.clone().map(value).sum::<f64>() / count.max(1) as f64
        };
        let marked = |mark| moves.clone().filter(|mv| mv.mark == mark).count();
        SideReview {
            moves: count,
            accuracy: (count > 0).then(|| rounded(mean(|mv| mv.accuracy), 2)),
            loss: rounded(mean(|mv| mv.loss), 4),
            loss_cp: rounded(mean(|mv| f64::from(mv.loss_cp)), 1),
            inaccuracies: marked(Mark::Inaccuracy),
            mistakes: marked(Mark::Mistake),
            blunders: marked(Mark::Blunder),
        }
    }
}

impl ReviewedMove {
    /// The side that played the move.
    pub fn mover(&self) -> Color {
        if self.number.ends_with("...") { Color::Black } else { Color::White }
    }
}

/// White's and Black's moves.
pub(super) fn sum_up(moves: &[ReviewedMove]) -> [SideReview; 2] {
    [Color::White, Color::Black]
        .map(|color| SideReview::of(moves.iter().filter(move |mv| mv.mover() == color)))
}
