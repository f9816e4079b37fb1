//! Scores as people read them: from White's point of view, whoever is to move.

use core::fmt;

use chess::Color;
use engine::ScoreScale;
use engine::score::Score;

/// What a position is worth, kept as the side to move sees it: the distance to a mate is
/// counted from there.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    score: Score,
    /// As people are told.
    centipawns: i32,
    turn: Color,
    scale: ScoreScale,
}

impl View {
    /// What whoever is to move has, by the scale of that position.
    pub(super) fn new(score: Score, turn: Color, scale: ScoreScale) -> View {
        View { score, centipawns: scale.normalised(score), turn, scale }
    }

    /// What it is worth to one of the sides, in the centipawns that people are told.
    pub(super) fn centipawns(self, color: Color) -> i32 {
        if color == self.turn { self.centipawns } else { -self.centipawns }
    }

    /// The same with the scale of another position: what a trade changes is not the score.
    pub(super) fn measured_as(self, other: View) -> View {
        View::new(self.score, self.turn, other.scale)
    }

    /// How often White wins, both draw and Black wins, in percent.
    pub(super) fn perspective(self) -> String {
        let percent = |thousandths| f64::from(thousandths) / 10.0;
        let for_white = if self.turn == Color::White { self.score } else { -self.score };
        let [win, draw, loss] = self.scale.win_draw_loss(for_white).map(percent);
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
            None => f.pad(&format!("{:+.2}", f64::from(self.centipawns(Color::White)) / 100.0)),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use chess::Position;
    use engine::knobs::Evaluator;

    use super::*;

    /// A position in which the mover is so far ahead, as people are told.
    pub(in crate::commands::analyze) fn view(centipawns: i32, turn: Color) -> View {
        let scale = ScoreScale::new(Evaluator::Nnue, &Position::initial());
        View { score: Score::evaluation(centipawns), centipawns, turn, scale }
    }

    /// The same with a mate in sight.
    pub(in crate::commands::analyze) fn mate(score: Score, turn: Color) -> View {
        View { score, ..view(score.centipawns(), turn) }
    }

    #[test]
    fn scores_are_turned_towards_white() {
        for (view, text) in [
            (view(35, Color::White), "+0.35"),
            (view(35, Color::Black), "-0.35"),
            (view(0, Color::Black), "0.00"),
            (mate(Score::mate_at(3), Color::White), "#2"),
            (mate(Score::mate_at(3), Color::Black), "#-2"),
            (mate(Score::mate_at(1), Color::Black), "#-1"),
            (mate(Score::mated_at(4), Color::Black), "#2"),
            (mate(Score::mated_at(0), Color::Black), "1-0"),
            (mate(Score::mated_at(0), Color::White), "0-1"),
        ] {
            assert_eq!(view.to_string(), text);
        }
        assert_eq!(mate(Score::mate_at(3), Color::Black).perspective(), "0/0/100");
        let scale = ScoreScale::new(Evaluator::Nnue, &Position::initial());
        let seen = View::new(Score::evaluation(200), Color::White, scale);
        let told = scale.normalised(Score::evaluation(200));
        assert_eq!((seen.centipawns(Color::White), seen.centipawns(Color::Black)), (told, -told));
    }
}
