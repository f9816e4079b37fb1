//! A probe may spare what a heuristic would cut.

use std::sync::Arc;

use chess::{Game, Setup};
use engine::Limits;
use engine::heuristics::Heuristic;
use engine::knobs::Knobs;
use engine::probe::{Decision, Probe, Silent};
use engine::{Control, Engine};

const POSITIONS: [&str; 3] = [
    "r1bq1rk1/p1ppbppp/1p2pn2/8/1nPP4/P3BN2/1P1NPPPP/R2QKB1R b KQ - 0 8",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "6k1/5p2/pp2r1p1/7p/2P4b/5B2/PPK5/6R1 w - - 0 36",
];

/// Spares everything that the heuristic with this number would cut.
#[derive(Default)]
struct Spare<const HEURISTIC: usize>;

impl<const HEURISTIC: usize> Probe for Spare<HEURISTIC> {
    const DETAILED: bool = true;

    fn decided(&mut self, decision: &Decision<'_>) -> bool {
        decision.acts && decision.heuristic as usize != HEURISTIC
    }
}

fn nodes<P: Probe>(knobs: Knobs) -> Vec<u64> {
    let mut engine = Engine::new(4).unwrap();
    engine.knobs = knobs;
    let search = |fen: &&str| {
        engine.new_game();
        let game = Game::new(fen.parse::<Setup>().unwrap());
        let limits = Limits { depth: Some(9), ..Limits::default() };
        engine.go::<P>(&game, &limits, &Arc::new(Control::default()), &mut ()).nodes
    };
    POSITIONS.iter().map(search).collect()
}

macro_rules! spared {
    ($($heuristic:ident),*) => { $(
        let mut off = Knobs::default();
        Heuristic::$heuristic.knob().set(&mut off, "false").unwrap();
        let spared = nodes::<Spare<{ Heuristic::$heuristic as usize }>>(Knobs::default());
        assert_eq!(spared, nodes::<Silent>(off), "{:?}", Heuristic::$heuristic);
        assert_ne!(spared, nodes::<Silent>(Knobs::default()), "{:?}", Heuristic::$heuristic);
    )* };
}

/// Not those that search before they decide: their searches leave traces in the table.
#[test]
fn sparing_everything_that_a_heuristic_cuts_equals_switching_it_off() {
    spared!(StaticNull, Futility, MoveCount, HistoryPruning, SeePruning, ExtendedFutility);
    spared!(Delta, Iir, TableCutoff, Hindsight);
}

/// Every heuristic that can be overruled: the search ends with the depth it was asked for.
#[test]
fn a_search_in_which_everything_is_spared_ends() {
    #[derive(Default)]
    struct SpareAll;

    impl Probe for SpareAll {
        const DETAILED: bool = true;

        fn decided(&mut self, _decision: &Decision<'_>) -> bool {
            false
        }
    }

    let mut engine = Engine::new(4).unwrap();
    for fen in POSITIONS.into_iter().chain(["r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"]) {
        engine.new_game();
        let game = Game::new(fen.parse::<Setup>().unwrap());
        let limits = Limits { depth: Some(4), nodes: Some(3_000_000), ..Limits::default() };
        let answer = engine.go::<SpareAll>(&game, &limits, &Arc::new(Control::default()), &mut ());
        assert_eq!(answer.depth, 4, "{fen}");
        assert!(game.position().is_legal(answer.best.unwrap()));
    }
}
