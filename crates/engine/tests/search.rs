//! The search through the public interface: what it must find.

use std::sync::Arc;

use chess::{Game, Move, Setup};
use engine::Limits;
use engine::eval::nnue::Network;
use engine::eval::nnue::features::{KING_PLACES, PER_BUCKET};
use engine::eval::nnue::net_file::NetFile;
use engine::heuristics::Heuristic;
use engine::knobs::{Evaluator, Knobs};
use engine::probe::{Event, Ledger, Probe, Silent};
use engine::score::Score;
use engine::tt::Stored;
use engine::{Answer, Control, Engine, Listener, Progress};

/// Two from the opening, one tactical, two endgames.
const POSITIONS: [&str; 5] = [
    "r1bq1rk1/p1ppbppp/1p2pn2/8/1nPP4/P3BN2/1P1NPPPP/R2QKB1R b KQ - 0 8",
    "r1b1kb1r/pp2np2/1qn1p1p1/2pp2Pp/4P3/2NP1N1P/PPP2PB1/R1BQR1K1 b kq - 2 12",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "6k1/5p2/pp2r1p1/7p/2P4b/5B2/PPK5/6R1 w - - 0 36",
    "8/8/6p1/3kp2p/P6P/6K1/7P/8 w - - 0 38",
];

fn game(fen: &str) -> Game {
    Game::new(fen.parse::<Setup>().unwrap())
}

fn search<P: Probe>(engine: &mut Engine, fen: &str, limits: &Limits) -> Answer<P> {
    engine.new_game();
    engine.go(&game(fen), limits, &Arc::new(Control::default()), &mut ())
}

fn depth(depth: i32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn nodes_with(knobs: Knobs, to: i32) -> u64 {
    let mut engine = Engine::new(4).unwrap();
    engine.knobs = knobs;
    POSITIONS.iter().map(|fen| search::<Silent>(&mut engine, fen, &depth(to)).nodes).sum()
}

#[test]
fn watching_the_search_does_not_change_it() {
    let mut engine = Engine::new(4).unwrap();
    for fen in POSITIONS {
        let silent = search::<Silent>(&mut engine, fen, &depth(9));
        let watched = search::<Ledger>(&mut engine, fen, &depth(9));
        assert_eq!((silent.nodes, silent.best), (watched.nodes, watched.best));
        assert!(watched.probe.total(Heuristic::NullMove, Event::Asked) > 0);
        assert!(watched.probe.branching().is_some_and(|factor| factor > 1.0));
    }
}

#[test]
fn settings_that_only_save_time_change_no_node() {
    let plain = nodes_with(Knobs::default(), 11);
    let no_eval = Knobs { use_table_eval: false, ..Knobs::default() };
    let no_prefetch = Knobs { use_table_prefetch: false, ..Knobs::default() };
    assert_eq!([nodes_with(no_eval, 11), nodes_with(no_prefetch, 11)], [plain; 2]);
}

#[test]
fn the_pawn_cache_changes_no_node() {
    let classical = Knobs { evaluator: Evaluator::Classical, ..Knobs::default() };
    let uncached = Knobs { use_pawn_cache: false, ..classical };
    assert_eq!(nodes_with(uncached, 11), nodes_with(classical, 11));
}

#[test]
fn lazy_evaluation_leaves_the_network_alone() {
    let lazy = Knobs { lazy_evaluation: true, lazy_margin: 100, ..Knobs::default() };
    assert_eq!(nodes_with(lazy, 9), nodes_with(Knobs::default(), 9));
}

#[test]
fn a_node_without_a_table_move_finds_one_or_loses_a_ply_never_both() {
    let mut engine = Engine::new(4).unwrap();
    engine.knobs = Knobs { use_iid: true, iid_min_depth: 4, iir_min_depth: 4, ..Knobs::default() };
    let (mut made, mut found, mut reduced) = (0, 0, 0);
    for fen in POSITIONS {
        let ledger = search::<Ledger>(&mut engine, fen, &depth(10)).probe;
        made += ledger.total(Heuristic::Iid, Event::Made);
        found += ledger.total(Heuristic::Iid, Event::Acted);
        reduced += ledger.total(Heuristic::Iir, Event::Acted);
    }
    assert!(found > 0 && found < made, "{found} of {made}");
    assert_eq!(reduced, made - found);
}

#[test]
fn forced_mates_are_found_with_their_distance() {
    let mut engine = Engine::new(4).unwrap();
    for (fen, plies) in [
        ("6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1", 1),
        ("7k/8/8/8/8/8/R7/1R5K w - - 0 1", 3),
        ("3k4/8/3K4/8/8/8/8/7R w - - 0 1", 1),
        ("k7/8/2K5/8/8/8/8/7R w - - 0 1", 3),
    ] {
        let answer = search::<Silent>(&mut engine, fen, &depth(10));
        assert_eq!(answer.score, Score::mate_at(plies), "{fen}");
    }
}

#[test]
fn zugzwang_is_solved_although_null_move_is_on() {
    let mut engine = Engine::new(8).unwrap();
    let fen = "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1";
    let answer = search::<Silent>(&mut engine, fen, &depth(22));
    assert_eq!(format!("{:?}", answer.best.unwrap()), "e1f1");
}

#[test]
fn dead_draws_score_close_to_zero() {
    let mut engine = Engine::new(4).unwrap();
    for fen in [
        // A lone bishop; and a rook and a knight one ply before the fifty-move rule.
        "8/8/4k3/8/8/3BK3/8/8 w - - 0 1",
        "8/8/4k3/8/8/3NK3/8/R7 w - - 99 80",
    ] {
        let answer = search::<Silent>(&mut engine, fen, &depth(8));
        assert!(answer.score.centipawns().abs() <= 2, "{fen}: {}", answer.score);
    }
}

#[test]
fn a_node_limit_is_exact() {
    let mut engine = Engine::new(4).unwrap();
    for nodes in [1000, 1001, 5000, 12_345] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        assert_eq!(search::<Silent>(&mut engine, POSITIONS[2], &limits).nodes, nodes);
    }
}

#[test]
fn several_threads_stop_at_the_limit_with_a_legal_move() {
    let mut engine = Engine::new(8).unwrap();
    assert_eq!(engine.set_threads(3), 3);
    for _ in 0..20 {
        let limits = Limits { nodes: Some(3000), ..Limits::default() };
        let answer = search::<Silent>(&mut engine, POSITIONS[0], &limits);
        assert!(game(POSITIONS[0]).position().is_legal(answer.best.unwrap()));
    }
    assert_eq!(engine.set_threads(1), 1);
}

#[test]
fn every_probe_and_store_of_the_table_is_counted() {
    let mut engine = Engine::new(1).unwrap();
    let offered =
        |ledger: &Ledger| Stored::ALL.iter().map(|&became| ledger.stores(became)).sum::<u64>();
    let first = search::<Ledger>(&mut engine, POSITIONS[2], &depth(12)).probe;
    let (probes, hits, cutoffs) = first.table_probes();
    assert!(probes > hits && hits > cutoffs && cutoffs > 0);
    assert!(offered(&first) > 0 && first.permille_used() > Some(0));
    assert_eq!(first.stores(Stored::OverOld), 0);

    engine.knobs.use_transposition_table = false;
    let without = search::<Ledger>(&mut engine, POSITIONS[2], &depth(8)).probe;
    assert_eq!(
        (without.table_probes(), offered(&without), without.permille_used()),
        ((0, 0, 0), 0, Some(0))
    );
}

#[test]
fn a_small_table_is_refilled_by_one_deep_search_after_the_other() {
    const SLOTS_IN_A_MEGABYTE: u64 = (1 << 20) / 16;
    let mut engine = Engine::new(1).unwrap();
    let mut filled = 0;
    for fen in POSITIONS {
        let control = Arc::new(Control::default());
        let answer = engine.go::<Ledger>(&game(fen), &depth(20), &control, &mut ());
        assert_eq!(answer.depth, 20);
        let probe = &answer.probe;
        let replaced = probe.stores(Stored::OverOld) + probe.stores(Stored::Empty);
        let fresh = replaced + probe.stores(Stored::OverPresent);
        let used = probe.permille_used().unwrap();
        // A search that stores more positions than the table holds replaces nearly all entries of
        // earlier searches. One that keeps returning to the same positions need not.
        if fresh > 2 * SLOTS_IN_A_MEGABYTE {
            assert!(used > 900 && replaced > 50_000, "{fen}: {used}, {replaced} of {fresh}");
            filled += 1;
        }
    }
    assert!(filled >= 2, "only {filled} searches filled the table");
}

#[test]
fn the_ponder_move_is_legal_and_rarely_missing() {
    let mut engine = Engine::new(8).unwrap();
    let (mut searches, mut missing) = (0, 0);
    for fen in POSITIONS {
        for nodes in (500..8_000).step_by(500) {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let answer = search::<Silent>(&mut engine, fen, &limits);
            let next = game(fen).position().after(answer.best.unwrap());
            searches += 1;
            match answer.ponder {
                Some(reply) => assert!(next.is_legal(reply), "{fen} {nodes}"),
                None => missing += 1,
            }
        }
    }
    assert!(missing * 20 < searches, "{missing} of {searches}");
}

/// Keeps the best move of the last report.
#[derive(Default)]
struct LastReport(Option<Move>);

impl Listener for LastReport {
    fn progress(&mut self, progress: &Progress<'_>) {
        self.0 = progress.moves.first().map(|root| root.mv);
    }
}

#[test]
fn the_last_report_names_the_move_played() {
    let mut engine = Engine::new(4).unwrap();
    let game = Game::default();
    for nodes in (2_000..60_000).step_by(1_777) {
        engine.new_game();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let mut last = LastReport::default();
        let answer = engine.go::<Silent>(&game, &limits, &Arc::new(Control::default()), &mut last);
        assert_eq!(last.0, answer.best, "with {nodes} nodes");
    }
}

/// A network that gives the side to move a winning evaluation in every position.
fn optimistic() -> Network {
    let width = 32;
    Network::new(&NetFile {
        width,
        king_buckets: [0; KING_PLACES],
        output_buckets: 1,
        hidden_unit: 255,
        output_unit: 64,
        scale: 400,
        description: String::new(),
        input_weights: vec![0; PER_BUCKET * width],
        hidden_biases: vec![255; width],
        output_weights: vec![127; 2 * width],
        output_biases: vec![i32::MAX],
    })
}

#[test]
fn a_search_ends_with_any_evaluation() {
    let mut engine = Engine::with_network(4, Arc::new(optimistic())).unwrap();
    // Few moves, so that nearly all of them are searched deeper.
    let zugzwang = "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1";
    for fen in POSITIONS.into_iter().chain([zugzwang]) {
        // Enough nodes for a search that ends, and too few for one that does not.
        let limits = Limits { nodes: Some(1_000_000), ..depth(3) };
        assert_eq!(search::<Silent>(&mut engine, fen, &limits).depth, 3, "{fen}");
    }
}
