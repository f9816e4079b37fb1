//! Concurrent games: workers take pairs from the schedule and report each game as it ends.

use core::fmt;
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::mpsc::Sender;

use chess::{Color, Game};
use engine::tt::NoMemory;
use toolkit::stop::StopAll;
use toolkit::workers;

use crate::game::{End, Rules, Seat, play};
use crate::openings::{NoOpening, OpeningSource, Openings};
use crate::player::{Player, PlayerSpec, StartError, Timeouts};
use crate::record::Record;
use crate::state::Place;

pub struct Arena<'a> {
    pub players: &'a [PlayerSpec],
    pub pairings: &'a [(usize, usize)],
    pub openings: &'a OpeningSource,
    pub rules: &'a Rules,
    pub timeouts: Timeouts,
    pub workers: usize,
    pub stop: &'a StopAll,
}

/// What a worker reports.
enum ArenaMessage {
    Finished(Box<Record>),
    /// The match cannot continue.
    Failed(PlayError),
}

/// Why no more games can be played.
#[derive(Debug)]
pub enum PlayError {
    Start(StartError),
    Opening(NoOpening),
    Memory(NoMemory),
    /// A setting that the engine does not accept.
    Setting(String),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::Start(error) => error.fmt(f),
            PlayError::Opening(error) => error.fmt(f),
            PlayError::Memory(error) => error.fmt(f),
            PlayError::Setting(why) => f.write_str(why),
        }
    }
}

impl core::error::Error for PlayError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            PlayError::Start(error) => Some(error),
            PlayError::Opening(error) => Some(error),
            PlayError::Memory(error) => Some(error),
            PlayError::Setting(_) => None,
        }
    }
}

/// The games still to play.
struct GameQueue {
    /// By number.
    played: Vec<bool>,
    next: usize,
    /// Void games, to be played again.
    again: Vec<u32>,
}

impl GameQueue {
    /// The missing games of the next pair.
    fn take(&mut self) -> Option<Vec<u32>> {
        if let Some(number) = self.again.pop() {
            return Some(vec![number]);
        }
        while self.next + 1 < self.played.len() {
            let pair = [self.next, self.next + 1];
            self.next += 2;
            let missing = pair.into_iter().filter(|&number| !self.played[number]);
            let missing: Vec<u32> = missing.map(|number| number as u32).collect();
            if !missing.is_empty() {
                return Some(missing);
            }
        }
        None
    }
}

impl Arena<'_> {
    /// Plays the games that are not marked as played, until `receive` returns false or a stop is
    /// requested. Games in progress are then abandoned.
    pub fn run(
        &self,
        played: Vec<bool>,
        mut receive: impl FnMut(Record) -> bool,
    ) -> Result<(), PlayError> {
        let queue = Mutex::new(GameQueue { played, next: 0, again: Vec::new() });
        let (mut enough, mut failure) = (false, None);
        let work = |sender| {
            ArenaWorker { arena: self, queue: &queue, players: HashMap::new(), sender }.run();
        };
        workers::run("games", self.workers, work, |message| {
            match message {
                ArenaMessage::Finished(record) if !enough => enough = !receive(*record),
                ArenaMessage::Failed(error) => failure = failure.take().or(Some(error)),
                ArenaMessage::Finished(_) => {}
            }
            if enough || failure.is_some() {
                self.stop.request();
            }
        });
        failure.map_or(Ok(()), Err)
    }
}

struct ArenaWorker<'a> {
    arena: &'a Arena<'a>,
    queue: &'a Mutex<GameQueue>,
    /// By place. Each is started once and plays many games.
    players: HashMap<usize, Box<dyn Player>>,
    sender: Sender<ArenaMessage>,
}

impl ArenaWorker<'_> {
    fn run(mut self) {
        if let Err(error) = self.play_all()
            && !self.arena.stop.is_requested()
        {
            // This fails only if the receiver is gone.
            let _ = self.sender.send(ArenaMessage::Failed(error));
        }
    }

    fn queue(&self) -> std::sync::MutexGuard<'_, GameQueue> {
        workers::lock(self.queue)
    }

    fn play_all(&mut self) -> Result<(), PlayError> {
        let mut openings: Openings = self.arena.openings.open().map_err(PlayError::Memory)?;
        loop {
            let Some(pair) = self.queue().take() else { return Ok(()) };
            let place = Place::of(pair[0], self.arena.pairings.len());
            let opening = openings.get(place.round).map_err(PlayError::Opening)?;
            for number in pair {
                if self.arena.stop.is_requested() {
                    return Ok(());
                }
                let Some(mut record) = self.play(number, &opening)? else { return Ok(()) };
                record.opening_name = openings.name(place.round).map(str::to_owned);
                if record.result.is_none() {
                    self.queue().again.push(number);
                }
                if self.sender.send(ArenaMessage::Finished(Box::new(record))).is_err() {
                    return Ok(());
                }
            }
        }
    }

    /// `None` if the game was abandoned.
    fn play(&mut self, number: u32, opening: &Game) -> Result<Option<Record>, PlayError> {
        let place = Place::of(number, self.arena.pairings.len());
        let (first, second) = self.arena.pairings[place.pairing];
        let (white, black) = if place.swapped { (second, first) } else { (first, second) };
        let mut players = [self.take(white)?, self.take(black)?];
        let [one, two] = &mut players;
        let limit = |place: usize| self.arena.players[place].limit();
        let seats: [Seat<'_>; 2] = [(&mut **one, limit(white)), (&mut **two, limit(black))];
        let played = play(seats, opening, self.arena.rules, self.arena.stop);
        let [one, two] = players;
        // A player that failed is restarted for its next game.
        let failed = match played.end {
            End::Fault { loser, .. } | End::Time { loser, silent: true, .. } => Some(loser),
            End::Void { .. } => return Ok(Some(Record::new(number, white, black, &played))),
            End::Abandoned => return Ok(None),
            End::Rules(_) | End::Adjudicated(..) | End::Time { .. } => None,
        };
        if failed != Some(Color::White) {
            self.players.insert(white, one);
        }
        if failed != Some(Color::Black) {
            self.players.insert(black, two);
        }
        Ok(Some(Record::new(number, white, black, &played)))
    }

    fn take(&mut self, place: usize) -> Result<Box<dyn Player>, PlayError> {
        match self.players.remove(&place) {
            Some(player) => Ok(player),
            None => self.arena.players[place]
                .start(self.arena.timeouts, self.arena.stop)
                .map_err(PlayError::Start),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_pairs_are_taken_and_half_pairs_completed() {
        let played = vec![true, true, false, true, false, false];
        let mut queue = GameQueue { played, next: 0, again: Vec::new() };
        assert_eq!(queue.take(), Some(vec![2]));
        queue.again.push(2);
        assert_eq!(queue.take(), Some(vec![2]));
        assert_eq!(queue.take(), Some(vec![4, 5]));
        assert_eq!(queue.take(), None);
    }
}
