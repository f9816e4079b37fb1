//! Ends games whose result both sides agree on. The scores of both are taken in turn, so
//! consecutive plies cover both sides.

use chess::{Color, GameResult};

use crate::ending::Ending;

/// When a game ends before the rules of chess end it. A rule that is `None` never applies.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Adjudication {
    /// A win, when both sides score one of them far ahead.
    pub win: Option<Agreement>,
    /// A draw, when both sides score the game as level. The caller says when that may be.
    pub draw: Option<Agreement>,
    /// A draw after this many plies, whatever the scores.
    pub max_plies: Option<u32>,
}

/// What both sides must have seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Agreement {
    /// Scores at least, or for a draw at most, this far from equal,
    pub centipawns: u32,
    /// for this many plies in a row.
    pub plies: u32,
}

/// Counts the plies in a row on which both sides agree.
pub struct Adjudicator {
    rules: Adjudication,
    ahead: Option<Color>,
    won: u32,
    drawn: u32,
}

/// The score of the move just played, and where in the game it was.
#[derive(Clone, Copy, Debug)]
pub struct Ply {
    /// From White's point of view. A side that reports no score agrees to nothing.
    pub score: Option<i32>,
    /// Plies of the game so far.
    pub plies: u32,
    /// Whether the game may be called drawn here.
    pub may_draw: bool,
}

impl Adjudicator {
    pub fn new(rules: Adjudication) -> Adjudicator {
        Adjudicator { rules, ahead: None, won: 0, drawn: 0 }
    }

    /// Takes the next ply; the result of the game if a rule applies.
    pub fn decide(&mut self, ply: Ply) -> Option<(GameResult, Ending)> {
        let Adjudication { win, draw, max_plies } = self.rules;
        let ahead = win.zip(ply.score).and_then(|(rule, score)| match score {
            _ if score.unsigned_abs() < rule.centipawns => None,
            0.. => Some(Color::White),
            ..0 => Some(Color::Black),
        });
        self.won = match ahead {
            Some(_) if ahead == self.ahead => self.won + 1,
            Some(_) => 1,
            None => 0,
        };
        self.ahead = ahead;
        if ahead.is_some() && win.is_some_and(|rule| self.won >= rule.plies) {
            return Some((GameResult::of(ahead), Ending::AdjudicatedWin));
        }
        let level = ply.may_draw
            && draw
                .zip(ply.score)
                .is_some_and(|(rule, score)| score.unsigned_abs() <= rule.centipawns);
        self.drawn = if level { self.drawn + 1 } else { 0 };
        if level && draw.is_some_and(|rule| self.drawn >= rule.plies) {
            return Some((GameResult::Draw, Ending::AdjudicatedDraw));
        }
        let too_long = max_plies.is_some_and(|most| ply.plies >= most);
        too_long.then_some((GameResult::Draw, Ending::TooLong))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: Adjudication = Adjudication {
        win: Some(Agreement { centipawns: 1_000, plies: 3 }),
        draw: Some(Agreement { centipawns: 5, plies: 4 }),
        max_plies: Some(12),
    };

    /// The verdict and its ply. Draws count after the second ply and before `played_out`.
    fn after_until(played_out: u32, scores: &[Option<i32>]) -> Option<(u32, GameResult, Ending)> {
        let mut adjudicator = Adjudicator::new(RULES);
        (1..).zip(scores).find_map(|(plies, &score)| {
            let may_draw = plies > 2 && plies < played_out;
            let (result, ending) = adjudicator.decide(Ply { score, plies, may_draw })?;
            Some((plies, result, ending))
        })
    }

    fn after(scores: &[i32]) -> Option<(u32, GameResult, Ending)> {
        let scores: Vec<Option<i32>> = scores.iter().copied().map(Some).collect();
        after_until(u32::MAX, &scores)
    }

    #[test]
    fn a_win_must_be_seen_for_plies_in_a_row() {
        use GameResult::{BlackWins, WhiteWins};
        let win = |plies, result| Some((plies, result, Ending::AdjudicatedWin));
        assert_eq!(after(&[1_000, 1_000, 1_000]), win(3, WhiteWins));
        assert_eq!(after(&[-1_000, -31_990, -1_000]), win(3, BlackWins));
        assert_eq!(after(&[1_000, 1_000, 999, 1_000, 1_000]), None);
        assert_eq!(after(&[1_000, 1_000, -1_000, -1_000, -1_000]), win(5, BlackWins));
        assert_eq!(after(&[i32::from(i16::MIN); 3]), win(3, BlackWins));
    }

    #[test]
    fn a_draw_must_be_late_and_long_and_allowed() {
        let draw = |plies| Some((plies, GameResult::Draw, Ending::AdjudicatedDraw));
        assert_eq!(after(&[0; 9]), draw(6));
        assert_eq!(after(&[0, 0, 0, 6, 5, -5, 0, 1]), draw(8));
        assert_eq!(after(&[0, 0, 0, 0, 0, -6, 0, 0, 0]), None);
        assert_eq!(after_until(6, &[Some(0); 9]), None);
        assert_eq!(after_until(7, &[Some(0); 9]), draw(6));
    }

    #[test]
    fn a_side_without_a_score_agrees_to_nothing() {
        let (up, level) = (Some(1_000), Some(0));
        assert_eq!(after_until(99, &[up, up, None, up, up]), None);
        assert_eq!(after_until(99, &[None, None, level, level, level, None, level]), None);
    }

    #[test]
    fn every_game_ends() {
        assert_eq!(after(&[50; 20]), Some((12, GameResult::Draw, Ending::TooLong)));
        let mut none = Adjudicator::new(Adjudication::default());
        let ply = Ply { score: Some(0), plies: 5_000, may_draw: true };
        assert!((0..50).all(|_| none.decide(ply).is_none()));
    }
}
