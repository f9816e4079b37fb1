//! `secateur stats`: the same nodes and scores as UCI, sums over positions, and JSON.

mod support;

use serde_json::Value;
use support::Engine;
use support::tool::{fail, run, succeed};
use toolkit::TempFolder;

const MIDDLEGAME: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const ENDING: &str = "6k1/5p2/pp2r1p1/7p/2P4b/5B2/PPK5/6R1 w - - 0 36";

fn json(arguments: &[&str]) -> Value {
    let arguments = [&["stats", "--json", "-"], arguments].concat();
    serde_json::from_str(&succeed(&arguments)).unwrap()
}

/// The text after `name` in a line of words.
fn after<'a>(line: &'a str, name: &str) -> &'a str {
    let words: Vec<&str> = line.split(' ').collect();
    let place = words.iter().position(|&word| word == name).unwrap_or_else(|| panic!("{line}"));
    words[place + 1]
}

fn sum(list: &Value) -> u64 {
    list.as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum()
}

#[test]
fn nodes_scores_and_counts_are_those_of_a_uci_session() {
    for fen in [MIDDLEGAME, ENDING] {
        let out = succeed(&["stats", "--fen", fen, "--depth", "9", "--hash", "4"]);
        let (line, counts) = out.split_once("\n\n").unwrap();

        let mut engine = Engine::start();
        engine.send("setoption name Hash value 4");
        engine.send("setoption name SearchStats value true");
        engine.send(&format!("position fen {fen}"));
        engine.send("go depth 9");
        let replies = engine.until("bestmove");
        let info = |reply: &&String| reply.starts_with("info depth 9 ");
        let last = replies.iter().rev().find(info).unwrap();
        assert!(last.contains(&format!("score cp {} ", after(line, "cp"))), "{line}: {last}");
        assert_eq!(after(last, "nodes"), after(line, "nodes"));
        let best = replies.last().unwrap();
        assert_eq!(after(best, "bestmove"), after(line, "bestmove"));
        let strings: Vec<&str> =
            replies.iter().filter_map(|reply| reply.strip_prefix("info string")).collect();
        let lines = strings.iter().map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end());
        assert!(lines.eq(counts.lines().map(str::trim_end)), "{strings:#?}\n{counts}");
        let nodes = format!("nodes {}, visits", after(line, "nodes"));
        assert!(counts.starts_with(&nodes), "{nodes}: {counts}");
        engine.quit();
    }
}

#[test]
fn the_bench_has_the_nodes_of_bench() {
    let bench = succeed(&["bench", "5"]);
    let total = bench.lines().last().unwrap().split(' ').next().unwrap();
    let out = succeed(&["stats", "--bench", "--depth", "5"]);
    assert!(out.contains(&format!("\nnodes {total}, visits ")), "{total}: {out}");
}

#[test]
fn every_depth_is_a_search_of_its_own_with_the_acts_of_the_heuristics_that_are_shown() {
    let each = ["--fen", MIDDLEGAME, "--each-depth", "--show", "FutilityPruning", "--depth", "6"];
    let run = json(&each);
    let positions = run["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 6);
    for (before, (position, depth)) in positions.iter().zip(positions[1..].iter().zip(2..)) {
        let alone = json(&["--fen", MIDDLEGAME, "--depth", &depth.to_string()]);
        assert_eq!(position["nodes"], alone["positions"][0]["nodes"]);
        let is_marked = position["changed"] == true;
        assert_eq!(is_marked, position["best"] != before["best"]);
        assert!(position["acted"]["Futility"].is_u64(), "{position}");
    }
    let error = fail(&["stats", "--show", "Futile"]);
    assert!(error.contains("--show: 'Futile' is no heuristic"), "{error}");
}

#[test]
fn figures_of_the_json_add_up() {
    let folder = TempFolder::new("stats");
    let file = folder.file("two.epd");
    std::fs::write(&file, format!("{MIDDLEGAME} id \"one\";\n\n8/8/4k3/8/8/3BK3/8/8 w - -\n"))
        .unwrap();
    let epd = file.to_str().unwrap();
    for threads in ["1", "2"] {
        let arguments = ["--fen", ENDING, "--epd", epd, "--nodes", "20000", "--threads", threads];
        let run = json(&arguments);
        assert_eq!((&run["nodes"], run["depth"].is_null()), (&Value::from(20_000), true));
        assert_eq!(run["threads"].to_string(), threads);
        assert_eq!(run["interrupted"], false);
        let positions = run["positions"].as_array().unwrap();
        assert_eq!(positions.len(), 3);
        assert_eq!(positions[0]["fen"], ENDING);
        let nodes: u64 = positions.iter().map(|row| row["nodes"].as_u64().unwrap()).sum();
        let ledger = &run["ledger"];
        assert_eq!((ledger["nodes"].as_u64(), ledger["searches"].as_u64()), (Some(nodes), Some(3)));
        assert_eq!(ledger["visits"].as_u64(), Some(sum(&ledger["visits_by_depth"])));
        assert_eq!(ledger["table"]["hits"].as_u64(), Some(sum(&ledger["table"]["hits_by_depth"])));
        for heuristic in ledger["heuristics"].as_array().unwrap() {
            for (event, total) in heuristic["total"].as_object().unwrap() {
                let by_depth = sum(&heuristic["by_depth"][event]);
                assert_eq!(total.as_u64(), Some(by_depth), "{}: {event}", heuristic["name"]);
            }
        }
    }
}

#[test]
fn settings_are_those_of_the_command_line() {
    let folder = TempFolder::new("stats-set");
    let file = folder.file("run.json");
    let path = file.to_str().unwrap();
    let out = succeed(&[
        "stats",
        "--fen",
        MIDDLEGAME,
        "--depth",
        "7",
        "--set",
        "UseNullMove=false",
        "--set",
        "usekillers=true",
        "--json",
        path,
    ]);
    assert!(out.contains("\nKillers ") && !out.contains("\nNullMove "), "{out}");
    let run: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    let on = |name: &str| {
        let rows = run["ledger"]["heuristics"].as_array().unwrap();
        rows.iter().find(|row| row["name"] == name).unwrap()["on"].as_bool()
    };
    assert_eq!(
        (on("NullMove"), on("Killers"), on("Futility")),
        (Some(false), Some(true), Some(true))
    );
    assert_eq!(run["settings"][0], "UseNullMove=false");
}

#[test]
fn a_mate_is_given_in_moves_and_an_ended_game_has_no_move() {
    let mate = json(&["--fen", "6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1", "--depth", "3"]);
    assert_eq!(mate["positions"][0]["score"]["mate"], 1);
    let ended = json(&["--fen", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"]);
    assert_eq!(
        (&ended["positions"][0]["best"], &ended["ledger"]["nodes"]),
        (&Value::Null, &0.into())
    );
}

#[test]
fn errors_name_the_argument() {
    let folder = TempFolder::new("stats-errors");
    let (faulty, empty) = (folder.file("faulty.epd"), folder.file("empty.epd"));
    std::fs::write(&faulty, format!("{ENDING}\nno board\n")).unwrap();
    std::fs::write(&empty, "# nothing\n").unwrap();
    let (faulty, empty) = (faulty.to_str().unwrap(), empty.to_str().unwrap());
    for (arguments, named) in [
        (["--fen", "8/8 w"], "--fen '8/8 w'"),
        (["--epd", "missing.epd"], "--epd missing.epd: No such file"),
        (["--epd", faulty], "line 2: board"),
        (["--epd", empty], "expected one EPD record per line"),
        (["--set", "UseNullMove"], "--set UseNullMove: expected NAME=VALUE"),
        (["--set", "Nonsense=1"], "no setting 'Nonsense'; expected one that"),
        (["--set", "UseNullMove=perhaps"], "expected true or false"),
        (["--depth", "0"], "1..=200"),
        (["--nodes", "0"], "'0'"),
        (["--threads", "-1"], "'-1'"),
        (["--hash", "33554432"], "--hash: no memory for a table"),
    ] {
        let out = fail(&["stats", arguments[0], arguments[1]]);
        assert!(out.contains(named), "{arguments:?}: {out}");
    }
    let (_, _, error) = run(&["stats", "--depth", "1", "--json", "missing/run.json"]);
    assert!(error.contains("--json missing/run.json: "), "{error}");
}

/// Ctrl-C: the counts so far are printed.
#[cfg(unix)]
#[test]
fn an_interrupted_run_prints_what_it_has() {
    use std::io::{BufRead, BufReader, Read};
    use support::tool::{interrupt, spawn};

    // The first position ends at once, the second one never.
    let over = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    let mut child = spawn(&["stats", "--fen", over, "--fen", MIDDLEGAME, "--depth", "100"]);
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    out.read_line(&mut text).unwrap();
    assert!(text.starts_with("bestmove none score mate 0 depth 0 nodes 0  "), "{text}");
    interrupt(&child);
    out.read_to_string(&mut text).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("note: interrupted after "), "{error}");
    assert!(text.contains("\nnodes ") && text.contains("table probes"), "{text}");
}
