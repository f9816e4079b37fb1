//! Ending games whose result both players agree on: it saves half the time and, with care,
//! changes nothing.

use chess::{Color, Game};

use crate::player::Eval;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Adjudication {
    pub resign: Option<Resign>,
    pub draw: Option<Draw>,
    /// A game of so many plies is a draw.
    pub max_plies: usize,
}

/// Both players have seen the same side this far ahead for so many moves each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resign {
    pub moves: u32,
    pub centipawns: i32,
}

/// From a move number on, both have seen nothing beyond this for so many moves each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draw {
    pub from_move: u32,
    pub moves: u32,
    pub centipawns: i32,
}

impl Adjudication {
    pub const NONE: Adjudication = Adjudication { resign: None, draw: None, max_plies: usize::MAX };

    pub const DEFAULT: Adjudication = Adjudication {
        resign: Some(Resign { moves: 4, centipawns: 600 }),
        draw: Some(Draw { from_move: 34, moves: 8, centipawns: 15 }),
        max_plies: 600,
    };
}

/// Counts for how many plies in a row the players have agreed.
pub(crate) struct Arbiter {
    rules: Adjudication,
    won: [u32; 2],
    drawn: u32,
}

impl Arbiter {
    pub(crate) fn new(rules: Adjudication) -> Arbiter {
        Arbiter { rules, won: [0; 2], drawn: 0 }
    }

    /// Hears what `mover` thought of the move just played; the winner, nobody, or not yet.
    pub(crate) fn hear(
        &mut self,
        mover: Color,
        game: &Game,
        score: Option<Eval>,
    ) -> Option<Option<Color>> {
        if game.moves().len() >= self.rules.max_plies {
            return Some(None);
        }
        // Who does not tell its score agrees to nothing.
        let Some(score) = score.map(Eval::centipawns) else {
            (self.won, self.drawn) = ([0; 2], 0);
            return None;
        };
        if let Some(Resign { moves, centipawns }) = self.rules.resign {
            for (winner, ahead) in [(mover, score >= centipawns), (!mover, score <= -centipawns)] {
                let count = &mut self.won[winner];
                *count = if ahead { *count + 1 } else { 0 };
                if *count >= 2 * moves {
                    return Some(Some(winner));
                }
            }
        }
        if let Some(Draw { from_move, moves, centipawns }) = self.rules.draw {
            let level = score.unsigned_abs() <= centipawns.unsigned_abs();
            let late = u32::from(game.setup().fullmove_number) >= from_move;
            self.drawn = if level && late { self.drawn + 1 } else { 0 };
            if self.drawn >= 2 * moves {
                return Some(None);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the arbiter says after hearing scores in turn, White's first.
    fn after(rules: Adjudication, scores: &[Option<i32>]) -> Option<Option<Color>> {
        let game = Game::default();
        let mut arbiter = Arbiter::new(rules);
        let mut mover = Color::White;
        for score in scores {
            let said = arbiter.hear(mover, &game, score.map(Eval::Centipawns));
            if said.is_some() {
                return said;
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
        assert_eq!(after(RESIGN, &[up, down, up, down]), Some(Some(Color::White)));
        assert_eq!(after(RESIGN, &[down, up, down, up]), Some(Some(Color::Black)));
        assert_eq!(after(RESIGN, &[up, Some(-100), up, down, up]), None);
        assert_eq!(after(RESIGN, &[up, down, up]), None);
        assert_eq!(after(RESIGN, &[up, up, up, up, up]), None);
        assert_eq!(after(RESIGN, &[up, down, None, down, up, down]), None);
    }

    #[test]
    fn a_level_game_is_drawn_only_late_enough() {
        let draw = |from_move| Adjudication {
            draw: Some(Draw { from_move, moves: 2, centipawns: 10 }),
            ..Adjudication::NONE
        };
        let level = [Some(5), Some(-10), Some(0), Some(10)];
        assert_eq!(after(draw(1), &level), Some(None));
        assert_eq!(after(draw(2), &level), None);
        assert_eq!(after(draw(1), &[Some(5), Some(-11), Some(0), Some(10)]), None);
    }
}
