//! The evaluation of a position, from White's point of view.

use core::fmt;

use chess::{Color, Outcome};
use engine::ScoreScale;
use engine::score::Score;
use serde::{Deserialize, Serialize};

/// Scores are capped here when they are compared: beyond ten pawns the game is decided, and a mate
/// seen a move earlier or later must not outweigh everything else.
const SCORE_CAP: i32 = 1_000;
/// Up to this many centipawns a game is called level.
const LEVEL: i32 = 25;

/// Half of the games, in thousandths.
const HALF: u16 = 500;

/// A score from White's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WhiteScore {
    /// Normalised centipawns: +100 is a 50 % chance to win.
    Cp(i32),
    /// Moves to mate, negative if Black mates; 0 if the game has ended in mate.
    Mate(i32),
}

/// A score and the chances behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Evaluation {
    /// The score.
    pub score: WhiteScore,
    /// The chances of a White win, a draw and a Black win, in thousandths.
    pub wdl: [u16; 3],
}

/// The result that a position promises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Promise {
    /// This side wins more often than not.
    Win(Color),
    /// Neither side does.
    Open,
}

impl Evaluation {
    /// `score` is for the side to move, `scale` that of the position.
    pub fn new(score: Score, turn: Color, scale: ScoreScale) -> Evaluation {
        let sign = if turn == Color::White { 1 } else { -1 };
        let [win, draw, loss] = scale.win_draw_loss(score);
        let wdl = if turn == Color::White { [win, draw, loss] } else { [loss, draw, win] };
        let score = match score.moves_to_mate() {
            Some(moves) => WhiteScore::Mate(sign * moves),
            None => WhiteScore::Cp(sign * scale.normalised(score)),
        };
        Evaluation { score, wdl }
    }

    /// The certain evaluation of a game that is over.
    pub fn of_outcome(outcome: Outcome) -> Evaluation {
        match outcome.winner() {
            Some(Color::White) => Evaluation { score: WhiteScore::Mate(0), wdl: [1000, 0, 0] },
            Some(Color::Black) => Evaluation { score: WhiteScore::Mate(0), wdl: [0, 0, 1000] },
            None => Evaluation { score: WhiteScore::Cp(0), wdl: [0, 1000, 0] },
        }
    }

    /// White's expected points: the chance to win and half the chance to draw, from 0 to 1.
    pub fn expected(self) -> f64 {
        self.expected_for(Color::White)
    }

    /// The expected points of a side.
    pub fn expected_for(self, color: Color) -> f64 {
        f64::from(self.half_thousandths(color)) / 2000.0
    }

    /// The expected points that `color` loses by a move that leads to `after`; not negative.
    pub(super) fn loss(self, after: Evaluation, color: Color) -> f64 {
        let lost = self.half_thousandths(color) - after.half_thousandths(color);
        f64::from(lost.max(0)) / 2000.0
    }

    /// Expected points as a whole number, so that differences and thresholds are exact.
    fn half_thousandths(self, color: Color) -> i32 {
        let [win, draw, loss] = self.wdl.map(i32::from);
        let wins = if color == Color::White { win } else { loss };
        2 * wins + draw
    }

    /// The score of a side in centipawns, capped at ten pawns; a mate counts as ten.
    pub fn capped_for(self, color: Color) -> i32 {
        let white = match self.score {
            WhiteScore::Cp(centipawns) => centipawns.clamp(-SCORE_CAP, SCORE_CAP),
            WhiteScore::Mate(_) => {
                if self.mate() == Some(Color::White) {
                    SCORE_CAP
                } else {
                    -SCORE_CAP
                }
            }
        };
        if color == Color::White { white } else { -white }
    }

    /// The side that mates, if the score is a mate.
    pub(super) fn mate(self) -> Option<Color> {
        match self.score {
            WhiteScore::Cp(_) => None,
            WhiteScore::Mate(_) if self.wdl[0] > self.wdl[2] => Some(Color::White),
            WhiteScore::Mate(_) => Some(Color::Black),
        }
    }

    /// The result to expect.
    pub(super) fn promise(self) -> Promise {
        let [white, _, black] = self.wdl;
        if white >= HALF {
            Promise::Win(Color::White)
        } else if black >= HALF {
            Promise::Win(Color::Black)
        } else {
            Promise::Open
        }
    }

    /// Whether a draw is the most likely result.
    pub(super) fn is_drawish(self) -> bool {
        let [win, draw, loss] = self.wdl;
        draw >= win && draw >= loss
    }

    /// Whether neither side is ahead.
    fn is_level(self) -> bool {
        matches!(self.score, WhiteScore::Cp(centipawns) if centipawns.abs() <= LEVEL)
    }

    /// Who is ahead, in words.
    pub(super) fn standing(self) -> String {
        match (self.score, self.mate()) {
            (WhiteScore::Mate(0), Some(winner)) => format!("{} has mated", name(winner)),
            (WhiteScore::Mate(moves), Some(winner)) => {
                format!("{} mates in {}", name(winner), moves.unsigned_abs())
            }
            _ if self.wdl == [0, 1000, 0] => "the game is drawn".to_owned(),
            _ if self.is_level() => "the game is level".to_owned(),
            (WhiteScore::Cp(centipawns) | WhiteScore::Mate(centipawns), _) => {
                let leader = if centipawns > 0 { Color::White } else { Color::Black };
                format!("{} is ahead by {:.1}", name(leader), f64::from(centipawns.abs()) / 100.0)
            }
        }
    }
}

/// The name of a side.
pub(super) const fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// Pawns; `#3` for a mate by White in three, `#-3` for one by Black; the result if the game has ended
/// in mate.
impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            WhiteScore::Mate(0) => {
                f.pad(if self.mate() == Some(Color::White) { "1-0" } else { "0-1" })
            }
            WhiteScore::Mate(moves) => f.pad(&format!("#{moves}")),
            WhiteScore::Cp(0) => f.pad("0.00"),
            WhiteScore::Cp(centipawns) => f.pad(&format!("{:+.2}", f64::from(centipawns) / 100.0)),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use chess::Position;
    use engine::knobs::Evaluator;

    use super::*;

    /// The evaluation of the initial position if its score were this for White.
    pub(in crate::review) fn evaluation(score: Score) -> Evaluation {
        let scale = ScoreScale::new(Evaluator::Nnue, &Position::initial());
        Evaluation::new(score, Color::White, scale)
    }

    #[test]
    fn evaluations_are_from_white_s_point_of_view() {
        let scale = ScoreScale::new(Evaluator::Nnue, &Position::initial());
        for score in [Score::evaluation(200), Score::evaluation(-31), Score::DRAW] {
            let white = Evaluation::new(score, Color::White, scale);
            let black = Evaluation::new(-score, Color::Black, scale);
            assert_eq!(white, black);
            assert_eq!(white.expected_for(Color::White) + white.expected_for(Color::Black), 1.0);
            assert_eq!(white.expected_for(Color::White), white.expected());
        }
        let texts = [
            (evaluation(Score::DRAW), "0.00"),
            (evaluation(Score::mate_at(3)), "#2"),
            (evaluation(Score::mated_at(2)), "#-1"),
            (Evaluation::of_outcome(Outcome::Checkmate { winner: Color::Black }), "0-1"),
            (Evaluation::of_outcome(Outcome::Stalemate), "0.00"),
            (Evaluation { score: WhiteScore::Cp(-35), wdl: [300, 300, 400] }, "-0.35"),
        ];
        for (evaluation, text) in texts {
            assert_eq!(evaluation.to_string(), text);
        }
    }

    #[test]
    fn json_says_cp_or_mate() {
        let json = |score| serde_json::to_string(&score).unwrap();
        assert_eq!(json(WhiteScore::Cp(35)), r#"{"cp":35}"#);
        assert_eq!(json(WhiteScore::Mate(-3)), r#"{"mate":-3}"#);
    }

    #[test]
    fn a_loss_is_exact() {
        let wdl = |win, draw, loss| Evaluation { score: WhiteScore::Cp(0), wdl: [win, draw, loss] };
        let (before, after) = (wdl(500, 200, 300), wdl(450, 200, 350));
        assert_eq!(before.loss(after, Color::White), 0.05);
        assert_eq!(before.loss(after, Color::Black), 0.0);
        assert_eq!(after.loss(before, Color::Black), 0.05);
    }

    #[test]
    fn standings_are_words() {
        let cp =
            |centipawns| Evaluation { score: WhiteScore::Cp(centipawns), wdl: [400, 200, 400] };
        assert_eq!(cp(320).standing(), "White is ahead by 3.2");
        assert_eq!(cp(-26).standing(), "Black is ahead by 0.3");
        assert_eq!(cp(25).standing(), "the game is level");
        assert_eq!(evaluation(Score::mated_at(6)).standing(), "Black mates in 3");
        assert_eq!(Evaluation::of_outcome(Outcome::Stalemate).standing(), "the game is drawn");
    }

    #[test]
    fn scores_are_capped_at_ten_pawns() {
        let cp = |centipawns| Evaluation { score: WhiteScore::Cp(centipawns), wdl: [1000, 0, 0] };
        assert_eq!(cp(2_500).capped_for(Color::White), 1_000);
        assert_eq!(cp(2_500).capped_for(Color::Black), -1_000);
        assert_eq!(cp(250).capped_for(Color::Black), -250);
        assert_eq!(evaluation(Score::mated_at(4)).capped_for(Color::White), -1_000);
    }
}
