//! The ledger against a second count: a log of every event, added up on its own.

use std::collections::HashMap;
use std::sync::Arc;

use chess::{Game, Setup};
use engine::Limits;
use engine::heuristics::Heuristic;
use engine::knobs::{Evaluator, Knobs};
use engine::probe::{Event, Ledger, Probe};
use engine::tt::{Stored, Table};
use engine::{Answer, Control, Engine};

/// A tactical middlegame, a rook ending, and a mate within reach.
const POSITIONS: [&str; 3] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "6k1/5p2/pp2r1p1/7p/2P4b/5B2/PPK5/6R1 w - - 0 36",
    "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
];

/// Everything that a probe is told.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Seen {
    MoveMade,
    Node(i32),
    QuiescenceNode,
    Event(Heuristic, i32, Event),
    Slack(Heuristic, i32),
    Spent(Heuristic, u64),
    Stored(Stored),
    Cut(usize, bool),
    Reduced(bool),
    Iteration(i32, u64),
    Finished(usize),
}

/// A ledger, and a log of everything that the same search reported.
#[derive(Default)]
struct Both {
    ledger: Ledger,
    log: Vec<Seen>,
    /// The logs of the helper threads.
    helpers: Vec<Vec<Seen>>,
}

impl Probe for Both {
    fn move_made(&mut self) {
        self.ledger.move_made();
        self.log.push(Seen::MoveMade);
    }

    fn node(&mut self, depth: i32) {
        self.ledger.node(depth);
        self.log.push(Seen::Node(depth));
    }

    fn quiescence_node(&mut self) {
        self.ledger.quiescence_node();
        self.log.push(Seen::QuiescenceNode);
    }

    fn event(&mut self, heuristic: Heuristic, depth: i32, event: Event) {
        self.ledger.event(heuristic, depth, event);
        self.log.push(Seen::Event(heuristic, depth, event));
    }

    fn slack(&mut self, heuristic: Heuristic, depth: i32, slack: i32) {
        self.ledger.slack(heuristic, depth, slack);
        self.log.push(Seen::Slack(heuristic, slack));
    }

    fn spent(&mut self, heuristic: Heuristic, nodes: u64) {
        self.ledger.spent(heuristic, nodes);
        self.log.push(Seen::Spent(heuristic, nodes));
    }

    fn stored(&mut self, became: Stored) {
        self.ledger.stored(became);
        self.log.push(Seen::Stored(became));
    }

    fn cut(&mut self, index: usize, was_table_move: bool) {
        self.ledger.cut(index, was_table_move);
        self.log.push(Seen::Cut(index, was_table_move));
    }

    fn reduced(&mut self, again: bool) {
        self.ledger.reduced(again);
        self.log.push(Seen::Reduced(again));
    }

    fn iteration(&mut self, depth: i32, nodes: u64) {
        self.ledger.iteration(depth, nodes);
        self.log.push(Seen::Iteration(depth, nodes));
    }

    fn merge(&mut self, helper: Both) {
        self.ledger.merge(helper.ledger);
        self.helpers.push(helper.log);
    }

    fn finished(&mut self, table: &Table) {
        self.ledger.finished(table);
        self.log.push(Seen::Finished(table.permille_used()));
    }
}

fn search<P: Probe>(engine: &mut Engine, fen: &str, limits: &Limits) -> Answer<P> {
    engine.new_game();
    let game = Game::new(fen.parse::<Setup>().unwrap());
    engine.go(&game, limits, &Arc::new(Control::default()), &mut ())
}

fn depth(depth: i32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn count(seen: &[Seen], wanted: impl Fn(&Seen) -> bool) -> u64 {
    seen.iter().filter(|seen| wanted(seen)).count() as u64
}

/// The mean growth of the last five iterations of one thread, or `None`.
fn branching(log: &[Seen]) -> Option<f64> {
    let ends: Vec<f64> = log
        .iter()
        .filter_map(|seen| match seen {
            Seen::Iteration(_, nodes) => Some(*nodes as f64),
            _ => None,
        })
        .collect();
    let factors: Vec<f64> = ends.windows(2).map(|pair| pair[1] / pair[0]).collect();
    let last = &factors[factors.len().saturating_sub(5)..];
    (!last.is_empty()).then(|| last.iter().product::<f64>().powf(1.0 / last.len() as f64))
}

/// Compares every figure of a ledger with a log.
fn assert_same(ledger: &Ledger, seen: &[Seen]) {
    assert_eq!(ledger.nodes(), count(seen, |seen| *seen == Seen::MoveMade));
    let quiescence = count(seen, |seen| *seen == Seen::QuiescenceNode);
    assert_eq!(ledger.visits(0), quiescence);
    let main = count(seen, |seen| matches!(seen, Seen::Node(_)));
    assert_eq!(ledger.all_visits(), quiescence + main);
    let last = Ledger::DEPTHS - 1;
    for depth in 1..last {
        let there = count(seen, |seen| *seen == Seen::Node(depth as i32));
        assert_eq!(ledger.visits(depth), there, "depth {depth}");
    }
    assert_eq!(
        ledger.visits(last),
        count(seen, |s| matches!(s, Seen::Node(d) if *d as usize >= last))
    );

    let mut events: HashMap<(Heuristic, usize, usize), u64> = HashMap::new();
    let mut slacks: HashMap<Heuristic, Vec<i32>> = HashMap::new();
    let mut spent: HashMap<Heuristic, u64> = HashMap::new();
    for seen in seen {
        match *seen {
            Seen::Event(heuristic, depth, event) => {
                let depth = usize::try_from(depth).unwrap_or(0).min(last);
                *events.entry((heuristic, depth, event as usize)).or_default() += 1;
            }
            Seen::Slack(heuristic, slack) => slacks.entry(heuristic).or_default().push(slack),
            Seen::Spent(heuristic, nodes) => *spent.entry(heuristic).or_default() += nodes,
            _ => {}
        }
    }
    for &heuristic in Heuristic::ALL {
        for event in Event::ALL {
            let of = |depth| events.get(&(heuristic, depth, event as usize)).copied().unwrap_or(0);
            for depth in 0..Ledger::DEPTHS {
                let counted = ledger.count(heuristic, depth, event);
                assert_eq!(counted, of(depth), "{heuristic:?} {event:?} at {depth}");
            }
            assert_eq!(ledger.total(heuristic, event), (0..Ledger::DEPTHS).map(of).sum::<u64>());
        }
        assert_eq!(ledger.nodes_spent(heuristic), spent.get(&heuristic).copied().unwrap_or(0));
        let known = slacks.get(&heuristic);
        assert_eq!(ledger.slack_of(heuristic).is_some(), known.is_some(), "{heuristic:?}");
        if let Some((slack, all)) = ledger.slack_of(heuristic).zip(known) {
            assert_eq!(slack.count(), all.len() as u64);
            assert_eq!(slack.sum(), all.iter().map(|&slack| i64::from(slack)).sum::<i64>());
            assert_eq!(
                (Some(&slack.min()), Some(&slack.max())),
                (all.iter().min(), all.iter().max())
            );
            assert_eq!(slack.histogram().iter().sum::<u64>(), slack.count());
            let small = all.iter().filter(|&&slack| (4..8).contains(&slack)).count() as u64;
            assert_eq!(slack.histogram()[3], small, "{heuristic:?}");
        }
    }

    for became in Stored::ALL {
        assert_eq!(ledger.stores(became), count(seen, |seen| *seen == Seen::Stored(became)));
    }
    let cuts = ledger.cuts();
    assert_eq!(cuts.all, count(seen, |seen| matches!(seen, Seen::Cut(..))));
    assert_eq!(cuts.first, count(seen, |seen| matches!(seen, Seen::Cut(1, _))));
    assert_eq!(cuts.table_move, count(seen, |seen| matches!(seen, Seen::Cut(_, true))));
    let numbers = seen.iter().map(|seen| if let Seen::Cut(number, _) = seen { *number } else { 0 });
    assert_eq!(cuts.number_sum, numbers.sum::<usize>() as u64);
    let reduced = count(seen, |seen| matches!(seen, Seen::Reduced(_)));
    let again = count(seen, |seen| *seen == Seen::Reduced(true));
    assert_eq!(ledger.reductions(), (reduced, again));
    let finished: Vec<u64> = seen
        .iter()
        .filter_map(|seen| if let Seen::Finished(used) = seen { Some(*used as u64) } else { None })
        .collect();
    assert_eq!(ledger.searches(), finished.len() as u64);
    let mean = finished.iter().sum::<u64>().checked_div(finished.len() as u64);
    assert_eq!(ledger.permille_used(), mean);
}

/// What holds between the counts of any search.
fn assert_consistent(ledger: &Ledger) {
    let total = |heuristic, event| ledger.total(heuristic, event);
    for &heuristic in Heuristic::ALL {
        let [asked, acted] = [Event::Asked, Event::Acted].map(|event| total(heuristic, event));
        assert!(acted <= asked, "{heuristic:?} acted {acted} times, asked {asked} times");
        let made = total(heuristic, Event::Made);
        assert!(made <= asked && total(heuristic, Event::FailedHigh) <= made, "{heuristic:?}");
        assert!(total(heuristic, Event::NotStored) <= acted, "{heuristic:?}");
    }
    let null_move = |event| total(Heuristic::NullMove, event);
    let [high, refuted] = [Event::FailedHigh, Event::Refuted].map(null_move);
    // A verification that was stopped has no result.
    assert!(null_move(Event::Acted) <= high - refuted);
    let probes = total(Heuristic::TranspositionTable, Event::Asked);
    assert!(probes <= ledger.all_visits());
    let (first, all) = (ledger.cuts().first, ledger.cuts().all);
    assert!(first <= all && ledger.cuts().table_move <= all);
}

#[test]
fn every_figure_equals_a_second_count_with_one_thread_and_with_two() {
    for threads in [1, 2] {
        let mut engine = Engine::new(2).unwrap();
        assert_eq!(engine.set_threads(threads), threads);
        let (mut sum, mut whole) = (Ledger::default(), Vec::new());
        for (fen, limits) in POSITIONS.into_iter().zip([depth(11), depth(13), nodes(60_000)]) {
            let answer = search::<Both>(&mut engine, fen, &limits);
            let Both { ledger, mut log, helpers } = answer.probe;
            assert_eq!(helpers.len(), threads - 1);
            // The growth is that of the main thread.
            let (counted, expected) = (ledger.branching().unwrap(), branching(&log).unwrap());
            assert!((counted - expected).abs() < 1e-9, "{fen}: {counted}, {expected}");
            log.extend(helpers.into_iter().flatten());
            assert_eq!(ledger.nodes(), answer.nodes, "{fen}");
            assert_same(&ledger, &log);
            assert_consistent(&ledger);
            sum += &ledger;
            whole.extend(log);
        }
        assert_eq!(sum.searches(), POSITIONS.len() as u64);
        assert_same(&sum, &whole);
        assert_consistent(&sum);
    }
}

#[test]
fn nodes_are_those_of_the_answer_whatever_ends_the_search() {
    for threads in [1, 3] {
        let mut engine = Engine::new(2).unwrap();
        engine.set_threads(threads);
        for fen in POSITIONS {
            for limits in [depth(1), depth(8), nodes(1), nodes(1_001), nodes(20_000)] {
                let answer = search::<Ledger>(&mut engine, fen, &limits);
                assert_eq!(answer.probe.nodes(), answer.nodes, "{threads} threads, {fen}");
                assert!(answer.nodes > 0 && answer.probe.searches() == 1);
            }
        }
    }
    let mut engine = Engine::new(1).unwrap();
    let mated = search::<Ledger>(&mut engine, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", &depth(4));
    assert_eq!((mated.nodes, mated.probe.nodes(), mated.probe.branching()), (0, 0, None));
}

#[test]
fn helper_threads_are_counted_too() {
    let mut engine = Engine::new(4).unwrap();
    engine.set_threads(2);
    let answer = search::<Both>(&mut engine, POSITIONS[0], &depth(12));
    let Both { log, helpers, .. } = answer.probe;
    let made = |log: &[Seen]| count(log, |seen| *seen == Seen::MoveMade);
    let helped: u64 = helpers.iter().map(|log| made(log)).sum();
    assert!(made(&log) > 0 && helped > 0, "{} and {helped} moves", made(&log));
    assert_eq!(made(&log) + helped, answer.nodes);
}

#[test]
fn the_order_of_a_sum_does_not_matter() {
    let mut engine = Engine::new(1).unwrap();
    let [a, b] = [0, 1].map(|i| search::<Ledger>(&mut engine, POSITIONS[i], &depth(8)).probe);
    let (mut ab, mut ba) = (a.clone(), b.clone());
    ab += &b;
    ba += &a;
    assert_eq!(ab, ba);
    assert_eq!(ab.nodes(), a.nodes() + b.nodes());
    let mut zero = Ledger::default();
    zero += &a;
    assert_eq!(zero, a);
}

/// The counts of a few positions, enough for every heuristic to act: the three above and a pawn ending.
fn reports(knobs: Knobs) -> Ledger {
    let mut engine = Engine::new(2).unwrap();
    engine.knobs = knobs;
    let mut sum = Ledger::default();
    for fen in POSITIONS.into_iter().chain(["8/8/6p1/3kp2p/P6P/6K1/7P/8 w - - 0 38"]) {
        sum += &search::<Ledger>(&mut engine, fen, &depth(12)).probe;
    }
    sum
}

#[test]
fn every_heuristic_that_is_on_reports_that_it_was_asked_and_that_it_acted() {
    let default = reports(Knobs::default());
    for &heuristic in Heuristic::ALL {
        let mut knobs = Knobs::default();
        let ledger = if heuristic.is_on(&knobs) {
            default.clone()
        } else {
            // Reports nothing while it is off.
            assert!(Event::ALL.iter().all(|&event| default.total(heuristic, event) == 0));
            heuristic.knob().set(&mut knobs, "true").unwrap();
            if heuristic == Heuristic::LazyEvaluation {
                knobs.evaluator = Evaluator::Classical;
            }
            reports(knobs)
        };
        for event in [Event::Asked, Event::Acted] {
            assert!(ledger.total(heuristic, event) > 0, "{heuristic:?}: {event:?}");
        }
    }
}

#[test]
fn a_heuristic_that_is_off_reports_nothing() {
    for &heuristic in Heuristic::ALL {
        let mut knobs = Knobs::default();
        if !heuristic.is_on(&knobs) {
            continue;
        }
        heuristic.knob().set(&mut knobs, "false").unwrap();
        let mut engine = Engine::new(1).unwrap();
        engine.knobs = knobs;
        let limits = Limits { nodes: Some(20_000), ..depth(9) };
        let ledger = search::<Ledger>(&mut engine, POSITIONS[0], &limits).probe;
        for event in Event::ALL {
            assert_eq!(ledger.total(heuristic, event), 0, "{heuristic:?}: {event:?}");
        }
    }
}
