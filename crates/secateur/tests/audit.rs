//! The command `lab audit`: runs, resumes after being killed, and says what is wrong.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use toolkit::TempFolder;

const SETTINGS: [&str; 12] = [
    "--depth",
    "7",
    "--samples",
    "30",
    "--by-depth",
    "4",
    "--near",
    "10",
    "--deeper",
    "3",
    "--regression",
    "12",
];

fn audit(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
    command.args(["lab", "audit", "--bench", "--out"]).arg(folder).args(SETTINGS);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// The results without the date and the command.
fn results(folder: &Path) -> serde_json::Value {
    let text = fs::read_to_string(folder.join("results.json")).unwrap();
    let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
    for key in ["date", "command"] {
        value.as_object_mut().unwrap().remove(key);
    }
    value
}

#[test]
fn an_audit_that_is_killed_resumes_and_ends_with_the_same_results() {
    let folder = TempFolder::new("audit-killed");
    let whole = folder.file("whole");
    assert!(audit(&whole).status().unwrap().success());
    let killed = folder.file("killed");
    let mut kills = 0;
    for attempt in 0..400u64 {
        let mut child = audit(&killed).spawn().unwrap();
        // Different moments: some before the samples are written, most among the judgements.
        sleep(Duration::from_millis(20 + 37 * attempt % 300));
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success());
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        if kills >= 20 {
            assert!(audit(&killed).status().unwrap().success());
            break;
        }
    }
    assert_eq!(results(&killed), results(&whole));
    let lines = fs::read_to_string(killed.join("judgements.jsonl")).unwrap();
    let known: HashSet<(i64, String)> = lines
        .lines()
        .filter_map(|line| {
            let value: serde_json::Value = serde_json::from_str(line).unwrap();
            Some((value.get("sample")?.as_i64()?, value.get("truth")?.to_string()))
        })
        .collect();
    let judged = lines.lines().filter(|line| line.contains("\"truth\"")).count();
    assert_eq!(known.len(), judged, "each sample is judged once");
}

#[test]
fn a_folder_with_another_audit_is_refused() {
    let folder = TempFolder::new("audit-other");
    let run = folder.file("run");
    assert!(audit(&run).status().unwrap().success());
    let mut other = audit(&run);
    let output = other.args(["--seed", "2"]).stderr(Stdio::piped()).output().unwrap();
    assert!(!output.status.success());
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("holds an audit with other settings"), "{text}");
}

#[test]
fn only_our_own_engine_can_be_audited() {
    let output = Command::new(env!("CARGO_BIN_EXE_secateur"))
        .args(["lab", "audit", "--engine", "cmd=./other"])
        .output()
        .unwrap();
    assert!(!output.status.success());
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("expected 'self ...'"), "{text}");
}
