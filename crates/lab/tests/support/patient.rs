//! A small well-behaved engine for the doctor's tests, with one vice if its first argument names
//! one.

use std::io::{self, BufRead, Write};
use std::process::{Stdio, exit};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread::{self, JoinHandle, sleep};
use std::time::Duration;

use chess::{CastlingNotation, Game, Move, Position, Setup};
use uci::{Command, Go, PositionCommand, StartFrom};

const INTRODUCTION: &str = "id name Patient
id author nobody
option name Hash type spin default 16 min 1 max 1024
option name Threads type spin default 1 min 1 max 4
option name MultiPV type spin default 1 min 1 max 16
option name Move Overhead type spin default 10 min 0 max 1000
option name Ponder type check default false
option name UCI_Chess960 type check default false
option name Style type combo default calm var calm var wild";

fn main() {
    let vice = std::env::args().nth(1).unwrap_or_default();
    match vice.as_str() {
        "sleeper" => return sleep(Duration::from_secs(60)),
        "exits-at-once" => exit(7),
        _ => {}
    }
    let mut patient = Patient { vice, game: Game::default(), lines: 1, chess960: false, job: None };
    let mut input = io::stdin().lock();
    let mut bytes = Vec::new();
    while input.read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
        patient.hear(&String::from_utf8_lossy(&bytes));
        bytes.clear();
    }
    if patient.vice == "stays" {
        sleep(Duration::from_secs(60));
    }
}

/// Errors are ignored: the reader may be gone.
fn say(text: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}

struct Job {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

struct Patient {
    vice: String,
    game: Game,
    lines: usize,
    chess960: bool,
    job: Option<Job>,
}

impl Patient {
    fn has(&self, vice: &str) -> bool {
        self.vice == vice
    }

    fn hear(&mut self, line: &str) {
        let command = Command::parse(line);
        if self.has("dies-of-garbage") && command.is_err() && line.starts_with("nonsense") {
            exit(3);
        }
        let Some(command) = command.ok().and_then(|parsed| parsed.command) else { return };
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady if self.has("deaf-in-search") => {
                self.finish();
                say("readyok");
            }
            Command::IsReady => say("readyok"),
            Command::SetOption { name, value } => self.set(&name, &value.unwrap_or_default()),
            Command::Position(position) => self.set_up(&position),
            Command::Go(go) => self.go(go),
            Command::Stop | Command::PonderHit => self.finish(),
            Command::Quit if self.has("stays") => {}
            Command::Quit => exit(0),
            _ => {}
        }
    }

    fn introduce(&self) {
        match self.vice.as_str() {
            "no-uciok" => return,
            "no-author" => say(&INTRODUCTION.replace("id author nobody\n", "")),
            "bad-default" => say(&INTRODUCTION.replace("default 16", "default 4096")),
            "listed-twice" => say(&INTRODUCTION.replace("Move Overhead", "Threads")),
            "bad-choice" => say(&INTRODUCTION.replace("default calm", "default shy")),
            _ => say(INTRODUCTION),
        }
        say("uciok");
    }

    fn set(&mut self, name: &str, value: &str) {
        if self.has("dies-of-zero") && value == "0" && name == "Threads" {
            exit(3);
        }
        match (name, value.parse::<usize>()) {
            ("MultiPV", Ok(lines)) if (1..=16).contains(&lines) => self.lines = lines,
            ("UCI_Chess960", _) => self.chess960 = value == "true",
            _ => {}
        }
    }

    fn set_up(&mut self, position: &PositionCommand) {
        let setup = match &position.start {
            StartFrom::Startpos => Setup::initial(),
            StartFrom::Fen(fen) => fen.parse().unwrap_or_else(|_| Setup::initial()),
        };
        self.game = Game::new(setup);
        for text in &position.moves {
            if let Ok(mv) = self.game.position().parse_uci(text) {
                let _ = self.game.play(mv);
            }
        }
    }

    fn finish(&mut self) {
        if let Some(job) = self.job.take() {
            job.stop.store(true, SeqCst);
            let _ = job.thread.join();
        }
    }

    fn go(&mut self, go: Go) {
        self.finish();
        if self.has("dies-of-clocks") && go.wtime.is_some() {
            exit(3);
        }
        if self.has("leaves-child") {
            let program = std::env::current_exe().unwrap_or_default();
            let mut child = std::process::Command::new(program);
            child.args(["sleeper", &std::env::args().nth(2).unwrap_or_default()]);
            let _ = child.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        }
        let waits = match self.vice.as_str() {
            "ends-infinite" => go.ponder,
            "ends-ponder" => go.infinite,
            _ => go.infinite || go.ponder,
        };
        let stop = Arc::new(AtomicBool::new(!waits));
        let search = Search {
            vice: self.vice.clone(),
            position: *self.game.position(),
            lines: self.lines,
            notation: match self.chess960 {
                true => CastlingNotation::Chess960,
                false => CastlingNotation::Standard,
            },
            go,
            stop: Arc::clone(&stop),
        };
        self.job = Some(Job { stop, thread: thread::spawn(move || search.run()) });
    }
}

struct Search {
    vice: String,
    position: Position,
    lines: usize,
    notation: CastlingNotation,
    go: Go,
    stop: Arc<AtomicBool>,
}

impl Search {
    fn has(&self, vice: &str) -> bool {
        self.vice == vice
    }

    fn run(&self) {
        let moves = self.moves();
        if moves.is_empty() {
            if !self.has("silent-when-mated") {
                say("bestmove (none)");
            }
            return;
        }
        for depth in 1..=self.go.depth.unwrap_or(4).clamp(1, 6) {
            for (index, mv) in moves.iter().take(self.lines).enumerate() {
                if !(self.has("skips-lines") && index == 1) {
                    self.tell(depth, index + 1, *mv);
                }
            }
        }
        while !self.stop.load(SeqCst) {
            sleep(Duration::from_millis(1));
        }
        let best = self.written(moves[0]);
        if self.has("slow-to-stop") && self.go.infinite {
            sleep(Duration::from_millis(1_500));
        }
        match self.vice.as_str() {
            "bad-ponder" => say(&format!("bestmove {best} ponder {best}")),
            "answers-twice" => say(&format!("bestmove {best}\nbestmove {best}")),
            _ => say(&format!("bestmove {best}")),
        }
    }

    fn written(&self, mv: Move) -> String {
        let notation = match self.vice.as_str() {
            // Invalid if the king does not move.
            "castles-by-king" if mv.is_castle() && self.notation == CastlingNotation::Chess960 => {
                return format!("{0}{0}", mv.from());
            }
            "castles-by-rook" => CastlingNotation::Chess960,
            _ => self.notation,
        };
        mv.uci(notation).to_string()
    }

    /// The moves it may play, mating ones first.
    fn moves(&self) -> Vec<Move> {
        let asked = |mv: &Move| self.go.searchmoves.contains(&mv.uci(self.notation));
        let all: Vec<Move> = self.position.legal_moves().iter().copied().collect();
        let mut moves: Vec<Move> = all.iter().copied().filter(asked).collect();
        if moves.is_empty() || self.has("knows-no-searchmoves") {
            moves = all;
        }
        moves.sort_by_key(|mv| -value(&self.position, *mv));
        moves
    }

    fn tell(&self, depth: i64, line: usize, mv: Move) {
        let score = match value(&self.position, mv) {
            0 => format!("cp {}", 1 - line as i64),
            value => {
                let mate = if value > 0 { 3 - value } else { -1 };
                format!("mate {}", if self.has("mates-backwards") { -mate } else { mate })
            }
        };
        let score = match self.vice.as_str() {
            "tells-fractions" => "score cp 0.5".to_owned(),
            "tells-no-score" => String::new(),
            _ => format!("score {score}"),
        };
        let mut moves = self.written(mv);
        if self.has("plays-on-in-lines") {
            moves = format!("{moves} {moves}");
        }
        let nodes = 1000 * depth;
        say(&format!("info depth {depth} multipv {line} {score} nodes {nodes} pv {moves}"));
    }
}

/// 2 for a mate in one, 1 for a mate in two, -1 if the opponent mates at once, else 0.
fn value(position: &Position, mv: Move) -> i64 {
    // Only small positions can be searched this way.
    if position.occupied().len() > 8 {
        return 0;
    }
    let next = position.after(mv);
    let replies = next.legal_moves();
    let all_lose = || replies.iter().all(|reply| mates(&next.after(*reply)));
    match replies.is_empty() {
        true => 2 * i64::from(next.in_check()),
        false if mates(&next) => -1,
        false => i64::from(all_lose()),
    }
}

/// Whether the side to move mates at once.
fn mates(position: &Position) -> bool {
    position.legal_moves().iter().any(|mv| {
        let next = position.after(*mv);
        next.in_check() && next.count_legal() == 0
    })
}
