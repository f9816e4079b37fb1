//! Searches that go on until they are stopped, and how soon they do.

use std::time::{Duration, Instant};

use super::Check;
use crate::doctor::ear::Heard;
use crate::doctor::positions::{MATE_IN_ONE, MATED_IN_ONE, MIDDLE, initial, of};
use crate::doctor::talk::is_best_move;
use crate::doctor::trouble::{Trouble, milliseconds};
use crate::doctor::visit::Visit;

pub(super) const CHECKS: [Check; 6] = [
    Check {
        name: "go-infinite",
        done: "go infinite for 0.3 s, also where there is one reply or a mate, then stop",
        clients: "GUIs take the early move for the answer to a later question; python-chess calls \
                  it an error",
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
        clients: "fast clients lose the stop and wait for ever",
        run: at_once,
    },
    Check {
        name: "stop-idle",
        done: "stop and ponderhit where nothing was searched",
        clients: "the move is taken for the answer to the next search",
        run: idle,
    },
    Check {
        name: "one-bestmove",
        done: "eight short searches, and a look at what comes after each answer",
        clients: "the second move is played in the next position: fastchess and cutechess call it \
                  illegal",
        run: one_best_move,
    },
    Check {
        name: "ready-while-searching",
        done: "isready during go infinite",
        clients: "fastchess and python-chess ping a searching engine, and take it for dead",
        run: ready_while_searching,
    },
];

fn best_moves(heard: &[Heard]) -> usize {
    heard.iter().filter(|line| is_best_move(&line.text)).count()
}

fn infinite(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    for (game, what) in [
        (initial(), "the initial position"),
        (of(MATED_IN_ONE), "a position with one reply"),
        (of(MATE_IN_ONE), "a position with a mate in one"),
    ] {
        let asked = talk.go(&game, "go infinite")?;
        let heard = talk.listen(Duration::from_millis(300))?;
        if best_moves(&heard) > 0 {
            visit.fail(format!("a bestmove before stop in {what}"));
            talk.say("stop")?;
            continue;
        }
        talk.say("stop")?;
        let found = talk.answer(&game, asked)?;
        visit.expect(found.best());
    }
    Ok(())
}

fn latency(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    let game = of(MIDDLE);
    let mut times = Vec::new();
    for round in 0..10 {
        talk.go(&game, "go infinite")?;
        let heard = talk.listen(Duration::from_millis(20 + 15 * round))?;
        if best_moves(&heard) > 0 {
            visit.fail("a bestmove before stop");
            return Ok(());
        }
        let asked = Instant::now();
        talk.say("stop")?;
        let found = talk.answer(&game, asked)?;
        visit.expect(found.best());
        times.push(found.took());
    }
    times.sort_unstable();
    visit.note(format!("median {}", milliseconds(times[times.len() / 2])));
    visit.judge_time("worst", times[times.len() - 1], 200, 1_000);
    Ok(())
}

fn at_once(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    for _ in 0..5 {
        let asked = Instant::now();
        talk.bytes(b"position startpos\ngo infinite\nstop\n")?;
        let found = talk.answer(&initial(), asked)?;
        visit.expect(found.best());
        let more = best_moves(&talk.ready()?);
        if more > 0 {
            visit.fail(format!("{} bestmoves for one go", more + 1));
        }
    }
    Ok(())
}

fn idle(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    talk.say("position startpos")?;
    for line in ["stop", "stop", "ponderhit"] {
        talk.say(line)?;
        let mut heard = talk.ready()?;
        heard.extend(talk.listen(Duration::from_millis(50))?);
        if best_moves(&heard) > 0 {
            visit.fail(format!("a bestmove for '{line}' without a search"));
        }
    }
    let found = talk.search(&initial(), "go depth 1")?.best();
    visit.expect(found);
    Ok(())
}

fn one_best_move(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    for go in ["go depth 1", "go depth 3", "go movetime 1", "go movetime 20"] {
        for game in [initial(), of(MIDDLE)] {
            talk.search(&game, go)?;
            let mut heard = talk.ready()?;
            heard.extend(talk.listen(Duration::from_millis(30))?);
            let more = best_moves(&heard);
            if more > 0 {
                visit.fail(format!("{} bestmoves for {go}", more + 1));
            }
        }
    }
    Ok(())
}

fn ready_while_searching(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    let game = of(MIDDLE);
    let begun = talk.go(&game, "go infinite")?;
    let mut worst = Duration::ZERO;
    for _ in 0..3 {
        talk.listen(Duration::from_millis(50))?;
        let asked = Instant::now();
        if best_moves(&talk.ready()?) > 0 {
            visit.fail("isready ended the search");
            return Ok(());
        }
        worst = worst.max(asked.elapsed());
    }
    visit.judge_time("slowest readyok after", worst, 200, 1_000);
    talk.say("stop")?;
    let found = talk.answer(&game, begun)?;
    visit.expect(found.best());
    Ok(())
}
