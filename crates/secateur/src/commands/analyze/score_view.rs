//! Scores as people read them: in pawns, from White's point of view.

use core::fmt;

use chess::Color;
use engine::ScoreScale;
use engine::score::Score;

/// The score of a position, stored for the side to move, because the distance to mate counts from
/// there.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScoreView {
    score: Score,
    /// Normalised by `scale`.
    centipawns: i32,
    turn: Color,
    scale: ScoreScale,
}

impl ScoreView {
    /// `score` is for the side to move, `scale` that of the position.
    pub(super) fn new(score: Score, turn: Color, scale: ScoreScale) -> ScoreView {
        ScoreView { score, centipawns: scale.normalised(score), turn, scale }
    }

    /// Normalised centipawns from the point of view of `color`.
    pub(super) fn centipawns(self, color: Color) -> i32 {
        if color == self.turn { self.centipawns } else { -self.centipawns }
    }

    /// The same score on the scale of another position. Two scores are compared on one scale, since
    /// an exchange changes the scale but not the score.
    pub(super) fn with_scale_of(self, other: ScoreView) -> ScoreView {
        ScoreView::new(self.score, self.turn, other.scale)
    }

    /// The chances of a White win, a draw and a Black win, in percent.
    pub(super) fn win_draw_loss(self) -> String {
        let percent = |thousandths| f64::from(thousandths) / 10.0;
        let for_white = if self.turn == Color::White { self.score } else { -self.score };
        let [win, draw, loss] = self.scale.win_draw_loss(for_white).map(percent);
        format!("{win:.0}/{draw:.0}/{loss:.0}")
    }
}

/// Pawns; `#3` for a mate by White in three, `#-3` for one by Black; the result if the game has ended
/// in mate.
impl fmt::Display for ScoreView {
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

    /// A position in which the side to move is this many normalised centipawns ahead.
    pub(in crate::commands::analyze) fn view(centipawns: i32, turn: Color) -> ScoreView {
        let scale = ScoreScale::new(Evaluator::Nnue, &Position::initial());
        ScoreView { score: Score::evaluation(centipawns), centipawns, turn, scale }
    }

    /// A position in which the search sees a mate.
    pub(in crate::commands::analyze) fn mate(score: Score, turn: Color) -> ScoreView {
        ScoreView { score, ..view(score.centipawns(), turn) }
    }

    #[test]
    fn scores_are_from_white_s_point_of_view() {
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
        assert_eq!(mate(Score::mate_at(3), Color::Black).win_draw_loss(), "0/0/100");
        let scale = ScoreScale::new(Evaluator::Nnue, &Position::initial());
        let seen = ScoreView::new(Score::evaluation(200), Color::White, scale);
        let normalised = scale.normalised(Score::evaluation(200));
        assert_eq!(
            (seen.centipawns(Color::White), seen.centipawns(Color::Black)),
            (normalised, -normalised)
        );
    }
}
