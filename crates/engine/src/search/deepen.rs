//! Iterative deepening: search one ply deeper each time, until depth, time or patience ends.

use std::sync::Arc;
use std::time::Duration;

use chess::{Move, Position, Trail};

use super::root::{RootMove, RootMoves};
use super::{Root, Searcher, Stopped, Workspace};
use crate::control::{Control, Counter};
use crate::depth::reduce::Reductions;
use crate::eval::nnue::Network;
use crate::heuristics::Heuristic;
use crate::knobs::{AspirationGrowth, Settings};
use crate::limits::Clock;
use crate::listener::{Listener, Progress};
use crate::patience::Patience;
use crate::probe::Probe;
use crate::score::{MAX_PLY, Score};
use crate::tt::{Bound, Table};
use crate::window::Window;

/// What a thread needs to begin.
pub(crate) struct Task<'a> {
    pub(crate) knobs: Settings,
    pub(crate) reductions: &'a Reductions,
    pub(crate) network: &'a Arc<Network>,
    pub(crate) table: &'a Table,
    pub(crate) control: &'a Control,
    pub(crate) counters: &'a [Counter],
    pub(crate) index: usize,
    pub(crate) workspace: &'a mut Workspace,
    pub(crate) position: &'a Position,
    pub(crate) trail: Trail,
    pub(crate) moves: &'a [Move],
    pub(crate) max_depth: i32,
    pub(crate) multi_pv: usize,
    /// Only the thread that watches the clock has one.
    pub(crate) clock: Option<Clock>,
    pub(crate) soft_nodes: Option<u64>,
    pub(crate) mate: Option<i32>,
    /// Only the main thread tells what it finds.
    pub(crate) listener: Option<&'a mut (dyn Listener + Send)>,
}

/// What a thread has found.
pub(crate) struct Findings<P> {
    pub(crate) best: RootMove,
    /// The last iteration that came to its end.
    pub(crate) depth: i32,
    /// The iteration that found the move; it may have been broken off.
    pub(crate) found_at: i32,
    /// The first move of what was told last, if anything was.
    pub(crate) told: Option<Move>,
    pub(crate) probe: P,
}

impl<'a, P: Probe> Searcher<'a, P> {
    /// Searches until told to stop.
    pub(crate) fn run(task: Task<'a>) -> Findings<P> {
        let mut patience = Patience::default();
        let (max_depth, multi_pv) = (task.max_depth, task.multi_pv);
        let (soft_nodes, mate) = (task.soft_nodes, task.mate);
        let position = task.position;
        let Workspace { histories, eval, stack, pv, rooms, tried } = task.workspace;
        eval.judge_by(task.network);
        let mut search = Searcher {
            knobs: task.knobs,
            table: task.table,
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
            root: RootMoves::new(task.moves.iter().copied()),
            rooms,
            tried,
            nodes: 0,
            selective_depth: 0,
            root_depth: 0,
            null_from: 0,
            told: None,
            listener: task.listener,
            probe: P::default(),
        };
        let lines = multi_pv.clamp(1, search.root.len());
        let mut finished = search.root.top().clone();
        let (mut completed, mut found_at) = (0, 0);
        // Threads in step search the same nodes and wait for each other's memory: every other one
        // stays an iteration ahead.
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
                    // What the broken-off iteration proved still counts; what it feared does not.
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
            let moves = search.root.len();
            if let Some(clock) = &mut search.clock {
                clock.impatient = !patience.goes_on(clock, depth, &finished, search.nodes, moves);
                let pondering = search.control.is_pondering();
                if found || enough || clock.impatient && !pondering {
                    break;
                }
            }
        }
        search.counters[search.index].publish(search.nodes);
        search.probe.finished(search.table);
        let (told, probe) = (search.told, search.probe);
        Findings { best: finished, depth: completed, found_at, told, probe }
    }

    /// One iteration: every line asked for, each within a window around its last score.
    fn iterate(&mut self, position: &Position, depth: i32, lines: usize) -> Result<(), Stopped> {
        for line in 0..lines {
            self.root.begin_line(line);
            self.selective_depth = 0;
            self.aspirate(position, depth, lines)?;
            self.root.begin_line(0);
            self.root.sort_lines(line + 1);
        }
        self.tell(depth, lines, Bound::Exact);
        Ok(())
    }

    fn tell(&mut self, depth: i32, lines: usize, bound: Bound) {
        self.counters[self.index].publish(self.nodes);
        let (nodes, table) = (Counter::sum(self.counters), self.table);
        let moves = &self.root.all()[..lines];
        self.told = Some(moves[0].mv);
        if let Some(listener) = &mut self.listener {
            listener.progress(&Progress { depth, moves, bound, nodes, table });
        }
    }

    /// Tells which move is being looked at, once the search takes long enough to wonder.
    pub(super) fn tell_move(&mut self, mv: Move, number: usize) {
        const WONDER: Duration = Duration::from_secs(3);
        let long = self.clock.as_ref().is_some_and(|clock| clock.start.elapsed() > WONDER);
        if let Some(listener) = self.listener.as_mut().filter(|_| long) {
            listener.current_move(self.root_depth, mv, self.root.line_index() + number);
        }
    }

    /// Searches around the last score and widens the window until the score is inside.
    fn aspirate(&mut self, position: &Position, depth: i32, lines: usize) -> Result<(), Stopped> {
        let centre = self.root.top().average.filter(|score| {
            !score.is_decisive()
                && depth >= self.knobs.aspiration_min_depth
                && self.knobs.use_aspiration_windows
        });
        let mut delta = self.knobs.aspiration_window;
        let mut window = Window::OPEN;
        if let Some(centre) = centre {
            delta += centre.raw() * centre.raw() / self.knobs.aspiration_score_divisor;
            window = open_around(centre, delta);
        }
        let mut failures = 0;
        let mut shallower = 0;
        loop {
            self.root_depth = (depth - shallower).max(1);
            self.stack.clear();
            self.null_from = 0;
            if centre.is_some() {
                self.probe.tried(Heuristic::Aspiration, depth);
            }
            let score = self.node::<Root>(position, window, self.root_depth, 0, false, None);
            self.root.sort();
            let score = score?;
            let bound = if score <= window.alpha {
                // The centre moves down; what was an upper bound is now a likely ceiling.
                window.beta = Score::from_raw((window.alpha.raw() + window.beta.raw()) / 2);
                window.alpha = (score - delta).max(-Score::INFINITE);
                shallower = 0;
                Bound::Upper
            } else if score >= window.beta {
                window.beta = (score + delta).min(Score::INFINITE);
                if !score.is_decisive() && shallower < 3 {
                    shallower += 1;
                }
                Bound::Lower
            } else {
                if centre.is_some() {
                    self.probe.fired(Heuristic::Aspiration, depth);
                }
                return Ok(());
            };
            failures += 1;
            if lines == 1 {
                self.tell(depth, lines, bound);
            }
            delta += match self.knobs.aspiration_growth {
                AspirationGrowth::Linear => self.knobs.aspiration_window,
                AspirationGrowth::Moderate => delta / 2,
                AspirationGrowth::Exponential => delta,
            };
            if failures >= self.knobs.aspiration_max_attempts || delta > 600 {
                window = Window::OPEN;
            }
        }
    }
}

fn open_around(centre: Score, delta: i32) -> Window {
    Window::new((centre - delta).max(-Score::INFINITE), (centre + delta).min(Score::INFINITE))
}
