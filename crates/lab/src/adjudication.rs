//! Adjudication: ending games whose result both players agree on. It saves half the time and, with
//! careful thresholds, changes no result.

use core::fmt;
use core::str::FromStr;

use chess::{Color, Game};

use serde::{Deserialize, Serialize};

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

impl Resign {
    pub const DEFAULT: Resign = Resign { moves: 4, centipawns: 600 };
}

impl Draw {
    pub const DEFAULT: Draw = Draw { from_move: 34, moves: 8, centipawns: 15 };
}

/// The arbiter's decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ruling {
    Win(Color),
    Draw,
    TooLong,
}

impl Ruling {
    pub fn winner(self) -> Option<Color> {
        match self {
            Ruling::Win(winner) => Some(winner),
            Ruling::Draw | Ruling::TooLong => None,
        }
    }
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

/// Counts the plies in a row on which the players agree.
pub(crate) struct Arbiter {
    rules: Adjudication,
    won: [u32; 2],
    drawn: u32,
}

impl Arbiter {
    pub(crate) fn new(rules: Adjudication) -> Arbiter {
        Arbiter { rules, won: [0; 2], drawn: 0 }
    }

    /// Takes `mover`'s score of the move just played, and ends the game if a rule applies.
    pub(crate) fn rule(
        &mut self,
        mover: Color,
        game: &Game,
        score: Option<Eval>,
    ) -> Option<Ruling> {
        if game.moves().len() >= self.rules.max_plies {
            return Some(Ruling::TooLong);
        }
        // A player that reports no score agrees to nothing.
        let Some(score) = score.map(Eval::centipawns) else {
            (self.won, self.drawn) = ([0; 2], 0);
            return None;
        };
        if let Some(Resign { moves, centipawns }) = self.rules.resign {
            for (winner, ahead) in [(mover, score >= centipawns), (!mover, score <= -centipawns)] {
                let count = &mut self.won[winner];
                *count = if ahead { *count + 1 } else { 0 };
                if *count >= 2 * moves {
                    return Some(Ruling::Win(winner));
                }
            }
        }
        if let Some(Draw { from_move, moves, centipawns }) = self.rules.draw {
            let level = score.unsigned_abs() <= centipawns.unsigned_abs();
            let late = u32::from(game.setup().fullmove_number) >= from_move;
            self.drawn = if level && late { self.drawn + 1 } else { 0 };
            if self.drawn >= 2 * moves {
                return Some(Ruling::Draw);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The arbiter's decision after these scores in turn, White's first.
    fn after(rules: Adjudication, scores: &[Option<i32>]) -> Option<Ruling> {
        let game = Game::default();
        let mut arbiter = Arbiter::new(rules);
        let mut mover = Color::White;
        for score in scores {
            let ruling = arbiter.rule(mover, &game, score.map(Eval::Centipawns));
            if ruling.is_some() {
                return ruling;
            }
            mover = !mover;
        }
        None
    }

    const RESIGN: Adjudication =
        Adjudication { resign: Some(Resign { moves: 2, centipawns: 500 }), ..Adjudication::NONE };

    #[test]
    fn both_players_must_see_the_win() {
        let (up, down) = (Some(700), Some(-700));
        assert_eq!(after(RESIGN, &[up, down, up, down]), Some(Ruling::Win(Color::White)));
        assert_eq!(after(RESIGN, &[down, up, down, up]), Some(Ruling::Win(Color::Black)));
        assert_eq!(after(RESIGN, &[up, Some(-100), up, down, up]), None);
        assert_eq!(after(RESIGN, &[up, down, up]), None);
        assert_eq!(after(RESIGN, &[up, up, up, up, up]), None);
        assert_eq!(after(RESIGN, &[up, down, None, down, up, down]), None);
    }

    #[test]
    fn long_games_end_and_rules_read_back_what_they_write() {
        let short = Adjudication { max_plies: 0, ..Adjudication::NONE };
        assert_eq!(after(short, &[None]), Some(Ruling::TooLong));
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
        assert_eq!(after(draw(1), &level), Some(Ruling::Draw));
        assert_eq!(after(draw(2), &level), None);
        assert_eq!(after(draw(1), &[Some(5), Some(-11), Some(0), Some(10)]), None);
    }
}
