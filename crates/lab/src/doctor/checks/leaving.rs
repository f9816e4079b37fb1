//! How it leaves, and whether anything stays.

use std::time::Duration;

use super::Check;
use crate::doctor::positions::initial;
use crate::doctor::talk::{Farewell, Talk};
use crate::doctor::trouble::Trouble;
use crate::doctor::visit::Visit;

pub(super) const CHECKS: [Check; 5] = [
    Check {
        name: "quit",
        done: "quit where nothing was searched, and listened for more output",
        clients: "fastchess and cutechess wait and then kill it; every match ends late",
        run: quit,
    },
    Check {
        name: "quit-searching",
        done: "quit during go infinite",
        clients: "GUIs that close leave it running on a core; match runners wait and kill it",
        run: quit_searching,
    },
    Check {
        name: "end-of-input",
        done: "closed its input where nothing was searched",
        clients: "where fastchess, lichess-bot or a GUI is killed, it stays behind",
        run: end_of_input,
    },
    Check {
        name: "end-of-input-searching",
        done: "closed its input during go infinite",
        clients: "where fastchess, lichess-bot or a GUI is killed, it stays behind and takes a \
                  core",
        run: end_of_input_searching,
    },
    Check {
        name: "children",
        done: "looked for processes it left behind after a search and quit",
        clients: "matches leave more and more processes, which slow the games that follow",
        run: children,
    },
];

/// Long enough for the search to be well under way.
const A_WHILE: Duration = Duration::from_millis(100);

fn judge(visit: &mut Visit<'_>, farewell: &Farewell) {
    visit.judge_time("it ended after", farewell.took, 500, 3_000);
    if !farewell.success {
        visit.warn(format!("it ended with {}", farewell.status));
    }
}

fn searching(visit: &mut Visit<'_>) -> Result<Talk, Trouble> {
    let mut talk = visit.engine()?;
    talk.go(&initial(), "go infinite")?;
    talk.listen(A_WHILE)?;
    Ok(talk)
}

fn quit(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    talk.say("quit")?;
    let farewell = talk.farewell()?;
    judge(visit, &farewell);
    for line in farewell.last_words {
        visit.warn(format!("after quit: {}", line.text));
    }
    Ok(())
}

fn quit_searching(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = searching(visit)?;
    talk.say("quit")?;
    let farewell = talk.farewell()?;
    judge(visit, &farewell);
    Ok(())
}

fn end_of_input(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    talk.close_input();
    let farewell = talk.farewell()?;
    judge(visit, &farewell);
    Ok(())
}

fn end_of_input_searching(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = searching(visit)?;
    talk.close_input();
    let farewell = talk.farewell()?;
    judge(visit, &farewell);
    Ok(())
}

fn children(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    let found = talk.search(&initial(), "go movetime 50")?;
    visit.expect(found.best());
    talk.say("quit")?;
    match talk.farewell()?.left_behind {
        None => visit.skip("this system does not tell"),
        Some(processes) => {
            for process in processes {
                visit.fail(format!("left behind: {process}"));
            }
        }
    }
    Ok(())
}
