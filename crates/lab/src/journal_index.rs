//! An index of the journal: the span and the result of each game, and how much of the PGN is
//! written. With it a run of a million games resumes without reading them all. It is derived from
//! the journal: an index that does not match is discarded and rebuilt.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::journal::Journal;
use crate::line_file::{LineFile, Span};
use crate::pgn_file::{PGN, PgnProgress};
use crate::record::GameSummary;
use crate::state::State;

pub(crate) const INDEX: &str = "index.jsonl";

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Entry {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    game: Option<IndexedGame>,
    pgn: PgnProgress,
}

/// A game of the journal, whether or not it counts.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
struct IndexedGame {
    at: Span,
    game: GameSummary,
}

pub(crate) struct JournalIndex {
    file: LineFile<Entry>,
    last: Option<IndexedGame>,
    pgn: PgnProgress,
    /// Spans of counted games that the PGN does not hold yet, by number.
    unwritten: BTreeMap<u32, Span>,
}

impl JournalIndex {
    /// Opens an index and counts its games into `state`. An index that does not match the journal
    /// is emptied, and nothing is counted.
    pub(crate) fn open(
        folder: &Path,
        journal: &mut Journal,
        state: &mut State,
    ) -> io::Result<JournalIndex> {
        let mut index = JournalIndex {
            file: LineFile::locked(&folder.join(INDEX))?,
            last: None,
            pgn: PgnProgress::default(),
            unwritten: BTreeMap::new(),
        };
        let mut counted = state.clone();
        if index.read(&mut counted).is_ok() && index.matches(folder, journal) {
            *state = counted;
        } else {
            index.file.clear()?;
            (index.last, index.pgn) = (None, PgnProgress::default());
            index.unwritten.clear();
        }
        Ok(index)
    }

    fn read(&mut self, state: &mut State) -> io::Result<()> {
        let JournalIndex { file, last, pgn, unwritten } = self;
        file.read_on(Span::default(), |_, entry| {
            if let Some(indexed) = entry.game {
                if state.add(indexed.game) {
                    unwritten.insert(indexed.game.number, indexed.at);
                }
                *last = Some(indexed);
            }
            *pgn = entry.pgn;
            forget_written(unwritten, *pgn);
        })
    }

    /// Whether the journal holds the last indexed game and the PGN is long enough.
    fn matches(&self, folder: &Path, journal: &mut Journal) -> bool {
        let pgn = fs::metadata(folder.join(PGN)).map_or(0, |found| found.len());
        let in_journal = self.last.is_none_or(|indexed| {
            journal.game_at(indexed.at).is_ok_and(|found| found.summary() == indexed.game)
        });
        in_journal && pgn >= self.pgn.bytes
    }

    /// The last indexed line of the journal.
    pub(crate) fn end(&self) -> Span {
        self.last.map_or(Span::default(), |indexed| indexed.at)
    }

    pub(crate) fn pgn(&self) -> PgnProgress {
        self.pgn
    }

    pub(crate) fn unwritten(&self) -> &BTreeMap<u32, Span> {
        &self.unwritten
    }

    /// Adds a game of the journal, and how much of the PGN is written after it.
    pub(crate) fn add(
        &mut self,
        at: Span,
        game: GameSummary,
        counts: bool,
        pgn: PgnProgress,
    ) -> io::Result<()> {
        let indexed = IndexedGame { at, game };
        self.file.add(&Entry { game: Some(indexed), pgn })?;
        self.last = Some(indexed);
        if counts {
            self.unwritten.insert(game.number, at);
        }
        self.pgn = pgn;
        forget_written(&mut self.unwritten, pgn);
        Ok(())
    }

    /// Notes that more of the PGN is written, without a new game.
    pub(crate) fn note(&mut self, pgn: PgnProgress) -> io::Result<()> {
        if pgn != self.pgn {
            self.file.add(&Entry { game: None, pgn })?;
            self.pgn = pgn;
            forget_written(&mut self.unwritten, pgn);
        }
        Ok(())
    }
}

fn forget_written(unwritten: &mut BTreeMap<u32, Span>, pgn: PgnProgress) {
    while let Some(first) = unwritten.first_entry()
        && *first.key() < pgn.games
    {
        first.remove();
    }
}
