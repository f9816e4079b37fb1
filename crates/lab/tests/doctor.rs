//! The doctor finds the fault of an engine, and no other.
#![cfg(target_os = "linux")]

use std::fs;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use lab::doctor::{CheckVerdict, Doctor, DoctorReport, groups};
use lab::player::PlayerSpec;
use toolkit::stop::StopAll;

/// A vice, the checks that must fail, and the checks that may warn.
type Case = (&'static str, &'static [&'static str], &'static [&'static str]);

const CASES: [Case; 25] = [
    ("", &[], &[]),
    ("no-author", &["start"], &[]),
    ("bad-default", &["option-lines"], &[]),
    ("listed-twice", &["option-lines"], &["option-names"]),
    ("bad-choice", &["option-lines"], &[]),
    ("dies-of-garbage", &["unknown-lines"], &[]),
    ("dies-of-zero", &["option-beyond"], &[]),
    ("dies-of-clocks", &["go-clock", "go-short-clock", "go-overdrawn", "ponder"], &[]),
    ("knows-no-searchmoves", &["go-searchmoves"], &[]),
    ("ends-infinite", &["go-infinite", "stop-latency", "ready-while-searching", "threads"], &[]),
    ("ends-ponder", &["ponder"], &[]),
    ("slow-to-stop", &["stop-latency"], &[]),
    ("answers-twice", &["stop-at-once", "one-bestmove", "ponder"], &["bare-go"]),
    ("deaf-in-search", &["ready-while-searching"], &[]),
    ("bad-ponder", &["ponder-move"], &[]),
    ("tells-fractions", &["info-lines"], &["mate-announced"]),
    ("tells-no-score", &["info-lines"], &["mate-announced"]),
    ("plays-on-in-lines", &["pv-legal"], &[]),
    ("skips-lines", &["multipv", "multipv-few-moves"], &[]),
    ("castles-by-king", &["chess960"], &["castling"]),
    ("castles-by-rook", &["castling"], &[]),
    ("silent-when-mated", &["no-moves"], &[]),
    ("mates-backwards", &["mate-announced"], &[]),
    (
        "stays",
        &["quit", "quit-searching", "end-of-input", "end-of-input-searching", "children"],
        &[],
    ),
    ("leaves-child", &["children"], &[]),
];

fn examine(vice: &str, token: &str, patience: Duration) -> DoctorReport {
    let program = env!("CARGO_BIN_EXE_patient");
    let spec: PlayerSpec = format!("cmd={program} 'args=\"{vice}\" {token}'").parse().unwrap();
    let engine = spec.command().unwrap().clone();
    Doctor { engine, patience, stop: StopAll::default() }.examine(|_| true, |_| {})
}

/// The checks with this verdict, except warnings about time: a test may run on a busy machine.
fn named(report: &DoctorReport, verdict: CheckVerdict) -> Vec<&'static str> {
    let found = report.checks.iter().filter(|check| check.verdict == verdict && !check.slow);
    found.map(|check| check.name).collect()
}

/// The doctor's mistakes about an engine with this vice.
fn complaint((vice, fails, warns): Case, token: &str) -> Option<String> {
    let report = examine(vice, token, Duration::from_secs(3));
    let expected = |name: &&str| warns.contains(name);
    let right = named(&report, CheckVerdict::Fail) == fails
        && named(&report, CheckVerdict::Warn).iter().all(expected)
        && report.checks.len() == groups().iter().flat_map(|group| group.checks).count()
        && report.checks.iter().all(|check| {
            let wrong = check.verdict >= CheckVerdict::Warn;
            check.clients.is_some() == wrong && !(wrong && check.evidence.is_empty())
        });
    let wrong = report.checks.iter().filter(|check| check.verdict >= CheckVerdict::Warn);
    let story = || wrong.map(|check| format!("\n  {check:?}")).collect::<String>();
    (!right).then(|| format!("{vice}: expected {fails:?}{}\n", story()))
}

#[test]
fn every_vice_fails_its_checks_and_no_others() {
    let token = format!("token-{}", std::process::id());
    let left = Mutex::new(CASES.iter());
    let complaints = Mutex::new(String::new());
    thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                loop {
                    let Some(&case) = left.lock().unwrap().next() else { return };
                    let complaint = complaint(case, &token).unwrap_or_default();
                    complaints.lock().unwrap().push_str(&complaint);
                }
            });
        }
    });
    let complaints = complaints.into_inner().unwrap();
    assert!(complaints.is_empty(), "{complaints}");
    let deadline = Instant::now() + Duration::from_secs(5);
    while !processes_with(&token).is_empty() {
        assert!(Instant::now() < deadline, "left behind: {:?}", processes_with(&token));
        thread::sleep(Duration::from_millis(20));
    }
}

fn processes_with(token: &str) -> Vec<String> {
    let processes = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    let lines = processes.filter_map(|entry| {
        let command = fs::read(entry.path().join("cmdline")).ok()?;
        let command = String::from_utf8_lossy(&command).replace('\0', " ");
        command.contains(token).then_some(command)
    });
    lines.collect()
}

#[test]
fn an_engine_that_does_not_get_ready_is_not_checked_further() {
    for vice in ["no-uciok", "exits-at-once"] {
        let start = Instant::now();
        let report = examine(vice, "unready", Duration::from_secs(1));
        assert_eq!(named(&report, CheckVerdict::Fail), ["start"]);
        assert_eq!(report.count(CheckVerdict::Skip), report.checks.len() - 1);
        assert!(start.elapsed() < Duration::from_secs(20));
    }
}

#[test]
fn a_requested_stop_ends_the_examination() {
    let program = env!("CARGO_BIN_EXE_patient");
    let spec: PlayerSpec = format!("cmd={program}").parse().unwrap();
    let engine = spec.command().unwrap().clone();
    let stop = StopAll::default();
    let doctor = Doctor { engine, patience: Duration::from_secs(5), stop: stop.clone() };
    let report = doctor.examine(|_| true, |_| stop.request());
    assert_eq!(report.checks.len(), 1);
}
