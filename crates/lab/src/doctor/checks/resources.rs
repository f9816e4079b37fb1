//! Memory, threads, and how soon and how evenly it works.

use std::time::Duration;

use super::Check;
use crate::doctor::positions::{MIDDLE, initial, of};
use crate::doctor::talk::{Talk, is_best_move};
use crate::doctor::trouble::{Trouble, milliseconds};
use crate::doctor::visit::Visit;

pub(super) const CHECKS: [Check; 4] = [
    Check {
        name: "memory",
        done: "changed Hash back and forth ten times, and looked at the memory it holds",
        clients: "long matches run out of memory, and the system ends what it likes",
        run: memory,
    },
    Check {
        name: "threads",
        done: "Threads 2, a search by time and one that is stopped, then Threads 1",
        clients: "OpenBench and GUIs set Threads: a crash or a hang loses the game",
        run: threads,
    },
    Check {
        name: "first-word",
        done: "timed the first line of a search, and the answer to go depth 1",
        clients: "GUIs look frozen; time is lost on every move",
        run: first_word,
    },
    Check {
        name: "same-nodes",
        done: "searched the same position to depth 6 in two new processes",
        clients: "nobody's games; but OpenBench compares node counts, and tests want repetition",
        run: same_nodes,
    },
];

const SMALL: i32 = 16;
const LARGE: i32 = 64;

/// Megabytes that a process holds; `None` where the system does not tell.
fn megabytes(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? / 1024)
}

fn memory(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    let sizes =
        talk.introduction.within("Hash", SMALL).zip(talk.introduction.within("Hash", LARGE));
    let Some((small, large)) = sizes.filter(|(small, large)| small < large) else {
        visit.skip("no option Hash of such sizes is offered");
        return Ok(());
    };
    let mut held = |talk: &mut Talk, size: i32| {
        talk.set("Hash", &size.to_string())?;
        let found = talk.search(&initial(), "go depth 4")?;
        visit.expect(found.best());
        Ok(megabytes(talk.id()))
    };
    held(&mut talk, large)?;
    let before = held(&mut talk, small)?;
    for _ in 0..5 {
        held(&mut talk, large)?;
        held(&mut talk, small)?;
    }
    let after = held(&mut talk, small)?;
    let Some((before, after)) = before.zip(after) else {
        visit.skip("this system does not tell");
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

fn threads(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    let Some(2) = talk.introduction.within("Threads", 2) else {
        visit.skip("no option Threads that goes to 2 is offered");
        return Ok(());
    };
    let game = of(MIDDLE);
    talk.set("Threads", "2")?;
    let found = talk.search(&game, "go movetime 200")?;
    visit.expect(found.best());
    let begun = talk.go(&game, "go infinite")?;
    let heard = talk.listen(Duration::from_millis(100))?;
    if heard.iter().any(|line| is_best_move(&line.text)) {
        visit.fail("a bestmove before stop");
        return Ok(());
    }
    talk.say("stop")?;
    let found = talk.answer(&game, begun)?;
    visit.expect(found.best());
    talk.set("Threads", "1")?;
    let found = talk.search(&game, "go movetime 50")?;
    visit.expect(found.best());
    Ok(())
}

fn first_word(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    let found = talk.search(&initial(), "go depth 1")?;
    visit.expect(found.best());
    visit.judge_time("go depth 1 answered after", found.took(), 200, 2_000);
    let found = talk.search(&of(MIDDLE), "go movetime 200")?;
    visit.note(format!("first line of a search after {}", milliseconds(found.first_word())));
    Ok(())
}

/// Worth knowing, and nothing that could fail.
fn same_nodes(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut counts = Vec::new();
    for _ in 0..2 {
        let mut talk = visit.engine()?;
        match talk.search(&of(MIDDLE), "go depth 6") {
            Ok(found) => counts.extend(found.nodes()),
            Err(Trouble::Silent { .. }) => {
                visit.skip("depth 6 takes it too long");
                return Ok(());
            }
            Err(trouble) => return Err(trouble),
        }
    }
    match counts[..] {
        [first, second] if first == second => visit.note(format!("{first} nodes each time")),
        [first, second] => visit.note(format!("{first} nodes, then {second}")),
        _ => visit.skip("no nodes were told"),
    }
    Ok(())
}
