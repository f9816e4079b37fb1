//! Counts the events of a search by heuristic and depth. Ledgers of several threads or positions add
//! up to one.

use core::ops::AddAssign;

use super::{Event, Probe};
use crate::heuristics::Heuristic;
use crate::tt::{Stored, Table};

/// By `Event`.
type EventCounts = [u64; Event::COUNT];

/// The counts of one search, or the sum over several.
#[derive(Clone, PartialEq, Debug)]
pub struct Ledger {
    heuristics: Box<[[EventCounts; Ledger::DEPTHS]; Heuristic::COUNT]>,
    slack: Box<[Slack; Heuristic::COUNT]>,
    spent: [u64; Heuristic::COUNT],
    nodes: u64,
    /// Of the main search; nothing is left at depth 0, so its place is unused.
    visits: [u64; Ledger::DEPTHS],
    quiescence_visits: u64,
    stored: [u64; Stored::COUNT],
    cuts: Cuts,
    reduced: u64,
    searched_again: u64,
    /// Nodes after each iteration of the search that is running, of the main thread only.
    iterations: Vec<u64>,
    growth: Growth,
    searches: u64,
    /// The sum over the searches.
    permille_used: u64,
}

/// The moves that cut nodes of the main search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Cuts {
    pub all: u64,
    /// By the first move.
    pub first: u64,
    /// By the table's move.
    pub table_move: u64,
    /// The sum of the cutting moves' numbers, counted from one.
    pub number_sum: u64,
}

/// How far beyond its threshold a heuristic was when it acted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slack {
    count: u64,
    sum: i64,
    min: i32,
    max: i32,
    histogram: [u64; Slack::BUCKETS],
}

impl Slack {
    /// The first bucket counts zero and less, bucket `n` the numbers of `n` binary digits, the last
    /// also all longer ones.
    pub const BUCKETS: usize = 17;

    const NONE: Slack =
        Slack { count: 0, sum: 0, min: i32::MAX, max: i32::MIN, histogram: [0; Slack::BUCKETS] };

    #[inline]
    fn add(&mut self, slack: i32) {
        self.count += 1;
        self.sum += i64::from(slack);
        self.min = self.min.min(slack);
        self.max = self.max.max(slack);
        let digits = (i32::BITS - slack.max(0).leading_zeros()) as usize;
        self.histogram[digits.min(Slack::BUCKETS - 1)] += 1;
    }

    /// How often a slack was reported.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The sum of all, for the mean.
    pub fn sum(&self) -> i64 {
        self.sum
    }

    /// The least.
    pub fn min(&self) -> i32 {
        self.min
    }

    /// The greatest.
    pub fn max(&self) -> i32 {
        self.max
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.count as f64
    }

    /// Counts by size, see [`Slack::BUCKETS`].
    pub fn histogram(&self) -> &[u64; Slack::BUCKETS] {
        &self.histogram
    }
}

/// How iterations multiply the nodes: the logarithm of all factors, and the number of factors.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
struct Growth {
    log: f64,
    factors: u32,
}

impl Growth {
    /// At most this many of the last iterations of a search: the first are too small to tell.
    const LAST: usize = 5;

    fn of(iterations: &[u64]) -> Growth {
        let last = iterations.len().saturating_sub(1);
        let first = last.saturating_sub(Growth::LAST);
        match (iterations.get(first), iterations.get(last)) {
            (Some(&from), Some(&to)) if last > first && from > 0 => {
                Growth { log: (to as f64 / from as f64).ln(), factors: (last - first) as u32 }
            }
            _ => Growth::default(),
        }
    }
}

impl Default for Ledger {
    fn default() -> Ledger {
        Ledger {
            heuristics: Box::new([[[0; _]; _]; _]),
            slack: Box::new([Slack::NONE; _]),
            spent: [0; _],
            nodes: 0,
            visits: [0; _],
            quiescence_visits: 0,
            stored: [0; _],
            cuts: Cuts::default(),
            reduced: 0,
            searched_again: 0,
            iterations: Vec::new(),
            growth: Growth::default(),
            searches: 0,
            permille_used: 0,
        }
    }
}

#[inline]
fn row(depth: i32) -> usize {
    (depth.max(0) as usize).min(Ledger::DEPTHS - 1)
}

impl Probe for Ledger {
    #[inline]
    fn move_made(&mut self) {
        self.nodes += 1;
    }

    #[inline]
    fn node(&mut self, depth: i32) {
        self.visits[row(depth)] += 1;
    }

    #[inline]
    fn quiescence_node(&mut self) {
        self.quiescence_visits += 1;
    }

    #[inline]
    fn event(&mut self, heuristic: Heuristic, depth: i32, event: Event) {
        self.heuristics[heuristic as usize][row(depth)][event as usize] += 1;
    }

    #[inline]
    fn slack(&mut self, heuristic: Heuristic, _depth: i32, slack: i32) {
        self.slack[heuristic as usize].add(slack);
    }

    #[inline]
    fn spent(&mut self, heuristic: Heuristic, nodes: u64) {
        self.spent[heuristic as usize] += nodes;
    }

    #[inline]
    fn stored(&mut self, became: Stored) {
        self.stored[became as usize] += 1;
    }

    #[inline]
    fn cut(&mut self, index: usize, was_table_move: bool) {
        self.cuts += Cuts {
            all: 1,
            first: u64::from(index == 1),
            table_move: u64::from(was_table_move),
            number_sum: index as u64,
        };
    }

    #[inline]
    fn reduced(&mut self, again: bool) {
        self.reduced += 1;
        self.searched_again += u64::from(again);
    }

    fn iteration(&mut self, depth: i32, nodes: u64) {
        self.iterations.resize(depth.max(0) as usize, nodes);
    }

    fn merge(&mut self, helper: Ledger) {
        *self += &helper;
    }

    fn finished(&mut self, table: &Table) {
        self.growth += Growth::of(&self.iterations);
        self.iterations.clear();
        self.searches += 1;
        self.permille_used += table.permille_used() as u64;
    }
}

impl AddAssign for Cuts {
    #[inline]
    fn add_assign(&mut self, other: Cuts) {
        self.all += other.all;
        self.first += other.first;
        self.table_move += other.table_move;
        self.number_sum += other.number_sum;
    }
}

impl AddAssign for Growth {
    fn add_assign(&mut self, other: Growth) {
        self.log += other.log;
        self.factors += other.factors;
    }
}

impl AddAssign<&Slack> for Slack {
    fn add_assign(&mut self, other: &Slack) {
        self.count += other.count;
        self.sum += other.sum;
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
        add(&mut self.histogram, &other.histogram);
    }
}

fn add(counts: &mut [u64], others: &[u64]) {
    for (count, other) in counts.iter_mut().zip(others) {
        *count += other;
    }
}

/// The sum of two threads or two positions.
impl AddAssign<&Ledger> for Ledger {
    fn add_assign(&mut self, other: &Ledger) {
        // The iterations of a running search belong to the main thread, and those of a finished one
        // are in `growth`.
        let Ledger {
            heuristics,
            slack,
            spent,
            nodes,
            visits,
            quiescence_visits,
            stored,
            cuts,
            reduced,
            searched_again,
            iterations: _,
            growth,
            searches,
            permille_used,
        } = other;
        let counts = self.heuristics.as_flattened_mut().as_flattened_mut();
        add(counts, heuristics.as_flattened().as_flattened());
        for (sum, other) in self.slack.iter_mut().zip(slack.iter()) {
            *sum += other;
        }
        add(&mut self.spent, spent);
        self.nodes += nodes;
        add(&mut self.visits, visits);
        self.quiescence_visits += quiescence_visits;
        add(&mut self.stored, stored);
        self.cuts += *cuts;
        self.reduced += reduced;
        self.searched_again += searched_again;
        self.growth += *growth;
        self.searches += searches;
        self.permille_used += permille_used;
    }
}

impl Ledger {
    /// Depths that are counted apart, from 0, which is quiescence; greater ones count with the last.
    pub const DEPTHS: usize = 32;

    /// How often a heuristic reported an event at a depth.
    pub fn count(&self, heuristic: Heuristic, depth: usize, event: Event) -> u64 {
        self.heuristics[heuristic as usize].get(depth).map_or(0, |counts| counts[event as usize])
    }

    /// How often a heuristic reported an event, at all depths together.
    pub fn total(&self, heuristic: Heuristic, event: Event) -> u64 {
        self.heuristics[heuristic as usize].iter().map(|counts| counts[event as usize]).sum()
    }

    /// Nodes of a heuristic's own searches.
    pub fn nodes_spent(&self, heuristic: Heuristic) -> u64 {
        self.spent[heuristic as usize]
    }

    /// How far beyond its threshold a heuristic was when it acted; `None` if it reported none.
    pub fn slack_of(&self, heuristic: Heuristic) -> Option<&Slack> {
        Some(&self.slack[heuristic as usize]).filter(|slack| slack.count > 0)
    }

    /// Moves and null moves made: the nodes that UCI counts.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Visits of nodes at a depth; 0 is quiescence. There are more visits than nodes: every search
    /// begins at the root, a move that surprises is searched again, and verification, singular and
    /// shallower searches begin at the node that asks for them.
    pub fn visits(&self, depth: usize) -> u64 {
        match depth {
            0 => self.quiescence_visits,
            depth => self.visits.get(depth).copied().unwrap_or(0),
        }
    }

    /// Visits at all depths.
    pub fn all_visits(&self) -> u64 {
        self.quiescence_visits + self.visits.iter().sum::<u64>()
    }

    /// The moves that cut nodes of the main search.
    pub fn cuts(&self) -> Cuts {
        self.cuts
    }

    /// Reduced searches, and how many of them were followed by a second one.
    pub fn reductions(&self) -> (u64, u64) {
        (self.reduced, self.searched_again)
    }

    /// How often the table was probed, how often it had the position, and how often that ended the
    /// node.
    pub fn table_probes(&self) -> (u64, u64, u64) {
        let table = Heuristic::TranspositionTable;
        let cuts = self.total(Heuristic::TableCutoff, Event::Acted);
        (self.total(table, Event::Asked), self.total(table, Event::Acted), cuts)
    }

    /// How many entries offered to the table ended like this.
    pub fn stores(&self, became: Stored) -> u64 {
        self.stored[became as usize]
    }

    /// Searches that have ended.
    pub fn searches(&self) -> u64 {
        self.searches
    }

    /// Entries of a search in the table when it was over, in thousandths; the mean over all searches.
    pub fn permille_used(&self) -> Option<u64> {
        self.permille_used.checked_div(self.searches)
    }

    /// The factor by which an iteration multiplied the nodes, averaged over the last five of each
    /// search; `None` if no search has finished two.
    pub fn branching(&self) -> Option<f64> {
        let Growth { log, factors } = self.growth;
        (factors > 0).then(|| (log / f64::from(factors)).exp())
    }
}
