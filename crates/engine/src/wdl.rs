//! What a score means in results: how often such games are won, drawn and lost.

use chess::{Kind, Position};

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

/// Found by `secateur forge outcomes` from our own games.
pub const WIN_CURVE: WinCurve = WinCurve { half: [333.9, -3.25], spread: [110.3, 0.14] };

impl WinCurve {
    /// The share of games that the side with this score wins.
    pub fn wins(&self, centipawns: f64, material: u32) -> f64 {
        let spread = (self.spread[0] + self.spread[1] * f64::from(material)).max(1.0);
        1.0 / (1.0 + ((self.half(material) - centipawns) / spread).exp())
    }

    fn half(&self, material: u32) -> f64 {
        (self.half[0] + self.half[1] * f64::from(material)).max(1.0)
    }

    /// A score in the centipawns that people are told: whoever is 100 ahead wins half of the
    /// games.
    pub fn told(&self, score: Score, material: u32) -> i32 {
        (f64::from(score.centipawns()) * 100.0 / self.half(material)).round() as i32
    }

    /// Thousandths of games won, drawn and lost by the side to move.
    pub fn win_draw_loss(&self, score: Score, material: u32) -> [u16; 3] {
        if score.is_decisive() {
            return if score.is_win() { [1000, 0, 0] } else { [0, 0, 1000] };
        }
        let value = f64::from(score.centipawns());
        let thousandths = |value| (1000.0 * self.wins(value, material)).round() as u16;
        let (win, loss) = (thousandths(value), thousandths(-value));
        [win, 1000_u16.saturating_sub(win + loss), loss]
    }
}

/// The men of both sides in points: a pawn is one, a queen nine. At the start it is 78.
pub fn material(position: &Position) -> u32 {
    const POINTS: [u32; Kind::COUNT] = [1, 3, 3, 5, 9, 0];
    Kind::ALL.into_iter().map(|kind| POINTS[kind] * position.board().kind(kind).len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_add_up_and_follow_the_score() {
        for material in [0, 20, 78, 200] {
            let wdl = |score| WIN_CURVE.win_draw_loss(score, material);
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
            let half = Score::evaluation(WIN_CURVE.half(material).round() as i32);
            assert!((498..=502).contains(&wdl(half)[0]));
            let told = [half, -half, Score::DRAW].map(|score| WIN_CURVE.told(score, material));
            assert_eq!(told, [100, -100, 0]);
        }
        assert_eq!(material(&Position::initial()), 78);
    }

    #[test]
    fn material_changes_the_measure() {
        let curve = WinCurve { half: [100.0, 2.0], spread: [50.0, 1.0] };
        let score = Score::evaluation(200);
        assert_eq!([0, 50, 100].map(|material| curve.told(score, material)), [200, 100, 67]);
        assert_eq!(curve.win_draw_loss(score, 50)[0], 500);
        assert!(curve.win_draw_loss(score, 0)[0] > 850);
        assert!(curve.win_draw_loss(score, 100)[0] < 350);
    }
}
