//! One game: moves are asked for in turn until the rules, the clock, a fault or the arbiter
//! ends it.

use core::time::Duration;

use chess::{Color, Game, Outcome};
use toolkit::stop::StopAll;

use crate::adjudication::{Adjudication, Arbiter, Ruling};
use crate::limit::Limit;
use crate::player::{Clocks, Fault, Player, Thought};

/// What holds for every game of a match.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// For whoever has none of his own.
    pub limit: Limit,
    /// What a clock may be overdrawn by before it costs the game.
    pub margin: Duration,
    pub adjudication: Adjudication,
    /// Castling is written as Chess960 does even where the opening would not need it.
    pub chess960: bool,
}

impl Rules {
    /// What a clock may be overdrawn by where nobody says otherwise.
    pub const MARGIN: Duration = Duration::from_millis(50);
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
    Adjudicated(Ruling),
    /// So much beyond what the clock had; silent if there never was an answer.
    Time {
        loser: Color,
        over: Duration,
        silent: bool,
    },
    Fault {
        loser: Color,
        fault: Fault,
    },
    /// Neither player answers any more: the game says nothing of either.
    Void {
        fault: Fault,
    },
    /// Nobody wants to know any more.
    CalledOff,
}

impl End {
    /// `None` if the game does not count.
    pub fn winner(&self) -> Option<Option<Color>> {
        match self {
            End::Rules(outcome) => Some(outcome.winner()),
            End::Adjudicated(ruling) => Some(ruling.winner()),
            End::Time { loser, .. } | End::Fault { loser, .. } => Some(Some(!*loser)),
            End::Void { .. } | End::CalledOff => None,
        }
    }
}

/// Who plays, and under which limit if it is not that of the rules.
pub type Seat<'a> = (&'a mut dyn Player, Option<Limit>);

/// Plays from the last position of `opening`; White's player comes first.
pub fn play<'a>(
    seats: [Seat<'a>; 2],
    opening: &Game,
    rules: &'a Rules,
    stop: &'a StopAll,
) -> Played {
    let limits = [&seats[0], &seats[1]].map(|(_, own)| own.unwrap_or(rules.limit));
    let players = seats.map(|(player, _)| player);
    let mut table = Table { players, limits, rules, stop };
    let mut played = Played { game: opening.clone(), thoughts: Vec::new(), end: End::CalledOff };
    played.end = table.run(&mut played.game, &mut played.thoughts);
    played
}

struct Table<'a> {
    players: [&'a mut dyn Player; 2],
    limits: [Limit; 2],
    rules: &'a Rules,
    stop: &'a StopAll,
}

impl Table<'_> {
    fn run(&mut self, game: &mut Game, thoughts: &mut Vec<Thought>) -> End {
        let chess960 = self.rules.chess960 || game.start().position.needs_chess960();
        for color in [Color::White, Color::Black] {
            if let Err(fault) = self.players[color].begin(chess960) {
                return self.blame(color, fault);
            }
        }
        let mut watch = Watch::new(self.limits, self.rules.margin);
        let mut arbiter = Arbiter::new(self.rules.adjudication);
        while game.outcome().is_none() {
            if self.stop.is_requested() {
                return End::CalledOff;
            }
            let turn = game.position().turn();
            let clocks = watch.clocks(turn);
            let limit = self.limits[turn];
            let thought = match self.players[turn].think(game, limit, &clocks) {
                Ok(thought) => thought,
                Err(Fault::Silent { waited }) if limit.is_timed() => {
                    let over = waited.saturating_sub(watch.allowed(turn));
                    return End::Time { loser: turn, over, silent: true };
                }
                Err(fault) => return self.blame(turn, fault),
            };
            if let Some(over) = watch.take(turn, thought.time) {
                return End::Time { loser: turn, over, silent: false };
            }
            if game.play(thought.mv).is_err() {
                return End::Fault {
                    loser: turn,
                    fault: Fault::Illegal(format!("{:?}", thought.mv)),
                };
            }
            thoughts.push(thought);
            if game.outcome().is_none()
                && let Some(ruling) = arbiter.hear(turn, game, thought.score)
            {
                return End::Adjudicated(ruling);
            }
        }
        game.outcome().map_or(End::CalledOff, End::Rules)
    }

    /// A fault loses the game, unless the opponent could not have gone on either.
    fn blame(&mut self, loser: Color, fault: Fault) -> End {
        match fault {
            Fault::CalledOff => End::CalledOff,
            Fault::Gone(_) if !self.players[!loser].is_alive() => End::Void { fault },
            fault => End::Fault { loser, fault },
        }
    }
}

/// The clocks of both sides, and by how much they may be overdrawn.
struct Watch {
    limits: [Limit; 2],
    margin: Duration,
    left: [Option<Duration>; 2],
    moves: [u32; 2],
}

impl Watch {
    fn new(limits: [Limit; 2], margin: Duration) -> Watch {
        let left = limits.map(|limit| match limit {
            Limit::Clock { base, .. } => Some(base),
            _ => None,
        });
        Watch { limits, margin, left, moves: [0; 2] }
    }

    fn clocks(&self, turn: Color) -> Clocks {
        let increments = self.limits.map(|limit| match limit {
            Limit::Clock { increment, .. } => increment,
            _ => Duration::ZERO,
        });
        let moves_to_go = match self.limits[turn] {
            Limit::Clock { moves: Some(moves), .. } => Some(moves - self.moves[turn] % moves),
            _ => None,
        };
        Clocks { left: self.left, increments, moves_to_go }
    }

    /// What the next move may take.
    fn allowed(&self, turn: Color) -> Duration {
        match self.limits[turn] {
            Limit::MoveTime(time) => time,
            _ => self.left[turn].unwrap_or(Duration::MAX),
        }
    }

    /// Charges a move; says by how much it was too slow, if it was.
    fn take(&mut self, turn: Color, time: Duration) -> Option<Duration> {
        let allowed = self.allowed(turn);
        if time > allowed.saturating_add(self.margin) {
            return Some(time - allowed);
        }
        if let Limit::Clock { base, increment, moves } = self.limits[turn] {
            self.moves[turn] += 1;
            let refilled = moves.is_some_and(|moves| self.moves[turn].is_multiple_of(moves));
            let refill = if refilled { base } else { Duration::ZERO };
            self.left[turn] = Some(allowed.saturating_sub(time) + increment + refill);
        }
        None
    }
}
