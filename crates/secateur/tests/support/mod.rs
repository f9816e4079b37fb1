//! Drives the built program through pipes, as a client would.

// Each test file uses only a part of this.
#![allow(dead_code)]

pub(crate) mod killing;
pub(crate) mod recorded;
pub(crate) mod tool;

use chess::{Game, Move};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Not a measurement: a program that takes this long has hung.
pub(crate) const HANG: Duration = Duration::from_secs(60);

pub(crate) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

pub(crate) struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    pub(crate) fn start() -> Engine {
        Engine::spawn(&mut Command::new(env!("CARGO_BIN_EXE_secateur")))
    }

    /// Starts a command that executes the engine.
    pub(crate) fn spawn(command: &mut Command) -> Engine {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let stdin = child.stdin.take();
        Engine { child, stdin, lines }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("input is open");
        stdin.write_all(bytes).expect("the engine reads");
        stdin.flush().expect("the engine reads");
    }

    pub(crate) fn send(&mut self, line: &str) {
        self.bytes(format!("{line}\n").as_bytes());
    }

    /// All lines up to and including the first that starts with `end`.
    pub(crate) fn until(&mut self, end: &str) -> Vec<String> {
        let mut replies = Vec::new();
        let start = Instant::now();
        loop {
            match self.lines.recv_timeout(HANG.saturating_sub(start.elapsed())) {
                Ok(line) => {
                    let done = line.starts_with(end);
                    replies.push(line);
                    if done {
                        return replies;
                    }
                }
                Err(RecvTimeoutError::Timeout) => panic!("no '{end}' but {replies:?}"),
                Err(RecvTimeoutError::Disconnected) => panic!("ended without '{end}': {replies:?}"),
            }
        }
    }

    /// Sends `isready` and returns the lines before `readyok`.
    pub(crate) fn before_ready(&mut self) -> Vec<String> {
        self.send("isready");
        let mut replies = self.until("readyok");
        replies.pop();
        replies
    }

    /// Sends a line and returns the answer, if it comes at once.
    pub(crate) fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.before_ready()
    }

    pub(crate) fn perft(&mut self, depth: u32) -> u64 {
        self.send(&format!("go perft {depth}"));
        let replies = self.until("Nodes searched: ");
        let count = replies.last().unwrap().rsplit(' ').next().unwrap();
        let count = count.parse().unwrap();
        assert_eq!(self.until(""), [""]);
        count
    }

    /// The node count of a bench of this depth.
    pub(crate) fn bench(&mut self, depth: u32) -> u64 {
        let output = self.ask(&format!("bench {depth}"));
        let (nodes, _) = output.last().unwrap().split_once(" nodes ").unwrap();
        nodes.parse().unwrap()
    }

    pub(crate) fn fen(&mut self) -> String {
        let drawing = self.ask("d");
        let line = drawing.iter().find_map(|line| line.strip_prefix("Fen: "));
        line.expect("a drawing has a FEN").to_owned()
    }

    /// Asserts that the engine answers, accepts a position and counts its moves correctly.
    pub(crate) fn assert_works(&mut self) {
        assert_eq!(self.before_ready(), Vec::<String>::new());
        assert_eq!(self.ask("position startpos moves e2e4"), Vec::<String>::new());
        assert_eq!(self.perft(2), 600);
        assert_eq!(self.ask("position startpos"), Vec::<String>::new());
        assert_eq!(self.perft(2), 400);
    }

    pub(crate) fn close_input(&mut self) {
        self.stdin = None;
    }

    pub(crate) fn wait(&mut self) -> ExitStatus {
        wait(&mut self.child)
    }

    pub(crate) fn quit(mut self) {
        self.send("quit");
        assert!(self.wait().success());
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // Needed only if the test has failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn wait(child: &mut Child) -> ExitStatus {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("the engine can be waited for") {
            return status;
        }
        assert!(start.elapsed() < HANG, "the engine does not end");
        thread::sleep(Duration::from_millis(2));
    }
}

/// The move of the last line, which must be the only `bestmove`.
#[track_caller]
pub(crate) fn best(replies: &[String], game: &Game) -> Move {
    let (last, before) = replies.split_last().expect("at least one line");
    assert!(before.iter().all(|line| !line.starts_with("bestmove")), "{replies:?}");
    let text = last.strip_prefix("bestmove ").and_then(|rest| rest.split(' ').next());
    game.position().parse_uci(text.expect("a move")).expect("a legal move")
}

/// The only line, which must be an error.
#[track_caller]
pub(crate) fn error(replies: &[String]) -> &str {
    match replies {
        [line] if line.starts_with("info string error: ") => line,
        _ => panic!("{replies:?}"),
    }
}

/// A field of /proc/PROCESS/status; `None` where there is none.
pub(crate) fn status_kilobytes(process: u32, name: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}
