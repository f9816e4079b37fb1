//! For tests: a searcher on one position, so that the driver of a page can be called alone. A recording
//! probe says which nodes it entered and what it reported; entries written to the table decide what
//! the searches below it return.

use chess::{Game, Move, Position, Setup};

use super::context::{NodeContext, TtHit};
use super::root::RootMoves;
use super::{Reductions, Searcher, Settings, Workspace, table_key};
use crate::control::{Control, Counter};
use crate::heuristics::Heuristic;
use crate::knobs::Knobs;
use crate::probe::{Comparison, Decision, Event, NodeView, Probe};
use crate::root_move::RootMove;
use crate::score::Score;
use crate::tablebase::Tablebase;
use crate::tt::{Bound, Bounded, Entry, Policy, Table};
use crate::window::Window;

/// Everything that a searcher borrows.
pub(super) struct Fixture {
    pub(super) position: Position,
    game: Game,
    table: Table,
    /// The tables to probe, if any.
    pub(super) tablebase: Option<Tablebase>,
    control: Control,
    counters: [Counter; 1],
    workspace: Workspace,
    reductions: Reductions,
    knobs: Settings,
}

impl Fixture {
    /// A fixture on the position of a FEN. Without a network the classical evaluation is used.
    pub(super) fn new(fen: &str, knobs: Knobs) -> Fixture {
        let game = Game::new(fen.parse::<Setup>().unwrap());
        let mut table = Table::new(1).unwrap();
        table.set_policy(Policy::new(&knobs), 1);
        Fixture {
            position: *game.position(),
            game,
            table,
            tablebase: None,
            control: Control::default(),
            counters: Default::default(),
            workspace: Workspace::new(),
            reductions: Reductions::new(&knobs),
            knobs: Settings::new(knobs),
        }
    }

    /// The same after some moves, which the trail remembers.
    pub(super) fn after(fen: &str, moves: &[&str], knobs: Knobs) -> Fixture {
        let mut fixture = Fixture::new(fen, knobs);
        for mv in moves {
            let mv = fixture.game.position().parse_uci(mv).unwrap();
            fixture.game.play(mv).unwrap();
        }
        fixture.position = *fixture.game.position();
        fixture
    }

    /// A searcher in the tenth iteration, at ply 1: the move to it was made at ply 0.
    pub(super) fn searcher(&mut self) -> Searcher<'_, Recorder> {
        let Workspace { histories, eval, stack, pv, buffers, tried } = &mut self.workspace;
        // Any move will do: without one, the node would follow a null move.
        stack.at_mut(0).mv = Some(Position::initial().parse_uci("a2a3").unwrap());
        Searcher {
            knobs: self.knobs,
            table: &self.table,
            tablebase: self.tablebase.as_ref(),
            control: &self.control,
            counters: &self.counters,
            index: 0,
            histories,
            clock: None,
            eval,
            reductions: &self.reductions,
            stack,
            pv,
            trail: self.game.trail().clone(),
            root: RootMoves::new(self.position.legal_moves().into_iter().map(RootMove::new)),
            buffers,
            tried,
            nodes: 0,
            selective_depth: 0,
            root_depth: 10,
            null_move_from: None,
            reported: None,
            listener: None,
            probe: Recorder::default(),
        }
    }

    /// The evaluation that a search left in the frame of a ply.
    pub(super) fn static_eval_at(&self, ply: usize) -> Option<Score> {
        self.workspace.stack.at(ply).static_eval
    }

    /// Successful probes so far.
    pub(super) fn tablebase_hits(&self) -> u64 {
        Counter::tablebase_hits(&self.counters)
    }

    pub(super) fn mv(&self, uci: &str) -> Move {
        self.position.parse_uci(uci).unwrap()
    }

    /// Lets the table know `position`, reached with this clock. Scores are evaluations.
    pub(super) fn know(&self, position: &Position, clock: u16, entry: Entry) {
        self.table.store(table_key(position.key(), clock), entry);
    }

    /// What the table knows of `position`, reached with this clock.
    pub(super) fn known(&self, position: &Position, clock: u16) -> Option<Entry> {
        self.table.probe(table_key(position.key(), clock))
    }

    /// The position after a move, and its clock.
    pub(super) fn child(&self, uci: &str) -> (Position, u16) {
        let mv = self.mv(uci);
        let mut trail = self.game.trail().clone();
        let next = self.position.after(mv);
        trail.push(&self.position, mv, &next);
        (next, trail.halfmove_clock())
    }

    /// Lets the table end the position after `uci` with a score for the mover, at any depth.
    pub(super) fn decide(&self, uci: &str, score: i32) {
        let (next, clock) = self.child(uci);
        self.know(&next, clock, exact(-score, 100));
    }
}

/// An entry with a score, without a move or an evaluation.
pub(super) fn exact(score: i32, depth: i32) -> Entry {
    bounded(score, Bound::Exact, depth)
}

pub(super) fn bounded(score: i32, bound: Bound, depth: i32) -> Entry {
    let result = Some(Bounded { score: score as i16, bound });
    Entry { mv: None, result, eval: None, depth, pv: false }
}

/// An entry with nothing but an evaluation.
pub(super) fn evaluated(eval: i32) -> Entry {
    Entry { mv: None, result: None, eval: Some(Score::from_raw(eval)), depth: -1, pv: false }
}

/// The table's answer for a node.
pub(super) fn hit(score: i32, bound: Bound, depth: i32) -> Option<TtHit> {
    let entry = bounded(score, bound, depth);
    Some(TtHit { entry, result: Some(Bounded { score: Score::from_raw(score), bound }) })
}

pub(super) fn cp(score: i32) -> Score {
    Score::from_raw(score)
}

/// A node of a depth that is asked whether it reaches `beta`.
pub(super) fn below(position: &Position, depth: i32, beta: i32) -> NodeContext<'_> {
    NodeContext { window: Window::below(cp(beta)), ..NodeContext::plain(position, depth) }
}

/// A node that the search entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entered {
    pub(super) ply: usize,
    /// 0 is quiescence.
    pub(super) depth: i32,
    pub(super) window: [i32; 2],
    pub(super) pv: bool,
    pub(super) cut: bool,
    pub(super) excluded: Option<Move>,
    pub(super) last_move: Option<Move>,
}

/// Writes down everything.
#[derive(Default)]
pub(super) struct Recorder {
    pub(super) entered: Vec<Entered>,
    events: Vec<(Heuristic, i32, Event)>,
    slacks: Vec<(Heuristic, i32)>,
    decided: Vec<(Heuristic, Comparison, bool)>,
    spent: Vec<(Heuristic, u64)>,
    /// A heuristic that may not act.
    pub(super) spared: Option<Heuristic>,
    /// The place in the order of each move that cut, and whether it was the table's.
    pub(super) cuts: Vec<(usize, bool)>,
    /// Whether reduced moves were searched again.
    pub(super) reduced: Vec<bool>,
}

impl Recorder {
    /// The events that a heuristic reported, in order.
    pub(super) fn events(&self, heuristic: Heuristic) -> Vec<Event> {
        let of = self.events.iter().filter(|event| event.0 == heuristic);
        of.map(|event| event.2).collect()
    }

    /// How far beyond its threshold a heuristic was when it acted.
    pub(super) fn slacks(&self, heuristic: Heuristic) -> Vec<i32> {
        self.slacks.iter().filter(|slack| slack.0 == heuristic).map(|slack| slack.1).collect()
    }

    /// The values and thresholds that a heuristic compared, and whether it wanted to act.
    pub(super) fn decisions(&self, heuristic: Heuristic) -> Vec<(i32, i32, bool)> {
        let of = self.decided.iter().filter(|decision| decision.0 == heuristic);
        of.map(|(_, it, acts)| (it.value, it.threshold, *acts)).collect()
    }

    /// Nodes of a heuristic's own searches.
    pub(super) fn spent(&self, heuristic: Heuristic) -> Vec<u64> {
        self.spent.iter().filter(|spent| spent.0 == heuristic).map(|spent| spent.1).collect()
    }

    /// The moves that led to the nodes of a ply, in order.
    pub(super) fn moves_to(&self, ply: usize) -> Vec<Option<Move>> {
        self.entered.iter().filter(|node| node.ply == ply).map(|node| node.last_move).collect()
    }
}

impl Probe for Recorder {
    const DETAILED: bool = true;

    fn entered(&mut self, node: &NodeView<'_>) {
        let NodeView { ply, depth, alpha, beta, pv, cut, excluded, last_move, .. } = *node;
        let window = [alpha.raw(), beta.raw()];
        self.entered.push(Entered { ply, depth, window, pv, cut, excluded, last_move });
    }

    fn decided(&mut self, decision: &Decision<'_>) -> bool {
        let Decision { heuristic, comparison, acts, .. } = *decision;
        self.decided.push((heuristic, comparison, acts));
        acts && self.spared != Some(heuristic)
    }

    fn event(&mut self, heuristic: Heuristic, depth: i32, event: Event) {
        self.events.push((heuristic, depth, event));
    }

    fn slack(&mut self, heuristic: Heuristic, _depth: i32, slack: i32) {
        self.slacks.push((heuristic, slack));
    }

    fn spent(&mut self, heuristic: Heuristic, nodes: u64) {
        self.spent.push((heuristic, nodes));
    }

    fn cut(&mut self, index: usize, was_table_move: bool) {
        self.cuts.push((index, was_table_move));
    }

    fn reduced(&mut self, again: bool) {
        self.reduced.push(again);
    }
}
