//! Iterative deepening: each iteration searches one ply deeper, until a limit is reached.

use std::sync::Arc;
use std::time::Duration;

use chess::{Move, Position, Trail};

use super::root::RootMoves;
use super::{Reductions, Searcher, Settings, Stopped, Workspace};
use crate::control::{Control, Counter};
use crate::eval::nnue::Network;
use crate::listener::{Listener, Progress};
use crate::probe::Probe;
use crate::root_move::RootMove;
use crate::score::{MAX_PLY, Score};
use crate::tablebase::Tablebase;
use crate::time::{Clock, TimeManager};
use crate::tt::{Bound, Table};

/// Everything one thread needs for a search.
pub(crate) struct Task<'a> {
    pub(crate) knobs: Settings,
    pub(crate) reductions: &'a Reductions,
    pub(crate) network: &'a Arc<Network>,
    pub(crate) table: &'a Table,
    pub(crate) tablebase: Option<&'a Tablebase>,
    pub(crate) control: &'a Control,
    pub(crate) counters: &'a [Counter],
    /// The number of the thread; 0 is the main thread.
    pub(crate) index: usize,
    pub(crate) workspace: &'a mut Workspace,
    pub(crate) position: &'a Position,
    pub(crate) trail: Trail,
    pub(crate) moves: &'a [RootMove],
    pub(crate) max_depth: i32,
    pub(crate) multi_pv: usize,
    /// Only the main thread has one.
    pub(crate) clock: Option<Clock>,
    pub(crate) soft_nodes: Option<u64>,
    pub(crate) mate: Option<i32>,
    /// Only the main thread has one.
    pub(crate) listener: Option<&'a mut (dyn Listener + Send)>,
}

/// The result of one thread.
pub(crate) struct Findings {
    pub(crate) best: RootMove,
    /// The last completed iteration.
    pub(crate) depth: i32,
    /// The iteration that found the move; it may be incomplete.
    pub(crate) found_at: i32,
    /// The best move of the last report, if there was one.
    pub(crate) reported: Option<Move>,
}

impl<'a, P: Probe> Searcher<'a, P> {
    /// A searcher that has not searched anything yet.
    pub(super) fn new(task: Task<'a>, probe: P) -> Searcher<'a, P> {
        let Workspace { histories, eval, stack, pv, buffers, tried } = task.workspace;
        eval.use_network(task.network);
        Searcher {
            knobs: task.knobs,
            table: task.table,
            tablebase: task.tablebase,
            control: task.control,
            counters: task.counters,
            index: task.index,
            histories,
            clock: task.clock,
            eval,
            reductions: task.reductions,
            stack,
            pv,
            trail: task.trail,
            root: RootMoves::new(task.moves.iter().cloned()),
            buffers,
            tried,
            nodes: 0,
            selective_depth: 0,
            root_depth: 0,
            null_move_from: None,
            reported: None,
            listener: task.listener,
            probe,
        }
    }

    /// Searches until a limit is reached or the search is stopped. Returns also what the probe saw.
    pub(crate) fn run(task: Task<'a>, probe: P) -> (Findings, P) {
        let mut time = TimeManager::default();
        let (max_depth, multi_pv) = (task.max_depth, task.multi_pv);
        let (soft_nodes, mate) = (task.soft_nodes, task.mate);
        let position = task.position;
        let mut search = Searcher::new(task, probe);
        let lines = multi_pv.clamp(1, search.root.len());
        let mut finished = search.root.top().clone();
        let (mut completed, mut found_at) = (0, 0);
        // Threads in the same iteration search the same nodes and contend for the same cache lines.
        // Every other thread skips depth 2 and so stays an iteration ahead.
        let ahead = search.index % 2 == 1;
        let depths = 1..=max_depth.min(MAX_PLY as i32 - 1);
        for depth in depths.filter(|&depth| depth != 2 || !ahead) {
            search.root.begin_iteration();
            match search.iterate(position, depth, lines) {
                Ok(()) => {
                    (completed, found_at) = (depth, depth);
                    finished = search.root.all()[0].clone();
                    search.probe.iteration(depth, search.nodes);
                }
                Err(Stopped) => {
                    // A move that the unfinished iteration found best counts, but not if its score
                    // failed low or shows a loss: another move may be better.
                    let top = &search.root.all()[0];
                    let proven = top.score > -Score::INFINITE && top.bound != Bound::Upper;
                    if proven && !top.score.is_loss() {
                        finished = top.clone();
                        found_at = depth;
                    }
                    break;
                }
            }
            let found = mate.is_some_and(|moves| {
                finished.score.moves_to_mate().is_some_and(|found| found > 0 && found <= moves)
            });
            let enough = soft_nodes.is_some_and(|limit| search.nodes >= limit);
            let moves = search.root.choices();
            if let Some(clock) = &mut search.clock {
                clock.impatient = !time.goes_on(clock, depth, &finished, search.nodes, moves);
                let pondering = search.control.is_pondering();
                if found || enough || clock.impatient && !pondering {
                    break;
                }
            }
        }
        search.counters[search.index].publish(search.nodes);
        let reported = search.reported;
        let best = finished.shown();
        (Findings { best, depth: completed, found_at, reported }, search.probe)
    }

    /// One iteration: searches every line to show, each in a window around its last score.
    fn iterate(&mut self, position: &Position, depth: i32, lines: usize) -> Result<(), Stopped> {
        for line in 0..lines {
            self.root.begin_line(line);
            self.selective_depth = 0;
            self.aspirate(position, depth, lines)?;
            self.root.begin_line(0);
            self.root.sort_lines(line + 1);
        }
        self.report(depth, lines, Bound::Exact);
        Ok(())
    }

    /// Reports the best lines to the listener.
    pub(super) fn report(&mut self, depth: i32, lines: usize, bound: Bound) {
        self.counters[self.index].publish(self.nodes);
        let (nodes, table) = (Counter::sum(self.counters), self.table);
        let tablebase_hits = Counter::tablebase_hits(self.counters);
        let moves = &self.root.all()[..lines];
        self.reported = Some(moves[0].mv);
        let Some(listener) = &mut self.listener else { return };
        let proven: Vec<RootMove>;
        let (moves, bound) = match moves[0].proven {
            Some(_) => {
                proven = moves.iter().map(RootMove::shown).collect();
                (&proven[..], proven[0].bound)
            }
            None => (moves, bound),
        };
        listener.progress(&Progress { depth, moves, bound, nodes, tablebase_hits, table });
    }

    /// Reports the root move being searched, if the search has been running for long.
    pub(super) fn report_move(&mut self, mv: Move, number: usize) {
        const LONG: Duration = Duration::from_secs(3);
        let long = self.clock.as_ref().is_some_and(|clock| clock.start.elapsed() > LONG);
        if let Some(listener) = self.listener.as_mut().filter(|_| long) {
            listener.current_move(self.root_depth, mv, self.root.line_index() + number);
        }
    }
}
