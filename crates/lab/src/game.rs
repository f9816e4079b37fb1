//! One game: moves are asked for in turn until the rules, the clock, a fault or the arbiter
//! ends it.

use core::time::Duration;

use chess::{Color, Game, Outcome};

use crate::adjudication::{Adjudication, Arbiter};
use crate::limit::Limit;
use crate::player::{Clocks, Fault, Player, Thought};

/// What holds for every game of a match.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// White's and Black's.
    pub limits: [Limit; 2],
    /// What a clock may be overdrawn by before it costs the game.
    pub margin: Duration,
    pub adjudication: Adjudication,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Played {
    pub game: Game,
    /// One for each move after the opening.
    pub thoughts: Vec<Thought>,
    pub end: End,
}

#[derive(Clone, PartialEq, Debug)]
pub enum End {
    Rules(Outcome),
    /// The arbiter saw a winner, or nobody.
    Adjudicated(Option<Color>),
    /// So much beyond what the clock had.
    Time {
        loser: Color,
        over: Duration,
    },
    Fault {
        loser: Color,
        fault: Fault,
    },
    /// Neither player answers any more: the game says nothing of either.
    Void {
        fault: Fault,
    },
}

impl End {
    /// `None` if the game does not count.
    pub fn winner(&self) -> Option<Option<Color>> {
        match self {
            End::Rules(outcome) => Some(outcome.winner()),
            End::Adjudicated(winner) => Some(*winner),
            End::Time { loser, .. } | End::Fault { loser, .. } => Some(Some(!*loser)),
            End::Void { .. } => None,
        }
    }
}

/// Plays from the last position of `opening`; White's player comes first.
pub fn play(players: [&mut dyn Player; 2], opening: &Game, rules: &Rules) -> Played {
    let [white, black] = players;
    let mut match_up = MatchUp { white, black };
    let mut played =
        Played { game: opening.clone(), thoughts: Vec::new(), end: End::Adjudicated(None) };
    played.end = match_up.run(&mut played.game, &mut played.thoughts, rules);
    played
}

struct MatchUp<'a> {
    white: &'a mut dyn Player,
    black: &'a mut dyn Player,
}

impl MatchUp<'_> {
    fn player(&mut self, color: Color) -> &mut dyn Player {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    fn run(&mut self, game: &mut Game, thoughts: &mut Vec<Thought>, rules: &Rules) -> End {
        let mut faults = [Color::White, Color::Black]
            .map(|color| self.player(color).begin(game).err().map(|fault| (color, fault)));
        match (faults[0].take(), faults[1].take()) {
            (Some((_, fault)), Some(_)) => return End::Void { fault },
            (Some((loser, fault)), None) | (None, Some((loser, fault))) => {
                return End::Fault { loser, fault };
            }
            (None, None) => {}
        }
        let mut clocks = Watch::new(rules);
        let mut arbiter = Arbiter::new(rules.adjudication);
        loop {
            if let Some(outcome) = game.outcome() {
                return End::Rules(outcome);
            }
            let turn = game.position().turn();
            let thought = match self.player(turn).think(game, rules.limits[turn], clocks.left) {
                Ok(thought) => thought,
                Err(fault) => return clocks.judge(turn, fault),
            };
            if let Some(over) = clocks.take(turn, thought.time) {
                return End::Time { loser: turn, over };
            }
            if game.play(thought.mv).is_err() {
                let fault = Fault::Illegal(format!("{:?}", thought.mv));
                return End::Fault { loser: turn, fault };
            }
            thoughts.push(thought);
            if game.outcome().is_none()
                && let Some(winner) = arbiter.hear(turn, game, thought.score)
            {
                return End::Adjudicated(winner);
            }
        }
    }
}

/// The clocks of both sides, and who may overdraw them by how much.
struct Watch<'a> {
    rules: &'a Rules,
    left: Clocks,
    moves: [u32; 2],
}

impl<'a> Watch<'a> {
    fn new(rules: &'a Rules) -> Watch<'a> {
        let left = rules.limits.map(|limit| match limit {
            Limit::Clock { base, .. } => base,
            _ => Duration::ZERO,
        });
        Watch { rules, left, moves: [0; 2] }
    }

    /// Charges a move; says by how much it was too slow, if it was.
    fn take(&mut self, turn: Color, time: Duration) -> Option<Duration> {
        let margin = self.rules.margin;
        match self.rules.limits[turn] {
            Limit::Clock { base, increment, moves } => {
                let left = self.left[turn];
                if time > left + margin {
                    return Some(time - left);
                }
                self.moves[turn] += 1;
                let refilled = moves.is_some_and(|moves| self.moves[turn].is_multiple_of(moves));
                self.left[turn] = left.saturating_sub(time)
                    + increment
                    + if refilled { base } else { Duration::ZERO };
                None
            }
            Limit::MoveTime(limit) => (time > limit + margin).then(|| time - limit),
            Limit::Nodes(_) | Limit::SoftNodes(_) | Limit::Depth(_) => None,
        }
    }

    /// Whoever does not answer has lost on time where there is any.
    fn judge(&self, turn: Color, fault: Fault) -> End {
        let allowed = match self.rules.limits[turn] {
            Limit::Clock { .. } => Some(self.left[turn]),
            Limit::MoveTime(time) => Some(time),
            _ => None,
        };
        match (&fault, allowed) {
            (Fault::Silent { waited }, Some(allowed)) => {
                End::Time { loser: turn, over: waited.saturating_sub(allowed) }
            }
            _ => End::Fault { loser: turn, fault },
        }
    }
}
