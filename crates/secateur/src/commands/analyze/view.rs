//! Scores as people read them: from White's point of view, whoever is to move.

use core::fmt;

use chess::Color;
use engine::score::Score;
use engine::win_draw_loss;

/// What a position is worth, kept as the side to move sees it: the distance to a mate is
/// counted from there.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    score: Score,
    turn: Color,
}

impl View {
    pub(super) fn new(score: Score, turn: Color) -> View {
        View { score, turn }
    }

    /// What it is worth to one of the sides.
    pub(super) fn of(self, color: Color) -> Score {
        if color == self.turn { self.score } else { -self.score }
    }

    /// How often White wins, both draw and Black wins, in percent.
    pub(super) fn outlook(self) -> String {
        let percent = |thousandths| f64::from(thousandths) / 10.0;
        let [win, draw, loss] = win_draw_loss(self.of(Color::White)).map(percent);
        format!("{win:.0}/{draw:.0}/{loss:.0}")
    }
}

/// Pawns; `#3` for a mate by White in three, `#-3` for one by Black; the result where the mate
/// is on the board.
impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let for_white = if self.turn == Color::White { 1 } else { -1 };
        match self.score.moves_to_mate() {
            Some(0) => f.pad(if self.turn == Color::Black { "1-0" } else { "0-1" }),
            Some(moves) => f.pad(&format!("#{}", for_white * moves)),
            None if self.score == Score::DRAW => f.pad("0.00"),
            None => {
                let centipawns = for_white * self.score.centipawns();
                f.pad(&format!("{:+.2}", f64::from(centipawns) / 100.0))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_turned_towards_white() {
        for (score, turn, text) in [
            (Score::evaluation(35), Color::White, "+0.35"),
            (Score::evaluation(35), Color::Black, "-0.35"),
            (Score::DRAW, Color::Black, "0.00"),
            (Score::mate_at(3), Color::White, "#2"),
            (Score::mate_at(3), Color::Black, "#-2"),
            (Score::mate_at(1), Color::Black, "#-1"),
            (Score::mated_at(4), Color::Black, "#2"),
            (Score::mated_at(0), Color::Black, "1-0"),
            (Score::mated_at(0), Color::White, "0-1"),
        ] {
            assert_eq!(View::new(score, turn).to_string(), text);
            assert_eq!(View::new(score, turn).of(turn), score);
        }
        assert_eq!(View::new(Score::mate_at(3), Color::Black).outlook(), "0/0/100");
    }
}
