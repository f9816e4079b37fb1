//! The games as PGN, in the order of the schedule whatever order they end in. The file is made
//! from the journal and can be made again at any time.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::journal::Journal;
use crate::line_file::Span;
use crate::record::Record;

pub const PGN: &str = "games.pgn";

pub struct PgnFile {
    file: File,
    names: Vec<String>,
    tags: Vec<(String, String)>,
    /// The first game that is not written yet.
    next: u32,
    /// Games that wait for those before them.
    waiting: BTreeMap<u32, String>,
}

impl PgnFile {
    /// Makes the file anew from games that the journal holds at these places.
    pub(crate) fn rebuild(
        folder: &Path,
        names: &[String],
        tags: Vec<(String, String)>,
        journal: &mut Journal,
        places: &BTreeMap<u32, Span>,
    ) -> io::Result<PgnFile> {
        let unfinished = folder.join(format!("{PGN}.new"));
        let mut file = PgnFile {
            file: OpenOptions::new().write(true).create(true).truncate(true).open(&unfinished)?,
            names: names.to_vec(),
            tags,
            next: 0,
            waiting: BTreeMap::new(),
        };
        let mut out = BufWriter::new(file.file.try_clone()?);
        for (&number, &place) in places {
            let text = file.text(&journal.game_at(place)?);
            if number == file.next {
                out.write_all(text.as_bytes())?;
                file.next += 1;
            } else {
                file.waiting.insert(number, text);
            }
        }
        out.flush()?;
        fs::rename(unfinished, folder.join(PGN))?;
        Ok(file)
    }

    pub fn add(&mut self, game: &Record) -> io::Result<()> {
        let text = self.text(game);
        self.waiting.insert(game.number, text);
        while let Some(text) = self.waiting.remove(&self.next) {
            self.file.write_all(text.as_bytes())?;
            self.next += 1;
        }
        Ok(())
    }

    /// Writes the games that still wait, in their order: those before them will not come.
    pub fn finish(mut self) -> io::Result<()> {
        for text in self.waiting.values() {
            self.file.write_all(text.as_bytes())?;
        }
        self.file.flush()
    }

    fn text(&self, game: &Record) -> String {
        let tags: Vec<(&str, &str)> =
            self.tags.iter().map(|(tag, value)| (tag.as_str(), value.as_str())).collect();
        game.pgn(&self.names, &tags).map(|pgn| pgn.to_string()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::Event;
    use crate::journal::tests::Folder;
    use crate::record::Outcome;
    use crate::state::tests::record;

    fn rounds(folder: &Path) -> Vec<String> {
        let text = fs::read_to_string(folder.join(PGN)).unwrap();
        let rounds = text.lines().filter_map(|line| line.strip_prefix("[Round \""));
        rounds.map(|rest| rest.trim_end_matches("\"]").to_owned()).collect()
    }

    #[test]
    fn games_come_in_the_order_of_the_schedule() {
        let folder = Folder::new("pgn");
        let mut journal = Journal::open(&folder.0, |_| {}).unwrap();
        let (names, mut places) = (["A".to_owned(), "B".to_owned()], BTreeMap::new());
        let mut file =
            PgnFile::rebuild(&folder.0, &names, Vec::new(), &mut journal, &places).unwrap();
        for number in [1, 0, 4, 2, 5] {
            let game = record(number, 0, 1, Outcome::White);
            places.insert(number, journal.add(&Event::Game(game.clone())).unwrap());
            file.add(&game).unwrap();
        }
        assert_eq!(rounds(&folder.0), ["1.1", "1.2", "2.1"]);
        file.finish().unwrap();
        let all = ["1.1", "1.2", "2.1", "3.1", "3.2"];
        assert_eq!(rounds(&folder.0), all);
        // Made again and added to, it is as if it had never been closed.
        let mut file =
            PgnFile::rebuild(&folder.0, &names, Vec::new(), &mut journal, &places).unwrap();
        assert_eq!(rounds(&folder.0), all[..3]);
        file.add(&record(3, 1, 0, Outcome::Draw)).unwrap();
        assert_eq!(rounds(&folder.0), ["1.1", "1.2", "2.1", "2.2", "3.1", "3.2"]);
    }
}
