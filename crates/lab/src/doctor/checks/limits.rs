//! Every kind of `go`: an answer in time and within the limit.

use std::time::Duration;

use super::Check;
use crate::doctor::check_error::{CheckError, milliseconds};
use crate::doctor::dialogue::Dialogue;
use crate::doctor::positions::{ENDING, MATE_IN_TWO, MIDDLE, after, initial, of};
use crate::doctor::search::Search;
use crate::doctor::visit::Visit;

pub(super) const CHECKS: [Check; 9] = [
    Check {
        name: "go-depth",
        done: "go depth 4",
        clients: "fixed-depth tests and GUIs wait for ever or see another depth",
        run: depth,
    },
    Check {
        name: "go-nodes",
        done: "go nodes 10000",
        clients: "fixed-node tests on OpenBench stall or compare unequal work",
        run: nodes,
    },
    Check {
        name: "go-little",
        done: "go depth 1, movetime 1 and nodes 1 in three positions",
        clients: "no move or an illegal one when time is short: a loss in fastchess and cutechess, \
                  an error in python-chess",
        run: little,
    },
    Check {
        name: "go-movetime",
        done: "go movetime 200",
        clients: "cutechess and fastchess forfeit on time; lichess-bot moves late",
        run: movetime,
    },
    Check {
        name: "go-clock",
        done: "clocks for both sides, for one side only, in other orders, with movestogo 1",
        clients: "cutechess and fastchess forfeit on time; fastchess --compliance sends one clock \
                  only",
        run: clock,
    },
    Check {
        name: "go-short-clock",
        done: "a tenth of a second on the clock",
        clients: "cutechess and fastchess forfeit on time in every long bullet game",
        run: short_clock,
    },
    Check {
        name: "go-overdrawn",
        done: "a negative clock",
        clients: "GUIs and lichess-bot send one after a delay: the game hangs",
        run: overdrawn,
    },
    Check {
        name: "go-searchmoves",
        done: "go with two searchmoves, and with one",
        clients: "Nibbler and python-chess show moves that were not requested",
        run: searchmoves,
    },
    Check {
        name: "go-mate",
        done: "go mate 2 in a position with a mate in two",
        clients: "GUIs that look for mates wait until they send stop",
        run: mate,
    },
];

fn depth(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    let found = dialogue.search(&of(MIDDLE), "go depth 4")?;
    visit.expect(found.best());
    match found.depth() {
        None => visit.warn("no depth was reported"),
        Some(4) => visit.note("depth 4 was reported"),
        Some(depth) => visit.warn(format!("depth {depth} was reported")),
    }
    Ok(())
}

fn nodes(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    let found = dialogue.search(&of(MIDDLE), "go nodes 10000")?;
    visit.expect(found.best());
    match found.nodes() {
        None => visit.warn("no nodes were reported"),
        Some(nodes) if !(1_000..=20_000).contains(&nodes) => {
            visit.warn(format!("{nodes} nodes were reported"));
        }
        Some(nodes) => visit.note(format!("{nodes} nodes were reported")),
    }
    Ok(())
}

fn little(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    for go in ["go depth 1", "go movetime 1", "go nodes 1"] {
        for game in [initial(), of(MIDDLE), of(ENDING)] {
            match dialogue.search(&game, go) {
                Ok(found) => {
                    if let Err(why) = found.best() {
                        visit.fail(format!("{why}, for {go}"));
                    }
                }
                // Another check covers engines without a node limit.
                Err(CheckError::Silent { .. }) if go == "go nodes 1" => {
                    visit.note("go nodes 1 is not answered");
                    return Ok(());
                }
                Err(error) => return Err(error),
            }
        }
    }
    Ok(())
}

fn movetime(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    let found = dialogue.search(&of(MIDDLE), "go movetime 200")?;
    visit.expect(found.best());
    visit.judge_time("answer after", found.took(), 250, 700);
    if found.took() < Duration::from_millis(50) {
        visit.note("it used little of its time");
    }
    Ok(())
}

/// Searches with White to move, then with Black to move.
fn both_sides(
    dialogue: &mut Dialogue,
    go: [&str; 2],
    mut seen: impl FnMut(&str, &Search),
) -> Result<(), CheckError> {
    for (game, go) in [(initial(), go[0]), (after(&["e2e4"]), go[1])] {
        seen(go, &dialogue.search(&game, go)?);
    }
    Ok(())
}

fn clock(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    let mut slowest = (Duration::ZERO, String::new());
    for go in [
        ["go wtime 1000", "go btime 1000"],
        ["go wtime 1000 btime 1000 winc 10 binc 10"; 2],
        ["go binc 10 winc 10 btime 1000 wtime 1000"; 2],
        ["go wtime 1000 btime 1000 movestogo 1"; 2],
    ] {
        both_sides(&mut dialogue, go, |go, found| {
            visit.expect(found.best());
            let took = found.took();
            match took.as_millis() {
                ..=1_000 => {}
                // Tolerance for a busy machine.
                1_001..=1_100 => visit.warn_of_time(format!("{} for {go}", milliseconds(took))),
                _ => visit.fail(format!("{} for {go}", milliseconds(took))),
            }
            if took > slowest.0 {
                slowest = (took, go.to_owned());
            }
        })?;
    }
    visit.note(format!("slowest {} for {}", milliseconds(slowest.0), slowest.1));
    Ok(())
}

fn short_clock(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    both_sides(&mut dialogue, ["go wtime 100 btime 100"; 2], |_, found| {
        visit.expect(found.best());
        visit.judge_time("answer after", found.took(), 100, 600);
    })
}

fn overdrawn(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    for go in ["go wtime -50 btime -50", "go wtime 1 btime 1"] {
        match dialogue.search(&initial(), go) {
            Ok(found) => {
                visit.expect(found.best());
                visit.judge_time(&format!("{go}: answer after"), found.took(), 200, 2_000);
            }
            Err(error @ CheckError::Silent { .. }) => {
                visit.warn(error.to_string());
                dialogue = visit.engine()?;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn searchmoves(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    for moves in [&["a2a3", "h2h4"][..], &["g1h3"]] {
        let found =
            dialogue.search(&initial(), &format!("go depth 3 searchmoves {}", moves.join(" ")))?;
        visit.expect(found.best());
        if !moves.contains(&found.best_word()) {
            visit.fail(format!("{}; expected one of {}", found.answer(), moves.join(" ")));
        }
    }
    Ok(())
}

fn mate(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    let game = of(MATE_IN_TWO);
    let asked = dialogue.go(&game, "go mate 2")?;
    match dialogue.answer(&game, asked) {
        Ok(found) => {
            visit.expect(found.best());
            visit.note(format!("answer after {}", milliseconds(found.took())));
        }
        Err(error @ CheckError::Silent { .. }) => {
            visit.warn(error.to_string());
            dialogue.send("stop")?;
            let found = dialogue.answer(&game, asked)?;
            visit.expect(found.best());
        }
        Err(error) => return Err(error),
    }
    Ok(())
}
