//! Every setting is read: each value of each choice searches differently from every other, and so
//! does a number at one end of its range, or a step away, at least.

use std::sync::Arc;

use chess::{Game, Setup};
use engine::Limits;
use engine::knobs::{KNOBS, Knob, Knobs, Range};
use engine::probe::Silent;
use engine::{Control, Engine};

/// Openings, tactics, endgames with few pieces, zugzwang, and a king that is being mated.
const POSITIONS: [&str; 8] = [
    "r1bq1rk1/p1ppbppp/1p2pn2/8/1nPP4/P3BN2/1P1NPPPP/R2QKB1R b KQ - 0 8",
    "r1b1kb1r/pp2np2/1qn1p1p1/2pp2Pp/4P3/2NP1N1P/PPP2PB1/R1BQR1K1 b kq - 2 12",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "6k1/5p2/pp2r1p1/7p/2P4b/5B2/PPK5/6R1 w - - 0 36",
    "8/8/6p1/3kp2p/P6P/6K1/7P/8 w - - 0 38",
    "8/1k4P1/8/8/3Rp3/4P3/1p3K2/8 w - - 0 1",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
    "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1",
];

/// Most settings act in shallow trees, some only in deeper ones.
const DEPTHS: [i32; 4] = [6, 9, 11, 13];

/// Settings that act only beside a value of another setting that is not its default.
const COMPANIONS: [(&str, &str, &str); 22] = [
    ("TableDepthSlack", "TableReplacement", "depth-preferred"),
    ("TableKeepMove", "TableReplacement", "always"),
    ("StaticNullPreCheckMargin", "StaticNullPreCheck", "true"),
    ("NodeFutilityMaxDepth", "NodeFutility", "true"),
    ("NodeFutilityMargin1", "NodeFutility", "true"),
    ("NodeFutilityMargin2", "NodeFutility", "true"),
    ("IidMinDepth", "UseIid", "true"),
    ("LazyEvaluation", "Evaluator", "classical"),
    ("LazyMargin", "LazyEvaluation", "true"),
    ("LazyMargin", "Evaluator", "classical"),
    ("StaticNullMoverThreshold", "StaticNullGuard", "mover"),
    ("StaticNullEndgameThreshold", "StaticNullGuard", "either"),
    ("StaticNullEndgameMaxDepth", "StaticNullGuard", "shallow"),
    ("CountermoveBonus", "UseCountermoves", "true"),
    ("NullMoveVerification", "NullMoveVerifyDepth", "6"),
    ("NullMoveVerifyDepth", "NullMoveEndgameThreshold", "0"),
    ("NullMoveTableGate", "NullMoveEval", "static"),
    ("ExtendedFutilityQuiets", "FutilityPruning", "false"),
    ("NullMoveNeedsPieces", "NullMoveMaterial", "0"),
    ("NullMoveNeedsPieces", "NullMoveGate", "none"),
    ("RazorEndgameThreshold", "RazorMargin1", "100"),
    ("UseMateDistance", "UseTableCutoff", "false"),
];

/// Settings that change the time a search takes, and nothing else.
const TIME_ONLY: [&str; 3] = ["UseTableEval", "UseTablePrefetch", "UsePawnCache"];

/// Nodes and score for each position.
type Outcome = Vec<(u64, i32)>;

fn outcome(knobs: Knobs, depth: i32) -> Outcome {
    let mut engine = Engine::new(1).unwrap();
    engine.knobs = knobs;
    POSITIONS
        .iter()
        .map(|fen| {
            engine.new_game();
            let game = Game::new(fen.parse::<Setup>().unwrap());
            let limits = Limits { depth: Some(depth), nodes: Some(300_000), ..Limits::default() };
            let control = Arc::new(Control::default());
            let answer = engine.go::<Silent>(&game, &limits, &control, &mut ());
            (answer.nodes, answer.score.raw())
        })
        .collect()
}

/// Values that must differ from each other: those of a choice, or a number and one end of its range
/// or one step.
fn values(knob: &Knob) -> Vec<Vec<String>> {
    let all: Vec<String> = match knob.range {
        Range::Spin { default, min, max, step } => {
            let others = [min, max, (default + step).min(max)].into_iter();
            let others = others.filter(|&other| other != default);
            return others.map(|other| vec![default.to_string(), other.to_string()]).collect();
        }
        Range::Check { .. } => vec!["false".into(), "true".into()],
        Range::Combo { names, .. } => names.iter().map(|&name| name.to_owned()).collect(),
    };
    vec![all]
}

/// Two of the values that no depth tells apart.
fn confused(knob: &Knob, values: Vec<String>) -> Option<[String; 2]> {
    let mut before = Knobs::default();
    for (_, companion, value) in COMPANIONS.iter().filter(|row| row.0 == knob.option()) {
        Knob::find(companion).unwrap().set(&mut before, value).unwrap();
    }
    let mut groups = vec![values];
    for depth in DEPTHS {
        // Values that searched alike so far are searched deeper.
        groups = groups
            .into_iter()
            .flat_map(|group| {
                let mut alike: Vec<(Outcome, Vec<String>)> = Vec::new();
                for value in group {
                    let mut knobs = before;
                    knob.set(&mut knobs, &value).unwrap();
                    let outcome = outcome(knobs, depth);
                    match alike.iter_mut().find(|(known, _)| *known == outcome) {
                        Some((_, values)) => values.push(value),
                        None => alike.push((outcome, vec![value])),
                    }
                }
                alike.into_iter().map(|(_, values)| values)
            })
            .filter(|group| group.len() > 1)
            .collect();
        if groups.is_empty() {
            return None;
        }
    }
    groups.into_iter().next().map(|group| [group[0].clone(), group[1].clone()])
}

#[test]
fn every_value_of_every_setting_searches_differently() {
    let mut faults = Vec::new();
    for knob in KNOBS {
        let option = knob.option();
        let is_read = values(knob).into_iter().any(|values| confused(knob, values).is_none());
        if is_read == TIME_ONLY.contains(&option.as_str()) {
            faults.push(option);
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}
