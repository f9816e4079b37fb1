//! The engine: what it is set to, what it remembers, and how it is asked.

use core::sync::atomic::Ordering::Relaxed;
use std::sync::Arc;
use std::time::Instant;

use chess::{Game, Move};

use crate::history::Histories;
use crate::knobs::Knobs;
use crate::limits::{Clock, Limits};
use crate::probe::Probe;
use crate::score::{MAX_PLY, Score};
use crate::search::{Findings, Progress, Searcher, Task};
use crate::shared::Shared;
use crate::tt::{NoMemory, Table};

pub struct Engine {
    pub knobs: Knobs,
    pub multi_pv: usize,
    table: Table,
    /// One set per thread.
    histories: Vec<Histories>,
    shared: Arc<Shared>,
}

/// Stops a search from another thread.
#[derive(Clone)]
pub struct StopHandle(Arc<Shared>);

impl StopHandle {
    pub fn stop(&self) {
        self.0.stop.store(true, Relaxed);
    }

    /// The move pondered on was played: the clock counts from now on.
    pub fn ponder_hit(&self) {
        self.0.pondering.store(false, Relaxed);
    }
}

/// The end of a search.
pub struct Answer<P> {
    /// `None` where there is no legal move.
    pub best: Option<Move>,
    pub ponder: Option<Move>,
    pub score: Score,
    pub depth: i32,
    pub nodes: u64,
    /// What the main thread's probe has seen.
    pub probe: P,
}

impl Engine {
    pub fn new(megabytes: usize, threads: usize) -> Result<Engine, NoMemory> {
        Ok(Engine {
            knobs: Knobs::default(),
            multi_pv: 1,
            table: Table::new(megabytes)?,
            histories: (0..threads.max(1)).map(|_| Histories::new()).collect(),
            shared: Arc::new(Shared::new(threads.max(1))),
        })
    }

    pub fn threads(&self) -> usize {
        self.histories.len()
    }

    /// Another game begins: everything learned is forgotten.
    pub fn new_game(&mut self) {
        self.table.clear(self.threads());
        self.histories.iter_mut().for_each(Histories::clear);
    }

    pub fn stop_handle(&self) -> StopHandle {
        StopHandle(Arc::clone(&self.shared))
    }

    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Thinks about the last position of `game` until the limits end it or it is stopped.
    pub fn go<P: Probe>(
        &mut self,
        game: &Game,
        limits: &Limits,
        report: impl FnMut(&Progress<'_>),
    ) -> Answer<P> {
        let start = Instant::now();
        let position = game.position();
        let legal = position.legal_moves();
        let asked: Vec<Move> =
            legal.into_iter().filter(|mv| limits.search_moves.contains(mv)).collect();
        let moves = if asked.is_empty() { legal.to_vec() } else { asked };
        self.shared.stop.store(false, Relaxed);
        self.shared.pondering.store(limits.ponder, Relaxed);
        if moves.is_empty() {
            let score = if position.in_check() { Score::mated_at(0) } else { Score::DRAW };
            return Answer {
                best: None,
                ponder: None,
                score,
                depth: 0,
                nodes: 0,
                probe: P::default(),
            };
        }
        self.table.next_age();
        for counter in &self.shared.counters {
            counter.publish(0);
        }
        let budget = limits.budget(position.turn());
        let (knobs, table, shared) = (&self.knobs, &self.table, &*self.shared);
        let mut tasks = self.histories.iter_mut().enumerate().map(|(index, histories)| Task {
            knobs,
            table,
            shared,
            counter: &shared.counters[index],
            histories,
            position,
            trail: game.trail().clone(),
            moves: &moves,
            max_depth: limits.depth.unwrap_or(MAX_PLY as i32).clamp(1, MAX_PLY as i32),
            multi_pv: self.multi_pv,
            clock: (index == 0).then_some(Clock { start, budget, nodes: limits.nodes }),
            soft_nodes: limits.soft_nodes,
            mate: limits.mate,
        });
        let main = tasks.next();
        let found: Option<Findings<P>> = std::thread::scope(|scope| {
            let helpers: Vec<_> =
                tasks.map(|task| scope.spawn(move || Searcher::<P>::run(task, |_| {}))).collect();
            let found = main.map(|task| Searcher::<P>::run(task, report));
            shared.stop.store(true, Relaxed);
            for helper in helpers {
                let _ = helper.join();
            }
            found
        });
        let Some(found) = found else { unreachable!("there is always a main thread") };
        Answer {
            best: Some(found.best.mv),
            ponder: found.best.pv.get(1).copied(),
            score: found.best.score,
            depth: found.depth,
            nodes: shared.nodes(),
            probe: found.probe,
        }
    }
}
