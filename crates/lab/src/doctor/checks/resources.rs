//! Memory, threads, speed and reproducibility.

use std::time::Duration;

use super::Check;
use crate::doctor::check_error::{CheckError, milliseconds};
use crate::doctor::dialogue::{Dialogue, is_best_move};
use crate::doctor::positions::{MIDDLE, initial, of};
use crate::doctor::visit::Visit;

pub(super) const CHECKS: [Check; 4] = [
    Check {
        name: "memory",
        done: "changed Hash back and forth ten times, and measured the memory it holds",
        clients: "long matches run out of memory, and the system kills processes",
        run: memory,
    },
    Check {
        name: "threads",
        done: "Threads 2, a timed search and a stopped one, then Threads 1",
        clients: "OpenBench and GUIs set Threads: a crash or a hang loses the game",
        run: threads,
    },
    Check {
        name: "first-word",
        done: "timed the first line of a search, and the answer to go depth 1",
        clients: "GUIs look frozen; every move loses time",
        run: first_word,
    },
    Check {
        name: "same-nodes",
        done: "searched the same position to depth 6 in two new processes",
        clients: "no game is lost, but OpenBench compares node counts, and tests need repetition",
        run: same_nodes,
    },
];

const SMALL: i32 = 16;
const LARGE: i32 = 64;

/// Resident memory of a process in megabytes; `None` if the system does not show it.
fn megabytes(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? / 1024)
}

fn memory(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    let sizes = dialogue
        .introduction
        .within("Hash", SMALL)
        .zip(dialogue.introduction.within("Hash", LARGE));
    let Some((small, large)) = sizes.filter(|(small, large)| small < large) else {
        visit.skip("no option Hash of such sizes is offered");
        return Ok(());
    };
    let mut held = |dialogue: &mut Dialogue, size: i32| {
        dialogue.set("Hash", &size.to_string())?;
        let found = dialogue.search(&initial(), "go depth 4")?;
        visit.expect(found.best());
        Ok(megabytes(dialogue.id()))
    };
    held(&mut dialogue, large)?;
    let before = held(&mut dialogue, small)?;
    for _ in 0..5 {
        held(&mut dialogue, large)?;
        held(&mut dialogue, small)?;
    }
    let after = held(&mut dialogue, small)?;
    let Some((before, after)) = before.zip(after) else {
        visit.skip("this system does not show the memory");
        return Ok(());
    };
    let text = format!("{before} MB with Hash {small}, {after} MB after ten changes");
    let table = large.unsigned_abs() as u64;
    match after.saturating_sub(before) {
        more if more > 3 * table => visit.fail(text),
        more if more > table => visit.warn(text),
        _ => visit.note(text),
    }
    Ok(())
}

fn threads(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    let Some(2) = dialogue.introduction.within("Threads", 2) else {
        visit.skip("no option Threads that goes to 2 is offered");
        return Ok(());
    };
    let game = of(MIDDLE);
    dialogue.set("Threads", "2")?;
    let found = dialogue.search(&game, "go movetime 200")?;
    visit.expect(found.best());
    let begun = dialogue.go(&game, "go infinite")?;
    let lines = dialogue.listen(Duration::from_millis(100))?;
    if lines.iter().any(|line| is_best_move(&line.text)) {
        visit.fail("a bestmove before stop");
        return Ok(());
    }
    dialogue.send("stop")?;
    let found = dialogue.answer(&game, begun)?;
    visit.expect(found.best());
    dialogue.set("Threads", "1")?;
    let found = dialogue.search(&game, "go movetime 50")?;
    visit.expect(found.best());
    Ok(())
}

fn first_word(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    let found = dialogue.search(&initial(), "go depth 1")?;
    visit.expect(found.best());
    visit.judge_time("go depth 1 answered after", found.took(), 200, 2_000);
    let found = dialogue.search(&of(MIDDLE), "go movetime 200")?;
    visit.note(format!("first line of a search after {}", milliseconds(found.first_line())));
    Ok(())
}

/// Information only: this check cannot fail.
fn same_nodes(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut counts = Vec::new();
    for _ in 0..2 {
        let mut dialogue = visit.engine()?;
        match dialogue.search(&of(MIDDLE), "go depth 6") {
            Ok(found) => counts.extend(found.nodes()),
            Err(CheckError::Silent { .. }) => {
                visit.skip("depth 6 takes too long");
                return Ok(());
            }
            Err(error) => return Err(error),
        }
    }
    match counts[..] {
        [first, second] if first == second => visit.note(format!("{first} nodes each time")),
        [first, second] => visit.note(format!("{first} nodes, then {second}")),
        _ => visit.skip("no nodes were reported"),
    }
    Ok(())
}
