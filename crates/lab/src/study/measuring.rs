//! The measurements of a study on single positions: to a depth, of suites, and of time.

use std::sync::Mutex;
use std::sync::mpsc::Sender;
use std::time::Instant;

use chess::{Game, Setup};
use toolkit::stop::StopAll;
use toolkit::workers::lock;

use super::journal::StudyEvent;
use super::seat::Seat;
use super::state::StudyState;
use crate::arena::PlayError;
use crate::limit::Limit;
use crate::measure::{measure, seconds};
use crate::player::{Clocks, OwnEngine, Player};
use crate::suite::Task;

/// Without an important heuristic a search may take for ever, so a position is aborted at this
/// multiple of the baseline's nodes.
pub const ABORT_FACTOR: u64 = 30;

/// One measurement of one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measuring {
    /// Search a position to the depth.
    Position { player: usize, position: usize },
    /// Answer a question of a suite.
    Question { player: usize, task: usize },
    /// Search all positions with the baseline and with the player.
    Time { player: usize, round: u32 },
}

impl Measuring {
    pub fn player(self) -> usize {
        match self {
            Measuring::Position { player, .. }
            | Measuring::Question { player, .. }
            | Measuring::Time { player, .. } => player,
        }
    }
}

/// What a worker reports.
pub(super) enum MeasureMessage {
    Began(Measuring),
    /// With the running time left out.
    Measured(StudyEvent),
    Failed(PlayError),
}

/// What all measurements need.
pub(super) struct Bench {
    pub(super) engines: Vec<OwnEngine>,
    pub(super) setups: Vec<Setup>,
    pub(super) tasks: Vec<Task>,
    pub(super) depth: i32,
    pub(super) suite_nodes: u64,
    pub(super) timing_rounds: u32,
}

impl Bench {
    /// The measurements that are missing, in groups: those of a group need the groups before it.
    /// The last group measures time and must be alone on the machine.
    pub(super) fn missing(&self, state: &StudyState) -> [Vec<Measuring>; 3] {
        let players = self.engines.len();
        let positions = |players: core::ops::Range<usize>| {
            let all = players.flat_map(|player| {
                (0..self.setups.len()).map(move |position| Measuring::Position { player, position })
            });
            all.filter(|&measuring| !state.has(measuring)).collect::<Vec<_>>()
        };
        let questions = (0..players).flat_map(|player| {
            (0..self.tasks.len()).map(move |task| Measuring::Question { player, task })
        });
        let rounds = if self.setups.is_empty() { 0 } else { self.timing_rounds };
        let times = (0..rounds)
            .flat_map(|round| (1..players).map(move |player| Measuring::Time { player, round }));
        let is_missing = |measuring: &Measuring| !state.has(*measuring);
        let mut others = positions(1..players);
        others.extend(questions.filter(is_missing));
        [positions(0..players.min(1)), others, times.filter(is_missing).collect()]
    }
}

pub(super) struct MeasureWorker<'a> {
    pub(super) bench: &'a Bench,
    /// The nodes of the baseline on each position, as far as they are known.
    pub(super) baseline: &'a [Option<u64>],
    pub(super) queue: &'a Mutex<core::slice::Iter<'a, Measuring>>,
    pub(super) stop: &'a StopAll,
    /// No measurement begins after this.
    pub(super) deadline: Option<Instant>,
    pub(super) sender: Sender<MeasureMessage>,
}

impl MeasureWorker<'_> {
    pub(super) fn run(self) {
        if let Err(error) = self.measure_all() {
            // This fails only if the receiver is gone.
            let _ = self.sender.send(MeasureMessage::Failed(error));
        }
    }

    fn measure_all(&self) -> Result<(), PlayError> {
        let mut seats = [Seat::default(), Seat::default()];
        loop {
            let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if is_late || self.stop.is_requested() {
                return Ok(());
            }
            let Some(&measuring) = lock(self.queue).next() else { return Ok(()) };
            let began = self.sender.send(MeasureMessage::Began(measuring));
            let Some(event) = self.measured(measuring, &mut seats)? else { return Ok(()) };
            if began.is_err() || self.sender.send(MeasureMessage::Measured(event)).is_err() {
                return Ok(());
            }
        }
    }

    /// `None` if a stop was requested.
    fn measured(
        &self,
        measuring: Measuring,
        seats: &mut [Seat; 2],
    ) -> Result<Option<StudyEvent>, PlayError> {
        let bench = self.bench;
        let [seat, other] = seats;
        let engine = seat.take(&bench.engines[measuring.player()], self.stop)?;
        Ok(match measuring {
            Measuring::Position { player, position } => {
                let most = self.max_nodes(player, position);
                let found = measure(engine, &bench.setups[position], bench.depth, most);
                found.map(|measurement| StudyEvent::Position {
                    player,
                    position,
                    measurement,
                    spent: 0,
                })
            }
            Measuring::Question { player, task } => {
                let solved = answer(engine, &bench.tasks[task], bench.suite_nodes);
                solved.map(|solved| StudyEvent::Answer { player, task, solved, spent: 0 })
            }
            Measuring::Time { player, round } => {
                let baseline = other.take(&bench.engines[0], self.stop)?;
                let most: Vec<Option<u64>> = (0..bench.setups.len())
                    .map(|position| self.max_nodes(player, position))
                    .collect();
                let first = seconds(baseline, &bench.setups, bench.depth, &[]);
                let second = seconds(engine, &bench.setups, bench.depth, &most);
                first.zip(second).map(|(baseline, seconds)| StudyEvent::Time {
                    player,
                    round,
                    baseline,
                    seconds,
                    spent: 0,
                })
            }
        })
    }

    fn max_nodes(&self, player: usize, position: usize) -> Option<u64> {
        let baseline = self.baseline.get(position).copied().flatten()?;
        (player > 0).then(|| baseline.saturating_mul(ABORT_FACTOR))
    }
}

/// Whether the player solves a position; `None` if a stop was requested.
fn answer(player: &mut dyn Player, task: &Task, nodes: u64) -> Option<bool> {
    let game = Game::new(task.setup.clone());
    player.begin(task.setup.position.needs_chess960()).ok()?;
    let thought = player.think(&game, Limit::Nodes(nodes), &Clocks::default()).ok()?;
    Some(task.goal.judge(thought.mv, thought.score).solved)
}
