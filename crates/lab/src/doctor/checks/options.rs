//! The options that an engine lists: their syntax, and the names that clients expect.

use std::collections::HashSet;

use uci::{OptionKind, OptionSpec, Reply};

use super::Check;
use crate::doctor::check_error::CheckError;
use crate::doctor::visit::Visit;

pub(super) const CHECKS: [Check; 2] = [
    Check {
        name: "option-lines",
        done: "read the option lines: types, ranges, defaults, choices, unique names",
        clients: "GUIs show wrong controls or none; python-chess and fastchess refuse to set \
                  options that they cannot read, and store numbers in 32 bits",
        run: lines,
    },
    Check {
        name: "option-names",
        done: "looked for the options that clients set by name",
        clients: "OpenBench wants Hash and Threads; lichess-bot's sample configuration sets \
                  'Move Overhead' and fails without it; clients offer pondering, MultiPV and \
                  Chess960 only if the options exist",
        run: names,
    },
];

/// More options than a user wants to look through.
const MANY: usize = 40;

fn lines(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let dialogue = visit.engine()?;
    let mut names = HashSet::new();
    for line in &dialogue.introduction.option_lines {
        match line.parse() {
            Ok(Reply::Option(option)) => {
                for fault in faults(line, &option) {
                    visit.fail(format!("{fault}: {line}"));
                }
                if !names.insert(option.name.to_ascii_lowercase()) {
                    visit.fail(format!("listed twice: {line}"));
                }
            }
            Err(why) => visit.fail(format!("{why}: {line}")),
            Ok(_) => {}
        }
    }
    let count = dialogue.introduction.option_lines.len();
    visit.note(match count > MANY {
        true => format!("{count} options, and GUIs show them all to their users"),
        false => format!("{count} options"),
    });
    Ok(())
}

fn faults(line: &str, option: &OptionSpec) -> Vec<&'static str> {
    let mut faults = Vec::new();
    let default = line.split_once(" default").map(|(_, rest)| rest.trim());
    if option.name.is_empty() {
        faults.push("no name");
    }
    match &option.kind {
        OptionKind::Check { .. } => {
            let word = default.and_then(|rest| rest.split_ascii_whitespace().next());
            if !matches!(word, Some("true" | "false")) {
                faults.push("the default of a check is true or false");
            }
        }
        OptionKind::Spin { default, min, max } => {
            if min > max {
                faults.push("min is above max");
            } else if !(min..=max).contains(&default) {
                faults.push("the default is out of range");
            }
        }
        OptionKind::Combo { default, choices } => {
            if !choices.contains(default) {
                faults.push("the default is none of the choices");
            }
        }
        OptionKind::Button if default.is_some() => faults.push("a button has no default"),
        OptionKind::String { .. } if default.is_none() => {
            faults.push("a string needs a default, '<empty>' if it is empty");
        }
        OptionKind::Button | OptionKind::String { .. } => {}
    }
    faults
}

fn names(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let dialogue = visit.engine()?;
    let introduction = &dialogue.introduction;
    for (name, is_spin) in [
        ("Hash", true),
        ("Threads", true),
        ("MultiPV", true),
        ("Move Overhead", true),
        ("Ponder", false),
        ("UCI_Chess960", false),
    ] {
        let wanted = if is_spin { "spin" } else { "check" };
        match introduction.option(name) {
            None => visit.warn(format!("no option {name} of type {wanted}")),
            Some(option) => {
                let fits = match option.kind {
                    OptionKind::Spin { .. } => is_spin,
                    OptionKind::Check { .. } => !is_spin,
                    _ => false,
                };
                if !fits {
                    visit.fail(format!("clients expect type {wanted}: {option}"));
                }
            }
        }
    }
    for name in ["SyzygyPath", "UCI_ShowWDL"] {
        if introduction.option(name).is_none() {
            visit.note(format!("no {name}, which lichess-bot's sample configuration also sets"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_of_option_lines_are_found() {
        for (line, count) in [
            ("option name Hash type spin default 16 min 1 max 64", 0),
            ("option name Hash type spin default 0 min 1 max 64", 1),
            ("option name Hash type spin default 3 min 9 max 1", 1),
            ("option name A type check default true", 0),
            ("option name A type check default yes", 1),
            ("option name A type check", 1),
            ("option name B type combo default x var x var y", 0),
            ("option name B type combo default z var x var y", 1),
            ("option name C type button", 0),
            ("option name C type button default 1", 1),
            ("option name D type string default <empty>", 0),
            ("option name D type string default", 0),
            ("option name D type string", 1),
        ] {
            let Ok(Reply::Option(option)) = line.parse() else { panic!("{line}") };
            assert_eq!(faults(line, &option).len(), count, "{line}");
        }
    }
}
