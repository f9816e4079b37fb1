//! The games as PGN, in the order of the schedule whatever order they end in. The file is made
//! from the journal and can be made again at any time.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::journal::Journal;
use crate::line_file::Span;
use crate::record::Record;

pub const PGN: &str = "games.pgn";

/// So many games of the schedule stand in the file in their order, in so many bytes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Written {
    pub(crate) games: u32,
    pub(crate) bytes: u64,
}

pub(crate) struct PgnFile {
    file: File,
    names: Vec<String>,
    tags: Vec<(String, String)>,
    written: Written,
    /// Games that wait for those before them.
    waiting: BTreeMap<u32, String>,
    /// Games that cannot be played through again, and so are no PGN.
    left_out: Vec<u32>,
}

impl PgnFile {
    /// Goes on after the games that stand there already, with those that the journal holds at
    /// these places.
    pub(crate) fn open(
        folder: &Path,
        names: &[String],
        tags: Vec<(String, String)>,
        written: Written,
        journal: &mut Journal,
        places: &BTreeMap<u32, Span>,
    ) -> io::Result<PgnFile> {
        let path = folder.join(PGN);
        let mut file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
        // What stands behind them came before its turn.
        file.set_len(written.bytes)?;
        file.seek(SeekFrom::Start(written.bytes))?;
        let mut out = BufWriter::new(file.try_clone()?);
        let (names, waiting) = (names.to_vec(), BTreeMap::new());
        let mut pgn = PgnFile { file, names, tags, written, waiting, left_out: Vec::new() };
        for &place in places.values() {
            let game = journal.game_at(place)?;
            pgn.wait(&game);
            while let Some(text) = pgn.take_next() {
                out.write_all(text.as_bytes())?;
            }
        }
        out.flush()?;
        Ok(pgn)
    }

    pub(crate) fn add(&mut self, game: &Record) -> io::Result<()> {
        self.wait(game);
        while let Some(text) = self.take_next() {
            self.file.write_all(text.as_bytes())?;
        }
        Ok(())
    }

    fn wait(&mut self, game: &Record) {
        let tags: Vec<(&str, &str)> =
            self.tags.iter().map(|(tag, value)| (tag.as_str(), value.as_str())).collect();
        let text = game.pgn(&self.names, &tags).map(|pgn| pgn.to_string());
        if text.is_none() {
            self.left_out.push(game.number);
        }
        self.waiting.insert(game.number, text.unwrap_or_default());
    }

    /// The one whose turn has come, to be written.
    fn take_next(&mut self) -> Option<String> {
        let text = self.waiting.remove(&self.written.games)?;
        self.written.games += 1;
        self.written.bytes += text.len() as u64;
        Some(text)
    }

    pub(crate) fn written(&self) -> Written {
        self.written
    }

    /// Writes the games that still wait, in their order: those before them will not come. Says
    /// which could not be written.
    pub(crate) fn finish(mut self) -> io::Result<Vec<u32>> {
        for text in self.waiting.values() {
            self.file.write_all(text.as_bytes())?;
        }
        self.file.flush()?;
        Ok(self.left_out)
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
        let text = std::fs::read_to_string(folder.join(PGN)).unwrap();
        let rounds = text.lines().filter_map(|line| line.strip_prefix("[Round \""));
        rounds.map(|rest| rest.trim_end_matches("\"]").to_owned()).collect()
    }

    #[test]
    fn games_come_in_the_order_of_the_schedule() {
        let folder = Folder::new("pgn");
        let mut journal = Journal::open(&folder.0, |_| {}).unwrap();
        let names = ["A".to_owned(), "B".to_owned()];
        let open = |written, journal: &mut Journal, places: &BTreeMap<u32, Span>| {
            PgnFile::open(&folder.0, &names, Vec::new(), written, journal, places).unwrap()
        };
        let mut places = BTreeMap::new();
        let mut file = open(Written::default(), &mut journal, &places);
        for number in [1, 0, 4, 2, 5] {
            let game = record(number, 0, 1, Outcome::White);
            places.insert(number, journal.add(&Event::Game(game.clone())).unwrap());
            file.add(&game).unwrap();
        }
        assert_eq!(rounds(&folder.0), ["1.1", "1.2", "2.1"]);
        let written = file.written();
        assert_eq!(written.games, 3);
        assert!(file.finish().unwrap().is_empty());
        let all = ["1.1", "1.2", "2.1", "3.1", "3.2"];
        assert_eq!(rounds(&folder.0), all);
        // Made again or gone on with and added to, it is as if it had never been closed.
        let later: BTreeMap<u32, Span> = places.range(3..).map(|(&n, &at)| (n, at)).collect();
        for (written, places) in [(Written::default(), &places), (written, &later)] {
            let mut file = open(written, &mut journal, places);
            assert_eq!(rounds(&folder.0), all[..3]);
            file.add(&record(3, 1, 0, Outcome::Draw)).unwrap();
            assert_eq!(rounds(&folder.0), ["1.1", "1.2", "2.1", "2.2", "3.1", "3.2"]);
        }
    }

    #[test]
    fn a_game_that_cannot_be_replayed_is_left_out_and_told() {
        let folder = Folder::new("unreplayable");
        let mut journal = Journal::open(&folder.0, |_| {}).unwrap();
        let (names, nothing) = (["A".to_owned(), "B".to_owned()], BTreeMap::new());
        let (none, tags) = (Written::default(), Vec::new());
        let mut file =
            PgnFile::open(&folder.0, &names, tags, none, &mut journal, &nothing).unwrap();
        let mut bad = record(0, 0, 1, Outcome::White);
        bad.moves = "e2e5".to_owned();
        file.add(&bad).unwrap();
        file.add(&record(1, 1, 0, Outcome::White)).unwrap();
        assert_eq!(rounds(&folder.0), ["1.2"]);
        assert_eq!(file.finish().unwrap(), [0]);
    }
}
