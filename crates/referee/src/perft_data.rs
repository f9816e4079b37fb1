//! Collections of perft counts, in the two forms they are handed around: EPD lines
//! (`FEN ;D1 20 ;D2 400`) and blocks of `id`, `epd` and `perft` lines.

use chess::{FenError, Setup};

/// Leaves of the tree at one depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    pub depth: u32,
    pub leaves: u64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The line of the file where the position stands.
    pub line: usize,
    pub fen: String,
    pub counts: Vec<Count>,
}

impl Entry {
    pub fn setup(&self) -> Result<Setup, FenError> {
        self.fen.parse()
    }
}

/// Reads a collection; the form is told line by line. Lines starting with '#' are remarks.
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
            Some(("epd", fen)) => {
                let fen = fen.trim().to_owned();
                entries.push(Entry { line: number, fen, counts: Vec::new() });
            }
            Some(("perft", count)) => {
                let entry = entries.last_mut().ok_or_else(|| wrong("no epd line before it"))?;
                entry.counts.push(read_count(count).ok_or_else(|| wrong("no count"))?);
            }
            _ => {
                let mut parts = line.split(';');
                let fen = parts.next().unwrap_or_default().trim().to_owned();
                let counts = parts
                    .map(|part| part.trim().strip_prefix('D').and_then(read_count))
                    .collect::<Option<Vec<_>>>()
                    .ok_or_else(|| wrong("no count of the form D1 20"))?;
                entries.push(Entry { line: number, fen, counts });
            }
        }
    }
    match entries.iter().find(|entry| entry.counts.is_empty()) {
        Some(entry) => Err(format!("line {}: a position without counts", entry.line)),
        None => Ok(entries),
    }
}

/// A depth and a number of leaves.
fn read_count(text: &str) -> Option<Count> {
    let mut words = text.split_whitespace();
    let depth = words.next()?.parse().ok()?;
    let leaves = words.next()?.parse().ok()?;
    words.next().is_none().then_some(Count { depth, leaves })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_say_the_same() {
        let fen = "4k3/8/8/8/8/8/8/4K3 w - -";
        let line = format!("# a remark\n\n{fen} ;D1 5 ;D2 25\n");
        let block = format!("id kings\nepd {fen}\nperft 1 5\nperft 2 25\n");
        let (line, block) = (read(&line).unwrap(), read(&block).unwrap());
        assert_eq!(line[0].counts, block[0].counts);
        assert_eq!((line[0].fen.as_str(), block[0].fen.as_str()), (fen, fen));
        assert_eq!((line[0].line, block[0].line), (3, 2));
    }

    #[test]
    fn broken_lines_are_named() {
        assert!(read("perft 1 20").unwrap_err().starts_with("line 1:"));
        assert!(read("4k3/8/8/8/8/8/8/4K3 w - - ;D1 five").unwrap_err().contains("no count"));
        assert!(read("\nepd 4k3/8/8/8/8/8/8/4K3 w - -").unwrap_err().starts_with("line 2:"));
    }
}
