//! How it starts, and what it makes of lines that are none.

use std::time::{Duration, Instant};

use super::Check;
use crate::doctor::positions::{after, initial};
use crate::doctor::talk::is_best_move;
use crate::doctor::trouble::{Trouble, milliseconds};
use crate::doctor::visit::Visit;

pub(super) const CHECKS: [Check; 6] = [
    Check {
        name: "start",
        done: "started it, sent uci, and waited for uciok and readyok",
        clients: "no client can use it: fastchess and cutechess refuse to start the match, \
                  lichess-bot does not come up; fastchess --compliance wants a name and an author",
        run: start,
    },
    Check {
        name: "uci-again",
        done: "sent uci a second time",
        clients: "GUIs that reload an engine's options show a wrong list or wait in vain",
        run: uci_again,
    },
    Check {
        name: "ready",
        done: "sent isready five times while it had nothing to do",
        clients: "fastchess pings before every position and scores a stall; python-chess waits",
        run: ready,
    },
    Check {
        name: "new-game",
        done: "sent ucinewgame and isready three times",
        clients: "fastchess and cutechess send it before every game: the game is a stall or \
                  begins late",
        run: new_game,
    },
    Check {
        name: "unknown-lines",
        done: "sent lines that are no commands, among them a long one and one that is not UTF-8",
        clients: "GUIs with extensions of their own kill it; the specification asks to ignore \
                  what is not known",
        run: unknown_lines,
    },
    Check {
        name: "odd-input",
        done: "sent tabs, double spaces and CRLF, several lines in one write, one byte per write",
        clients: "clients on Windows send CRLF; fast clients send several lines at once",
        run: odd_input,
    },
];

fn start(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let talk = visit.engine()?;
    let told = &talk.introduction;
    match told.name.as_deref().unwrap_or_default() {
        "" => visit.fail("no 'id name'"),
        name => visit.note(format!("{name}, uciok after {}", milliseconds(told.took))),
    }
    if told.author.as_deref().unwrap_or_default().is_empty() {
        visit.fail("no 'id author'");
    }
    Ok(())
}

fn uci_again(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    let first = talk.introduction.clone();
    let second = talk.introduce()?;
    if first.name != second.name || first.option_lines != second.option_lines {
        visit.warn("it does not say the same of itself as before");
    }
    talk.ready()?;
    Ok(())
}

fn ready(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    let mut worst = Duration::ZERO;
    for _ in 0..5 {
        let start = Instant::now();
        talk.ready()?;
        worst = worst.max(start.elapsed());
    }
    visit.judge_time("slowest readyok after", worst, 300, 2_000);
    Ok(())
}

fn new_game(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    let mut worst = Duration::ZERO;
    for _ in 0..3 {
        let start = Instant::now();
        talk.say("ucinewgame")?;
        talk.ready()?;
        worst = worst.max(start.elapsed());
    }
    visit.judge_time("slowest readyok after ucinewgame", worst, 1_000, 5_000);
    let found = talk.search(&initial(), "go depth 1")?.best();
    visit.expect(found);
    Ok(())
}

fn unknown_lines(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    let long = format!("nonsense {}\n", "x".repeat(20_000));
    let lines: [&[u8]; 9] = [
        b"\n",
        b"   \n",
        b"nonsense\n",
        b"nonsense with more words\n",
        b"# a remark\n",
        b"goo depth 1\n",
        b"debug\n",
        b"\xff\xfe\x80\n",
        long.as_bytes(),
    ];
    for line in lines {
        talk.bytes(line)?;
        if talk.ready()?.iter().any(|line| is_best_move(&line.text)) {
            visit.warn(format!("a bestmove for '{}'", String::from_utf8_lossy(line).trim()));
        }
    }
    let found = talk.search(&initial(), "go depth 1")?.best();
    visit.expect(found);
    Ok(())
}

fn odd_input(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    let game = after(&["e2e4"]);
    for text in [
        "position startpos moves e2e4\r\ngo depth 1\r\n",
        "ucinewgame\nposition startpos\nposition startpos moves e2e4\ngo depth 1\n",
    ] {
        let asked = Instant::now();
        talk.bytes(text.as_bytes())?;
        let found = talk.answer(&game, asked)?;
        if let Err(why) = found.best() {
            visit.fail(format!("{why}, after '{text}'"));
        }
    }
    // The specification allows any white space, but hardly anybody sends it.
    let text = "position\tstartpos  moves \t e2e4 \ngo  depth   1 \n";
    let asked = Instant::now();
    talk.bytes(text.as_bytes())?;
    if let Err(why) = talk.answer(&game, asked)?.best() {
        visit.warn(format!("{why}, after '{text}'"));
    }
    let asked = Instant::now();
    for byte in b"position startpos moves e2e4\ngo depth 1\n" {
        talk.bytes(&[*byte])?;
    }
    let found = talk.answer(&game, asked)?.best();
    visit.expect(found);
    Ok(())
}
