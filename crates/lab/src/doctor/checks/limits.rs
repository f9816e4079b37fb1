//! Every kind of `go`: an answer in time, and no more work than was asked for.

use std::time::Duration;

use super::Check;
use crate::doctor::positions::{ENDING, MATE_IN_TWO, MIDDLE, after, initial, of};
use crate::doctor::search::Search;
use crate::doctor::talk::Talk;
use crate::doctor::trouble::{Trouble, milliseconds};
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
        clients: "no move or an illegal one where time is short: a loss in fastchess and cutechess, \
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
        done: "a clock that shows less than nothing",
        clients: "GUIs and lichess-bot send such when a message came late: the game hangs",
        run: overdrawn,
    },
    Check {
        name: "go-searchmoves",
        done: "go with two searchmoves, and with one",
        clients: "Nibbler and python-chess show other moves than those asked for",
        run: searchmoves,
    },
    Check {
        name: "go-mate",
        done: "go mate 2 where there is one",
        clients: "GUIs that look for mates wait until they send stop",
        run: mate,
    },
];

fn depth(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    let found = talk.search(&of(MIDDLE), "go depth 4")?;
    visit.expect(found.best());
    match found.depth() {
        None => visit.warn("no depth was told"),
        Some(4) => visit.note("depth 4 was told"),
        Some(depth) => visit.warn(format!("depth {depth} was told")),
    }
    Ok(())
}

fn nodes(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    let found = talk.search(&of(MIDDLE), "go nodes 10000")?;
    visit.expect(found.best());
    match found.nodes() {
        None => visit.warn("no nodes were told"),
        Some(nodes) if !(1_000..=20_000).contains(&nodes) => {
            visit.warn(format!("{nodes} nodes were told"));
        }
        Some(nodes) => visit.note(format!("{nodes} nodes were told")),
    }
    Ok(())
}

fn little(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    for go in ["go depth 1", "go movetime 1", "go nodes 1"] {
        for game in [initial(), of(MIDDLE), of(ENDING)] {
            match talk.search(&game, go) {
                Ok(found) => {
                    if let Err(why) = found.best() {
                        visit.fail(format!("{why}, for {go}"));
                    }
                }
                // Whether it knows nodes at all is another question.
                Err(Trouble::Silent { .. }) if go == "go nodes 1" => {
                    visit.note("go nodes 1 is not answered");
                    return Ok(());
                }
                Err(trouble) => return Err(trouble),
            }
        }
    }
    Ok(())
}

fn movetime(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    let found = talk.search(&of(MIDDLE), "go movetime 200")?;
    visit.expect(found.best());
    visit.judge_time("answer after", found.took(), 250, 700);
    if found.took() < Duration::from_millis(50) {
        visit.note("it did not use its time");
    }
    Ok(())
}

/// Searches with White's clock and then with Black's, as they would be sent.
fn both_sides(
    talk: &mut Talk,
    go: [&str; 2],
    mut seen: impl FnMut(&str, &Search),
) -> Result<(), Trouble> {
    for (game, go) in [(initial(), go[0]), (after(&["e2e4"]), go[1])] {
        seen(go, &talk.search(&game, go)?);
    }
    Ok(())
}

fn clock(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    let mut slowest = (Duration::ZERO, String::new());
    for go in [
        ["go wtime 1000", "go btime 1000"],
        ["go wtime 1000 btime 1000 winc 10 binc 10"; 2],
        ["go binc 10 winc 10 btime 1000 wtime 1000"; 2],
        ["go wtime 1000 btime 1000 movestogo 1"; 2],
    ] {
        both_sides(&mut talk, go, |go, found| {
            visit.expect(found.best());
            let took = found.took();
            match took.as_millis() {
                ..=1_000 => {}
                // Time enough for a machine that has much else to do.
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

fn short_clock(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    both_sides(&mut talk, ["go wtime 100 btime 100"; 2], |_, found| {
        visit.expect(found.best());
        visit.judge_time("answer after", found.took(), 100, 600);
    })
}

fn overdrawn(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    for go in ["go wtime -50 btime -50", "go wtime 1 btime 1"] {
        match talk.search(&initial(), go) {
            Ok(found) => {
                visit.expect(found.best());
                visit.judge_time(&format!("{go}: answer after"), found.took(), 200, 2_000);
            }
            Err(trouble @ Trouble::Silent { .. }) => {
                visit.warn(trouble.to_string());
                talk = visit.engine()?;
            }
            Err(trouble) => return Err(trouble),
        }
    }
    Ok(())
}

fn searchmoves(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    for moves in [&["a2a3", "h2h4"][..], &["g1h3"]] {
        let found =
            talk.search(&initial(), &format!("go depth 3 searchmoves {}", moves.join(" ")))?;
        visit.expect(found.best());
        if !moves.contains(&found.best_word()) {
            visit.fail(format!("{} where {} were asked for", found.answer(), moves.join(" ")));
        }
    }
    Ok(())
}

fn mate(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    let game = of(MATE_IN_TWO);
    let asked = talk.go(&game, "go mate 2")?;
    match talk.answer(&game, asked) {
        Ok(found) => {
            visit.expect(found.best());
            visit.note(format!("answer after {}", milliseconds(found.took())));
        }
        Err(trouble @ Trouble::Silent { .. }) => {
            visit.warn(trouble.to_string());
            talk.say("stop")?;
            let found = talk.answer(&game, asked)?;
            visit.expect(found.best());
        }
        Err(trouble) => return Err(trouble),
    }
    Ok(())
}
