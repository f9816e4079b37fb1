//! Setting options to valid and invalid values. Strings are skipped, because they may name files,
//! and so are buttons, because their effect is unknown.

use uci::{OptionKind, OptionSpec};

use super::Check;
use crate::doctor::CheckVerdict;
use crate::doctor::check_error::CheckError;
use crate::doctor::dialogue::Dialogue;
use crate::doctor::positions::initial;
use crate::doctor::visit::Visit;

pub(super) const CHECKS: [Check; 3] = [
    Check {
        name: "option-ends",
        done: "set every option to the ends of its range, every switch and every choice",
        clients: "users set what a GUI lets them set: the engine crashes before the game",
        run: ends,
    },
    Check {
        name: "option-beyond",
        done: "set numbers out of their range, and words where numbers belong",
        clients: "a typing error in a configuration crashes it: fastchess reports a disconnect, \
                  lichess-bot stops",
        run: beyond,
    },
    Check {
        name: "option-unknown",
        done: "set unknown options, and sent setoption without name or value",
        clients: "fastchess and cutechess send what the user wrote, known or not",
        run: unknown,
    },
];

/// Maximum megabytes and threads, so that the check does not exhaust the machine.
const MAX_MEGABYTES: i32 = 256;
const MAX_THREADS: i32 = 8;
/// Crashes before the check gives up.
const MAX_CRASHES: usize = 3;

/// The maximum value of an option that uses memory or cores.
fn harmless(name: &str) -> Option<i32> {
    let name = name.to_ascii_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| name.contains(word));
    if says(&["hash", "cache", "memory", "table size"]) {
        Some(MAX_MEGABYTES)
    } else {
        says(&["thread", "cores"]).then_some(MAX_THREADS)
    }
}

/// A value, and the verdict if it crashes the engine.
type TestValue = (String, CheckVerdict);

fn allowed(option: &OptionSpec) -> Vec<TestValue> {
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
    values.into_iter().map(|value| (value, CheckVerdict::Fail)).collect()
}

fn forbidden(option: &OptionSpec) -> Vec<TestValue> {
    let OptionKind::Spin { default, min, max } = option.kind else { return Vec::new() };
    let mut values = vec![(i64::from(min) - 1).to_string()];
    if harmless(&option.name).is_none() {
        values.push((i64::from(max) + 1).to_string());
        values.push("99999999999999999999".to_owned());
    }
    let mut values_to_try: Vec<TestValue> =
        values.into_iter().map(|value| (value, CheckVerdict::Fail)).collect();
    // Most clients never send a word for a number.
    values_to_try.push(("many".to_owned(), CheckVerdict::Warn));
    values_to_try.push((default.to_string(), CheckVerdict::Fail));
    values_to_try
}

/// Sets every option to its `values`, and restarts the engine after a crash.
fn set_all(
    visit: &mut Visit<'_>,
    values: fn(&OptionSpec) -> Vec<TestValue>,
) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    let options = dialogue.introduction.options.clone();
    let (mut crashes, mut count, mut words_crash) = (0, 0, false);
    for option in &options {
        for (value, gravity) in values(option) {
            if gravity == CheckVerdict::Warn && words_crash {
                continue;
            }
            if visit.time_is_up() {
                visit.note(format!("time was up at {}", option.name));
                return Ok(());
            }
            count += 1;
            let error = match set(&mut dialogue, &option.name, &value) {
                Ok(()) => continue,
                Err(CheckError::Stopped) => return Err(CheckError::Stopped),
                Err(error) => error,
            };
            if gravity == CheckVerdict::Warn {
                words_crash = true;
                visit.warn(error.to_string());
            } else {
                visit.fail(error.to_string());
            }
            crashes += 1;
            if crashes == MAX_CRASHES {
                visit.note("further values were not tried");
                return Ok(());
            }
            dialogue = visit.engine()?;
        }
    }
    visit.note(format!("{count} values of {} options", options.len()));
    let found = dialogue.search(&initial(), "go depth 1")?.best();
    visit.expect(found);
    Ok(())
}

fn set(dialogue: &mut Dialogue, name: &str, value: &str) -> Result<(), CheckError> {
    dialogue.set(name, value)?;
    dialogue.ready().map(drop)
}

fn ends(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    set_all(visit, allowed)
}

fn beyond(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    set_all(visit, forbidden)
}

fn unknown(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    for line in [
        "setoption name No Such Option value 1",
        "setoption name NoSuchButton",
        "setoption",
        "setoption name",
        "setoption name Hash",
        "setoption name Hash value",
        "setoption value 3",
    ] {
        dialogue.send(line)?;
        dialogue.ready()?;
    }
    let found = dialogue.search(&initial(), "go depth 1")?.best();
    visit.expect(found);
    Ok(())
}
