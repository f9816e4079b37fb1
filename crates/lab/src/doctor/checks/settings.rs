//! Setting its options, to what they allow and to what they do not. Texts are left alone, since
//! they may name files, and so are buttons nobody knows the meaning of.

use uci::{OptionKind, OptionSpec};

use super::Check;
use crate::doctor::Verdict;
use crate::doctor::positions::initial;
use crate::doctor::talk::Talk;
use crate::doctor::trouble::Trouble;
use crate::doctor::visit::Visit;

pub(super) const CHECKS: [Check; 3] = [
    Check {
        name: "option-ends",
        done: "set every option to the ends of its range, every switch and every choice",
        clients: "people set what a GUI lets them set: the engine is gone before the game begins",
        run: ends,
    },
    Check {
        name: "option-beyond",
        done: "set numbers out of their range, and words where numbers belong",
        clients: "a slip in a configuration file ends it: fastchess reports a disconnect, \
                  lichess-bot stops",
        run: beyond,
    },
    Check {
        name: "option-unknown",
        done: "set options it does not have, and sent setoption without name or value",
        clients: "fastchess and cutechess send what the user wrote, known or not",
        run: unknown,
    },
];

/// Not more megabytes or threads than any machine has: we want to see it live, not to suffocate
/// everything else.
const MOST_MEGABYTES: i32 = 256;
const MOST_THREADS: i32 = 8;
/// So often an engine is started anew to see what else it dies of.
const MOST_DEATHS: usize = 3;

/// How far an option may be turned up without harm to others.
fn harmless(name: &str) -> Option<i32> {
    let name = name.to_ascii_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| name.contains(word));
    if says(&["hash", "cache", "memory", "table size"]) {
        Some(MOST_MEGABYTES)
    } else {
        says(&["thread", "cores"]).then_some(MOST_THREADS)
    }
}

/// A value, and how bad it is to die of it.
type Dose = (String, Verdict);

fn allowed(option: &OptionSpec) -> Vec<Dose> {
    let values: Vec<String> = match &option.kind {
        OptionKind::Check { default } => vec![(!default).to_string(), default.to_string()],
        OptionKind::Spin { default, min, max } if min <= max => {
            let most = harmless(&option.name).map_or(*max, |most| most.clamp(*min, *max));
            [*min, most, *default].iter().map(ToString::to_string).collect()
        }
        OptionKind::Combo { default, choices } => {
            choices.iter().chain([default]).map(ToString::to_string).collect()
        }
        OptionKind::Spin { .. } | OptionKind::Button | OptionKind::String { .. } => Vec::new(),
    };
    values.into_iter().map(|value| (value, Verdict::Fail)).collect()
}

fn forbidden(option: &OptionSpec) -> Vec<Dose> {
    let OptionKind::Spin { default, min, max } = option.kind else { return Vec::new() };
    let mut values = vec![(i64::from(min) - 1).to_string()];
    if harmless(&option.name).is_none() {
        values.push((i64::from(max) + 1).to_string());
        values.push("99999999999999999999".to_owned());
    }
    let mut doses: Vec<Dose> = values.into_iter().map(|value| (value, Verdict::Fail)).collect();
    // Most clients would not even send a word for a number.
    doses.push(("many".to_owned(), Verdict::Warn));
    doses.push((default.to_string(), Verdict::Fail));
    doses
}

/// Sets everything there is to what `values` says, and goes on after a death.
fn set_all(visit: &mut Visit<'_>, values: fn(&OptionSpec) -> Vec<Dose>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    let options = talk.introduction.options.clone();
    let (mut deaths, mut count, mut words_kill) = (0, 0, false);
    for option in &options {
        for (value, gravity) in values(option) {
            if gravity == Verdict::Warn && words_kill {
                continue;
            }
            if visit.time_is_up() {
                visit.note(format!("time was up at {}", option.name));
                return Ok(());
            }
            count += 1;
            let trouble = match set(&mut talk, &option.name, &value) {
                Ok(()) => continue,
                Err(Trouble::CalledOff) => return Err(Trouble::CalledOff),
                Err(trouble) => trouble,
            };
            if gravity == Verdict::Warn {
                words_kill = true;
                visit.warn(trouble.to_string());
            } else {
                visit.fail(trouble.to_string());
            }
            deaths += 1;
            if deaths == MOST_DEATHS {
                visit.note("more was not tried");
                return Ok(());
            }
            talk = visit.engine()?;
        }
    }
    visit.note(format!("{count} values of {} options", options.len()));
    let found = talk.search(&initial(), "go depth 1")?.best();
    visit.expect(found);
    Ok(())
}

fn set(talk: &mut Talk, name: &str, value: &str) -> Result<(), Trouble> {
    talk.set(name, value)?;
    talk.ready().map(drop)
}

fn ends(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    set_all(visit, allowed)
}

fn beyond(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    set_all(visit, forbidden)
}

fn unknown(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    for line in [
        "setoption name No Such Option value 1",
        "setoption name NoSuchButton",
        "setoption",
        "setoption name",
        "setoption name Hash",
        "setoption name Hash value",
        "setoption value 3",
    ] {
        talk.say(line)?;
        talk.ready()?;
    }
    let found = talk.search(&initial(), "go depth 1")?.best();
    visit.expect(found);
    Ok(())
}
