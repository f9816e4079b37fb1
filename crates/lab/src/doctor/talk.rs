//! A conversation with an engine that may do anything: every wait is bounded, and how it ended
//! can be told.

use std::time::{Duration, Instant};

use chess::{CastlingNotation, Game};
use toolkit::stop::StopAll;

use super::ear::{Ear, Heard};
use super::introduction::Introduction;
use super::search::Search;
use super::trouble::{Trouble, quoted};
use crate::player::inbox::Awaited;
use crate::player::leash::{Complaints, GLANCE, LAST_WORDS, Leash, Unwritten};
use crate::player::{EngineSpec, position};

/// Unread lines of output beyond these are lost, the oldest first.
const MOST_LINES: usize = 1 << 16;
/// Lines of standard error worth quoting.
const MOST_COMPLAINTS: usize = 3;

/// How long things may take.
#[derive(Clone)]
pub(super) struct Bounds {
    /// For one answer.
    pub(super) patience: Duration,
    /// The check as a whole ends then, whatever it waits for.
    pub(super) deadline: Instant,
    pub(super) stop: StopAll,
}

pub(super) struct Talk {
    leash: Leash,
    ear: Ear,
    complaints: Option<Ear>,
    bounds: Bounds,
    /// The last line said, for the record.
    said: String,
    pub(super) introduction: Introduction,
    pub(super) notation: CastlingNotation,
}

/// How an engine left.
pub(super) struct Farewell {
    /// From when it was told to.
    pub(super) took: Duration,
    pub(super) success: bool,
    pub(super) status: String,
    pub(super) last_words: Vec<Heard>,
    /// Processes it has left behind; `None` where the system does not tell.
    pub(super) left_behind: Option<Vec<String>>,
}

impl Talk {
    /// Starts the engine, lets it introduce itself and gives it the options it is to have.
    pub(super) fn begin(spec: &EngineSpec, bounds: Bounds) -> Result<Talk, Trouble> {
        let started = Leash::start(spec, Complaints::Read).map_err(Trouble::NotStarted)?;
        let ear = Ear::open(started.output, MOST_LINES).map_err(Trouble::NotStarted)?;
        let complaints = started.complaints.map(|pipe| Ear::open(pipe, MOST_COMPLAINTS));
        let mut talk = Talk {
            leash: started.leash,
            ear,
            complaints: complaints.transpose().map_err(Trouble::NotStarted)?,
            bounds,
            said: String::new(),
            introduction: Introduction::default(),
            notation: CastlingNotation::Standard,
        };
        talk.introduction = talk.introduce()?;
        for (name, value) in &spec.options {
            talk.set(name, value)?;
        }
        talk.ready()?;
        Ok(talk)
    }

    pub(super) fn introduce(&mut self) -> Result<Introduction, Trouble> {
        let start = Instant::now();
        self.say("uci")?;
        let heard = self.until(|line| line == "uciok")?;
        Ok(Introduction::read(&heard, start.elapsed()))
    }

    pub(super) fn say(&mut self, line: &str) -> Result<(), Trouble> {
        self.bytes(format!("{line}\n").as_bytes())
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        self.said = quoted(&String::from_utf8_lossy(bytes));
        match self.leash.write(bytes, self.bounds.patience, &self.bounds.stop) {
            Ok(()) => Ok(()),
            Err(Unwritten::Gone) => Err(self.gone()),
            Err(Unwritten::Full { waited }) => {
                Err(Trouble::Silent { after: self.said.clone(), waited })
            }
            Err(Unwritten::CalledOff) => Err(Trouble::CalledOff),
        }
    }

    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), Trouble> {
        self.say(&format!("setoption name {name} value {value}"))
    }

    pub(super) fn id(&self) -> u32 {
        self.leash.id()
    }

    /// How the engine came to its end, with the last it complained of.
    fn gone(&mut self) -> Trouble {
        let deadline = Instant::now() + 2 * LAST_WORDS;
        while !self.leash.has_ended() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(2));
        }
        let how = match self.leash.has_ended() {
            false => "it closed its output".to_owned(),
            true => self.leash.end().map_or_else(|why| why.to_string(), |how| how.to_string()),
        };
        let complaints = self.complaints.as_ref().map(Ear::take).unwrap_or_default();
        let complaints = complaints.iter().map(|line| quoted(&line.text)).collect();
        Trouble::Gone { after: self.said.clone(), how, complaints }
    }

    /// The next line before `time`, or `None`.
    fn hear(&mut self, time: Instant) -> Result<Option<Heard>, Trouble> {
        let mut ended = false;
        loop {
            match self.ear.wait(time.min(Instant::now() + GLANCE)) {
                Awaited::Came(line) => return Ok(Some(line)),
                Awaited::Closed => return Err(self.gone()),
                Awaited::Timeout => {}
            }
            if self.bounds.stop.is_requested() {
                return Err(Trouble::CalledOff);
            }
            // A child of it may hold its pipe open when it has long ended.
            if core::mem::replace(&mut ended, self.leash.has_ended()) {
                return Err(self.gone());
            }
            if Instant::now() >= time {
                return Ok(None);
            }
        }
    }

    /// What it says up to and including the line that is `wanted`.
    pub(super) fn until(&mut self, wanted: impl Fn(&str) -> bool) -> Result<Vec<Heard>, Trouble> {
        let start = Instant::now();
        let deadline = self.bounds.deadline.min(start + self.bounds.patience);
        let mut heard = Vec::new();
        // A flood does not put off the deadline.
        while Instant::now() < deadline {
            let Some(line) = self.hear(deadline)? else { break };
            let found = wanted(line.text.trim());
            if heard.len() < MOST_LINES || found {
                heard.push(line);
            }
            if found {
                return Ok(heard);
            }
        }
        Err(Trouble::Silent { after: self.said.clone(), waited: start.elapsed() })
    }

    /// Whatever it says for so long.
    pub(super) fn listen(&mut self, time: Duration) -> Result<Vec<Heard>, Trouble> {
        let end = self.bounds.deadline.min(Instant::now() + time);
        let mut heard = Vec::new();
        while Instant::now() < end
            && let Some(line) = self.hear(end)?
        {
            if heard.len() < MOST_LINES {
                heard.push(line);
            }
        }
        Ok(heard)
    }

    /// Waits until it has dealt with everything; what it said before it was ready.
    pub(super) fn ready(&mut self) -> Result<Vec<Heard>, Trouble> {
        let asked = self.said.clone();
        self.say("isready")?;
        // What it does not get over is the line before.
        if !asked.is_empty() {
            self.said = format!("{asked}, isready");
        }
        let mut heard = self.until(|line| line == "readyok")?;
        heard.pop();
        Ok(heard)
    }

    /// Tells it where the game stands, and to search.
    pub(super) fn go(&mut self, game: &Game, go: &str) -> Result<Instant, Trouble> {
        self.ready()?;
        let chess960 = self.notation == CastlingNotation::Chess960;
        self.say(&position(game, chess960).to_string())?;
        let start = Instant::now();
        self.say(go)?;
        Ok(start)
    }

    /// The rest of a search that was begun at `asked`.
    pub(super) fn answer(&mut self, game: &Game, asked: Instant) -> Result<Search, Trouble> {
        let heard = self.until(is_best_move)?;
        Ok(Search::new(game.clone(), self.notation, asked, heard))
    }

    pub(super) fn search(&mut self, game: &Game, go: &str) -> Result<Search, Trouble> {
        let asked = self.go(game, go)?;
        self.answer(game, asked)
    }

    pub(super) fn close_input(&mut self) {
        self.said = "the end of its input".to_owned();
        self.leash.close_input();
    }

    /// Waits for its end, however long our patience lasts.
    pub(super) fn farewell(&mut self) -> Result<Farewell, Trouble> {
        let start = Instant::now();
        let deadline = self.bounds.deadline.min(start + self.bounds.patience);
        while !self.leash.has_ended() {
            if self.bounds.stop.is_requested() {
                return Err(Trouble::CalledOff);
            }
            if Instant::now() >= deadline {
                return Err(Trouble::Stays { after: self.said.clone(), waited: start.elapsed() });
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        let took = start.elapsed();
        let left_behind = self.leash.others();
        let mut last_words = Vec::new();
        let end = Instant::now() + LAST_WORDS;
        while let Awaited::Came(line) = self.ear.wait(end) {
            last_words.push(line);
        }
        let status = self.leash.end();
        Ok(Farewell {
            took,
            success: status.as_ref().is_ok_and(|status| status.success()),
            status: status.map_or_else(|why| why.to_string(), |status| status.to_string()),
            last_words,
            left_behind,
        })
    }
}

pub(super) fn is_best_move(line: &str) -> bool {
    line.split_ascii_whitespace().next() == Some("bestmove")
}
