//! The games as PGN, in the order of the schedule whatever order they end in. The file is derived
//! from the journal and can be rebuilt at any time.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::journal::Journal;
use crate::line_file::Span;
use crate::record::Record;

pub const PGN: &str = "games.pgn";

/// How much of the schedule the file holds without a gap.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct PgnProgress {
    pub(crate) games: u32,
    pub(crate) bytes: u64,
}

/// What a run knows about its games before they are played.
pub(crate) struct Heading {
    /// The players' names, by place.
    pub(crate) names: Vec<String>,
    pub(crate) time_controls: Vec<String>,
    /// The same in every game.
    pub(crate) tags: Vec<(&'static str, String)>,
}

impl Heading {
    /// The tags of one game that do not depend on its moves.
    fn tags(&self, game: &Record) -> Vec<(&str, &str)> {
        let [white, black] = [game.white, game.black]
            .map(|place| self.time_controls.get(place).map_or("?", String::as_str));
        let tags = self.tags.iter().map(|(tag, value)| (*tag, value.as_str()));
        let clocks = match white == black {
            true => vec![("TimeControl", white)],
            false => vec![("WhiteTimeControl", white), ("BlackTimeControl", black)],
        };
        tags.chain(clocks).collect()
    }
}

pub(crate) struct PgnFile {
    file: File,
    heading: Heading,
    progress: PgnProgress,
    /// Finished games whose turn has not come.
    pending: BTreeMap<u32, String>,
    /// Games whose records cannot be replayed.
    left_out: Vec<u32>,
}

impl PgnFile {
    /// Continues the file after the games it holds with the games at these spans of the journal.
    pub(crate) fn open(
        folder: &Path,
        heading: Heading,
        progress: PgnProgress,
        journal: &mut Journal,
        places: &BTreeMap<u32, Span>,
    ) -> io::Result<PgnFile> {
        let path = folder.join(PGN);
        let mut file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
        // Games behind a gap are written again in their order.
        file.set_len(progress.bytes)?;
        file.seek(SeekFrom::Start(progress.bytes))?;
        let mut out = BufWriter::new(file.try_clone()?);
        let (pending, left_out) = (BTreeMap::new(), Vec::new());
        let mut pgn = PgnFile { file, heading, progress, pending, left_out };
        for &place in places.values() {
            let game = journal.game_at(place)?;
            pgn.queue(&game);
            while let Some(text) = pgn.take_next() {
                out.write_all(text.as_bytes())?;
            }
        }
        out.flush()?;
        Ok(pgn)
    }

    pub(crate) fn add(&mut self, game: &Record) -> io::Result<()> {
        self.queue(game);
        while let Some(text) = self.take_next() {
            self.file.write_all(text.as_bytes())?;
        }
        Ok(())
    }

    fn queue(&mut self, game: &Record) {
        let tags = self.heading.tags(game);
        let text = game.pgn(&self.heading.names, &tags).map(|pgn| pgn.to_string());
        if text.is_none() {
            self.left_out.push(game.number);
        }
        self.pending.insert(game.number, text.unwrap_or_default());
    }

    /// The next game of the schedule, if it is finished.
    fn take_next(&mut self) -> Option<String> {
        let text = self.pending.remove(&self.progress.games)?;
        self.progress.games += 1;
        self.progress.bytes += text.len() as u64;
        Some(text)
    }

    pub(crate) fn progress(&self) -> PgnProgress {
        self.progress
    }

    /// Writes the remaining games in their order: those before them will not come. Returns the
    /// games that could not be written.
    pub(crate) fn finish(mut self) -> io::Result<Vec<u32>> {
        for text in self.pending.values() {
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
    use crate::state::tests::record;
    use chess::GameResult;
    use toolkit::TempFolder;

    fn heading(time_controls: [&str; 2]) -> Heading {
        Heading {
            names: ["A", "B"].map(str::to_owned).to_vec(),
            time_controls: time_controls.map(str::to_owned).to_vec(),
            tags: vec![("Event", "test".to_owned())],
        }
    }

    #[test]
    fn time_controls_follow_their_players() {
        let game = record(1, 1, 0, Some(GameResult::WhiteWins));
        assert_eq!(heading(["60"; 2]).tags(&game), [("Event", "test"), ("TimeControl", "60")]);
        let odds = [("Event", "test"), ("WhiteTimeControl", "-"), ("BlackTimeControl", "60")];
        assert_eq!(heading(["60", "-"]).tags(&game), odds);
    }

    fn rounds(folder: &Path) -> Vec<String> {
        let text = std::fs::read_to_string(folder.join(PGN)).unwrap();
        let rounds = text.lines().filter_map(|line| line.strip_prefix("[Round \""));
        rounds.map(|rest| rest.trim_end_matches("\"]").to_owned()).collect()
    }

    #[test]
    fn games_are_written_in_the_order_of_the_schedule() {
        let folder = TempFolder::new("pgn");
        let mut journal = Journal::open(folder.path(), |_| {}).unwrap();
        let open = |progress, journal: &mut Journal, places: &BTreeMap<u32, Span>| {
            PgnFile::open(folder.path(), heading(["-"; 2]), progress, journal, places).unwrap()
        };
        let mut places = BTreeMap::new();
        let mut file = open(PgnProgress::default(), &mut journal, &places);
        for number in [1, 0, 4, 2, 5] {
            let game = record(number, 0, 1, Some(GameResult::WhiteWins));
            places.insert(number, journal.add(&Event::Game(game.clone())).unwrap());
            file.add(&game).unwrap();
        }
        assert_eq!(rounds(folder.path()), ["1.1", "1.2", "2.1"]);
        let progress = file.progress();
        assert_eq!(progress.games, 3);
        assert!(file.finish().unwrap().is_empty());
        let all = ["1.1", "1.2", "2.1", "3.1", "3.2"];
        assert_eq!(rounds(folder.path()), all);
        // Rebuilt or continued, the file is the same as if it had never been closed.
        let later: BTreeMap<u32, Span> = places.range(3..).map(|(&n, &at)| (n, at)).collect();
        for (progress, places) in [(PgnProgress::default(), &places), (progress, &later)] {
            let mut file = open(progress, &mut journal, places);
            assert_eq!(rounds(folder.path()), all[..3]);
            file.add(&record(3, 1, 0, Some(GameResult::Draw))).unwrap();
            assert_eq!(rounds(folder.path()), ["1.1", "1.2", "2.1", "2.2", "3.1", "3.2"]);
        }
    }

    #[test]
    fn a_game_that_cannot_be_replayed_is_left_out_and_reported() {
        let folder = TempFolder::new("unreplayable");
        let mut journal = Journal::open(folder.path(), |_| {}).unwrap();
        let (none, nothing) = (PgnProgress::default(), BTreeMap::new());
        let heading = heading(["-"; 2]);
        let mut file = PgnFile::open(folder.path(), heading, none, &mut journal, &nothing).unwrap();
        let mut bad = record(0, 0, 1, Some(GameResult::WhiteWins));
        bad.moves = "e2e5".to_owned();
        file.add(&bad).unwrap();
        file.add(&record(1, 1, 0, Some(GameResult::WhiteWins))).unwrap();
        assert_eq!(rounds(folder.path()), ["1.2"]);
        assert_eq!(file.finish().unwrap(), [0]);
    }
}
