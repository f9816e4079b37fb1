//! Reads collections of perft counts in their two usual formats: EPD lines (`FEN ;D1 20 ;D2 400`)
//! and blocks of `id`, `epd` and `perft` lines. Both become EPD records.

use chess::{Epd, EpdProblem, FenError, Operand, Operation};

/// One position of a collection.
#[derive(Debug)]
pub struct Entry {
    /// The line of the file with the position.
    pub line: usize,
    /// The text of that line.
    pub text: String,
    /// The position with its counts, or why it was refused.
    pub record: Result<Epd, FenError>,
}

/// Reads a collection; the two formats may be mixed. Lines that start with `#` are comments.
pub fn read(text: &str) -> Result<Vec<Entry>, String> {
    let mut entries: Vec<Entry> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = |what: &str| format!("line {number}: {what}: '{line}'");
        match line.split_once(char::is_whitespace) {
            Some(("id", _)) => {}
            Some(("perft", count)) => {
                let entry = entries.last_mut().ok_or_else(|| wrong("no epd line before it"))?;
                let count = read_count(count).ok_or_else(|| wrong("no count"))?;
                if let Ok(epd) = &mut entry.record {
                    epd.push(count);
                }
            }
            Some(("epd", epd)) => entries.push(entry(number, epd.trim())),
            _ => entries.push(entry(number, line)),
        }
    }
    entries.iter().try_for_each(expect_counts)?;
    Ok(entries)
}

fn entry(line: usize, text: &str) -> Entry {
    Entry { line, text: text.to_owned(), record: text.parse() }
}

/// A depth and a number of leaves, as an EPD operation.
fn read_count(text: &str) -> Option<Operation> {
    let (depth, leaves) = text.trim().split_once(char::is_whitespace)?;
    Operation::new(&format!("D{depth}"), vec![Operand::word(leaves.trim())])
}

/// Refuses entries whose counts could not be read: only the board may be repaired.
fn expect_counts(Entry { line, record, .. }: &Entry) -> Result<(), String> {
    let Ok(epd) = record else { return Ok(()) };
    let is_repair = |problem: &&EpdProblem| matches!(problem, EpdProblem::Repaired(_));
    match epd.problems().iter().find(|problem| !is_repair(problem)) {
        Some(problem) => Err(format!("line {line}: {problem}")),
        None if epd.perft().is_empty() => Err(format!("line {line}: a position without counts")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - -";

    #[test]
    fn both_formats_give_the_same_record() {
        let line = format!("# a remark\n\n{KINGS} ;D1 5 ;D2 25\n");
        let block = format!("id kings\nepd {KINGS}\nperft 1 5\nperft 2 25\n");
        let (line, block) = (read(&line).unwrap(), read(&block).unwrap());
        assert_eq!(line[0].record, block[0].record);
        assert_eq!(line[0].record.as_ref().unwrap().perft(), [(1, 5), (2, 25)]);
        assert_eq!((line[0].line, block[0].line), (3, 2));
    }

    #[test]
    fn faulty_lines_are_named() {
        assert!(read("perft 1 20").unwrap_err().starts_with("line 1:"));
        assert!(read(&format!("{KINGS} ;D1 five")).unwrap_err().contains("not a number"));
        assert!(read(&format!("{KINGS} ;D1 5 D2 25")).unwrap_err().contains("expected ';'"));
        for count in ["perft 1", "perft one 5", "perft 1 five", ""] {
            assert!(read(&format!("\nepd {KINGS}\n{count}")).unwrap_err().starts_with("line "));
        }
    }

    #[test]
    fn a_refused_position_does_not_affect_the_others() {
        let entries = read(&format!("8/8 w - - ;D1 5\n{KINGS} ;D1 5")).unwrap();
        assert!(entries[0].record.is_err() && entries[1].record.is_ok());
    }
}
