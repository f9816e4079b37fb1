//! Many games at once: workers take them from the schedule, and whoever asked for them hears of
//! each as it ends.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use chess::Game;

use crate::game::{End, Rules, play};
use crate::player::{Player, StartError};
use crate::record::Record;

/// A game to be played.
pub struct Fixture {
    pub number: u32,
    /// The players' places.
    pub white: usize,
    pub black: usize,
    pub opening: Game,
}

/// Where the games come from and who plays them.
pub trait Schedule: Sync {
    /// The next game, or none; asked by one worker at a time.
    fn next(&self) -> Option<Fixture>;

    /// Makes the player at a place; each worker has its own.
    fn player(&self, place: usize) -> Result<Box<dyn Player>, StartError>;

    fn rules(&self) -> &Rules;
}

/// What a worker has to tell.
pub enum News {
    Finished(Box<Record>),
    /// A player could not be started: the match cannot go on.
    Broken(StartError),
}

/// Plays until the schedule is empty or `hear` has heard enough. Games under way when it says
/// so are finished but not told.
pub fn run(schedule: &dyn Schedule, workers: usize, mut hear: impl FnMut(News) -> bool) {
    let enough = AtomicBool::new(false);
    let turn = Mutex::new(());
    thread::scope(|scope| {
        let (told, news) = channel();
        for _ in 0..workers.max(1) {
            let worker = Worker {
                schedule,
                players: HashMap::new(),
                told: told.clone(),
                enough: &enough,
                turn: &turn,
            };
            scope.spawn(move || worker.run());
        }
        drop(told);
        for item in news {
            if !enough.load(Relaxed) && !hear(item) {
                enough.store(true, Relaxed);
            }
        }
    });
}

struct Worker<'a> {
    schedule: &'a dyn Schedule,
    players: HashMap<usize, Box<dyn Player>>,
    told: Sender<News>,
    enough: &'a AtomicBool,
    turn: &'a Mutex<()>,
}

impl Worker<'_> {
    fn run(mut self) {
        while !self.enough.load(Relaxed) {
            let fixture = {
                let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
                self.schedule.next()
            };
            let Some(fixture) = fixture else { return };
            let news = match self.play(&fixture) {
                Ok(record) => News::Finished(Box::new(record)),
                Err(error) => News::Broken(error),
            };
            let broken = matches!(news, News::Broken(_));
            if self.told.send(news).is_err() || broken {
                return;
            }
        }
    }

    fn play(&mut self, fixture: &Fixture) -> Result<Record, StartError> {
        let Fixture { number, white, black, opening } = fixture;
        let mut first = self.take(*white)?;
        let mut second = self.take(*black)?;
        let rules = self.schedule.rules();
        let played = play([&mut *first, &mut *second], opening, rules);
        // Whoever faltered is started anew for the next game; the others stay.
        match played.end {
            End::Fault { loser, .. } | End::Time { loser, .. } => {
                let (place, player) = match loser {
                    chess::Color::White => (*black, second),
                    chess::Color::Black => (*white, first),
                };
                self.players.insert(place, player);
            }
            End::Void { .. } => {}
            End::Rules(_) | End::Adjudicated(_) => {
                self.players.insert(*white, first);
                self.players.insert(*black, second);
            }
        }
        Ok(Record::new(*number, *white, *black, &played))
    }

    fn take(&mut self, place: usize) -> Result<Box<dyn Player>, StartError> {
        match self.players.remove(&place) {
            Some(player) => Ok(player),
            None => self.schedule.player(place),
        }
    }
}
