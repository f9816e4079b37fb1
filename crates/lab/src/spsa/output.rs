//! The output of an SPSA run: a preset to play with, and a patch that makes the values defaults.

use core::fmt::Write as _;

use engine::knobs::{Knob, TABLE_PATH, TABLE_SOURCE};

use super::optimiser::Spsa;

pub const PRESET: &str = "tuned.toml";
pub const PATCH: &str = "defaults.patch";

/// Lines of the table shown around each change.
const CONTEXT: usize = 2;

/// The values as a preset: one setting per line.
pub fn preset(spsa: &Spsa) -> String {
    let mut text = "# Settings that SPSA has found; play with them as preset=FILE.\n".to_owned();
    for (parameter, value) in spsa.parameters().iter().zip(spsa.values()) {
        // Writing to a string cannot fail, here and below.
        let _ = if parameter.integer {
            writeln!(text, "{} = {}", parameter.name, value.round())
        } else {
            writeln!(text, "{} = {value}", parameter.name)
        };
    }
    text
}

/// The values as a patch of the table of knobs, for `git apply`.
pub struct Patch {
    pub text: String,
    /// Parameters that the table does not declare.
    pub missing: Vec<String>,
}

pub fn patch(spsa: &Spsa) -> Patch {
    let lines: Vec<&str> = TABLE_SOURCE.lines().collect();
    let (mut changes, mut missing) = (Vec::new(), Vec::new());
    for (parameter, value) in spsa.parameters().iter().zip(spsa.values()) {
        match changed(&lines, &parameter.name, *value) {
            Some((at, line)) if line != lines[at] => changes.push((at, line)),
            Some(_) => {}
            None => missing.push(parameter.name.clone()),
        }
    }
    changes.sort_by_key(|(at, _)| *at);
    Patch { text: hunks_of(&lines, &changes), missing }
}

/// The declaration of a parameter with another default, and its line.
fn changed(lines: &[&str], name: &str, value: f64) -> Option<(usize, String)> {
    let declared = format!("    spin {} = ", Knob::find(name)?.name);
    let at = lines.iter().position(|line| line.starts_with(&declared))?;
    let (_, rest) = lines[at][declared.len()..].split_once(' ')?;
    Some((at, format!("{declared}{} {rest}", value.round())))
}

fn hunks_of(lines: &[&str], changes: &[(usize, String)]) -> String {
    let mut text = String::new();
    if !changes.is_empty() {
        let _ = writeln!(text, "--- a/{TABLE_PATH}\n+++ b/{TABLE_PATH}");
    }
    for group in hunks(changes) {
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

/// Groups changes that are close enough for one hunk.
fn hunks(changes: &[(usize, String)]) -> impl Iterator<Item = &[(usize, String)]> {
    changes.chunk_by(|(one, _), (next, _)| next - one <= 2 * CONTEXT)
}

#[cfg(test)]
mod tests {
    use engine::knobs::Knobs;

    use super::*;
    use crate::spsa::parse_lines;

    /// A setting at its default.
    fn unchanged() -> String {
        let margin = Knobs::default().null_move_static_margin;
        format!("NullMoveStaticMargin, int, {margin}, 50, 300, 8, 0.002")
    }

    #[test]
    fn values_become_a_preset_and_a_patch() {
        let unchanged = unchanged();
        let lines = format!(
            "FutilityBase, int, 117.4, 50, 500, 8, 0.002\n{unchanged}\n\
             FutilityScale, int, 71, 20, 200, 5, 0.002"
        );
        let spsa = Spsa::new(parse_lines(&lines).unwrap(), 10, 1);
        assert!(preset(&spsa).contains("\nFutilityBase = 117\n"));
        let Patch { text: patch, missing } = patch(&spsa);
        assert!(missing.is_empty(), "{missing:?}");
        assert!(patch.contains("+    spin futility_base = 117 in 50..=500"), "{patch}");
        assert!(patch.contains("+    spin futility_scale = 71 in"), "{patch}");
        let changed = patch.lines().filter(|line| line.starts_with("+ ")).count();
        assert_eq!(changed, 2, "unchanged values are not in the patch: {patch}");
    }

    #[test]
    fn unchanged_values_give_an_empty_patch() {
        let spsa = Spsa::new(parse_lines(&unchanged()).unwrap(), 10, 1);
        assert_eq!(patch(&spsa).text, "");
    }

    #[test]
    fn parameters_outside_the_table_are_reported() {
        let lines = "Nonsense, int, 80, 50, 300, 8, 0.002\nUseNullMove, int, 0, 0, 1, 1, 0.002\n\
                     FutilityBase, int, 117, 50, 500, 8, 0.002";
        let patch = patch(&Spsa::new(parse_lines(lines).unwrap(), 10, 1));
        assert_eq!(patch.missing, ["Nonsense", "UseNullMove"]);
        assert!(patch.text.contains("+    spin futility_base = 117"));
    }
}
