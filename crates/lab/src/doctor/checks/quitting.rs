//! How an engine quits, and whether it leaves processes behind.

use std::time::Duration;

use super::Check;
use crate::doctor::check_error::CheckError;
use crate::doctor::dialogue::{Dialogue, EngineEnd};
use crate::doctor::positions::initial;
use crate::doctor::visit::Visit;

pub(super) const CHECKS: [Check; 5] = [
    Check {
        name: "quit",
        done: "quit while idle, and read the remaining output",
        clients: "fastchess and cutechess wait and then kill it; every match ends late",
        run: quit,
    },
    Check {
        name: "quit-searching",
        done: "quit during go infinite",
        clients: "closed GUIs leave it running on a core; match runners wait and kill it",
        run: quit_searching,
    },
    Check {
        name: "end-of-input",
        done: "closed its input while idle",
        clients: "it keeps running after fastchess, lichess-bot or a GUI is killed",
        run: end_of_input,
    },
    Check {
        name: "end-of-input-searching",
        done: "closed its input during go infinite",
        clients: "it keeps a core busy after fastchess, lichess-bot or a GUI is killed",
        run: end_of_input_searching,
    },
    Check {
        name: "children",
        done: "looked for processes that it left behind after a search and quit",
        clients: "matches collect processes that slow down later games",
        run: children,
    },
];

/// Long enough for the search to start.
const SEARCH_TIME: Duration = Duration::from_millis(100);

fn judge(visit: &mut Visit<'_>, end: &EngineEnd) {
    visit.judge_time("it ended after", end.took, 500, 3_000);
    if !end.success {
        visit.warn(format!("it ended with {}", end.status));
    }
}

fn searching(visit: &mut Visit<'_>) -> Result<Dialogue, CheckError> {
    let mut dialogue = visit.engine()?;
    dialogue.go(&initial(), "go infinite")?;
    dialogue.listen(SEARCH_TIME)?;
    Ok(dialogue)
}

fn quit(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    dialogue.send("quit")?;
    let end = dialogue.wait_for_end()?;
    judge(visit, &end);
    for line in end.last_lines {
        visit.warn(format!("after quit: {}", line.text));
    }
    Ok(())
}

fn quit_searching(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = searching(visit)?;
    dialogue.send("quit")?;
    let end = dialogue.wait_for_end()?;
    judge(visit, &end);
    Ok(())
}

fn end_of_input(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    dialogue.close_input();
    let end = dialogue.wait_for_end()?;
    judge(visit, &end);
    Ok(())
}

fn end_of_input_searching(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = searching(visit)?;
    dialogue.close_input();
    let end = dialogue.wait_for_end()?;
    judge(visit, &end);
    Ok(())
}

fn children(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    let found = dialogue.search(&initial(), "go movetime 50")?;
    visit.expect(found.best());
    dialogue.send("quit")?;
    match dialogue.wait_for_end()?.left_behind {
        None => visit.skip("this system does not show processes"),
        Some(processes) => {
            for process in processes {
                visit.fail(format!("left behind: {process}"));
            }
        }
    }
    Ok(())
}
