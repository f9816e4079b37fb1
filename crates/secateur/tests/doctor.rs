//! The doctor through the real program, with our own engine.

mod support;

use serde_json::Value;
use support::tool::{fail, run, succeed};

#[test]
fn our_own_engine_passes_every_check() {
    let (output, out, err) = run(&["lab", "doctor", "self", "--json", "--patience", "30s"]);
    let report: Value =
        serde_json::from_str(&out).unwrap_or_else(|why| panic!("{why}: {out}{err}"));
    let checks = report["checks"].as_array().unwrap();
    assert!(checks.len() >= 45, "{out}");
    for check in checks {
        let verdict = check["verdict"].as_str().unwrap();
        // A test may run on a busy machine: warnings about time are allowed.
        let well = verdict == "pass" || check["slow"] == true;
        // Checks of processes run on Linux only.
        let unseen = verdict == "skip" && cfg!(not(target_os = "linux"));
        assert!(well || unseen, "{check:#}");
    }
    assert!(output.status.success(), "{out}{err}");
    assert!(report["engine"].as_str().unwrap().starts_with("Secateur"));
}

#[test]
fn every_check_is_listed_and_can_be_run_alone() {
    let listed = succeed(&["lab", "doctor", "--list"]);
    for name in ["start", "stop-latency", "chess960", "pv-legal"] {
        assert!(listed.lines().any(|line| line.trim_start().starts_with(name)), "{listed}");
    }
    let engine = format!("cmd={} option.Hash=2", env!("CARGO_BIN_EXE_secateur"));
    let shown = succeed(&["lab", "doctor", &engine, "--only", "go-depth", "--only", "no-moves"]);
    assert!(shown.contains("pass go-depth") && shown.contains("pass no-moves"), "{shown}");
    assert!(shown.contains(": 2 checks in "), "{shown}");
}

#[test]
fn a_program_that_is_no_engine_fails() {
    let shown = fail(&["lab", "doctor", "/no/such/engine", "--patience", "1s"]);
    assert!(shown.contains("fail start") && shown.contains("it does not start: "), "{shown}");
    for (arguments, named) in [
        (&["lab", "doctor"][..], "required"),
        (&["lab", "doctor", ""], "no engine is named"),
        (&["lab", "doctor", "cmd="], "names no program"),
        (&["lab", "doctor", "self", "--only", "cough"], "no such check; expected one of start"),
        (&["lab", "doctor", "self", "--patience", "5"], "expected a number with its unit"),
    ] {
        let shown = fail(arguments);
        assert!(shown.contains(named), "{arguments:?}: {shown}");
    }
}
