//! Presets as a user meets them: the command, the tools, the UCI options; and what each searches.

mod support;

use std::process::Command;

use support::tool::{fail, play, program, run, succeed};
use support::{Engine, error};
use toolkit::TempFolder;
use toolkit::presets::NAMES;

/// Deep enough for every rule to act, and quick without any.
const DEPTH: &str = "6";

/// The nodes of `secateur bench 6 --preset NAME`. They change with the search: if this test fails
/// after such a change, it prints the new table.
const BENCH: [(&str, u64); 9] = [
    ("secateur", 68849),
    ("bare", 4155021),
    ("python", 503420),
    ("seajay-s0", 73383),
    ("seajay-s1", 66056),
    ("seajay-s1-cured", 78214),
    ("seajay-s2", 68028),
    ("laser", 68830),
    ("publius", 71200),
];

fn bench(preset: &str) -> u64 {
    let out = succeed(&["bench", DEPTH, "--preset", preset]);
    let last = out.lines().last().unwrap();
    last.split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn every_preset_searches_the_nodes_of_its_pinned_bench() {
    let found: Vec<(&str, u64)> = NAMES.iter().map(|name| (name.as_ref(), bench(name))).collect();
    let rows: String =
        found.iter().map(|(name, nodes)| format!("    (\"{name}\", {nodes}),\n")).collect();
    assert_eq!(found, BENCH, "the table of this test should be:\n{rows}");
    assert_eq!(found[0].1, bench_without_preset());
}

fn bench_without_preset() -> u64 {
    let out = succeed(&["bench", DEPTH]);
    out.lines().last().unwrap().split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn presets_are_listed_and_shown_beside_the_defaults() {
    let out = succeed(&["presets"]);
    for name in NAMES {
        assert!(out.lines().any(|line| line.starts_with(name.as_ref())), "{name}: {out}");
    }
    assert!(out.contains("cannot express"), "{out}");
    let out = succeed(&["presets", "show", "publius"]);
    assert!(out.contains("StaticNullStrict") && out.contains("normalised"), "{out}");
    let out = succeed(&["presets", "show", "secateur"]);
    assert!(out.ends_with("Every setting is at its default.\n"), "{out}");
}

#[test]
fn unknown_presets_get_a_suggestion_everywhere() {
    for arguments in [
        &["presets", "show", "lasr"][..],
        &["bench", "3", "--preset", "lasr"],
        &["stats", "--depth", "3", "--preset", "lasr"],
        &["analyze", "--depth", "3", "--preset", "lasr"],
        &["lab", "match", "--a", "self preset=lasr", "--nodes", "100", "--games", "2"],
        &["setoption name Preset value lasr"],
    ] {
        let out = fail(arguments);
        assert!(out.contains("did you mean 'laser'? expected one of"), "{arguments:?}: {out}");
    }
}

#[test]
fn tools_search_with_the_settings_of_a_preset_or_a_file() {
    let stats = |preset: &str| succeed(&["stats", "--depth", "8", "--preset", preset]);
    assert!(stats("secateur").contains("\nNullMove "));
    assert!(!stats("bare").contains("\nNullMove "));
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../presets/bare.toml");
    assert_eq!(stats("bare"), stats(file));
    assert_ne!(stats("bare"), stats("secateur"));
    let out = succeed(&["analyze", "--depth", "5", "--preset", "python"]);
    assert!(out.contains("depth"), "{out}");
}

#[test]
fn a_preset_plays_in_the_lab_under_its_name() {
    let folder = TempFolder::new("lab-preset");
    let run_folder = folder.file("run");
    let out = play(&[
        "lab",
        "match",
        "--a",
        "self preset=laser",
        "--b",
        "self preset=bare Hash=1",
        "--nodes",
        "200",
        "--games",
        "2",
        "--out",
        run_folder.to_str().unwrap(),
    ]);
    assert!(out.contains("laser") && out.contains("bare Hash=1"), "{out}");
}

#[test]
fn the_lab_knows_options_of_another_secateur_that_are_not_listed_by_default() {
    let folder = TempFolder::new("lab-unlisted");
    let (run_folder, program) = (folder.file("run"), program());
    let other = format!("cmd={program} option.FutilityBase=90 option.FutilityBass=90 name=other");
    let (output, out, err) = run(&[
        "lab",
        "match",
        "--a",
        &other,
        "--nodes",
        "100",
        "--games",
        "2",
        "--out",
        run_folder.to_str().unwrap(),
    ]);
    assert!(output.status.success(), "{out}{err}");
    assert!(err.contains("other does not list the option 'FutilityBass'"), "{err}");
    assert!(!err.contains("'FutilityBase'"), "{err}");
}

/// The nodes of a search to depth 7 in a new game.
fn nodes(engine: &mut Engine) -> String {
    engine.ask("ucinewgame");
    engine.send("go depth 7");
    let replies = engine.until("bestmove");
    let line = replies.iter().rev().find(|line| line.contains(" nodes ")).unwrap();
    line.split(" nodes ").nth(1).unwrap().split(' ').next().unwrap().to_owned()
}

#[test]
fn a_preset_resets_the_search_then_sets_it_and_later_options_override_it() {
    let mut engine = Engine::start();
    let default = nodes(&mut engine);
    engine.ask("setoption name UseNullMove value false");
    let replies = engine.ask("setoption name Preset value BARE");
    let message = "info string preset bare: search reset to its defaults, Evaluator kept, then ";
    assert!(matches!(&replies[..], [line] if line.starts_with(message)), "{replies:?}");
    let bare = nodes(&mut engine);
    engine.ask("setoption name UseNullMove value true");
    let overridden = nodes(&mut engine);
    assert!(default != bare && bare != overridden, "{default} {bare} {overridden}");
    engine.ask("setoption name Preset value secateur");
    assert_eq!(nodes(&mut engine), default);
    let replies = engine.ask("setoption name Preset value nowhere.toml");
    assert!(error(&replies).contains("preset nowhere.toml"), "{replies:?}");
    assert_eq!(nodes(&mut engine), default);
    engine.assert_works();
    engine.quit();
}

#[test]
fn a_preset_keeps_the_evaluation() {
    let mut engine = Engine::start();
    engine.ask("setoption name Evaluator value classical");
    engine.ask("setoption name Preset value laser");
    engine.send("eval");
    let replies = engine.ask("isready");
    assert!(replies.iter().any(|line| line == "In use: the classical evaluation"), "{replies:?}");
    engine.quit();
}

fn options(engine: &mut Engine) -> Vec<String> {
    engine.send("uci");
    let lines = engine.until("uciok");
    lines.into_iter().filter(|line| line.starts_with("option name ")).collect()
}

#[test]
fn about_a_dozen_options_are_listed_and_all_on_request() {
    let mut engine = Engine::start();
    let few = options(&mut engine);
    assert!((10..=17).contains(&few.len()), "{few:?}");
    assert!(few[0].starts_with("option name Preset type combo default secateur var secateur"));
    assert!(few.iter().any(|line| line.starts_with("option name Evaluator type combo")));
    // Options that are not listed are accepted all the same.
    assert!(engine.ask("setoption name FutilityBase value 90").is_empty());
    engine.ask("setoption name ShowAllOptions value true");
    let all = options(&mut engine);
    assert!(all.len() > 150, "{}", all.len());
    assert!(few.iter().all(|line| all.contains(line)));
    engine.ask("setoption name ShowAllOptions value false");
    assert_eq!(options(&mut engine), few);
    engine.quit();
    for arguments in [&["--all-options"][..], &["--all-options", "uci"]] {
        let mut engine = Engine::spawn(Command::new(program()).args(arguments));
        assert_eq!(options(&mut engine), all, "{arguments:?}");
        engine.quit();
    }
}
