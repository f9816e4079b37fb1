//! Engines that misbehave, each under every kind of limit: the right verdict in bounded time, and
//! no process left behind.
#![cfg(target_os = "linux")]

use std::fs;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use chess::{Color, Game, Setup};
use lab::adjudication::Adjudication;
use lab::arena::{Arena, PlayError};
use lab::game::Rules;
use lab::limit::Limit;
use lab::openings::{OpeningSource, Starts};
use lab::player::{Clocks, PlayerSpec, Timeouts};
use lab::record::Record;
use toolkit::Ending;
use toolkit::stop::StopAll;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Expected {
    /// It loses every game this way.
    Loses(Ending),
    /// It plays on normally.
    Plays,
    /// It never starts a game.
    NotStarted,
    /// It loses on time if the limit is a time, and plays otherwise.
    Late,
}

use Expected::{Late, Loses, NotStarted, Plays};

const MANNERS: [(&str, Expected); 31] = [
    ("exits-at-once", NotStarted),
    ("no-uciok", NotStarted),
    ("no-readyok", NotStarted),
    ("no-readyok-later", Loses(Ending::NotReady)),
    ("crashes-on-new-game", Loses(Ending::Disconnect)),
    ("crashes-on-go", Loses(Ending::Disconnect)),
    ("crashes-later", Loses(Ending::Disconnect)),
    ("aborts-on-go", Loses(Ending::Disconnect)),
    ("hangs-on-go", Loses(Ending::Stall)),
    ("illegal-move", Loses(Ending::IllegalMove)),
    ("no-such-square", Loses(Ending::IllegalMove)),
    ("none-move", Loses(Ending::IllegalMove)),
    ("null-move", Loses(Ending::IllegalMove)),
    ("garbage-move", Loses(Ending::IllegalMove)),
    ("empty-move", Loses(Ending::IllegalMove)),
    ("two-moves", Plays),
    ("early-bestmove", Plays),
    ("late-move", Late),
    ("floods", Loses(Ending::Stall)),
    ("floods-infos", Loses(Ending::Stall)),
    ("endless-line", Loses(Ending::Stall)),
    ("floods-and-plays", Plays),
    ("binary-and-plays", Plays),
    ("floods-errors", Plays),
    ("closes-output", Loses(Ending::Disconnect)),
    ("leaves-child-and-dies", Loses(Ending::Disconnect)),
    ("leaves-child-and-plays", Plays),
    ("leaves-session-and-plays", Plays),
    ("leaves-orphan-and-dies", Loses(Ending::Disconnect)),
    ("ignores-quit", Plays),
    ("illegal-line", Plays),
];
/// Engines with odd output, and one without faults.
const MORE: [(&str, Expected); 2] = [("odd-infos", Plays), ("", Plays)];

/// Long enough for a busy machine, short enough for tests.
const TIMEOUTS: Timeouts = Timeouts {
    ready: Duration::from_millis(2_500),
    grace: Duration::from_millis(500),
    stall: Duration::from_millis(2_500),
};

fn match_of(manner: &str, token: &str, limit: &str) -> Result<Vec<Record>, PlayError> {
    let program = env!("CARGO_BIN_EXE_bad-engine");
    let bad = format!("cmd={program} 'args={manner} {token}' name=bad");
    let bad: PlayerSpec =
        if manner.is_empty() { format!("cmd={program}") } else { bad }.parse().unwrap();
    let good: PlayerSpec = "self Hash=1".parse().unwrap();
    let late = manner == "late-move";
    let rules = Rules {
        limit: limit.parse().unwrap(),
        margin: Duration::from_millis(400),
        adjudication: Adjudication { max_plies: if late { 11 } else { 14 }, ..Adjudication::NONE },
        tables: None,
        chess960: false,
    };
    // A late answer must miss the clock, but not our timeout.
    let patient =
        Timeouts { grace: Duration::from_secs(6), stall: Duration::from_secs(8), ..TIMEOUTS };
    let stop = StopAll::default();
    let arena = Arena {
        players: &[bad, good],
        pairings: &[(0, 1)],
        openings: &OpeningSource::Random { seed: 4, starts: Starts::Initial },
        rules: &rules,
        timeouts: if late { patient } else { TIMEOUTS },
        workers: 1,
        stop: &stop,
    };
    let mut records = Vec::new();
    arena.run(vec![false; 2], |record| {
        records.push(record);
        true
    })?;
    Ok(records)
}

fn check(manner: &str, expected: Expected, token: &str, limit: &str) {
    let start = Instant::now();
    let found = match_of(manner, token, limit);
    let took = start.elapsed();
    let case = format!("{manner} at {limit}, {took:?}: {found:?}");
    assert!(took < Duration::from_secs(45), "{case}");
    let records = match (found, expected) {
        (Err(PlayError::Start(_)), NotStarted) => return,
        (Ok(records), _) => records,
        _ => panic!("{case}"),
    };
    assert_eq!(records.len(), 2, "{case}");
    let timed = limit.starts_with("tc") || limit.starts_with("movetime");
    for record in records {
        let color = if record.white == 0 { Color::White } else { Color::Black };
        let lost = record.result.map(|result| result.half_points(color)) == Some(0);
        match expected {
            Loses(ending) => assert!(lost && record.ending == ending, "{case}"),
            Late if timed => assert!(lost && record.ending == Ending::Time, "{case}"),
            Plays | Late => assert!(!record.ending.is_fault(), "{case}"),
            NotStarted => panic!("{case}"),
        }
        assert!(record.replay().is_some(), "{case}");
    }
}

/// Every manner under one limit, several at a time: most of the time is waiting.
fn check_all(limit: &str) {
    let token = format!("token-{}-{}", std::process::id(), limit.split('=').next().unwrap());
    let left = Mutex::new(MANNERS.iter().chain(&MORE));
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let Some(&(manner, expected)) = left.lock().unwrap().next() else { return };
                    check(manner, expected, &token, limit);
                }
            });
        }
    });
    let deadline = Instant::now() + Duration::from_secs(5);
    while !processes_with(&token).is_empty() {
        assert!(Instant::now() < deadline, "left behind: {:?}", processes_with(&token));
        thread::sleep(Duration::from_millis(20));
    }
}

fn processes_with(token: &str) -> Vec<String> {
    let own = std::process::id().to_string();
    let processes = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    let lines = processes.filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let command = fs::read(entry.path().join("cmdline")).ok()?;
        let command = String::from_utf8_lossy(&command).replace('\0', " ");
        (name != own && command.contains(token)).then_some(format!("{name} {command}"))
    });
    lines.collect()
}

#[test]
fn bad_engines_with_a_clock() {
    check_all("tc=2+0.05");
}

#[test]
fn bad_engines_with_a_time_for_each_move() {
    check_all("movetime=100ms");
}

#[test]
fn bad_engines_with_nodes() {
    check_all("nodes=500");
}

#[test]
fn bad_engines_with_a_depth() {
    check_all("depth=3");
}

#[test]
fn castling_in_the_other_notation_is_illegal() {
    let bad = format!("cmd={} args=castles-the-other-way", env!("CARGO_BIN_EXE_bad-engine"));
    let bad: PlayerSpec = bad.parse().unwrap();
    let game = Game::new("4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse::<Setup>().unwrap());
    let no_clocks = Clocks::default();
    for (chess960, text) in [(false, "e1h1"), (true, "e1g1")] {
        let mut player = bad.start(TIMEOUTS, &StopAll::default()).unwrap();
        player.begin(chess960).unwrap();
        let fault = player.think(&game, Limit::Depth(1), &no_clocks).unwrap_err();
        assert!(fault.to_string().starts_with(&format!("illegal move '{text}'")), "{fault}");
    }
}

/// An engine that sends unrequested answers and never reads: its games must end.
#[test]
fn a_deaf_engine_ends_in_time() {
    let start = Instant::now();
    let records = match_of("deaf", "deaf", "depth=2").unwrap();
    assert_eq!(records.len(), 2);
    assert!(start.elapsed() < Duration::from_secs(45));
}

#[test]
fn errors_name_the_program_that_is_no_engine() {
    for (text, named) in [
        ("cmd=/no/such/engine", "/no/such/engine: "),
        ("cmd=/etc/hostname", "/etc/hostname: "),
        ("cmd=/bin/true", "expected a UCI engine"),
    ] {
        let spec: PlayerSpec = text.parse().unwrap();
        let message = spec.try_out(TIMEOUTS).unwrap_err().to_string();
        assert!(message.contains(named), "{text}: {message}");
    }
}
