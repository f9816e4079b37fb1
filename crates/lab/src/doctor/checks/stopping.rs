//! Stopping a search: it must not end earlier, and it must end soon.

use std::time::{Duration, Instant};

use super::Check;
use crate::doctor::check_error::{CheckError, milliseconds};
use crate::doctor::dialogue::is_best_move;
use crate::doctor::positions::{MATE_IN_ONE, MATED_IN_ONE, MIDDLE, initial, of};
use crate::doctor::raw_lines::RawLine;
use crate::doctor::visit::Visit;

pub(super) const CHECKS: [Check; 6] = [
    Check {
        name: "go-infinite",
        done: "go infinite for 0.3 s, also with one legal reply or a mate in one, then stop",
        clients: "GUIs take the early move for the answer to a later search; python-chess reports \
                  an error",
        run: infinite,
    },
    Check {
        name: "stop-latency",
        done: "go infinite and stop, ten times",
        clients: "GUIs freeze while they wait; cutechess and lichess-bot lose time on every \
                  ponder miss",
        run: latency,
    },
    Check {
        name: "stop-at-once",
        done: "go infinite and stop in one write, five times",
        clients: "fast clients wait for ever, because the stop is lost",
        run: at_once,
    },
    Check {
        name: "stop-idle",
        done: "stop and ponderhit while idle",
        clients: "clients take the move for the answer to the next search",
        run: idle,
    },
    Check {
        name: "one-bestmove",
        done: "eight short searches, and the output after each answer",
        clients: "clients play the second move in the next position: fastchess and cutechess call \
                  it illegal",
        run: one_best_move,
    },
    Check {
        name: "ready-while-searching",
        done: "isready during go infinite",
        clients: "fastchess and python-chess ping a searching engine, and give it up",
        run: ready_while_searching,
    },
];

fn best_moves(lines: &[RawLine]) -> usize {
    lines.iter().filter(|line| is_best_move(&line.text)).count()
}

fn infinite(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    for (game, what) in [
        (initial(), "the initial position"),
        (of(MATED_IN_ONE), "a position with one reply"),
        (of(MATE_IN_ONE), "a position with a mate in one"),
    ] {
        let asked = dialogue.go(&game, "go infinite")?;
        let lines = dialogue.listen(Duration::from_millis(300))?;
        if best_moves(&lines) > 0 {
            visit.fail(format!("a bestmove before stop in {what}"));
            dialogue.send("stop")?;
            continue;
        }
        dialogue.send("stop")?;
        let found = dialogue.answer(&game, asked)?;
        visit.expect(found.best());
    }
    Ok(())
}

fn latency(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    let game = of(MIDDLE);
    let mut times = Vec::new();
    for round in 0..10 {
        dialogue.go(&game, "go infinite")?;
        let lines = dialogue.listen(Duration::from_millis(20 + 15 * round))?;
        if best_moves(&lines) > 0 {
            visit.fail("a bestmove before stop");
            return Ok(());
        }
        let asked = Instant::now();
        dialogue.send("stop")?;
        let found = dialogue.answer(&game, asked)?;
        visit.expect(found.best());
        times.push(found.took());
    }
    times.sort_unstable();
    visit.note(format!("median {}", milliseconds(times[times.len() / 2])));
    visit.judge_time("worst", times[times.len() - 1], 200, 1_000);
    Ok(())
}

fn at_once(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    for _ in 0..5 {
        let asked = Instant::now();
        dialogue.send_bytes(b"position startpos\ngo infinite\nstop\n")?;
        let found = dialogue.answer(&initial(), asked)?;
        visit.expect(found.best());
        let more = best_moves(&dialogue.ready()?);
        if more > 0 {
            visit.fail(format!("{} bestmoves for one go", more + 1));
        }
    }
    Ok(())
}

fn idle(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    dialogue.send("position startpos")?;
    for line in ["stop", "stop", "ponderhit"] {
        dialogue.send(line)?;
        let mut lines = dialogue.ready()?;
        lines.extend(dialogue.listen(Duration::from_millis(50))?);
        if best_moves(&lines) > 0 {
            visit.fail(format!("a bestmove for '{line}' without a search"));
        }
    }
    let found = dialogue.search(&initial(), "go depth 1")?.best();
    visit.expect(found);
    Ok(())
}

fn one_best_move(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    for go in ["go depth 1", "go depth 3", "go movetime 1", "go movetime 20"] {
        for game in [initial(), of(MIDDLE)] {
            dialogue.search(&game, go)?;
            let mut lines = dialogue.ready()?;
            lines.extend(dialogue.listen(Duration::from_millis(30))?);
            let more = best_moves(&lines);
            if more > 0 {
                visit.fail(format!("{} bestmoves for {go}", more + 1));
            }
        }
    }
    Ok(())
}

fn ready_while_searching(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    let game = of(MIDDLE);
    let begun = dialogue.go(&game, "go infinite")?;
    let mut worst = Duration::ZERO;
    for _ in 0..3 {
        dialogue.listen(Duration::from_millis(50))?;
        let asked = Instant::now();
        if best_moves(&dialogue.ready()?) > 0 {
            visit.fail("isready ended the search");
            return Ok(());
        }
        worst = worst.max(asked.elapsed());
    }
    visit.judge_time("slowest readyok after", worst, 200, 1_000);
    dialogue.send("stop")?;
    let found = dialogue.answer(&game, begun)?;
    visit.expect(found.best());
    Ok(())
}
