//! Runs in their folders: what ends them, what they store, and what they refuse to mix.

use std::fs;

use lab::adjudication::Adjudication;
use lab::limit::Limit;
use lab::manifest::{Manifest, Program};
use lab::openings::Order;
use lab::plan::{CheckedPlan, OpeningChoice, Plan, RunKind};
use lab::run::{MAX_FAULTS, Run, RunError, RunFinish};
use toolkit::TempFolder;
use toolkit::stop::StopAll;

fn plan(a: &str, b: &str, pairs: u32) -> CheckedPlan {
    let plan = Plan {
        kind: RunKind::Match,
        players: vec![a.to_owned(), b.to_owned()],
        pairs,
        limit: Limit::Depth(1),
        margin_ms: 50,
        openings: OpeningChoice::Random,
        order: Order::Sequential,
        seed: 3,
        adjudication: Adjudication { max_plies: 20, ..Adjudication::DEFAULT },
        tables: None,
        chess960: false,
        sprt: None,
        ready_ms: 5_000,
        stall_ms: 5_000,
    };
    CheckedPlan::try_from(plan).unwrap()
}

fn manifest(plan: CheckedPlan, fingerprint: &str) -> Manifest {
    let lineup = plan.lineup().unwrap();
    let program =
        Program { version: "0".to_owned(), fingerprint: Some(fingerprint.to_owned()), bench: None };
    Manifest::new(plan, program, &lineup, &["A".to_owned(), "B".to_owned()], 1)
}

fn play(run: &mut Run, stop: &StopAll, after: u64) -> Result<RunFinish, RunError> {
    let lineup = run.manifest().plan.lineup().unwrap();
    run.play(&lineup, 2, stop, |game, state| {
        if game.is_some() && state.finished() >= after {
            stop.request();
        }
    })
}

#[test]
fn a_stopped_run_resumes_where_it_was() {
    let folder = TempFolder::new("halted");
    let mut run =
        Run::create(folder.path(), manifest(plan("self Hash=1", "self Hash=1", 6), "x")).unwrap();
    assert_eq!(play(&mut run, &StopAll::default(), 3).unwrap(), RunFinish::Stopped);
    let finished = run.state().finished();
    assert!((3..12).contains(&finished), "{finished}");
    drop(run);
    let mut run = Run::open(folder.path(), Run::read_manifest(folder.path()).unwrap()).unwrap();
    assert_eq!(run.state().finished(), finished);
    assert_eq!(play(&mut run, &StopAll::default(), u64::MAX).unwrap(), RunFinish::AllPlayed);
    assert_eq!(run.state().finished(), 12);
    assert_eq!(run.state().duel().pairs.count(), 6);
}

#[test]
fn an_engine_that_keeps_failing_ends_the_run() {
    let folder = TempFolder::new("failing");
    let bad = format!("cmd={} args=illegal-move", env!("CARGO_BIN_EXE_bad-engine"));
    let mut run = Run::create(folder.path(), manifest(plan("self Hash=1", &bad, 50), "x")).unwrap();
    match play(&mut run, &StopAll::default(), u64::MAX) {
        Err(RunError::Faults { player, last }) => {
            assert_eq!(player, "B");
            assert!(last.contains("illegal move 'e2e5'"), "{last}");
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(run.state().finished(), u64::from(MAX_FAULTS));
}

#[test]
fn changes_since_the_start_are_named() {
    let began = manifest(plan("self", "cmd=/bin/sh", 1), "x");
    assert!(began.changes(&manifest(plan("self", "cmd=/bin/sh", 1), "x")).is_empty());
    assert_eq!(began.changes(&manifest(plan("self", "cmd=/bin/sh", 1), "y")).len(), 1);
    let other = manifest(plan("self", "cmd=/bin/cat", 1), "x");
    assert_eq!(began.changes(&other), ["the program of B"]);
    let folder = TempFolder::new("network");
    let network = folder.file("some.net");
    let player = format!("self EvalFile={}", network.display());
    fs::write(&network, "one").unwrap();
    let began = manifest(plan(&player, "self", 1), "x");
    assert!(began.changes(&manifest(plan(&player, "self", 1), "x")).is_empty());
    fs::write(&network, "another").unwrap();
    assert_eq!(began.changes(&manifest(plan(&player, "self", 1), "x")), ["the network of A"]);
}

#[test]
fn a_folder_holds_one_run_of_this_format() {
    let folder = TempFolder::new("one");
    let run = Run::create(folder.path(), manifest(plan("self", "self", 1), "x")).unwrap();
    let again = Run::create(folder.path(), manifest(plan("self", "self", 1), "x"));
    assert!(matches!(again, Err(RunError::Taken { .. })));
    let opened = Run::open(folder.path(), run.manifest().clone()).err().unwrap().to_string();
    assert!(opened.contains("another program is using this run"), "{opened}");
    drop(run);
    for (broken, why) in [
        ("", "expected one of this program"),
        ("{}", "expected one of this program"),
        ("nonsense", "expected one of this program"),
        ("{\"format\": 2}", "expected one of this program"),
        ("{\"format\": 1}", "its format is 1; expected 2"),
    ] {
        fs::write(folder.file("manifest.json"), broken).unwrap();
        let message = Run::read_manifest(folder.path()).unwrap_err().to_string();
        assert!(message.contains("holds no run: manifest.json"), "{message}");
        assert!(message.contains(why), "{message}");
    }
}
