//! How an engine starts, and what it does with unknown input.

use std::time::{Duration, Instant};

use super::Check;
use crate::doctor::check_error::{CheckError, milliseconds};
use crate::doctor::dialogue::is_best_move;
use crate::doctor::positions::{after, initial};
use crate::doctor::visit::Visit;

pub(super) const CHECKS: [Check; 6] = [
    Check {
        name: "start",
        done: "started it, sent uci, and waited for uciok and readyok",
        clients: "no client can use it: fastchess and cutechess refuse to start the match, \
                  lichess-bot does not start; fastchess --compliance wants a name and an author",
        run: start,
    },
    Check {
        name: "uci-again",
        done: "sent uci a second time",
        clients: "GUIs that reload an engine's options show a wrong list or wait for ever",
        run: uci_again,
    },
    Check {
        name: "ready",
        done: "sent isready five times while idle",
        clients: "fastchess pings before every position and scores a stall; python-chess waits",
        run: ready,
    },
    Check {
        name: "new-game",
        done: "sent ucinewgame and isready three times",
        clients: "fastchess and cutechess send it before every game: the game stalls or \
                  begins late",
        run: new_game,
    },
    Check {
        name: "unknown-lines",
        done: "sent unknown commands, among them a long one and one that is not UTF-8",
        clients: "GUIs with UCI extensions crash it; the specification asks engines to ignore \
                  unknown commands",
        run: unknown_lines,
    },
    Check {
        name: "odd-input",
        done: "sent tabs, double spaces and CRLF, several lines in one write, one byte per write",
        clients: "clients on Windows send CRLF; fast clients send several lines at once",
        run: odd_input,
    },
];

fn start(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let dialogue = visit.engine()?;
    let introduction = &dialogue.introduction;
    match introduction.name.as_deref().unwrap_or_default() {
        "" => visit.fail("no 'id name'"),
        name => visit.note(format!("{name}, uciok after {}", milliseconds(introduction.took))),
    }
    if introduction.author.as_deref().unwrap_or_default().is_empty() {
        visit.fail("no 'id author'");
    }
    Ok(())
}

fn uci_again(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    let first = dialogue.introduction.clone();
    let second = dialogue.introduce()?;
    if first.name != second.name || first.option_lines != second.option_lines {
        visit.warn("its second introduction differs from the first");
    }
    dialogue.ready()?;
    Ok(())
}

fn ready(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    let mut worst = Duration::ZERO;
    for _ in 0..5 {
        let start = Instant::now();
        dialogue.ready()?;
        worst = worst.max(start.elapsed());
    }
    visit.judge_time("slowest readyok after", worst, 300, 2_000);
    Ok(())
}

fn new_game(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    let mut worst = Duration::ZERO;
    for _ in 0..3 {
        let start = Instant::now();
        dialogue.send("ucinewgame")?;
        dialogue.ready()?;
        worst = worst.max(start.elapsed());
    }
    visit.judge_time("slowest readyok after ucinewgame", worst, 1_000, 5_000);
    let found = dialogue.search(&initial(), "go depth 1")?.best();
    visit.expect(found);
    Ok(())
}

fn unknown_lines(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
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
        dialogue.send_bytes(line)?;
        if dialogue.ready()?.iter().any(|line| is_best_move(&line.text)) {
            visit.warn(format!("a bestmove for '{}'", String::from_utf8_lossy(line).trim()));
        }
    }
    let found = dialogue.search(&initial(), "go depth 1")?.best();
    visit.expect(found);
    Ok(())
}

fn odd_input(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    let game = after(&["e2e4"]);
    for text in [
        "position startpos moves e2e4\r\ngo depth 1\r\n",
        "ucinewgame\nposition startpos\nposition startpos moves e2e4\ngo depth 1\n",
    ] {
        let asked = Instant::now();
        dialogue.send_bytes(text.as_bytes())?;
        let found = dialogue.answer(&game, asked)?;
        if let Err(why) = found.best() {
            visit.fail(format!("{why}, after '{text}'"));
        }
    }
    // The specification allows any white space, but hardly any client sends it.
    let text = "position\tstartpos  moves \t e2e4 \ngo  depth   1 \n";
    let asked = Instant::now();
    dialogue.send_bytes(text.as_bytes())?;
    if let Err(why) = dialogue.answer(&game, asked)?.best() {
        visit.warn(format!("{why}, after '{text}'"));
    }
    let asked = Instant::now();
    for byte in b"position startpos moves e2e4\ngo depth 1\n" {
        dialogue.send_bytes(&[*byte])?;
    }
    let found = dialogue.answer(&game, asked)?.best();
    visit.expect(found);
    Ok(())
}
