//! The counts as JSON. Lists by depth begin at depth 0, which is quiescence, and end with the last
//! depth that has a count; the last of 32 counts also all greater depths.

use engine::heuristics::Heuristic;
use engine::knobs::Knobs;
use engine::probe::{Event, Ledger, Slack};
use engine::tt::Stored;
use serde::Serialize;

use super::SearchedPosition;

/// A whole run.
#[derive(Serialize)]
pub(super) struct RunJson<'a> {
    pub(super) version: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) depth: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) nodes: Option<u64>,
    pub(super) threads: usize,
    pub(super) hash: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) preset: Option<&'a str>,
    /// As written on the command line.
    pub(super) settings: &'a [String],
    /// Ctrl-C ended the run; the last position may be unfinished.
    pub(super) interrupted: bool,
    pub(super) positions: &'a [SearchedPosition],
    pub(super) ledger: LedgerJson,
}

#[derive(Serialize)]
pub(super) struct LedgerJson {
    searches: u64,
    nodes: u64,
    visits: u64,
    visits_by_depth: Vec<u64>,
    branching_factor: Option<f64>,
    cutoffs: CutoffsJson,
    reductions: ReductionsJson,
    table: TableJson,
    heuristics: Vec<HeuristicJson>,
}

#[derive(Serialize)]
struct CutoffsJson {
    all: u64,
    by_first_move: u64,
    by_table_move: u64,
    sum_of_move_numbers: u64,
}

#[derive(Serialize)]
struct ReductionsJson {
    searches: u64,
    searched_again: u64,
}

#[derive(Serialize)]
struct TableJson {
    probes: u64,
    hits: u64,
    cutoffs: u64,
    probes_by_depth: Vec<u64>,
    hits_by_depth: Vec<u64>,
    cutoffs_by_depth: Vec<u64>,
    stores: StoresJson,
    mean_permille_used: Option<u64>,
}

#[derive(Serialize)]
struct StoresJson {
    empty: u64,
    renewed: u64,
    over_old: u64,
    over_present: u64,
    refused: u64,
}

#[derive(Serialize)]
struct HeuristicJson {
    name: String,
    option: String,
    on: bool,
    total: EventsJson<u64>,
    by_depth: EventsJson<Vec<u64>>,
    /// Nodes of its own searches.
    nodes: u64,
    slack: Option<SlackJson>,
}

/// A value for every event.
#[derive(Serialize)]
struct EventsJson<T> {
    asked: T,
    made: T,
    failed_high: T,
    verified: T,
    refuted: T,
    acted: T,
    not_stored: T,
}

#[derive(Serialize)]
struct SlackJson {
    count: u64,
    sum: i64,
    min: i32,
    max: i32,
    /// The first counts zero, number n the slacks of n binary digits, the last also longer ones.
    histogram: Vec<u64>,
}

impl<T> EventsJson<T> {
    fn new(value: impl Fn(Event) -> T) -> EventsJson<T> {
        EventsJson {
            asked: value(Event::Asked),
            made: value(Event::Made),
            failed_high: value(Event::FailedHigh),
            verified: value(Event::Verified),
            refuted: value(Event::Refuted),
            acted: value(Event::Acted),
            not_stored: value(Event::NotStored),
        }
    }
}

/// A list by depth without the zeros at its end.
fn by_depth(count: impl Fn(usize) -> u64) -> Vec<u64> {
    let mut counts: Vec<u64> = (0..Ledger::DEPTHS).map(count).collect();
    while counts.last() == Some(&0) {
        counts.pop();
    }
    counts
}

impl LedgerJson {
    pub(super) fn new(ledger: &Ledger, knobs: &Knobs) -> LedgerJson {
        let cuts = ledger.cuts();
        let (searches, searched_again) = ledger.reductions();
        LedgerJson {
            searches: ledger.searches(),
            nodes: ledger.nodes(),
            visits: ledger.all_visits(),
            visits_by_depth: by_depth(|depth| ledger.visits(depth)),
            branching_factor: ledger.branching(),
            cutoffs: CutoffsJson {
                all: cuts.all,
                by_first_move: cuts.first,
                by_table_move: cuts.table_move,
                sum_of_move_numbers: cuts.number_sum,
            },
            reductions: ReductionsJson { searches, searched_again },
            table: TableJson::new(ledger),
            heuristics: Heuristic::ALL
                .iter()
                .map(|&heuristic| HeuristicJson::new(ledger, heuristic, knobs))
                .collect(),
        }
    }
}

impl TableJson {
    fn new(ledger: &Ledger) -> TableJson {
        let (probes, hits, cutoffs) = ledger.table_probes();
        let counts = |heuristic, event| by_depth(|depth| ledger.count(heuristic, depth, event));
        TableJson {
            probes,
            hits,
            cutoffs,
            probes_by_depth: counts(Heuristic::TranspositionTable, Event::Asked),
            hits_by_depth: counts(Heuristic::TranspositionTable, Event::Acted),
            cutoffs_by_depth: counts(Heuristic::TableCutoff, Event::Acted),
            stores: StoresJson {
                empty: ledger.stores(Stored::Empty),
                renewed: ledger.stores(Stored::Renewed),
                over_old: ledger.stores(Stored::OverOld),
                over_present: ledger.stores(Stored::OverPresent),
                refused: ledger.stores(Stored::Refused),
            },
            mean_permille_used: ledger.permille_used(),
        }
    }
}

impl HeuristicJson {
    fn new(ledger: &Ledger, heuristic: Heuristic, knobs: &Knobs) -> HeuristicJson {
        HeuristicJson {
            name: format!("{heuristic:?}"),
            option: heuristic.knob().option(),
            on: heuristic.is_on(knobs),
            total: EventsJson::new(|event| ledger.total(heuristic, event)),
            by_depth: EventsJson::new(|event| {
                by_depth(|depth| ledger.count(heuristic, depth, event))
            }),
            nodes: ledger.nodes_spent(heuristic),
            slack: ledger.slack_of(heuristic).map(SlackJson::new),
        }
    }
}

impl SlackJson {
    fn new(slack: &Slack) -> SlackJson {
        SlackJson {
            count: slack.count(),
            sum: slack.sum(),
            min: slack.min(),
            max: slack.max(),
            histogram: slack.histogram().to_vec(),
        }
    }
}
