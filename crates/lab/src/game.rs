//! One game: the players move in turn until the rules, the clock, a fault or the arbiter ends it.

use core::time::Duration;
use std::sync::Arc;

use chess::{Color, Game, GameResult, Outcome};
use engine::tablebase::Prober;
use toolkit::Ending;
use toolkit::stop::StopAll;

use crate::adjudication::Adjudication;
use crate::limit::Limit;
use crate::player::{Clocks, Fault, Player, Thought};

/// What applies to every game of a match.
#[derive(Clone)]
pub struct Rules {
    /// For players that set none of their own.
    pub limit: Limit,
    /// How far a player may exceed its time before it loses the game.
    pub margin: Duration,
    pub adjudication: Adjudication,
    /// Tablebases that end games whose result they know.
    pub tables: Option<Arc<dyn Prober>>,
    /// Writes castling in Chess960 notation even if the opening does not need it.
    pub chess960: bool,
}

impl Rules {
    /// The default margin.
    pub const MARGIN: Duration = Duration::from_millis(50);

    /// The result by the tablebases. They are exact only directly after a capture or pawn move.
    fn known_result(&self, game: &Game) -> Option<GameResult> {
        let tables = self.tables.as_deref()?;
        let position = game.position();
        let known = game.trail().halfmove_clock() == 0
            && position.occupied().len() <= tables.max_pieces()
            && position.castling().rooks().is_empty();
        let wdl = known.then(|| tables.wdl_after_zeroing(position)).flatten()?;
        Some(GameResult::of(wdl.winner(position.turn())))
    }
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
    /// Both players agreed, the tablebases know the result, or the game was too long.
    Adjudicated(GameResult, Ending),
    Time {
        loser: Color,
        /// By how much the player exceeded its time.
        over: Duration,
        /// No answer ever came.
        silent: bool,
    },
    Fault {
        loser: Color,
        fault: Fault,
    },
    /// Neither player answers any more: the game is no evidence about either.
    Void {
        fault: Fault,
    },
    /// The run was stopped.
    Abandoned,
}

impl End {
    /// `None` if the game does not count.
    pub fn result(&self) -> Option<GameResult> {
        match self {
            End::Rules(outcome) => Some(GameResult::of(outcome.winner())),
            End::Adjudicated(result, _) => Some(*result),
            End::Time { loser, .. } | End::Fault { loser, .. } => {
                Some(GameResult::of(Some(!*loser)))
            }
            End::Void { .. } | End::Abandoned => None,
        }
    }
}

/// A player, and its own limit if it has one.
pub type Seat<'a> = (&'a mut dyn Player, Option<Limit>);

/// Plays a game from the last position of `opening`. White's seat comes first.
pub fn play<'a>(
    seats: [Seat<'a>; 2],
    opening: &Game,
    rules: &'a Rules,
    stop: &'a StopAll,
) -> Played {
    let limits = [&seats[0], &seats[1]].map(|(_, own)| own.unwrap_or(rules.limit));
    let players = seats.map(|(player, _)| player);
    let mut game_loop = GameLoop { players, limits, rules, stop };
    let mut played = Played { game: opening.clone(), thoughts: Vec::new(), end: End::Abandoned };
    played.end = game_loop.run(&mut played.game, &mut played.thoughts);
    played
}

struct GameLoop<'a> {
    players: [&'a mut dyn Player; 2],
    limits: [Limit; 2],
    rules: &'a Rules,
    stop: &'a StopAll,
}

impl GameLoop<'_> {
    fn run(&mut self, game: &mut Game, thoughts: &mut Vec<Thought>) -> End {
        let chess960 = self.rules.chess960 || game.start().position.needs_chess960();
        for color in [Color::White, Color::Black] {
            if let Err(fault) = self.players[color].begin(chess960) {
                return self.blame(color, fault);
            }
        }
        let mut clocks = GameClocks::new(self.limits, self.rules.margin);
        let adjudication = self.rules.adjudication;
        let mut adjudicator = adjudication.adjudicator();
        while game.outcome().is_none() {
            if self.stop.is_requested() {
                return End::Abandoned;
            }
            let turn = game.position().turn();
            let shown = clocks.shown_to(turn);
            let limit = self.limits[turn];
            let thought = match self.players[turn].think(game, limit, &shown) {
                Ok(thought) => thought,
                Err(Fault::Silent { waited }) if limit.is_timed() => {
                    let over = waited.saturating_sub(clocks.allowed(turn));
                    return End::Time { loser: turn, over, silent: true };
                }
                Err(fault) => return self.blame(turn, fault),
            };
            if let Some(over) = clocks.charge(turn, thought.time) {
                return End::Time { loser: turn, over, silent: false };
            }
            if game.play(thought.mv).is_err() {
                return End::Fault {
                    loser: turn,
                    fault: Fault::Illegal(format!("{:?}", thought.mv)),
                };
            }
            thoughts.push(thought);
            if game.outcome().is_some() {
                continue;
            }
            if let Some(result) = self.rules.known_result(game) {
                return End::Adjudicated(result, Ending::Tablebase);
            }
            let ply = adjudication.ply(turn, game, thought.score);
            if let Some((result, ending)) = adjudicator.decide(ply) {
                return End::Adjudicated(result, ending);
            }
        }
        game.outcome().map_or(End::Abandoned, End::Rules)
    }

    /// A fault loses the game, unless the opponent is gone as well.
    fn blame(&mut self, loser: Color, fault: Fault) -> End {
        match fault {
            Fault::Abandoned => End::Abandoned,
            Fault::Gone(_) if !self.players[!loser].is_alive() => End::Void { fault },
            fault => End::Fault { loser, fault },
        }
    }
}

/// The clocks of both sides.
struct GameClocks {
    limits: [Limit; 2],
    margin: Duration,
    left: [Option<Duration>; 2],
    moves: [u32; 2],
}

impl GameClocks {
    fn new(limits: [Limit; 2], margin: Duration) -> GameClocks {
        let left = limits.map(|limit| match limit {
            Limit::Clock { base, .. } => Some(base),
            _ => None,
        });
        GameClocks { limits, margin, left, moves: [0; 2] }
    }

    fn shown_to(&self, turn: Color) -> Clocks {
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

    /// The time that the next move may take.
    fn allowed(&self, turn: Color) -> Duration {
        match self.limits[turn] {
            Limit::MoveTime(time) => time,
            _ => self.left[turn].unwrap_or(Duration::MAX),
        }
    }

    /// Charges the time of a move. Returns by how much it exceeded the limit and the margin, if it
    /// did.
    fn charge(&mut self, turn: Color, time: Duration) -> Option<Duration> {
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
