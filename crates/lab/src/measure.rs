//! One set of settings on single positions: nodes, cuts and table hits of a search to a depth.

use std::collections::BTreeMap;
use std::time::Instant;

use chess::{Game, Move, Setup};
use engine::heuristics::Heuristic;
use engine::probe::{Event, Ledger, Silent};
use engine::tt::Bound;
use engine::{Limits, Listener, Progress};
use serde::{Deserialize, Serialize};

use crate::player::InProcess;

/// What a search of one position did, or the sum over several. Lists by depth begin at depth 0,
/// which is quiescence, and end with the last depth that has a count.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Measurement {
    pub positions: u64,
    /// Positions whose search reached its maximum of nodes before its depth.
    pub aborted: u64,
    pub nodes: u64,
    pub quiescence_nodes: u64,
    /// Visits of nodes of the main search.
    pub main_nodes: u64,
    /// Nodes of the main search that a move cut.
    pub cuts: u64,
    pub first_move_cuts: u64,
    pub table_move_cuts: u64,
    pub probes_by_depth: Vec<u64>,
    pub hits_by_depth: Vec<u64>,
    /// How often each heuristic acted.
    pub acted_by_depth: BTreeMap<String, Vec<u64>>,
    /// Finished iterations by depth, and how many of them had another best move than the one before.
    pub iterations: Vec<u64>,
    pub best_move_changes: Vec<u64>,
}

impl Measurement {
    fn new(ledger: &Ledger, nodes: u64, is_aborted: bool, best: &[Option<Move>]) -> Measurement {
        let by_depth = |heuristic, event| {
            trimmed((0..Ledger::DEPTHS).map(|depth| ledger.count(heuristic, depth, event)))
        };
        let acted = Heuristic::ALL.iter().filter_map(|&heuristic| {
            let counts = by_depth(heuristic, Event::Acted);
            (!counts.is_empty()).then(|| (format!("{heuristic:?}"), counts))
        });
        let (cuts, table) = (ledger.cuts(), Heuristic::TranspositionTable);
        let changed =
            |depth: usize| match (best[depth], best[..depth].iter().rev().flatten().next()) {
                (Some(now), Some(&before)) => u64::from(now != before),
                _ => 0,
            };
        Measurement {
            positions: 1,
            aborted: u64::from(is_aborted),
            nodes,
            quiescence_nodes: ledger.visits(0),
            main_nodes: ledger.all_visits() - ledger.visits(0),
            cuts: cuts.all,
            first_move_cuts: cuts.first,
            table_move_cuts: cuts.table_move,
            probes_by_depth: by_depth(table, Event::Asked),
            hits_by_depth: by_depth(table, Event::Acted),
            acted_by_depth: acted.collect(),
            iterations: trimmed(best.iter().map(|best| u64::from(best.is_some()))),
            best_move_changes: trimmed((0..best.len()).map(changed)),
        }
    }

    /// The share of cuts that the first move made; `None` without cuts.
    pub fn first_move_cut_rate(&self) -> Option<f64> {
        rate(self.first_move_cuts, self.cuts)
    }

    /// The share of cuts that the table's move made.
    pub fn table_move_cut_rate(&self) -> Option<f64> {
        rate(self.table_move_cuts, self.cuts)
    }

    /// The share of probes at which the table had the position.
    pub fn table_hit_rate(&self) -> Option<f64> {
        rate(self.hits_by_depth.iter().sum(), self.probes_by_depth.iter().sum())
    }

    /// The share of iterations with another best move than the one before.
    pub fn change_rate(&self) -> Option<f64> {
        // The first iteration has none before it.
        let followers: u64 = self.iterations.iter().skip(2).sum();
        rate(self.best_move_changes.iter().sum(), followers)
    }
}

pub(crate) fn rate(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// A list without the zeros at its end.
fn trimmed(counts: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut counts: Vec<u64> = counts.collect();
    while counts.last() == Some(&0) {
        counts.pop();
    }
    counts
}

impl core::ops::AddAssign<&Measurement> for Measurement {
    fn add_assign(&mut self, other: &Measurement) {
        self.positions += other.positions;
        self.aborted += other.aborted;
        self.nodes += other.nodes;
        self.quiescence_nodes += other.quiescence_nodes;
        self.main_nodes += other.main_nodes;
        self.cuts += other.cuts;
        self.first_move_cuts += other.first_move_cuts;
        self.table_move_cuts += other.table_move_cuts;
        add(&mut self.probes_by_depth, &other.probes_by_depth);
        add(&mut self.hits_by_depth, &other.hits_by_depth);
        for (name, counts) in &other.acted_by_depth {
            add(self.acted_by_depth.entry(name.clone()).or_default(), counts);
        }
        add(&mut self.iterations, &other.iterations);
        add(&mut self.best_move_changes, &other.best_move_changes);
    }
}

fn add(counts: &mut Vec<u64>, others: &[u64]) {
    counts.resize(counts.len().max(others.len()), 0);
    for (count, other) in counts.iter_mut().zip(others) {
        *count += other;
    }
}

/// Searches a position to a depth, or until it has used its nodes. `None` if the search was stopped.
pub fn measure(
    player: &mut InProcess,
    setup: &Setup,
    depth: i32,
    max_nodes: Option<u64>,
) -> Option<Measurement> {
    let game = Game::new(setup.clone());
    let mut best = BestMoves::default();
    let limits = limits(depth, max_nodes);
    let answer = player.search_anew::<Ledger>(&game, &limits, &mut best)?;
    let is_aborted = max_nodes.is_some_and(|most| answer.nodes >= most) && answer.depth < depth;
    best.0.truncate(answer.depth.max(0) as usize + 1);
    Some(Measurement::new(&answer.probe, answer.nodes, is_aborted, &best.0))
}

/// The seconds that searches of all positions take. `None` if they were stopped.
pub fn seconds(
    player: &mut InProcess,
    setups: &[Setup],
    depth: i32,
    max_nodes: &[Option<u64>],
) -> Option<f64> {
    let mut total = 0.0;
    for (index, setup) in setups.iter().enumerate() {
        let game = Game::new(setup.clone());
        let limits = limits(depth, max_nodes.get(index).copied().flatten());
        let start = Instant::now();
        player.search_anew::<Silent>(&game, &limits, &mut ())?;
        total += start.elapsed().as_secs_f64();
    }
    Some(total)
}

fn limits(depth: i32, nodes: Option<u64>) -> Limits {
    Limits { depth: Some(depth), nodes, ..Limits::default() }
}

/// The best move of each iteration, by depth.
#[derive(Default)]
struct BestMoves(Vec<Option<Move>>);

impl Listener for BestMoves {
    fn progress(&mut self, progress: &Progress<'_>) {
        let Some(top) = progress.moves.first() else { return };
        // A score outside the window does not end an iteration.
        if progress.bound == Bound::Exact {
            let depth = progress.depth.max(0) as usize;
            self.0.resize(self.0.len().max(depth + 1), None);
            self.0[depth] = Some(top.mv);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::own_engine;
    use toolkit::stop::StopAll;

    fn measured(text: &str, depth: i32, max_nodes: Option<u64>) -> Measurement {
        let stop = StopAll::default();
        let mut player = own_engine(text).unwrap().start("x", &stop).unwrap();
        measure(&mut player, &Setup::initial(), depth, max_nodes).unwrap()
    }

    #[test]
    fn counts_are_those_of_the_search() {
        let one = measured("self Hash=1", 7, None);
        assert_eq!((one.positions, one.aborted), (1, 0));
        assert!(one.nodes > 0 && one.main_nodes > 0 && one.quiescence_nodes > 0);
        assert!(one.first_move_cuts <= one.cuts && one.table_move_cuts <= one.cuts);
        assert_eq!(one.iterations, [0, 1, 1, 1, 1, 1, 1, 1]);
        assert!(one.acted_by_depth.contains_key("StaticNull"));
        let off = measured("self Hash=1 UseStaticNull=false", 7, None);
        assert!(!off.acted_by_depth.contains_key("StaticNull"));
        let mut sum = one.clone();
        sum += &one;
        assert_eq!((sum.nodes, sum.positions), (2 * one.nodes, 2));
        assert_eq!(sum.first_move_cut_rate(), one.first_move_cut_rate());
    }

    #[test]
    fn a_search_that_uses_its_nodes_is_aborted() {
        let cut = measured("self Hash=1", 30, Some(2_000));
        assert_eq!(cut.aborted, 1);
        assert!(cut.iterations.len() < 30);
        let stop = StopAll::default();
        let mut player = own_engine("self Hash=1").unwrap().start("x", &stop).unwrap();
        stop.request();
        assert_eq!(measure(&mut player, &Setup::initial(), 5, None), None);
    }
}
