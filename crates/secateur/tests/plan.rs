//! `secateur lab plan`: steps, conditions, placeholders, budgets, and that no kill loses a step.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;
use support::tool::{ended, fail, interrupt, play, spawn};
use toolkit::TempFolder;

const HEAD: &str = "title = \"Try\"\nquestion = \"Does it work?\"\n";

/// Four games without reductions, four that depend on them, and a suite beside the plan.
const STEPS: &str = r#"
[defaults.match]
nodes = 200
games = 4
[[step]]
name = "reductions"
about = "LMR off"
run = "match"
a = "self LMREnabled=false"
[[step]]
name = "test"
run = "sprt"
a = "self Hash=1 name=same"
b = "self Hash=1"
nodes = 200
games = 20
[[step]]
name = "after-a-gain"
run = "match"
a = "self UseNullMove=false"
when = "test accepted"
[[step]]
name = "after-no-gain"
run = "match"
a = "self UseNullMove=false"
when = ["test not accepted"]
[[step]]
name = "mates"
run = "suite"
files = ["{here}/mates.epd"]
depth = 3
[[step]]
name = "given"
run = "suite"
files = ["{suite}"]
depth = 3
"#;

const MATES: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"back rank\";\n";

fn written(folder: &TempFolder, steps: &str) -> PathBuf {
    fs::write(folder.path().join("mates.epd"), MATES).unwrap();
    let path = folder.path().join("plan.toml");
    fs::write(&path, format!("{HEAD}{steps}")).unwrap();
    path
}

fn results(folder: &Path) -> Value {
    serde_json::from_slice(&fs::read(folder.join("results.json")).unwrap()).unwrap()
}

fn step<'a>(results: &'a Value, name: &str) -> &'a Value {
    let steps = results["steps"].as_array().unwrap();
    steps.iter().find(|step| step["name"] == name).unwrap()
}

#[test]
fn steps_run_by_their_conditions_and_the_page_shows_them() {
    let folder = TempFolder::new("plan-steps");
    let plan = written(&folder, STEPS);
    let (plan, out) = (plan.to_str().unwrap(), folder.path().join("out"));
    let list = play(&["lab", "plan", plan, "--list"]);
    assert!(list.contains("runs if test accepted"), "{list}");
    assert!(list.contains("needs --set for suite"), "{list}");
    assert!(!out.exists());

    let shown = play(&["lab", "plan", plan, "--out", out.to_str().unwrap()]);
    assert!(shown.contains("skipped: runs only if test accepted"), "{shown}");
    assert!(shown.contains("skipped: needs --set suite=FILE"), "{shown}");
    let found = results(&out);
    assert_eq!(step(&found, "reductions")["outcome"]["games"], 4);
    assert_eq!(step(&found, "after-no-gain")["outcome"]["games"], 4);
    assert_eq!(step(&found, "after-a-gain")["outcome"], Value::Null);
    // Equal players play equal games, so every pair splits its points.
    let pairs = &step(&found, "test")["outcome"]["elo"][0]["pentanomial"];
    assert_eq!(*pairs, serde_json::json!([0, 0, 10, 0, 0]));
    assert_eq!(step(&found, "mates")["outcome"]["sentence"], "secateur 1 of 1 in mates");
    let page = fs::read_to_string(out.join("report.html")).unwrap();
    assert!(page.contains("Does it work?") && page.contains("reductions/report.html"));

    // A second call finds everything done, and runs what it was given.
    let suite = format!("suite={}", folder.path().join("mates.epd").display());
    let shown = play(&["lab", "plan", plan, "--out", out.to_str().unwrap(), "--set", &suite]);
    assert!(!shown.contains("4 games"), "{shown}");
    assert_eq!(step(&results(&out), "given")["outcome"]["sentence"], "secateur 1 of 1 in mates");
}

#[test]
fn steps_that_ended_elsewhere_by_the_same_command_are_taken_over() {
    let folder = TempFolder::new("plan-known");
    let plan = written(&folder, STEPS);
    let suite = format!("suite={}", folder.path().join("mates.epd").display());
    let run = |out: &Path, known: &[&str]| {
        let words = ["lab", "plan", plan.to_str().unwrap(), "--set", &suite, "--out"];
        play(&[&words[..], &[out.to_str().unwrap()], known].concat())
    };
    let (first, second) = (folder.path().join("first"), folder.path().join("second"));
    run(&first, &[]);
    // Another command of that name does not count.
    written(&folder, &STEPS.replace("LMREnabled=false", "UseProbCut=false"));
    let published = first.join("results.json");
    run(&second, &["--known", published.to_str().unwrap()]);
    let (old, new) = (results(&first), results(&second));
    for name in ["test", "after-no-gain", "mates", "given"] {
        assert_eq!(step(&new, name), step(&old, name));
        assert!(!second.join(name).exists(), "{name} ran again");
    }
    assert!(second.join("reductions").exists());
    let page = fs::read_to_string(second.join("report.html")).unwrap();
    assert!(page.contains("reductions/report.html") && !page.contains("mates/report.html"));
    // Everybody may see the results: they name no file of this machine.
    assert!(step(&new, "given")["command"].as_str().unwrap().ends_with("'{suite}'"));

    let error = fail(&["lab", "plan", plan.to_str().unwrap(), "--known", plan.to_str().unwrap()]);
    assert!(error.contains("expected the results.json of a plan"), "{error}");
}

#[test]
fn a_changed_step_is_refused_and_so_is_a_wrong_option() {
    let folder = TempFolder::new("plan-refused");
    let one = "[[step]]\nname='x'\nrun='match'\na='self'\nnodes=100\ngames=2\n";
    let plan = written(&folder, one);
    let out = folder.path().join("out");
    let words = ["lab", "plan", plan.to_str().unwrap(), "--out", out.to_str().unwrap()];
    play(&words);
    written(&folder, &one.replace("100", "150"));
    let error = fail(&words);
    assert!(error.contains("step 'x' was begun as 'match"), "{error}");
    written(&folder, &one.replace("nodes", "nods"));
    let error = fail(&words);
    assert!(error.contains("step 'x'") && error.contains("--nods"), "{error}");
    let error = fail(&["lab", "plan", plan.to_str().unwrap(), "--set", "suite"]);
    assert!(error.contains("expected a name, '=' and a value"), "{error}");
    written(&folder, one);
    let error = fail(&["lab", "plan", plan.to_str().unwrap(), "--step", "y"]);
    assert!(error.contains("--step y: expected one of x"), "{error}");
}

/// Two tests that would play for hours.
const ENDLESS: &str = "[defaults.sprt]\nnodes = 300\nelo1 = 1\n\
    [[step]]\nname='one'\nrun='sprt'\na='self UseProbCut=false'\n\
    [[step]]\nname='two'\nrun='sprt'\na='self UseRazoring=false'\n";

#[test]
fn a_budget_is_shared_and_what_it_stops_can_be_resumed() {
    let folder = TempFolder::new("plan-budget");
    let plan = written(&folder, ENDLESS);
    let out = folder.path().join("out");
    let words =
        ["lab", "plan", plan.to_str().unwrap(), "--out", out.to_str().unwrap(), "--budget", "4s"];
    let games = |name: &str| step(&results(&out), name)["outcome"]["games"].as_u64().unwrap();
    play(&words);
    let first = [games("one"), games("two")];
    assert!(first.iter().all(|&games| games > 0), "{first:?}");
    assert_eq!(step(&results(&out), "one")["open"], "not ended");
    play(&words);
    let second = [games("one"), games("two")];
    assert!(second[0] > first[0] && second[1] > first[1], "{first:?} {second:?}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_stops_the_plan_and_a_kill_loses_no_finished_game() {
    let folder = TempFolder::new("plan-interrupt");
    let plan = written(&folder, ENDLESS);
    let out = folder.path().join("out");
    let words = ["lab", "plan", plan.to_str().unwrap(), "--out", out.to_str().unwrap()];
    let journal = || fs::read_to_string(out.join("one/events.jsonl")).unwrap_or_default();
    let games = || journal().matches("\"event\":\"game\"").count();
    let mut killed = spawn(&words);
    while games() < 5 {
        sleep(Duration::from_millis(20));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    let before = games();
    let resumed = spawn(&words);
    while games() < before + 5 {
        sleep(Duration::from_millis(20));
    }
    interrupt(&resumed);
    let (code, out_text, _) = ended(resumed);
    assert_eq!(code, Some(130));
    assert!(out_text.contains("the same command resumes it"), "{out_text}");
    let found = results(&out);
    let counted = step(&found, "one")["outcome"]["games"].as_u64().unwrap();
    assert!(counted >= before as u64 + 5, "{counted} {before}");
    assert_eq!(step(&found, "two")["open"], "not begun");
}
