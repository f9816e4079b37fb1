//! Runs in their folders: what ends them, what they keep, and what they refuse to mix.

use std::fs;
use std::path::PathBuf;

use lab::adjudication::Adjudication;
use lab::limit::Limit;
use lab::manifest::{Manifest, Program};
use lab::openings::Order;
use lab::plan::{Kind, Opening, Plan};
use lab::run::{Finish, MOST_FAULTS, Run, RunError};
use toolkit::stop::StopAll;

/// A folder of its own for each test, gone at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("lab-run-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn plan(a: &str, b: &str, pairs: u32) -> Plan {
    Plan {
        kind: Kind::Match,
        players: vec![a.to_owned(), b.to_owned()],
        pairs,
        limit: Limit::Depth(1),
        margin_ms: 50,
        openings: Opening::Random,
        order: Order::Sequential,
        seed: 3,
        adjudication: Adjudication { max_plies: 20, ..Adjudication::DEFAULT },
        chess960: false,
        sprt: None,
        ready_ms: 5_000,
        stall_ms: 5_000,
    }
}

fn manifest(plan: Plan, fingerprint: &str) -> Manifest {
    let (contenders, source) = (plan.contenders().unwrap(), plan.source().unwrap());
    let program =
        Program { version: "0".to_owned(), fingerprint: Some(fingerprint.to_owned()), bench: None };
    Manifest::new(plan, program, &contenders, &["A".to_owned(), "B".to_owned()], &source, 1)
}

fn play(run: &mut Run, stop: &StopAll, after: u64) -> Result<Finish, RunError> {
    let source = run.manifest().plan.source().unwrap();
    run.play(&source, 2, stop, |game, state| {
        if game.is_some() && state.finished() >= after {
            stop.request();
        }
    })
}

#[test]
fn a_run_that_is_halted_goes_on_where_it_was() {
    let folder = Folder::new("halted");
    let mut run =
        Run::create(&folder.0, manifest(plan("self Hash=1", "self Hash=1", 6), "x")).unwrap();
    assert_eq!(play(&mut run, &StopAll::default(), 3).unwrap(), Finish::Halted);
    let finished = run.state().finished();
    assert!((3..12).contains(&finished), "{finished}");
    drop(run);
    let mut run = Run::open(&folder.0, Run::read_manifest(&folder.0).unwrap()).unwrap();
    assert_eq!(run.state().finished(), finished);
    assert_eq!(play(&mut run, &StopAll::default(), u64::MAX).unwrap(), Finish::Played);
    assert_eq!(run.state().finished(), 12);
    assert_eq!(run.state().duel().pairs.count(), 6);
}

#[test]
fn an_engine_that_keeps_failing_ends_the_run() {
    let folder = Folder::new("failing");
    let bad = format!("cmd={} args=illegal-move", env!("CARGO_BIN_EXE_bad-engine"));
    let mut run = Run::create(&folder.0, manifest(plan("self Hash=1", &bad, 50), "x")).unwrap();
    match play(&mut run, &StopAll::default(), u64::MAX) {
        Err(RunError::Faults { player, last }) => {
            assert_eq!(player, "B");
            assert!(last.contains("illegal move 'e2e5'"), "{last}");
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(run.state().finished(), u64::from(MOST_FAULTS));
}

#[test]
fn what_has_changed_since_the_beginning_is_named() {
    let began = manifest(plan("self", "cmd=/bin/sh", 1), "x");
    assert!(began.changes(&manifest(plan("self", "cmd=/bin/sh", 1), "x")).is_empty());
    assert_eq!(began.changes(&manifest(plan("self", "cmd=/bin/sh", 1), "y")).len(), 1);
    let other = manifest(plan("self", "cmd=/bin/cat", 1), "x");
    assert_eq!(began.changes(&other), ["the program of B"]);
    let folder = Folder::new("network");
    fs::create_dir_all(&folder.0).unwrap();
    let network = folder.0.join("some.net");
    let player = format!("self EvalFile={}", network.display());
    fs::write(&network, "one").unwrap();
    let began = manifest(plan(&player, "self", 1), "x");
    assert!(began.changes(&manifest(plan(&player, "self", 1), "x")).is_empty());
    fs::write(&network, "another").unwrap();
    assert_eq!(began.changes(&manifest(plan(&player, "self", 1), "x")), ["the network of A"]);
}

#[test]
fn a_folder_holds_one_run_and_knows_whose() {
    let folder = Folder::new("one");
    let run = Run::create(&folder.0, manifest(plan("self", "self", 1), "x")).unwrap();
    let again = Run::create(&folder.0, manifest(plan("self", "self", 1), "x"));
    assert!(matches!(again, Err(RunError::Taken { .. })));
    let opened = Run::open(&folder.0, run.manifest().clone()).err().unwrap().to_string();
    assert!(opened.contains("another program is at this run"), "{opened}");
    drop(run);
    for (broken, why) in [
        ("", "expected one of this program"),
        ("{}", "expected one of this program"),
        ("nonsense", "expected one of this program"),
        ("{\"format\": 2}", "expected one of this program"),
        ("{\"format\": 1}", "its format is 1; expected 2"),
    ] {
        fs::write(folder.0.join("manifest.json"), broken).unwrap();
        let told = Run::read_manifest(&folder.0).unwrap_err().to_string();
        assert!(told.contains("holds no run: manifest.json") && told.contains(why), "{told}");
    }
}
