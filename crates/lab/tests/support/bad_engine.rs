//! A test engine that plays the first legal move and misbehaves as its first argument says.

use std::io::{self, BufRead, Write};
use std::process::{Command, Stdio, exit};
use std::thread::sleep;
use std::time::Duration;

use chess::{CastlingNotation, Game, Setup};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let manner = arguments.first().map_or("", String::as_str);
    let token = arguments.get(1).cloned().unwrap_or_default();
    match manner {
        "sleeper" => sleep(Duration::from_secs(120)),
        // Ends at once, so that its child becomes an orphan.
        "forks" => start(&["sleeper", &token], Away::InOtherSession),
        "forks-in-secret" => start(&["sleeper", &token], Away::WithoutATrace),
        "ends-in-a-moment" => sleep(Duration::from_millis(20)),
        "forks-briefly" => start(&["ends-in-a-moment", &token], Away::InOtherSession),
        "exits-at-once" => exit(7),
        _ => {
            let mut engine = Engine {
                manner,
                token,
                game: Game::default(),
                notation: CastlingNotation::Standard,
                moves: 0,
            };
            for line in io::stdin().lock().lines().map_while(Result::ok) {
                engine.hear(&line);
            }
            if manner == "ignores-quit" {
                sleep(Duration::from_secs(120));
            }
        }
    }
}

/// Errors are ignored: the reader may be gone.
fn say(text: &str) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.write_all(b"\n"));
    let _ = out.flush();
}

fn forever(bytes: &[u8]) -> ! {
    let mut out = io::stdout().lock();
    while out.write_all(bytes).is_ok() {}
    exit(1)
}

fn hang() -> ! {
    loop {
        sleep(Duration::from_secs(60));
    }
}

struct Engine<'a> {
    manner: &'a str,
    token: String,
    game: Game,
    notation: CastlingNotation,
    moves: usize,
}

impl Engine<'_> {
    fn hear(&mut self, line: &str) {
        let mut words = line.split_ascii_whitespace();
        match words.next().unwrap_or_default() {
            "uci" => match self.manner {
                "no-uciok" => {}
                _ => say(
                    "id name bad\nid author nobody\noption name Hash type spin default 1 min 1 max 9\nuciok",
                ),
            },
            "isready" => match self.manner {
                "no-readyok" => {}
                "no-readyok-later" if self.moves > 0 => {}
                "early-bestmove" => say("bestmove a1a1\nreadyok"),
                _ => say("readyok"),
            },
            "setoption" if line.contains("UCI_Chess960") => {
                self.notation = match line.ends_with("true") {
                    true => CastlingNotation::Chess960,
                    false => CastlingNotation::Standard,
                };
            }
            "ucinewgame" if self.manner == "crashes-on-new-game" => exit(4),
            "ucinewgame" if self.manner == "deaf" => loop {
                // Sends unrequested answers and reads nothing.
                say("readyok\nbestmove a2a3");
                sleep(Duration::from_millis(5));
            },
            "position" => self.set_up(line),
            "go" => self.go(),
            "quit" if self.manner == "ignores-quit" => {}
            "quit" => exit(0),
            _ => {}
        }
    }

    fn set_up(&mut self, line: &str) {
        let (start, moves) = line.split_once(" moves ").unwrap_or((line, ""));
        let fen = start.split_once("fen ").map(|(_, fen)| fen);
        let setup = fen.and_then(|fen| fen.parse::<Setup>().ok()).unwrap_or_else(Setup::initial);
        self.game = Game::new(setup);
        for text in moves.split_ascii_whitespace() {
            if let Ok(mv) = self.game.position().parse_uci(text) {
                let _ = self.game.play(mv);
            }
        }
    }

    fn go(&mut self) {
        self.moves += 1;
        let legal = self.game.position().legal_moves();
        let best = legal.iter().next().map(|mv| mv.uci(self.notation).to_string());
        let best = best.unwrap_or_else(|| "(none)".to_owned());
        let answer = format!("bestmove {best}");
        match self.manner {
            "crashes-on-go" => exit(3),
            "crashes-later" if self.moves > 1 => exit(3),
            "aborts-on-go" => std::process::abort(),
            "hangs-on-go" => hang(),
            "illegal-move" => say("bestmove e2e5"),
            "castles-the-other-way" => {
                let other = match self.notation {
                    CastlingNotation::Standard => CastlingNotation::Chess960,
                    CastlingNotation::Chess960 => CastlingNotation::Standard,
                };
                match legal.iter().find(|mv| mv.is_castle()) {
                    Some(mv) => say(&format!("bestmove {}", mv.uci(other))),
                    None => say(&answer),
                }
            }
            "no-such-square" => say("bestmove z9z8"),
            "none-move" => say("bestmove (none)"),
            "null-move" => say("bestmove 0000"),
            "garbage-move" => say("bestmove banana split"),
            "empty-move" => say("bestmove"),
            "two-moves" => say(&format!("{answer}\nbestmove a1a1")),
            "late-move" => {
                sleep(Duration::from_millis(3_000));
                say(&answer);
            }
            "floods" => forever(b"garbage garbage garbage\n"),
            "floods-infos" => forever(b"info depth 3 score cp 12 nodes 1000 pv e2e4\n"),
            "endless-line" => forever(&[b'x'; 4096]),
            "floods-and-plays" => {
                say(&"some noise\n".repeat(200_000));
                say(&answer);
            }
            "binary-and-plays" => {
                let _ = io::stdout().write_all(b"\0\0\xff\xfe\x80\n\xc3\x28\r\r\n");
                say(&answer);
            }
            "floods-errors" => {
                let noise = "complaint\n".repeat(200_000);
                let _ = io::stderr().write_all(noise.as_bytes());
                say(&answer);
            }
            "closes-output" => {
                close_output();
                hang()
            }
            "leaves-child-and-dies" => {
                start(&["sleeper", &self.token], Away::Nowhere);
                exit(5)
            }
            "leaves-child-and-plays" => {
                if self.moves == 1 {
                    start(&["sleeper", &self.token], Away::Nowhere);
                }
                say(&answer);
            }
            "leaves-session-and-plays" => {
                start(&["sleeper", &self.token], Away::InOtherSession);
                say(&answer);
            }
            "leaves-secret-session-and-plays" => {
                start(&["sleeper", &self.token], Away::WithoutATrace);
                say(&answer);
            }
            "leaves-orphan-and-dies" => {
                start(&["forks", &self.token], Away::Nowhere);
                exit(5)
            }
            "leaves-secret-orphan-and-plays" => {
                start(&["forks-in-secret", &self.token], Away::Nowhere);
                say(&answer);
            }
            "leaves-brief-orphans-and-plays" => {
                start(&["forks-briefly", &self.token], Away::Nowhere);
                say(&answer);
            }
            "odd-infos" => {
                say("info depth 99999999999999999999 nodes -5 nps 1e99 score cp 99999999999999");
                say("info score mate 0\ninfo score cp\ninfo depth\ninfo pv banana");
                say("info string bestmove a1a1 is what I would never say");
                say("info multipv 2 score cp 5 pv a1a1\ninfo\n\nbestmoves e2e4\nBESTMOVE e2e4");
                say(&answer);
            }
            "illegal-line" => {
                say("info depth 5 score cp 10 nodes 100 pv a1a1 h8h8 e2e5");
                say(&answer);
            }
            _ => say(&answer),
        }
    }
}

/// How far a started process detaches itself.
#[derive(Clone, Copy, PartialEq)]
enum Away {
    Nowhere,
    InOtherSession,
    /// The same, with an empty environment.
    WithoutATrace,
}

/// Starts this program again. The new process keeps our output open.
fn start(arguments: &[&str], away: Away) {
    let Ok(program) = std::env::current_exe() else { return };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null());
    if away == Away::WithoutATrace {
        command.env_clear();
    }
    if away != Away::Nowhere {
        leave_session(&mut command);
    }
    let _ = command.spawn();
}

#[cfg(unix)]
fn leave_session(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    // SAFETY: setsid is async-signal-safe, as required between fork and exec.
    unsafe {
        command.pre_exec(|| {
            libc::setsid();
            Ok(())
        });
    }
}

#[cfg(not(unix))]
fn leave_session(_: &mut Command) {}

#[cfg(unix)]
fn close_output() {
    // SAFETY: this program does not write to its output any more.
    unsafe { libc::close(1) };
}

#[cfg(not(unix))]
fn close_output() {}
