//! `secateur ablation`: one row for each heuristic, and every switch has an effect.

mod support;

use engine::heuristics::Heuristic;
use support::tool::{fail, succeed};

/// The cells of each row below the heading.
fn rows(depth: &str) -> Vec<Vec<String>> {
    let out = succeed(&["ablation", "--depth", depth, "--hash", "1"]);
    let table = out.lines().skip_while(|line| !line.starts_with("|---")).skip(1);
    let cells = |line: &str| -> Vec<String> {
        let line = line.trim_start_matches('|').trim_end_matches('|');
        line.split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    table.map(cells).collect()
}

/// Deep enough for every heuristic to apply.
#[test]
fn every_switch_changes_the_search() {
    let rows = rows("10");
    let names: Vec<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    let expected: Vec<String> =
        Heuristic::ALL.iter().map(|heuristic| format!("{heuristic:?}")).collect();
    assert_eq!(names[0], "none");
    assert_eq!(names[1..], expected);
    for row in &rows[1..] {
        let [name, option, switched, nodes, change, _] = &row[..] else { panic!("{row:?}") };
        assert!(option.starts_with('`') && option.ends_with('`'), "{row:?}");
        assert!(switched == "on" || switched == "off", "{row:?}");
        assert!(change.ends_with(" %"), "{row:?}");
        // An evaluation of the table is the same as a new one: it only saves time. Lazy evaluation
        // leaves the network alone.
        let changes_nothing = ["TableEval", "LazyEvaluation"].contains(&name.as_str());
        assert_eq!(*nodes == rows[0][3], changes_nothing, "{name}");
    }
}

#[test]
fn node_counts_are_the_same_in_every_run() {
    let counts = || -> Vec<String> { rows("4").into_iter().map(|row| row[3].clone()).collect() };
    assert_eq!(counts(), counts());
}

#[test]
fn errors_name_the_argument() {
    for (arguments, named) in [
        (["--depth", "0"], "1..=200"),
        (["--depth", "deep"], "'deep'"),
        (["--hash", "33554432"], "--hash: no memory for a table"),
    ] {
        let out = fail(&["ablation", arguments[0], arguments[1]]);
        assert!(out.contains(named), "{arguments:?}: {out}");
    }
}
