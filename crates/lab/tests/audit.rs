//! The audit against the truth: an exhaustive search that shares nothing with the engine's but the
//! rules and the evaluation.

use std::sync::Arc;

use chess::{Game, Move, Position, Setup, Trail};
use engine::eval::nnue::Network;
use engine::heuristics::Heuristic;
use engine::knobs::Knobs;
use engine::probe::Silent;
use engine::{Control, Engine, Limits};
use lab::audit::{Judge, Sample, SamplePlan, SampledClaim, Sampler, Stratum, Truth};
use lab::stats::Share;
use toolkit::presets::Preset;
use toolkit::stop::StopAll;

/// Endgames with few pieces, in which every line of a few plies can be searched.
const SMALL: [&str; 50] = [
    "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1",
    "8/5k2/8/4K3/4P3/8/8/8 w - - 0 1",
    "8/8/1p1k4/8/2K5/1P6/8/8 b - - 0 1",
    "8/2k5/8/1PK5/8/8/8/8 w - - 0 1",
    "8/8/4k3/8/8/4K3/4R3/8 w - - 0 1",
    "4k3/8/8/8/8/8/r3P3/4K3 w - - 0 1",
    "8/8/8/8/3k4/8/2Q5/K7 w - - 0 1",
    "8/3k4/8/3N4/8/3K4/3P4/8 w - - 0 1",
    "8/3k4/3p4/8/3B4/3K4/8/8 w - - 0 1",
    "8/8/3k4/3r4/8/3K4/3R4/8 w - - 0 1",
    "8/8/3k4/3n4/8/3K4/3R4/8 b - - 0 1",
    "8/8/3kb3/8/8/3K4/3R4/8 w - - 0 1",
    "8/pk6/8/K7/8/8/8/8 w - - 0 1",
    "8/7p/5k2/8/6K1/8/8/8 b - - 0 1",
    "8/8/p1k5/8/P1K5/8/8/8 w - - 0 1",
    "8/8/2k5/2p5/2P5/2K5/8/8 b - - 0 1",
    "k7/8/1K6/8/8/8/1P6/8 w - - 0 1",
    "8/6k1/8/6P1/6K1/8/8/8 b - - 0 1",
    "8/1k6/8/PP6/8/K7/8/8 w - - 0 1",
    "8/5k2/5p2/5P2/4K3/8/8/8 w - - 0 1",
    "8/8/8/4k3/1p6/8/1P2K3/8 w - - 0 1",
    "8/3k4/8/2pP4/8/4K3/8/8 w - c6 0 1",
    "6k1/8/6K1/8/8/8/8/5R2 w - - 0 1",
    "8/8/8/8/8/5k2/6p1/6K1 w - - 0 1",
    "8/4P3/8/3k4/8/8/4K3/8 w - - 0 1",
    "8/1p6/8/2k5/8/8/4P3/4K3 w - - 0 1",
    "2k5/8/8/8/8/8/2N5/2K3B1 w - - 0 1",
    "8/8/5k2/8/4n3/8/3PK3/8 b - - 0 1",
    "8/8/8/1k6/8/1B6/1K3p2/8 w - - 0 1",
    "8/p7/1k6/8/1K6/P7/8/8 b - - 0 1",
    "7k/5K2/6P1/8/8/8/8/8 w - - 0 1",
    "8/8/8/8/1p1k4/8/PK6/8 w - - 0 1",
    "8/8/3p4/4k3/8/4K3/3P4/8 b - - 0 1",
    "3k4/3P4/8/3K4/8/8/8/8 w - - 0 1",
    "8/8/4p3/4k3/8/3K1P2/8/8 w - - 0 1",
    "8/2p5/8/2k5/8/2K5/2P5/8 b - - 0 1",
    "8/8/1k6/8/1r6/8/1K1B4/8 w - - 0 1",
    "8/8/8/2q5/8/1k6/3R4/2K5 w - - 0 1",
    "8/1P1k4/8/8/8/8/p2K4/8 w - - 0 1",
    "8/6pk/8/8/6K1/6P1/8/8 w - - 0 1",
    "8/5p2/8/4k3/8/5P2/5K2/8 w - - 0 1",
    "8/8/5n2/3k4/8/3K4/5N2/8 w - - 0 1",
    "8/8/2b5/3k4/8/3K4/2B5/8 w - - 0 1",
    "8/4k3/8/8/3Pp3/8/4K3/8 b - d3 0 1",
    "8/p1k5/P7/8/2K5/8/8/8 w - - 0 1",
    "8/8/8/5p1k/8/5P1K/8/8 w - - 0 1",
    "8/k7/8/8/8/7R/8/K6r w - - 0 1",
    "4k3/4p3/4K3/4P3/8/8/8/8 b - - 0 1",
    "8/8/7k/7p/8/7P/6K1/8 w - - 0 1",
    "1k6/1P6/K7/8/8/8/8/8 b - - 0 1",
];

/// Alpha-beta without pruning, quiescence or table, so that a reference search can repeat it.
fn plain() -> Knobs {
    let mut knobs = Preset::find("bare").unwrap().knobs().unwrap();
    knobs.use_transposition_table = false;
    knobs.use_quiescence = false;
    // So that a check is not met at the end of a line.
    knobs.use_check_extension = true;
    knobs
}

/// Heuristics that act in such searches, each with settings that let it act often. Margins are wrong
/// on purpose: some cuts must be.
fn audited() -> Vec<(Heuristic, Knobs)> {
    let settings: [(Heuristic, &[(&str, &str)]); 9] = [
        (
            Heuristic::StaticNull,
            &[
                ("UseStaticNull", "true"),
                ("NullMoveStaticMargin", "50"),
                ("StaticNullGuard", "none"),
                ("StaticNullSpareTtPv", "false"),
            ],
        ),
        (
            Heuristic::NullMove,
            &[
                ("UseNullMove", "true"),
                ("NullMoveNeedsPieces", "false"),
                ("NullMoveMaterial", "0"),
                ("NullMoveMinDepth", "2"),
                ("NullMoveVerifyDepth", "30"),
                ("NullMoveVerifyEndgameDepth", "30"),
            ],
        ),
        (
            Heuristic::Razoring,
            &[
                ("UseRazoring", "true"),
                ("RazorMargin1", "100"),
                ("RazorMargin2", "200"),
                ("RazorEndgameThreshold", "0"),
            ],
        ),
        (
            Heuristic::MoveCount,
            &[("MoveCountPruning", "true"), ("MoveCountLimit1", "3"), ("MoveCountLimit2", "4")],
        ),
        (
            Heuristic::Futility,
            &[("FutilityPruning", "true"), ("FutilityBase", "50"), ("FutilityScale", "20")],
        ),
        (Heuristic::HistoryPruning, &[("HistoryPruning", "true"), ("HistoryPruningMargin", "500")]),
        (Heuristic::SeePruning, &[("SEEPruning", "true"), ("SEEPruningMaxDepth", "6")]),
        (
            Heuristic::ExtendedFutility,
            &[
                ("UseExtendedFutility", "true"),
                ("ExtendedFutilityQuiets", "true"),
                ("ExtendedFutilityBase", "0"),
                ("ExtendedFutilityScale", "20"),
            ],
        ),
        (Heuristic::Reductions, &[("LMREnabled", "true"), ("LMRBaseReduction", "100")]),
    ];
    let applied = |(heuristic, settings): (Heuristic, &[(&str, &str)])| {
        let mut knobs = plain();
        knobs.prune_needs_pieces = false;
        for (name, value) in settings {
            let knob = engine::knobs::Knob::find(name).unwrap_or_else(|| panic!("{name}"));
            knob.set(&mut knobs, value).unwrap();
        }
        (heuristic, knobs)
    };
    settings.into_iter().map(applied).collect()
}

fn limits(depth: i32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn sampled(fens: &[&str], knobs: Knobs, depth: i32, plan: SamplePlan) -> Vec<Stratum> {
    let mut engine = Engine::new(1).unwrap();
    engine.knobs = knobs;
    let limits = limits(depth);
    let mut sampler = Sampler::new(plan);
    for (number, fen) in fens.iter().enumerate() {
        engine.new_game();
        let game = Game::new(fen.parse::<Setup>().unwrap());
        let begun = sampler.next_root(number as u64, (*fen).to_owned());
        let control = Arc::new(Control::default());
        sampler = engine.go_with(&game, &limits, &control, &mut (), begun).probe;
    }
    sampler.into_strata().0
}

/// The least and the greatest score that a search may give. It may score a draw a centipawn above or
/// below zero, and where it meets a check at its end it need not search all evasions.
#[derive(Clone, Copy)]
struct Scores {
    least: i32,
    greatest: i32,
}

impl Scores {
    const DRAW: Scores = Scores { least: -1, greatest: 1 };

    fn exactly(score: i32) -> Scores {
        Scores { least: score, greatest: score }
    }

    fn negated(self) -> Scores {
        Scores { least: -self.greatest, greatest: -self.least }
    }

    /// Whether the score is above a bound, if that is certain.
    fn is_above(self, bound: i32) -> Option<bool> {
        let above = self.least > bound;
        (above == (self.greatest > bound)).then_some(above)
    }
}

/// Searches every line, without a bound on scores.
struct Exhaustive<'a> {
    engine: &'a Engine,
    root_depth: usize,
}

impl Exhaustive<'_> {
    fn score(&self, position: &Position, trail: &mut Trail, depth: i32, ply: usize) -> Scores {
        let moves = position.legal_moves();
        if trail.is_repetition(ply) || position.has_insufficient_material() {
            return Scores::DRAW;
        }
        if trail.halfmove_clock() >= 100 {
            let mated = position.in_check() && moves.is_empty();
            return if mated { Scores::exactly(ply as i32 - 32_000) } else { Scores::DRAW };
        }
        if depth <= 0 && !position.in_check() {
            return Scores::exactly(self.engine.evaluate(position));
        }
        if moves.is_empty() {
            let mated = ply as i32 - 32_000;
            return Scores::exactly(if position.in_check() { mated } else { 0 });
        }
        let scores = moves.iter().map(|&mv| self.after(position, mv, trail, depth - 1, ply, true));
        let scores: Vec<Scores> = scores.collect();
        let least = scores.iter().map(|score| score.least);
        Scores {
            least: if depth <= 0 { least.min() } else { least.max() }.unwrap(),
            greatest: scores.iter().map(|score| score.greatest).max().unwrap(),
        }
    }

    /// The score of a move for the mover. Checks are searched a ply deeper, if so said.
    fn after(
        &self,
        position: &Position,
        mv: Move,
        trail: &mut Trail,
        depth: i32,
        ply: usize,
        extends: bool,
    ) -> Scores {
        let next = position.after(mv);
        let is_longer = extends && depth >= 0 && next.in_check() && ply < 2 * self.root_depth;
        trail.push(position, mv, &next);
        let score = self.score(&next, trail, depth + i32::from(is_longer), ply + 1);
        trail.pop();
        score.negated()
    }

    /// Whether a sample's claim is wrong, if that is certain.
    fn is_wrong(&self, sample: &Sample) -> Option<bool> {
        let setup: Setup = sample.fen.parse().unwrap();
        let mut position = setup.position;
        let mut trail = Trail::new(&position, setup.halfmove_clock);
        for text in &sample.line {
            if text == "0000" {
                position = position.after_null();
                trail.push_null(&position);
            } else {
                let mv = position.parse_uci(text).unwrap();
                let next = position.after(mv);
                trail.push(&position, mv, &next);
                position = next;
            }
        }
        let ply = sample.line.len();
        match sample.claim {
            SampledClaim::NodeFailsHigh => {
                let score = self.score(&position, &mut trail, sample.depth, ply);
                score.is_above(sample.beta - 1).map(|above| !above)
            }
            SampledClaim::NodeFailsLow => {
                self.score(&position, &mut trail, sample.depth, ply).is_above(sample.alpha)
            }
            SampledClaim::MovesFailLow => {
                let mut beats = sample.moves.iter().map(|text| {
                    let mv = position.parse_uci(text).unwrap();
                    let depth = sample.move_depth;
                    let score = self.after(&position, mv, &mut trail, depth, ply, false);
                    score.is_above(sample.alpha)
                });
                let all: Vec<Option<bool>> = beats.by_ref().collect();
                if all.contains(&Some(true)) {
                    return Some(true);
                }
                (!all.contains(&None)).then_some(false)
            }
        }
    }
}

#[test]
fn verdicts_equal_those_of_an_exhaustive_search() {
    let plan = SamplePlan { seed: 5, cuts: 150, cuts_by_depth: 20, near: 40, positions: 0 };
    let depth = 4;
    let engine = Engine::new(1).unwrap();
    let (mut compared, mut uncertain, mut wrong_cuts) = (0, 0, 0);
    for (heuristic, knobs) in audited() {
        let strata = sampled(&SMALL, knobs, depth, plan);
        let name = format!("{heuristic:?}");
        let network = Arc::new(Network::built_in());
        let mut judge =
            Judge::new(knobs, network, (limits(depth), 1), 10_000_000, &StopAll::default())
                .unwrap();
        let mut of_this = 0;
        for sample in strata
            .iter()
            .filter(|stratum| stratum.heuristic == name)
            .flat_map(|stratum| stratum.all.iter().chain(&stratum.more))
        {
            let judgement = judge.judge(0, sample, Truth::Same).unwrap().unwrap();
            if judgement.idle {
                continue;
            }
            let root_depth = sample.root_depth.max(2) as usize;
            let Some(wrong) = (Exhaustive { engine: &engine, root_depth }).is_wrong(sample) else {
                uncertain += 1;
                continue;
            };
            assert_eq!(judgement.wrong, Some(wrong), "{sample:?}");
            of_this += 1;
            wrong_cuts += usize::from(wrong);
        }
        assert!(of_this >= 30, "{name}: {of_this}");
        compared += of_this;
    }
    let counts = format!("{compared} compared, {uncertain} uncertain, {wrong_cuts} wrong");
    assert!(compared > 800 && uncertain * 20 < compared && wrong_cuts > 40, "{counts}");
}

/// Bench positions of every phase.
const MIXED: [&str; 6] = [
    "r3k2r/2pb1ppp/2pp1q2/p7/1nP1B3/1P2P3/P2N1PPP/R2QK2R w KQkq a6 0 14",
    "4rrk1/2p1b1p1/p1p3q1/4p3/2P2n1p/1P1NR2P/PB3PP1/3R1QK1 b - - 2 24",
    "r3qbrk/6p1/2b2pPp/p3pP1Q/PpPpP2P/3P1B2/2PB3K/R5R1 w - - 16 42",
    "6k1/1R3p2/6p1/2Bp3p/3P2q1/P7/1P2rQ1K/5R2 b - - 4 44",
    "8/8/1p2k1p1/3p3p/1p1P1P1P/1P2PK2/8/8 w - - 3 54",
    "7r/2p3k1/1p1p1qp1/1P1Bp3/p1P2r1P/P7/4R3/Q4RK1 w - - 0 36",
];

fn everything(seed: u64, cuts: usize) -> SamplePlan {
    SamplePlan { seed, cuts, cuts_by_depth: 0, near: 0, positions: 0 }
}

#[test]
fn intervals_of_other_seeds_cover_the_share_of_all_cuts() {
    const SEEDS: u64 = 60;
    const SAMPLE: usize = 120;
    let depth = 6;
    let name = "StaticNull";
    let knobs = Knobs::default();
    let strata_of = |plan| sampled(&MIXED[..4], knobs, depth, plan);
    let of = |strata: Vec<Stratum>| {
        strata.into_iter().find(|stratum| stratum.heuristic == name && !stratum.near).unwrap()
    };
    let census = of(strata_of(everything(1, usize::MAX >> 1)));
    assert_eq!(census.all.len() as u64, census.population());
    let network = Arc::new(Network::built_in());
    let mut judge =
        Judge::new(knobs, network, (limits(depth), 1), 10_000_000, &StopAll::default()).unwrap();
    // The cut itself, without what the seed decides.
    let identity = |sample: &Sample| {
        (sample.line.clone(), sample.fen.clone(), sample.depth, sample.alpha, sample.root_depth)
    };
    let mut verdicts = std::collections::HashMap::new();
    let mut wrong = 0;
    for sample in &census.all {
        let verdict = judge.judge(0, sample, Truth::Same).unwrap().unwrap().wrong.unwrap();
        wrong += usize::from(verdict);
        verdicts.insert(identity(sample), verdict);
    }
    let truth = wrong as f64 / census.all.len() as f64;
    assert!(truth > 0.01 && truth < 0.5, "{truth}");
    let covering = (100..100 + SEEDS).filter(|&seed| {
        let sample = of(strata_of(everything(seed, SAMPLE)));
        assert_eq!(sample.population(), census.population());
        let wrong = sample.all.iter().filter(|sample| verdicts[&identity(sample)]).count();
        Share::new(wrong as f64, sample.all.len() as f64).unwrap().covers(truth)
    });
    let covering = covering.count() as f64 / SEEDS as f64;
    assert!((0.90..=0.99).contains(&covering), "{covering}");
}

#[test]
fn sampling_does_not_change_the_search() {
    let plan = SamplePlan { seed: 1, cuts: 50, cuts_by_depth: 5, near: 20, positions: 10 };
    let mut engine = Engine::new(4).unwrap();
    let limits = Limits { depth: Some(9), ..Limits::default() };
    let mut sampler = Sampler::new(plan);
    for (number, fen) in MIXED.iter().enumerate() {
        let game = Game::new(fen.parse::<Setup>().unwrap());
        engine.new_game();
        let control = Arc::new(Control::default());
        let alone = engine.go::<Silent>(&game, &limits, &control, &mut ());
        engine.new_game();
        let begun = sampler.next_root(number as u64, (*fen).to_owned());
        let control = Arc::new(Control::default());
        let watched = engine.go_with(&game, &limits, &control, &mut (), begun);
        assert_eq!((watched.nodes, watched.best), (alone.nodes, alone.best), "{fen}");
        sampler = watched.probe;
    }
    let (strata, positions) = sampler.into_strata();
    assert!(strata.len() > 12 && positions.len() == 10);
}
