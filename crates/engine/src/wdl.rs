//! Scores as results: how often games with such a score are won, drawn and lost.

use core::ops::RangeInclusive;

use chess::{PieceType, Position};

use crate::knobs::Evaluator;
use crate::score::Score;

/// The probability to win as a logistic curve over the score. Both parameters are linear in the
/// material on the board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WinCurve {
    /// The score, in centipawns, that wins half of the games: its value without material, and its
    /// change for each point of material.
    pub half: [f64; 2],
    /// The width of the curve in centipawns, likewise.
    pub spread: [f64; 2],
}

/// Points of material for which the linear fit holds. Few games reach values outside it, so those
/// are clamped: extrapolation to nine queens a side would give meaningless scores.
const MATERIAL: RangeInclusive<u32> = 10..=78;

impl WinCurve {
    /// The curve of an evaluation: their centipawns differ. `secateur forge outcomes` fitted each
    /// to about 7,000 self-play games at 2,000 nodes per move.
    pub const fn of(evaluator: Evaluator) -> WinCurve {
        match evaluator {
            Evaluator::Nnue => WinCurve { half: [295.1, -2.76], spread: [90.2, 0.61] },
            Evaluator::Classical => WinCurve { half: [223.9, -2.06], spread: [82.6, 0.30] },
        }
    }

    /// Points of material at the start of a game.
    pub const FULL_BOARD: u32 = *MATERIAL.end();

    /// The score, in centipawns, that wins half of the games with this material.
    pub fn half_win(&self, material: u32) -> f64 {
        at(self.half, material)
    }

    /// The share of games that the side with this score wins.
    pub fn wins(&self, centipawns: f64, material: u32) -> f64 {
        let (half, spread) = (self.half_win(material), at(self.spread, material));
        1.0 / (1.0 + ((half - centipawns) / spread).exp())
    }
}

/// A parameter of a curve for this material.
fn at([empty, per_point]: [f64; 2], material: u32) -> f64 {
    let material = material.clamp(*MATERIAL.start(), *MATERIAL.end());
    (empty + per_point * f64::from(material)).max(1.0)
}

/// Converts the scores of one position into normalised centipawns and into win, draw and loss.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScoreScale {
    pub curve: WinCurve,
    /// Material on the board, in points.
    pub material: u32,
}

impl ScoreScale {
    /// The scale of a position's scores.
    pub fn new(evaluator: Evaluator, position: &Position) -> ScoreScale {
        ScoreScale { curve: WinCurve::of(evaluator), material: material(position) }
    }

    /// A score in normalised centipawns: +100 is a 50 % chance to win against an equal. Decisive
    /// scores stay as they are.
    pub fn normalised(&self, score: Score) -> i32 {
        if score.is_decisive() {
            return score.centipawns();
        }
        let half = self.curve.half_win(self.material);
        (f64::from(score.centipawns()) * 100.0 / half).round() as i32
    }

    /// The chances of the side to move to win, draw and lose, in thousandths.
    pub fn win_draw_loss(&self, score: Score) -> [u16; 3] {
        if score.is_decisive() {
            return if score.is_win() { [1000, 0, 0] } else { [0, 0, 1000] };
        }
        let value = f64::from(score.centipawns());
        let wins = |value| (1000.0 * self.curve.wins(value, self.material)).round() as u16;
        let (win, loss) = (wins(value), wins(-value));
        [win, 1000_u16.saturating_sub(win + loss), loss]
    }
}

/// The material of both sides in points: a pawn is 1, a queen 9. The initial position has 78.
pub fn material(position: &Position) -> u32 {
    const POINTS: [u32; PieceType::COUNT] = [1, 3, 3, 5, 9, 0];
    PieceType::ALL
        .into_iter()
        .map(|piece_type| POINTS[piece_type] * position.board().by_type(piece_type).len())
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn win_draw_loss_adds_up_and_follows_the_score() {
        for evaluator in [Evaluator::Nnue, Evaluator::Classical] {
            for material in [0, 20, 78, 200] {
                let scale = ScoreScale { curve: WinCurve::of(evaluator), material };
                let wdl = |score| scale.win_draw_loss(score);
                let mut last = 0;
                for centipawns in (-3000..=3000).step_by(7) {
                    let [win, draw, loss] = wdl(Score::evaluation(centipawns));
                    assert_eq!(win + draw + loss, 1000);
                    assert!(win >= last);
                    last = win;
                    let [lost, _, won] = wdl(Score::evaluation(-centipawns));
                    assert_eq!((win, loss), (won, lost));
                }
                assert_eq!(wdl(Score::mated_at(3)), [0, 0, 1000]);
                let half = Score::evaluation(scale.curve.half_win(material).round() as i32);
                assert!((498..=502).contains(&wdl(half)[0]));
                assert_eq!(
                    [half, -half, Score::DRAW].map(|it| scale.normalised(it)),
                    [100, -100, 0]
                );
            }
        }
        assert_eq!(material(&Position::initial()), WinCurve::FULL_BOARD);
    }

    #[test]
    fn material_changes_the_scale() {
        let curve = WinCurve { half: [100.0, 2.0], spread: [50.0, 1.0] };
        let score = Score::evaluation(200);
        let normalised = |material| ScoreScale { curve, material }.normalised(score);
        assert_eq!([10, 50, 75].map(normalised), [167, 100, 80]);
        let wins = |material| ScoreScale { curve, material }.win_draw_loss(score)[0];
        assert_eq!(wins(50), 500);
        assert!(wins(10) > 750);
        assert!(wins(78) < 430);
    }

    #[test]
    fn more_pieces_than_at_the_start_do_not_inflate_scores() {
        for evaluator in [Evaluator::Nnue, Evaluator::Classical] {
            let curve = WinCurve::of(evaluator);
            let score = Score::evaluation(200);
            let normalised = |material| ScoreScale { curve, material }.normalised(score);
            assert_eq!(normalised(206), normalised(78));
            assert_eq!(normalised(0), normalised(10));
            assert!((20..2_000).contains(&normalised(78)));
        }
    }
}
