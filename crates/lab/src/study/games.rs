//! A worker of a study: takes pairs from the schedule, plays them and reports each game.

use std::sync::mpsc::Sender;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chess::{Color, Game};
use toolkit::stop::StopAll;
use toolkit::workers::lock;

use super::journal::StudyGame;
use super::plan::Contest;
use super::schedule::{Next, PairTask, Schedule};
use super::seat::Seat;
use crate::arena::PlayError;
use crate::game::{Rules, play};
use crate::openings::OpeningSource;
use crate::player::{InProcess, OwnEngine};
use crate::record::Record;

/// How long a worker waits for a result before it looks whether the run was stopped.
const PATIENCE: Duration = Duration::from_millis(50);

/// What a worker reports.
pub(super) enum GameMessage {
    Began {
        contest: usize,
    },
    /// With the running time left out.
    Finished(StudyGame),
    Failed(PlayError),
}

/// The schedule, shared by the workers.
pub(super) struct SharedSchedule {
    pub(super) schedule: Mutex<Schedule>,
    pub(super) changed: Condvar,
}

pub(super) struct GameWorker<'a> {
    pub(super) engines: &'a [OwnEngine],
    pub(super) contests: &'a [Contest],
    pub(super) openings: &'a OpeningSource,
    pub(super) rules: &'a Rules,
    pub(super) stop: &'a StopAll,
    /// No pair begins after this.
    pub(super) deadline: Option<Instant>,
    pub(super) shared: &'a SharedSchedule,
    pub(super) sender: Sender<GameMessage>,
}

impl GameWorker<'_> {
    pub(super) fn run(self) {
        if let Err(error) = self.play_all() {
            // This fails only if the receiver is gone.
            let _ = self.sender.send(GameMessage::Failed(error));
        }
    }

    fn play_all(&self) -> Result<(), PlayError> {
        let mut openings = self.openings.open().map_err(PlayError::Memory)?;
        let [mut one, mut two] = [Seat::default(), Seat::default()];
        while let Some(task) = self.next() {
            let opening = openings.get(task.round).map_err(PlayError::Opening)?;
            let contest = self.contests[task.contest];
            if self.sender.send(GameMessage::Began { contest: task.contest }).is_err() {
                return Ok(());
            }
            let first = one.take(&self.engines[contest.first], self.stop)?;
            let second = two.take(&self.engines[contest.second], self.stop)?;
            for &swapped in &task.swapped {
                let Some(game) = self.play(&task, swapped, first, second, &opening) else {
                    return Ok(());
                };
                if self.sender.send(GameMessage::Finished(game)).is_err() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// The next pair, as soon as it can be chosen.
    fn next(&self) -> Option<PairTask> {
        let mut schedule = lock(&self.shared.schedule);
        loop {
            let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if is_late || self.stop.is_requested() {
                return None;
            }
            match schedule.take() {
                Next::Play(task) => return Some(task),
                Next::Finished => return None,
                Next::Wait => {
                    let waited = self.shared.changed.wait_timeout(schedule, PATIENCE);
                    schedule = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
            }
        }
    }

    /// `None` if the game was abandoned.
    fn play(
        &self,
        task: &PairTask,
        swapped: bool,
        first: &mut InProcess,
        second: &mut InProcess,
        opening: &Game,
    ) -> Option<StudyGame> {
        let (white, black, color) = match swapped {
            false => (first, second, Color::White),
            true => (second, first, Color::Black),
        };
        let played = play([(white, None), (black, None)], opening, self.rules, self.stop);
        let half_points = played.end.result()?.half_points(color);
        let record = Record::new(task.place, 0, 1, &played);
        Some(StudyGame {
            place: task.place,
            contest: task.contest,
            round: task.round,
            swapped,
            half_points,
            plies: played.game.moves().len(),
            end: record.words,
            spent: 0,
        })
    }
}
