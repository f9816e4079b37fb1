//! What a score means in results: how often such games are won, drawn and lost.

use core::ops::RangeInclusive;

use chess::{PieceType, Position};

use crate::knobs::Evaluator;
use crate::score::Score;

/// How results follow from scores: both numbers change with the material on the board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WinCurve {
    /// The score, in centipawns, at which half of the games are won: on an empty board, and by how
    /// much each point of material changes it.
    pub half: [f64; 2],
    /// How slowly that changes with the score, likewise.
    pub spread: [f64; 2],
}

/// Points of material among which curves are straight lines. Beyond, where few games go, they
/// would run on to scores that mean nothing: nine queens a side are not worth more than the start.
const MATERIAL: RangeInclusive<u32> = 10..=78;

impl WinCurve {
    /// Each evaluation has its own centipawns. Found by `secateur forge outcomes` from some seven
    /// thousand games of 2,000 nodes that each played against itself.
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

fn at([empty, more]: [f64; 2], material: u32) -> f64 {
    let material = material.clamp(*MATERIAL.start(), *MATERIAL.end());
    (empty + more * f64::from(material)).max(1.0)
}

/// What scores of one position are measured by.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScoreScale {
    pub curve: WinCurve,
    /// In points.
    pub material: u32,
}

impl ScoreScale {
    pub fn new(evaluator: Evaluator, position: &Position) -> ScoreScale {
        ScoreScale { curve: WinCurve::of(evaluator), material: material(position) }
    }

    /// A score in the centipawns that people are told: whoever is 100 ahead wins half of the
    /// games.
    pub fn normalised(&self, score: Score) -> i32 {
        if score.is_decisive() {
            return score.centipawns();
        }
        let half = self.curve.half_win(self.material);
        (f64::from(score.centipawns()) * 100.0 / half).round() as i32
    }

    /// Thousandths of games won, drawn and lost by the side to move.
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

/// The pieces of both sides in points: a pawn is one, a queen nine. At the start it is 78.
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
    fn the_three_add_up_and_follow_the_score() {
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
    fn material_changes_the_measure() {
        let curve = WinCurve { half: [100.0, 2.0], spread: [50.0, 1.0] };
        let score = Score::evaluation(200);
        let told = |material| ScoreScale { curve, material }.normalised(score);
        assert_eq!([10, 50, 75].map(told), [167, 100, 80]);
        let wins = |material| ScoreScale { curve, material }.win_draw_loss(score)[0];
        assert_eq!(wins(50), 500);
        assert!(wins(10) > 750);
        assert!(wins(78) < 430);
    }

    #[test]
    fn more_pieces_than_at_the_start_do_not_inflate_scores() {
        for evaluator in [Evaluator::Nnue, Evaluator::Classical] {
            let curve = WinCurve::of(evaluator);
            let told = |material| ScoreScale { curve, material }.normalised(Score::evaluation(200));
            assert_eq!(told(206), told(78));
            assert_eq!(told(0), told(10));
            assert!((20..2_000).contains(&told(78)));
        }
    }
}
