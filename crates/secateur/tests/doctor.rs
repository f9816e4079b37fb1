//! The doctor through the real program, and our own engine as its patient.

mod support;

use serde_json::Value;
use support::tool::{fail, run, succeed};

#[test]
fn our_own_engine_is_well() {
    let (output, out, err) = run(&["lab", "doctor", "self", "--json", "--patience", "30s"]);
    let chart: Value = serde_json::from_str(&out).unwrap_or_else(|why| panic!("{why}: {out}{err}"));
    let checks = chart["checks"].as_array().unwrap();
    assert!(checks.len() >= 45, "{out}");
    for check in checks {
        let verdict = check["verdict"].as_str().unwrap();
        // A warning of time only says that a test may run where there is little of it.
        let well = verdict == "pass" || check["slow"] == true;
        // What looks at processes can do so on Linux only.
        let unseen = verdict == "skip" && cfg!(not(target_os = "linux"));
        assert!(well || unseen, "{check:#}");
    }
    assert!(output.status.success(), "{out}{err}");
    assert!(chart["engine"].as_str().unwrap().starts_with("Secateur"));
}

#[test]
fn every_check_is_listed_and_can_be_asked_for_alone() {
    let listed = succeed(&["lab", "doctor", "--list"]);
    for name in ["start", "stop-latency", "chess960", "pv-legal"] {
        assert!(listed.lines().any(|line| line.trim_start().starts_with(name)), "{listed}");
    }
    let engine = format!("cmd={} option.Hash=2", env!("CARGO_BIN_EXE_secateur"));
    let told = succeed(&["lab", "doctor", &engine, "--only", "go-depth", "--only", "no-moves"]);
    assert!(told.contains("pass go-depth") && told.contains("pass no-moves"), "{told}");
    assert!(told.contains(": 2 checks in "), "{told}");
}

#[test]
fn what_is_no_engine_fails_and_is_told() {
    let told = fail(&["lab", "doctor", "/no/such/engine", "--patience", "1s"]);
    assert!(told.contains("fail start") && told.contains("it does not start: "), "{told}");
    for (arguments, named) in [
        (&["lab", "doctor"][..], "required"),
        (&["lab", "doctor", ""], "no engine is named"),
        (&["lab", "doctor", "cmd="], "names no program"),
        (&["lab", "doctor", "self", "--only", "cough"], "no such check; expected one of start"),
        (&["lab", "doctor", "self", "--patience", "5"], "expected a number with its unit"),
    ] {
        let told = fail(arguments);
        assert!(told.contains(named), "{arguments:?}: {told}");
    }
}
