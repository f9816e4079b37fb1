//! Counts what the heuristics do while the search runs, and shows the counts to another thread.

use std::sync::{Arc, Mutex};

use engine::heuristics::Heuristic;
use engine::probe::{Event, Ledger, Probe};
use serde_json::{Value, json};
use toolkit::workers::lock;

/// Nodes between two publications of the counts.
const INTERVAL: u64 = 1 << 16;

/// How often a heuristic was asked and acted, by depth.
#[derive(Clone, Copy, Default)]
struct Counts {
    asked: [u64; Ledger::DEPTHS],
    acted: [u64; Ledger::DEPTHS],
}

/// By heuristic.
type Table = Box<[Counts; Heuristic::COUNT]>;

/// The counts as last published. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct LedgerView(Arc<Mutex<Option<Table>>>);

impl LedgerView {
    /// A row for each heuristic; the first depth is quiescence.
    pub(crate) fn rows(&self) -> Value {
        let table = lock(&self.0);
        let Some(table) = &*table else { return json!([]) };
        let row = |(heuristic, counts): (&Heuristic, &Counts)| {
            let used = counts.acted.iter().rposition(|&acted| acted > 0).map_or(0, |last| last + 1);
            json!({
                "name": format!("{heuristic:?}"),
                "by_depth": counts.acted[..used],
                "asked": counts.asked.iter().sum::<u64>(),
                "acted": counts.acted.iter().sum::<u64>(),
            })
        };
        Heuristic::ALL.iter().zip(table.iter()).map(row).collect()
    }
}

/// The probe. The main thread's publishes; helpers add theirs when the search is over.
pub(crate) struct LiveLedger {
    table: Table,
    nodes: u64,
    view: Option<LedgerView>,
}

impl Default for LiveLedger {
    fn default() -> LiveLedger {
        LiveLedger { table: Box::new([Counts::default(); _]), nodes: 0, view: None }
    }
}

impl LiveLedger {
    pub(crate) fn new(view: LedgerView) -> LiveLedger {
        LiveLedger { view: Some(view), ..LiveLedger::default() }
    }

    fn publish(&self) {
        if let Some(LedgerView(shared)) = &self.view {
            *lock(shared) = Some(self.table.clone());
        }
    }
}

impl Probe for LiveLedger {
    fn event(&mut self, heuristic: Heuristic, depth: i32, event: Event) {
        let depth = (depth.max(0) as usize).min(Ledger::DEPTHS - 1);
        let counts = &mut self.table[heuristic as usize];
        match event {
            Event::Asked => counts.asked[depth] += 1,
            Event::Acted => counts.acted[depth] += 1,
            _ => {}
        }
    }

    fn move_made(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(INTERVAL) {
            self.publish();
        }
    }

    fn iteration(&mut self, _depth: i32, _nodes: u64) {
        self.publish();
    }

    fn merge(&mut self, helper: LiveLedger) {
        for (sum, counts) in self.table.iter_mut().zip(helper.table.iter()) {
            for depth in 0..Ledger::DEPTHS {
                sum.asked[depth] += counts.asked[depth];
                sum.acted[depth] += counts.acted[depth];
            }
        }
    }

    fn finished(&mut self, _table: &engine::tt::Table) {
        self.publish();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Game;
    use engine::{Control, Engine, Limits};

    #[test]
    fn the_counts_are_those_of_the_ledger() {
        let limits = Limits { depth: Some(8), ..Limits::default() };
        let mut engine = Engine::new(1).unwrap();
        let control = || Arc::new(Control::default());
        let game = Game::default();
        let ledger = engine.go::<Ledger>(&game, &limits, &control(), &mut ()).probe;
        engine.new_game();
        let view = LedgerView::default();
        let live = LiveLedger::new(view.clone());
        engine.go_with(&game, &limits, &control(), &mut (), live);
        let rows = view.rows();
        for (row, &heuristic) in rows.as_array().unwrap().iter().zip(Heuristic::ALL) {
            assert_eq!(row["acted"], ledger.total(heuristic, Event::Acted), "{heuristic:?}");
            assert_eq!(row["asked"], ledger.total(heuristic, Event::Asked), "{heuristic:?}");
        }
    }
}
