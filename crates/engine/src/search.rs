//! The search of one thread. `node` is the alpha-beta body, a list of steps; `pages` holds the
//! heuristics, one page each; `quiesce` ends the lines; `deepen` repeats it all a ply deeper.

mod context;
mod deepen;
mod detail;
#[cfg(test)]
mod fixture;
mod learn;
mod node;
mod pages;
mod picker;
mod pv;
mod question;
mod quiesce;
mod root;
mod settings;
mod stack;
mod static_eval;
mod table_access;
mod tablebase_probe;
mod terminal;
mod workspace;

pub(crate) use deepen::{Findings, Task};
pub(crate) use pages::reductions::Reductions;
pub use question::{NodeAnswer, NodeQuestion};
pub use settings::CONSTANT_KNOBS;
pub(crate) use settings::Settings;
pub(crate) use table_access::table_key;
pub(crate) use workspace::Workspace;

use chess::{Checks, Move, Position, Trail};

use crate::control::{Control, Counter};
use crate::eval::Evaluation;
use crate::history::{Histories, PieceTo, PreviousMoves};
use crate::listener::Listener;
use crate::probe::Probe;
use crate::score::Score;
use crate::tablebase::Tablebase;
use crate::time::Clock;
use crate::window::Window;
use context::{MoveContext, MovesDone};
use picker::{MoveBuffer, Picker, PickerInputs};
use pv::PvTable;
use root::RootMoves;
use stack::{Frame, Stack};

/// The search was stopped, or its time is up: its score is void.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped;

/// The kind of a node. Only nodes of a principal variation have an open window.
trait NodeKind {
    const ROOT: bool;
    const PV: bool;
    /// The kind of the first child, and of children whose score is inside the window.
    type Next: NodeKind;
}

struct Root;
struct Pv;
struct NonPv;

impl NodeKind for Root {
    const ROOT: bool = true;
    const PV: bool = true;
    type Next = Pv;
}

impl NodeKind for Pv {
    const ROOT: bool = false;
    const PV: bool = true;
    type Next = Pv;
}

impl NodeKind for NonPv {
    const ROOT: bool = false;
    const PV: bool = false;
    type Next = NonPv;
}

/// One thread's search: what it shares, what it has learned, where it stands.
pub(crate) struct Searcher<'a, P: Probe> {
    knobs: Settings,
    table: &'a crate::tt::Table,
    /// `None` if this search does not probe below the root.
    tablebase: Option<&'a Tablebase>,
    control: &'a Control,
    /// One per thread; ours is at `index`.
    counters: &'a [Counter],
    index: usize,
    histories: &'a mut Histories,
    clock: Option<Clock>,
    eval: &'a mut Evaluation,
    reductions: &'a Reductions,
    stack: &'a mut Stack,
    pv: &'a mut PvTable,
    trail: Trail,
    root: RootMoves,
    /// Memory for the moves of nodes. Nodes borrow and return it, so that they allocate nothing.
    buffers: &'a mut Vec<MoveBuffer>,
    tried: &'a mut Vec<Vec<Move>>,
    nodes: u64,
    selective_depth: usize,
    root_depth: i32,
    /// The ply from which null moves are allowed again, while one is being verified.
    null_move_from: Option<usize>,
    /// The best move of the last report.
    reported: Option<Move>,
    listener: Option<&'a mut (dyn Listener + Send)>,
    probe: P,
}

/// The clock is read once in this many nodes.
const CLOCK_INTERVAL: u64 = 1024;

impl<P: Probe> Searcher<'_, P> {
    #[inline(always)]
    fn frame(&mut self, ply: usize) -> &mut Frame {
        self.stack.at_mut(ply)
    }

    /// Runs a search from `ply` and restores the frame there, so that the search cannot spoil it.
    fn with_scratch_frame<T>(&mut self, ply: usize, search: impl FnOnce(&mut Self) -> T) -> T {
        let kept = *self.stack.at(ply);
        let result = search(self);
        *self.frame(ply) = kept;
        result
    }

    /// Begins the line of a node of the principal variation.
    #[inline(always)]
    fn begin_line(&mut self, ply: usize) {
        self.pv.clear(ply);
        self.selective_depth = self.selective_depth.max(ply);
    }

    /// The inputs of the picker at a node.
    #[inline]
    fn picker_inputs<'s>(
        &'s self,
        position: &'s Position,
        checks: &'s Checks,
        previous: &'s PreviousMoves,
    ) -> PickerInputs<'s> {
        PickerInputs { position, checks, histories: self.histories, previous, knobs: &self.knobs }
    }

    /// Reads the flag at every node, and the clock now and then.
    #[inline]
    fn check_stop(&mut self) -> Result<(), Stopped> {
        if self.nodes.is_multiple_of(CLOCK_INTERVAL) {
            self.counters[self.index].publish(self.nodes);
            let clock = self.clock.as_ref().filter(|_| !self.control.is_pondering());
            if clock.is_some_and(Clock::is_up) {
                self.control.stop();
            }
        }
        let exhausted = self.clock.as_ref().is_some_and(|clock| clock.out_of_nodes(self.nodes));
        // The first iteration is always finished: there must be a move to play.
        if (exhausted || self.control.is_stopped()) && self.root_depth > 1 {
            return Err(Stopped);
        }
        Ok(())
    }

    /// Makes a move: the line, the trail and the counters follow.
    #[inline]
    fn enter(&mut self, position: &Position, mv: Move, next: &Position, ply: usize) {
        let piece_to = PieceTo::of(position, mv);
        let last = self.stack.before(ply, 1).piece_to;
        self.histories.corrections.prefetch(next, piece_to, last);
        self.trail.push(position, mv, next);
        let frame = self.stack.at_mut(ply);
        frame.mv = Some(mv);
        frame.piece_to = piece_to;
        self.count_move();
    }

    #[inline(always)]
    fn count_move(&mut self) {
        self.nodes += 1;
        self.probe.move_made();
    }

    /// Undoes the last move.
    #[inline]
    fn leave(&mut self) {
        self.trail.pop();
    }

    /// The moves of a node before the first is searched.
    #[inline]
    fn no_moves_done(&mut self) -> MovesDone {
        MovesDone {
            best: -Score::INFINITE,
            best_move: None,
            quiets: self.tried.pop().unwrap_or_default(),
            captures: self.tried.pop().unwrap_or_default(),
        }
    }

    /// Returns the memory of a node's lists for the next one.
    #[inline]
    fn give_back(&mut self, picker: Picker, done: MovesDone) {
        self.buffers.push(picker.into_buffer());
        for mut list in [done.quiets, done.captures] {
            list.clear();
            self.tried.push(list);
        }
    }

    /// Notes the result of a move at the root.
    fn note_root_move(
        &mut self,
        this: &MoveContext,
        score: Score,
        nodes_before: u64,
        window: Window,
    ) {
        let line = self.pv.line(1);
        let raises = this.number == 1 || score > window.alpha;
        let spent = self.nodes - nodes_before;
        self.root.note(this.mv, score, spent, raises, line, window, self.selective_depth);
    }
}
