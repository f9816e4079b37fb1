//! Scarce memory and threads, signals, long sessions. Only on Linux, where /proc shows the effects.

use std::fs;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use chess::Game;

use crate::support::{Engine, HANG, best, error, status_kilobytes};

const BINARY: &str = env!("CARGO_BIN_EXE_secateur");

#[test]
fn a_hash_table_that_cannot_be_allocated_leaves_the_old_one() {
    let limited = r#"ulimit -v 1500000 && exec "$0""#;
    let mut engine = Engine::spawn(Command::new("sh").args(["-c", limited, BINARY]));
    for megabytes in [2_000, 4_000, 30_000_000] {
        let replies = engine.ask(&format!("setoption name Hash value {megabytes}"));
        assert!(error(&replies).contains("no memory"), "{replies:?}");
        engine.send("go depth 5");
        best(&engine.until("bestmove"), &Game::default());
    }
    assert_eq!(engine.ask("setoption name Hash value 32"), Vec::<String>::new());
    engine.assert_works();
    engine.quit();
}

/// The user id of this process.
fn user() -> u32 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("Uid:")).unwrap();
    line.split_whitespace().next().unwrap().parse().unwrap()
}

/// The number of threads of a user.
fn threads_of(user: u32) -> u32 {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let statuses =
        processes.filter_map(|entry| fs::read_to_string(entry.path().join("status")).ok());
    let number = |status: &str, name: &str| -> Option<u32> {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse().ok()
    };
    statuses
        .filter(|status| number(status, "Uid:") == Some(user))
        .filter_map(|status| number(&status, "Threads:"))
        .sum()
}

/// A copy of the program that any user may run, removed with the value.
struct ProgramCopy(PathBuf);

impl ProgramCopy {
    fn new() -> ProgramCopy {
        let path = std::env::temp_dir().join(format!("secateur-{}", std::process::id()));
        fs::copy(BINARY, &path).unwrap();
        ProgramCopy(path)
    }
}

impl Drop for ProgramCopy {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn if_threads_run_out_those_that_started_are_kept() {
    // The limit does not apply to root, so the engine then runs as nobody.
    let user = match user() {
        0 => 65_534,
        user => user,
    };
    let limit = threads_of(user) + 12;
    let copy = ProgramCopy::new();
    let limited = format!(r#"ulimit -u {limit} && exec "$0""#);
    let mut command = Command::new("bash");
    let mut engine =
        Engine::spawn(command.arg("-c").arg(limited).arg(&copy.0).uid(user).current_dir("/"));
    let replies = engine.ask("setoption name Threads value 512");
    assert!(error(&replies).contains("only "), "{replies:?}");
    for _ in 0..3 {
        engine.send("go depth 6");
        best(&engine.until("bestmove"), &Game::default());
    }
    engine.assert_works();
    engine.quit();
}

#[test]
fn a_thousand_games_leak_no_memory_and_no_state() {
    let mut engine = Engine::start();
    engine.ask("setoption name Hash value 1");
    let play = |engine: &mut Engine| {
        engine.send("ucinewgame");
        engine.send("go nodes 1000");
        let replies = engine.until("bestmove");
        best(&replies, &Game::default());
        // Everything except times and speeds.
        let lines = replies.iter().map(|line| match line.split_once(" nps ") {
            Some((findings, rest)) => findings.to_owned() + rest.split(" pv ").nth(1).unwrap_or(""),
            None => line.clone(),
        });
        lines.collect::<Vec<String>>()
    };
    let memory = |engine: &Engine| status_kilobytes(engine.id(), "VmRSS:").expect("it runs");
    let first = play(&mut engine);
    for _ in 0..100 {
        assert_eq!(play(&mut engine), first);
    }
    let before = memory(&engine);
    for _ in 0..900 {
        assert_eq!(play(&mut engine), first);
    }
    let after = memory(&engine);
    assert!(after * 100 < before * 105, "from {before} to {after} kB");
    engine.quit();
}

/// Users and time servers set the system clock, so a search must not read it.
#[test]
fn the_system_clock_is_not_read() {
    fn check(folder: &Path) -> usize {
        let mut files = 0;
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                files += check(&path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                assert!(!text.contains("SystemTime"), "{}", path.display());
                files += 1;
            }
        }
        files
    }
    for part in ["chess", "engine", "uci", "secateur"] {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(part).join("src");
        assert!(check(&sources) > 0, "{}", sources.display());
    }
}

fn signal(engine: &Engine, name: &str) {
    let kill = format!("kill -{name} {}", engine.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success(), "{kill}");
}

#[test]
fn termination_signals_end_a_search() {
    for (name, number) in [("INT", 2), ("TERM", 15)] {
        for threads in [1, 3] {
            let mut engine = Engine::start();
            engine.send(&format!("setoption name Threads value {threads}"));
            engine.send("go infinite");
            engine.until("info depth 4 ");
            signal(&engine, name);
            let status = engine.wait();
            assert_eq!((status.signal(), status.core_dumped()), (Some(number), false), "{name}");
        }
    }
}

#[test]
fn a_stopped_process_continues_its_search() {
    let mut engine = Engine::start();
    for go in ["go infinite", "go movetime 100"] {
        engine.send(go);
        signal(&engine, "STOP");
        let start = Instant::now();
        while !is_stopped(&engine) {
            assert!(start.elapsed() < HANG, "it has not stopped");
            thread::sleep(Duration::from_millis(2));
        }
        signal(&engine, "CONT");
        engine.send("stop");
        best(&engine.until("bestmove"), &Game::default());
        engine.assert_works();
    }
    engine.quit();
}

fn is_stopped(engine: &Engine) -> bool {
    let status = fs::read_to_string(format!("/proc/{}/status", engine.id())).unwrap();
    status.lines().any(|line| line.starts_with("State:") && line.contains("T (stopped)"))
}
