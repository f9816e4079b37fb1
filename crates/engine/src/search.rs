//! The search of one thread.

mod deepen;
mod extension;
mod finish;
mod late;
mod node;
mod picker;
mod pv;
mod quiesce;
mod root;
mod shortcuts;
mod stack;
mod workspace;

pub(crate) use deepen::{Findings, Task};
pub use root::RootMove;
pub(crate) use workspace::Workspace;

use chess::{Checks, Move, Position, Trail};

use crate::control::{Control, Counter};
use crate::depth::reduce::Reductions;
use crate::eval::{EvalOptions, Evaluation};
use crate::heuristics::Heuristic;
use crate::history::{Histories, Past, PieceTo};
use crate::knobs::Settings;
use crate::limits::Clock;
use crate::listener::Listener;
use crate::probe::Probe;
use crate::score::Score;
use crate::tt::{Entry, Table};
use node::Tried;
use picker::{Knowledge, Room};
use pv::PvTable;
use root::RootMoves;
use stack::{Frame, Stack};

/// The search was told to stop, or its time is up: whatever it was about to return is void.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped;

/// What a node is part of. A principal variation is searched with an open window.
trait NodeKind {
    const ROOT: bool;
    const PV: bool;
}

struct Root;
struct Pv;
struct NonPv;

impl NodeKind for Root {
    const ROOT: bool = true;
    const PV: bool = true;
}

impl NodeKind for Pv {
    const ROOT: bool = false;
    const PV: bool = true;
}

impl NodeKind for NonPv {
    const ROOT: bool = false;
    const PV: bool = false;
}

/// One thread's search: what it shares, what it has learned, where it stands.
pub(crate) struct Searcher<'a, P: Probe> {
    knobs: Settings,
    table: &'a Table,
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
    rooms: &'a mut Vec<Room>,
    tried: &'a mut Vec<Tried>,
    nodes: u64,
    selective_depth: usize,
    root_depth: i32,
    /// No null move before this ply: set while one is being verified.
    null_from: usize,
    /// The best move that was last told of.
    told: Option<Move>,
    listener: Option<&'a mut (dyn Listener + Send)>,
    probe: P,
}

impl<P: Probe> Searcher<'_, P> {
    /// Asks a heuristic if it is switched on, and tells the probe.
    #[inline(always)]
    fn asks(&mut self, heuristic: Heuristic, depth: i32) -> bool {
        self.tries(heuristic, depth);
        heuristic.is_on(&self.knobs)
    }

    /// Tells the probe of a heuristic whose margins say whether it is switched on.
    #[inline(always)]
    fn tries(&mut self, heuristic: Heuristic, depth: i32) {
        if heuristic.is_on(&self.knobs) {
            self.probe.tried(heuristic, depth);
        }
    }

    #[inline(always)]
    fn frame(&mut self, ply: usize) -> &mut Frame {
        self.stack.at_mut(ply)
    }

    /// Runs a search from `ply` in a frame of its own, so that it cannot spoil the one there.
    fn aside<T>(&mut self, ply: usize, search: impl FnOnce(&mut Self) -> T) -> T {
        let kept = *self.stack.at(ply);
        let result = search(self);
        *self.frame(ply) = kept;
        result
    }

    /// What a picker may look at in `position`.
    #[inline]
    fn knowledge<'s>(
        &'s self,
        position: &'s Position,
        checks: &'s Checks,
        past: &'s Past,
    ) -> Knowledge<'s> {
        Knowledge { position, checks, histories: self.histories, past, knobs: &self.knobs }
    }

    /// Looks at the flag always and at the clock now and then.
    #[inline]
    fn check_stop(&mut self) -> Result<(), Stopped> {
        if self.nodes & 1023 == 0 {
            self.counters[self.index].publish(self.nodes);
            let watch = self.clock.as_ref().filter(|_| !self.control.is_pondering());
            if watch.is_some_and(Clock::is_up) {
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

    /// Goes on to `next`: the line, the trail and the counters follow.
    #[inline]
    fn enter(&mut self, position: &Position, mv: Move, next: &Position, ply: usize) {
        let piece_to = PieceTo::of(position, mv);
        let last = self.stack.before(ply, 1).piece_to;
        self.histories.corrections.prefetch(next, piece_to, last);
        self.trail.push(position, mv, next);
        let frame = self.stack.at_mut(ply);
        frame.mv = Some(mv);
        frame.piece_to = piece_to;
        self.nodes += 1;
    }

    #[inline]
    fn leave(&mut self) {
        self.trail.pop();
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        table_key(position.key(), self.trail.halfmove_clock())
    }

    /// Asks for what the table knows of the next position, which probably has this `key`,
    /// while there is still something else to do.
    #[inline]
    fn prefetch(&self, key: u64) {
        let clock = self.trail.halfmove_clock().saturating_add(1);
        self.table.prefetch(table_key(key, clock));
    }

    /// Offers the table what was found out about `position`.
    fn save(&mut self, position: &Position, entry: Entry) {
        if self.knobs.use_transposition_table {
            let became = self.table.store(self.key(position), entry);
            self.probe.stored(became);
        }
    }

    /// Draws are worth next to nothing, a little up or down, so that the search does not
    /// take them all for the same.
    #[inline]
    fn draw(&self) -> Score {
        Score::from_raw(1 - (self.nodes & 2) as i32)
    }

    #[inline]
    fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
        let manner = EvalOptions::new(&self.knobs);
        Score::evaluation(self.eval.evaluate(position, ply, manner))
    }
}

/// What the table knows a position by: its key, and roughly how close the fifty-move rule is.
#[inline]
pub(crate) fn table_key(key: u64, clock: u16) -> u64 {
    if clock < 14 { key } else { key ^ CLOCK_KEYS[usize::from((clock - 14) / 8).min(15)] }
}

/// Numbers that part positions whose clocks differ much.
static CLOCK_KEYS: [u64; 16] = {
    let mut keys = [0; 16];
    let mut state = 0x00c1_0c4b_1756_3a2du64;
    let mut i = 0;
    while i < keys.len() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        keys[i] = state;
        i += 1;
    }
    keys
};
