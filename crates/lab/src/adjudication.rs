//! Adjudication: ending games whose result both players agree on. It saves half the time and, with
//! careful thresholds, changes no result.

use core::fmt;
use core::str::FromStr;

use chess::{Color, Game};
use serde::{Deserialize, Serialize};
use toolkit::adjudicator::{self, Adjudicator, Agreement, Ply};

use crate::player::Eval;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Adjudication {
    pub resign: Option<Resign>,
    pub draw: Option<Draw>,
    /// A game that reaches this many plies is a draw.
    pub max_plies: usize,
}

/// A win, if both players score one side this far ahead for `moves` moves each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Resign {
    pub moves: u32,
    pub centipawns: i32,
}

/// A draw, if from `from_move` on both players score within this for `moves` moves each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Draw {
    pub from_move: u32,
    pub moves: u32,
    pub centipawns: i32,
}

/// The rules as the command line takes them.
impl fmt::Display for Adjudication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = |rule: Option<String>| rule.unwrap_or_else(|| "off".to_owned());
        let resign = rule(self.resign.map(|resign| resign.to_string()));
        let draw = rule(self.draw.map(|draw| draw.to_string()));
        write!(f, "resign {resign}, draw {draw}, at most {} plies", self.max_plies)
    }
}

impl Resign {
    pub const DEFAULT: Resign = Resign { moves: 4, centipawns: 600 };
}

impl Draw {
    pub const DEFAULT: Draw = Draw { from_move: 34, moves: 8, centipawns: 15 };
}

/// Written `moves:centipawns`.
impl FromStr for Resign {
    type Err = String;

    fn from_str(text: &str) -> Result<Resign, String> {
        match numbers(text) {
            Some([moves, centipawns]) if moves > 0 && centipawns > 0 => {
                Ok(Resign { moves, centipawns: centipawns as i32 })
            }
            _ => Err(format!(
                "'{text}'; expected MOVES:CENTIPAWNS, such as {}, or off",
                Resign::DEFAULT
            )),
        }
    }
}

impl fmt::Display for Resign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.moves, self.centipawns)
    }
}

/// Written `from:moves:centipawns`.
impl FromStr for Draw {
    type Err = String;

    fn from_str(text: &str) -> Result<Draw, String> {
        match numbers(text) {
            Some([from_move, moves, centipawns]) if moves > 0 => {
                Ok(Draw { from_move, moves, centipawns: centipawns as i32 })
            }
            _ => Err(format!(
                "'{text}'; expected FROM:MOVES:CENTIPAWNS, such as {}, or off",
                Draw::DEFAULT
            )),
        }
    }
}

impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.from_move, self.moves, self.centipawns)
    }
}

/// Exactly `N` numbers below a million.
fn numbers<const N: usize>(text: &str) -> Option<[u32; N]> {
    let numbers: Vec<u32> = text
        .split(':')
        .map(|part| part.parse().ok().filter(|&number| number < 1_000_000))
        .collect::<Option<_>>()?;
    numbers.try_into().ok()
}

impl Adjudication {
    pub const NONE: Adjudication = Adjudication { resign: None, draw: None, max_plies: usize::MAX };

    pub const DEFAULT: Adjudication =
        Adjudication { resign: Some(Resign::DEFAULT), draw: Some(Draw::DEFAULT), max_plies: 600 };
}

impl Adjudication {
    /// The adjudicator of a game.
    pub(crate) fn adjudicator(&self) -> Adjudicator {
        let rule = |centipawns: i32, moves: u32| Agreement {
            centipawns: centipawns.unsigned_abs(),
            plies: 2 * moves,
        };
        Adjudicator::new(adjudicator::Adjudication {
            win: self.resign.map(|resign| rule(resign.centipawns, resign.moves)),
            draw: self.draw.map(|draw| rule(draw.centipawns, draw.moves)),
            max_plies: u32::try_from(self.max_plies).ok(),
        })
    }

    /// The move just played, whose score is `mover`'s, as the adjudicator takes it.
    pub(crate) fn ply(&self, mover: Color, game: &Game, score: Option<Eval>) -> Ply {
        let number = u32::from(game.setup().fullmove_number);
        let for_white = |score: Eval| match mover {
            Color::White => score.centipawns(),
            Color::Black => score.centipawns().saturating_neg(),
        };
        Ply {
            score: score.map(for_white),
            plies: game.moves().len() as u32,
            may_draw: self.draw.is_some_and(|draw| number >= draw.from_move),
        }
    }
}

#[cfg(test)]
mod tests {
    use chess::GameResult;
    use toolkit::Ending;

    use super::*;

    /// The decision after these scores in turn, White's first.
    fn after(rules: Adjudication, scores: &[Option<i32>]) -> Option<(GameResult, Ending)> {
        let game = Game::default();
        let mut adjudicator = rules.adjudicator();
        let mut mover = Color::White;
        for score in scores {
            let decision = adjudicator.decide(rules.ply(mover, &game, score.map(Eval::Centipawns)));
            if decision.is_some() {
                return decision;
            }
            mover = !mover;
        }
        None
    }

    const DRAW: Option<(GameResult, Ending)> = Some((GameResult::Draw, Ending::AdjudicatedDraw));

    fn win(color: Color) -> Option<(GameResult, Ending)> {
        Some((GameResult::of(Some(color)), Ending::AdjudicatedWin))
    }

    const RESIGN: Adjudication =
        Adjudication { resign: Some(Resign { moves: 2, centipawns: 500 }), ..Adjudication::NONE };

    #[test]
    fn both_players_must_see_the_win() {
        let (up, down) = (Some(700), Some(-700));
        assert_eq!(after(RESIGN, &[up, down, up, down]), win(Color::White));
        assert_eq!(after(RESIGN, &[down, up, down, up]), win(Color::Black));
        assert_eq!(after(RESIGN, &[up, Some(-100), up, down, up]), None);
        assert_eq!(after(RESIGN, &[up, down, up]), None);
        assert_eq!(after(RESIGN, &[up, up, up, up, up]), None);
        assert_eq!(after(RESIGN, &[up, down, None, down, up, down]), None);
    }

    #[test]
    fn long_games_end_and_rules_read_back_what_they_write() {
        let short = Adjudication { max_plies: 0, ..Adjudication::NONE };
        assert_eq!(after(short, &[None]), Some((GameResult::Draw, Ending::TooLong)));
        assert_eq!("4:600".parse::<Resign>().unwrap().to_string(), "4:600");
        assert_eq!("34:8:15".parse::<Draw>().unwrap().to_string(), "34:8:15");
        for bad in ["", "4", "0:600", "4:0", "4:-1", "a:b", "4:600:1", "4:99999999999"] {
            assert!(bad.parse::<Resign>().unwrap_err().contains("expected"), "{bad}");
            assert!(bad.is_empty() || bad == "4:600:1" || bad.parse::<Draw>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_level_game_is_drawn_only_late_enough() {
        let draw = |from_move| Adjudication {
            draw: Some(Draw { from_move, moves: 2, centipawns: 10 }),
            ..Adjudication::NONE
        };
        let level = [Some(5), Some(-10), Some(0), Some(10)];
        assert_eq!(after(draw(1), &level), DRAW);
        assert_eq!(after(draw(2), &level), None);
        assert_eq!(after(draw(1), &[Some(5), Some(-11), Some(0), Some(10)]), None);
    }
}
