//! What a climb leaves behind: settings to play with, and a patch that makes them the defaults.

use core::fmt::Write as _;

use engine::knobs::{Knob, TABLE_PATH, TABLE_SOURCE};

use crate::spsa::Climb;

pub const PRESET: &str = "tuned.toml";
pub const PATCH: &str = "defaults.patch";

/// Lines of the table shown around each change.
const CONTEXT: usize = 2;

/// The values as a preset: one setting a line.
pub fn preset(climb: &Climb) -> String {
    let mut text = "# Settings that a climb has found; play with them as preset=FILE.\n".to_owned();
    for (parameter, value) in climb.parameters().iter().zip(climb.values()) {
        // Writing to a string cannot fail, here and below.
        let _ = if parameter.whole {
            writeln!(text, "{} = {}", parameter.name, value.round())
        } else {
            writeln!(text, "{} = {value}", parameter.name)
        };
    }
    text
}

/// The values as a change of the table of knobs, for `git apply`.
pub fn patch(climb: &Climb) -> String {
    let lines: Vec<&str> = TABLE_SOURCE.lines().collect();
    let mut changes = Vec::new();
    for (parameter, value) in climb.parameters().iter().zip(climb.values()) {
        let Some(knob) = Knob::find(&parameter.name) else { continue };
        let declared = format!("    spin {} = ", knob.name);
        let Some(at) = lines.iter().position(|line| line.starts_with(&declared)) else { continue };
        let Some((_, rest)) = lines[at][declared.len()..].split_once(' ') else { continue };
        let line = format!("{declared}{} {rest}", value.round());
        if line != lines[at] {
            changes.push((at, line));
        }
    }
    changes.sort_by_key(|(at, _)| *at);
    let mut text = String::new();
    if !changes.is_empty() {
        let _ = writeln!(text, "--- a/{TABLE_PATH}\n+++ b/{TABLE_PATH}");
    }
    for group in hunks(&changes) {
        let first = group[0].0.saturating_sub(CONTEXT);
        let last = (group[group.len() - 1].0 + CONTEXT).min(lines.len() - 1);
        let (start, count) = (first + 1, last - first + 1);
        let _ = writeln!(text, "@@ -{start},{count} +{start},{count} @@");
        for (at, line) in lines.iter().enumerate().take(last + 1).skip(first) {
            match group.iter().find(|(changed, _)| *changed == at) {
                Some((_, new)) => {
                    let _ = writeln!(text, "-{line}\n+{new}");
                }
                None => {
                    let _ = writeln!(text, " {line}");
                }
            }
        }
    }
    text
}

/// Changes that are close enough together to be shown as one.
fn hunks(changes: &[(usize, String)]) -> impl Iterator<Item = &[(usize, String)]> {
    changes.chunk_by(|(one, _), (next, _)| next - one <= 2 * CONTEXT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spsa::parse_lines;

    #[test]
    fn a_climb_becomes_a_preset_and_a_patch() {
        let lines = "FutilityBase, int, 117.4, 50, 500, 8, 0.002\n\
                     NullMoveStaticMargin, int, 80, 50, 300, 8, 0.002\n\
                     FutilityScale, int, 71, 20, 200, 5, 0.002";
        let climb = Climb::new(parse_lines(lines).unwrap(), 10, 1);
        assert!(preset(&climb).contains("\nFutilityBase = 117\n"));
        let patch = patch(&climb);
        assert!(patch.contains("+    spin futility_base = 117 in 50..=500"), "{patch}");
        assert!(patch.contains("+    spin futility_scale = 71 in"), "{patch}");
        let changed = patch.lines().filter(|line| line.starts_with("+ ")).count();
        assert_eq!(changed, 2, "what stays is not in the patch: {patch}");
    }

    #[test]
    fn nothing_changed_is_no_patch() {
        let lines = "NullMoveStaticMargin, int, 80, 50, 300, 8, 0.002";
        assert_eq!(patch(&Climb::new(parse_lines(lines).unwrap(), 10, 1)), "");
    }
}
