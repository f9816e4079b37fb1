//! Scores as the page shows them: from White's point of view, normalised, with win, draw and loss.

use chess::Color;
use engine::ScoreScale;
use engine::score::Score;
use serde::Serialize;

/// Centipawns, or moves to mate.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ScoreJson {
    Cp(i32),
    Mate(i32),
}

/// The view of one position's side to move, turned to White's.
#[derive(Clone, Copy)]
pub(crate) struct WhiteView {
    pub(crate) scale: ScoreScale,
    pub(crate) turn: Color,
}

impl WhiteView {
    pub(crate) fn score(&self, score: Score) -> ScoreJson {
        let sign = if self.turn == Color::White { 1 } else { -1 };
        match score.moves_to_mate() {
            Some(moves) => ScoreJson::Mate(sign * moves),
            None => ScoreJson::Cp(sign * self.scale.normalised(score)),
        }
    }

    /// Chances in thousandths: White wins, draw, Black wins.
    pub(crate) fn wdl(&self, score: Score) -> [u16; 3] {
        let [win, draw, loss] = self.scale.win_draw_loss(score);
        match self.turn {
            Color::White => [win, draw, loss],
            Color::Black => [loss, draw, win],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Position;
    use engine::knobs::Evaluator;

    #[test]
    fn scores_are_turned_to_white() {
        let scale = ScoreScale::new(Evaluator::Nnue, &Position::initial());
        let view = |turn| WhiteView { scale, turn };
        let score = Score::evaluation(80);
        let ScoreJson::Cp(white) = view(Color::White).score(score) else { panic!() };
        assert!(white > 0);
        assert_eq!(view(Color::Black).score(score), ScoreJson::Cp(-white));
        assert_eq!(view(Color::Black).score(Score::mate_at(3)), ScoreJson::Mate(-2));
        let [win, draw, loss] = view(Color::White).wdl(score);
        assert_eq!(view(Color::Black).wdl(score), [loss, draw, win]);
        assert!(win > loss);
    }
}
