//! Many games at once: workers take pairs from the schedule, and whoever asked for them hears
//! of each game as it ends.

use core::fmt;
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::mpsc::Sender;

use chess::{Color, Game};
use engine::tt::NoMemory;
use toolkit::stop::StopAll;
use toolkit::workers;

use crate::contender::Contender;
use crate::game::{End, Rules, Seat, play};
use crate::openings::{NoOpening, Openings, Source};
use crate::player::{Player, StartError, Waiting};
use crate::record::{Outcome, Record};
use crate::state::Place;

pub struct Arena<'a> {
    pub contenders: &'a [Contender],
    pub pairings: &'a [(usize, usize)],
    pub source: &'a Source,
    pub rules: &'a Rules,
    pub waiting: Waiting,
    pub workers: usize,
    pub stop: &'a StopAll,
}

/// What a worker has to tell.
enum News {
    Finished(Box<Record>),
    /// The match cannot go on.
    Broken(Broken),
}

#[derive(Debug)]
pub enum Broken {
    Start(StartError),
    Opening(NoOpening),
    Memory(NoMemory),
    /// A value that a player cannot be given.
    Setting(String),
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Broken::Start(error) => error.fmt(f),
            Broken::Opening(error) => error.fmt(f),
            Broken::Memory(error) => error.fmt(f),
            Broken::Setting(why) => f.write_str(why),
        }
    }
}

impl core::error::Error for Broken {}

/// What is left to play.
struct Queue {
    /// By number.
    played: Vec<bool>,
    next: usize,
    /// Games that did not count.
    again: Vec<u32>,
}

impl Queue {
    /// The games of the next pair that are missing.
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
    /// Plays the games that are not marked as played, until `hear` has heard enough or the word
    /// to stop comes. Games under way are then given up.
    pub fn run(
        &self,
        played: Vec<bool>,
        mut hear: impl FnMut(Record) -> bool,
    ) -> Result<(), Broken> {
        let queue = Mutex::new(Queue { played, next: 0, again: Vec::new() });
        let (mut enough, mut broken) = (false, None);
        let work = |told| {
            Worker { arena: self, queue: &queue, players: HashMap::new(), told }.run();
        };
        workers::run("games", self.workers, work, |item| {
            match item {
                News::Finished(record) if !enough => enough = !hear(*record),
                News::Broken(error) => broken = broken.take().or(Some(error)),
                News::Finished(_) => {}
            }
            if enough || broken.is_some() {
                self.stop.request();
            }
        });
        broken.map_or(Ok(()), Err)
    }
}

struct Worker<'a> {
    arena: &'a Arena<'a>,
    queue: &'a Mutex<Queue>,
    /// By place. They are made once and serve for game after game.
    players: HashMap<usize, Box<dyn Player>>,
    told: Sender<News>,
}

impl Worker<'_> {
    fn run(mut self) {
        if let Err(error) = self.play_all()
            && !self.arena.stop.is_requested()
        {
            // Whoever should hear of it has gone if this fails.
            let _ = self.told.send(News::Broken(error));
        }
    }

    fn queue(&self) -> std::sync::MutexGuard<'_, Queue> {
        workers::lock(self.queue)
    }

    fn play_all(&mut self) -> Result<(), Broken> {
        let mut openings: Openings = self.arena.source.open().map_err(Broken::Memory)?;
        loop {
            let Some(pair) = self.queue().take() else { return Ok(()) };
            let place = Place::of(pair[0], self.arena.pairings.len());
            let opening = openings.get(place.round).map_err(Broken::Opening)?;
            for number in pair {
                if self.arena.stop.is_requested() {
                    return Ok(());
                }
                let Some(mut record) = self.play(number, &opening)? else { return Ok(()) };
                record.opening_name = openings.name(place.round).map(str::to_owned);
                if record.result == Outcome::Void {
                    self.queue().again.push(number);
                }
                if self.told.send(News::Finished(Box::new(record))).is_err() {
                    return Ok(());
                }
            }
        }
    }

    /// `None` if the game was called off.
    fn play(&mut self, number: u32, opening: &Game) -> Result<Option<Record>, Broken> {
        let place = Place::of(number, self.arena.pairings.len());
        let (first, second) = self.arena.pairings[place.pairing];
        let (white, black) = if place.swapped { (second, first) } else { (first, second) };
        let mut players = [self.take(white)?, self.take(black)?];
        let [one, two] = &mut players;
        let limit = |place: usize| self.arena.contenders[place].limit();
        let seats: [Seat<'_>; 2] = [(&mut **one, limit(white)), (&mut **two, limit(black))];
        let played = play(seats, opening, self.arena.rules, self.arena.stop);
        let [one, two] = players;
        // Whoever faltered is started anew for the next game; the others stay.
        let faltered = match played.end {
            End::Fault { loser, .. } | End::Time { loser, silent: true, .. } => Some(loser),
            End::Void { .. } => return Ok(Some(Record::new(number, white, black, &played))),
            End::CalledOff => return Ok(None),
            End::Rules(_) | End::Adjudicated(_) | End::Time { .. } => None,
        };
        if faltered != Some(Color::White) {
            self.players.insert(white, one);
        }
        if faltered != Some(Color::Black) {
            self.players.insert(black, two);
        }
        Ok(Some(Record::new(number, white, black, &played)))
    }

    fn take(&mut self, place: usize) -> Result<Box<dyn Player>, Broken> {
        match self.players.remove(&place) {
            Some(player) => Ok(player),
            None => self.arena.contenders[place]
                .start(self.arena.waiting, self.arena.stop)
                .map_err(Broken::Start),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_taken_whole_and_halves_completed() {
        let played = vec![true, true, false, true, false, false];
        let mut queue = Queue { played, next: 0, again: Vec::new() };
        assert_eq!(queue.take(), Some(vec![2]));
        queue.again.push(2);
        assert_eq!(queue.take(), Some(vec![2]));
        assert_eq!(queue.take(), Some(vec![4, 5]));
        assert_eq!(queue.take(), None);
    }
}
