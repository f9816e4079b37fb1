//! The doctor finds what is wrong with an engine, and nothing else.
#![cfg(target_os = "linux")]

use std::fs;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use lab::contender::Contender;
use lab::doctor::{Chart, Doctor, Verdict, groups};
use toolkit::stop::StopAll;

/// A vice, the checks it must fail, and those that may only warn of it.
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

fn examine(vice: &str, token: &str, patience: Duration) -> Chart {
    let program = env!("CARGO_BIN_EXE_patient");
    let contender: Contender = format!("cmd={program} 'args=\"{vice}\" {token}'").parse().unwrap();
    let spec = contender.engine().unwrap().clone();
    Doctor { spec, patience, stop: StopAll::default() }.examine(|_| true, |_| {})
}

/// The checks with this verdict, but for those that warn of time only: a test may run where there
/// is little of it.
fn named(chart: &Chart, verdict: Verdict) -> Vec<&'static str> {
    let found = chart.checks.iter().filter(|check| check.verdict == verdict && !check.slow);
    found.map(|check| check.name).collect()
}

/// What the doctor got wrong about an engine with this vice.
fn complaint((vice, fails, warns): Case, token: &str) -> Option<String> {
    let chart = examine(vice, token, Duration::from_secs(3));
    let expected = |name: &&str| warns.contains(name);
    let right = named(&chart, Verdict::Fail) == fails
        && named(&chart, Verdict::Warn).iter().all(expected)
        && chart.checks.len() == groups().iter().flat_map(|group| group.checks).count()
        && chart.checks.iter().all(|check| {
            let wrong = check.verdict >= Verdict::Warn;
            check.clients.is_some() == wrong && !(wrong && check.evidence.is_empty())
        });
    let wrong = chart.checks.iter().filter(|check| check.verdict >= Verdict::Warn);
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
fn what_does_not_get_ready_is_asked_no_more() {
    for vice in ["no-uciok", "exits-at-once"] {
        let start = Instant::now();
        let chart = examine(vice, "unready", Duration::from_secs(1));
        assert_eq!(named(&chart, Verdict::Fail), ["start"]);
        assert_eq!(chart.count(Verdict::Skip), chart.checks.len() - 1);
        assert!(start.elapsed() < Duration::from_secs(20));
    }
}

#[test]
fn the_word_to_stop_is_heard() {
    let program = env!("CARGO_BIN_EXE_patient");
    let contender: Contender = format!("cmd={program}").parse().unwrap();
    let spec = contender.engine().unwrap().clone();
    let stop = StopAll::default();
    let doctor = Doctor { spec, patience: Duration::from_secs(5), stop: stop.clone() };
    let chart = doctor.examine(|_| true, |_| stop.request());
    assert_eq!(chart.checks.len(), 1);
}
