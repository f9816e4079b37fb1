//! Runs of the lab: listed, watched, replayed, and resumed only if that is safe.

use std::fs;
use std::path::Path;

use chess::GameResult;
use lab::adjudication::Adjudication;
use lab::limit::Limit;
use lab::manifest::{MANIFEST, Manifest, Program};
use lab::openings::Order;
use lab::plan::{CheckedPlan, OpeningChoice, Plan, RunKind, SprtPlan};
use lab::run::{Run, RunFinish};
use lab::stats::EloModel;
use serde_json::json;
use toolkit::stop::StopAll;

use crate::support::TestBoard;

/// Plays a run of few short games, or only creates it.
fn make_run(folder: &Path, kind: RunKind, games: bool) {
    let sprt =
        SprtPlan { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: EloModel::Normalized };
    let plan = Plan {
        kind,
        players: vec!["self".to_owned(), "self UseNullMove=false".to_owned()],
        pairs: 2,
        limit: Limit::Nodes(20),
        margin_ms: 0,
        openings: OpeningChoice::Random,
        order: Order::Sequential,
        seed: 1,
        adjudication: Adjudication { max_plies: 40, ..Adjudication::DEFAULT },
        tables: None,
        chess960: false,
        sprt: (kind == RunKind::Sprt).then_some(sprt),
        ready_ms: 1_000,
        stall_ms: 60_000,
    };
    let plan = CheckedPlan::try_from(plan).unwrap();
    let lineup = plan.lineup().unwrap();
    let names = ["A".to_owned(), "B".to_owned()];
    let manifest = Manifest::new(plan, Program::default(), &lineup, &names, 1);
    let mut run = Run::create(folder, manifest).unwrap();
    if games {
        let finish = run.play(&lineup, 1, &StopAll::default(), |_, _| {}).unwrap();
        assert_eq!(finish, RunFinish::AllPlayed);
    }
}

#[test]
fn a_finished_run_is_listed_watched_and_replayed() {
    let board = TestBoard::start("lab");
    make_run(&board.folder.file("runs/done"), RunKind::Sprt, true);
    let mut tab = board.tab();
    let runs = tab.ok("lab.runs", json!({}))["runs"].clone();
    let run = &runs[0];
    assert_eq!((&run["name"], &run["state"]), (&json!("done"), &json!("finished")));
    assert_eq!((&run["kind"], &run["games"]), (&json!("sprt"), &json!(4)));
    assert_eq!(run["title"], "A against B");

    let id = tab.send("lab.watch", json!({"run": "done"}));
    let update = tab.receive()["update"].clone();
    assert_eq!((&update["planned"], &update["state"]), (&json!(4), &json!("finished")));
    let (pairs, llr) =
        (update["pentanomial"].as_array().unwrap(), update["llr"].as_array().unwrap());
    assert_eq!(pairs.iter().map(|pairs| pairs.as_u64().unwrap()).sum::<u64>(), 2);
    assert_eq!(llr.len(), 3, "the start and a point for each pair");
    tab.send("cancel", json!({"of": id}));
    assert_eq!(tab.answer(id)["ok"], update);

    let games = tab.ok("lab.games", json!({"run": "done", "from": 1, "count": 2}));
    assert_eq!((&games["total"], &games["games"][0]["number"]), (&json!(4), &json!(2)));
    let row = &games["games"][0];
    assert_eq!((&row["white"], &row["black"]), (&json!("B"), &json!("A")), "colours are swapped");
    let game = tab.ok("lab.game", json!({"run": "done", "number": 2}))["game"].clone();
    assert_eq!(game["nodes"].as_array().map(|nodes| nodes.len() as u64), row["plies"].as_u64());
    assert!(GameResult::ALL.iter().any(|result| game["result"] == result.as_str()));
    assert!(tab.error("lab.game", json!({"run": "done", "number": 5})).starts_with("number: "));
    assert_eq!(tab.error("lab.stop", json!({"run": "done"})), "run: it is not being played");
    assert_eq!(tab.error("lab.resume", json!({"run": "done"})), "run: it is finished");

    let report = board.get("/runs/done/report.html");
    assert_eq!(report.status, 200);
    assert!(report.body.contains("<h1>A against B</h1>"));
    let policy = "content-security-policy: default-src 'none'; style-src 'unsafe-inline'";
    assert!(report.head.contains(policy), "{}", report.head);
}

#[test]
fn a_run_of_other_programs_is_not_resumed_from_the_page() {
    let board = TestBoard::start("foreign-run");
    let folder = board.folder.file("runs/foreign");
    make_run(&folder, RunKind::Match, false);
    let manifest = fs::read_to_string(folder.join(MANIFEST)).unwrap();
    let foreign = manifest.replace("\"self UseNullMove=false\"", "\"cmd=/bin/sh\"");
    assert_ne!(manifest, foreign);
    fs::write(folder.join(MANIFEST), foreign).unwrap();
    fs::write(folder.join("events.jsonl"), "{\"event\":\"started\"}\n").unwrap();
    let refusal = board.tab().error("lab.resume", json!({"run": "foreign"}));
    assert!(refusal.starts_with("run: other programs play in it"), "{refusal}");
}

#[test]
fn a_damaged_run_is_listed_with_its_fault() {
    let board = TestBoard::start("damaged-run");
    fs::create_dir_all(board.folder.file("runs/bad")).unwrap();
    fs::write(board.folder.file("runs/bad").join(MANIFEST), "{}").unwrap();
    let mut tab = board.tab();
    let run = tab.ok("lab.runs", json!({}))["runs"][0].clone();
    assert_eq!((&run["name"], &run["kind"]), (&json!("bad"), &json!("unknown")));
    assert!(run["summary"].as_str().unwrap().contains("holds no run"), "{run}");
    assert!(tab.error("lab.games", json!({"run": "bad"})).contains("holds no run"));
}
