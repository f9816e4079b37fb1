//! A catalogue of the journal: where each game stands, what came of it, and how far the PGN has
//! come. With it a run of a million games goes on without reading them all again. It is made from
//! the journal and can be made again: one that does not fit is thrown away.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::journal::Journal;
use crate::line_file::{LineFile, Span};
use crate::pgn_file::{PGN, Written};
use crate::record::Brief;
use crate::state::State;

pub(crate) const CATALOGUE: &str = "index.jsonl";

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Entry {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    game: Option<Kept>,
    pgn: Written,
}

/// A game of the journal, whether or not it counts.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
struct Kept {
    at: Span,
    game: Brief,
}

pub(crate) struct Catalogue {
    file: LineFile<Entry>,
    last: Option<Kept>,
    written: Written,
    /// Where the journal holds games that count and are not among those.
    unwritten: BTreeMap<u32, Span>,
}

impl Catalogue {
    /// Opens it and counts what it holds. If it does not fit the journal, it is empty and nothing
    /// is counted.
    pub(crate) fn open(
        folder: &Path,
        journal: &mut Journal,
        state: &mut State,
    ) -> io::Result<Catalogue> {
        let mut catalogue = Catalogue {
            file: LineFile::locked(&folder.join(CATALOGUE))?,
            last: None,
            written: Written::default(),
            unwritten: BTreeMap::new(),
        };
        let mut counted = state.clone();
        if catalogue.read(&mut counted).is_ok() && catalogue.fits(folder, journal) {
            *state = counted;
        } else {
            catalogue.file.clear()?;
            (catalogue.last, catalogue.written) = (None, Written::default());
            catalogue.unwritten.clear();
        }
        Ok(catalogue)
    }

    fn read(&mut self, state: &mut State) -> io::Result<()> {
        let Catalogue { file, last, written, unwritten } = self;
        file.read_on(Span::default(), |_, entry| {
            if let Some(kept) = entry.game {
                if state.add(kept.game) {
                    unwritten.insert(kept.game.number, kept.at);
                }
                *last = Some(kept);
            }
            *written = entry.pgn;
            forget_written(unwritten, *written);
        })
    }

    /// Whether the journal holds the last game, and the PGN as much as it should.
    fn fits(&self, folder: &Path, journal: &mut Journal) -> bool {
        let pgn = fs::metadata(folder.join(PGN)).map_or(0, |found| found.len());
        let in_journal = self.last.is_none_or(|kept| {
            journal.game_at(kept.at).is_ok_and(|found| found.brief() == kept.game)
        });
        in_journal && pgn >= self.written.bytes
    }

    /// The last line of the journal that it knows.
    pub(crate) fn end(&self) -> Span {
        self.last.map_or(Span::default(), |kept| kept.at)
    }

    pub(crate) fn written(&self) -> Written {
        self.written
    }

    pub(crate) fn unwritten(&self) -> &BTreeMap<u32, Span> {
        &self.unwritten
    }

    /// Takes in a game that the journal has got, and how far the PGN has then come.
    pub(crate) fn add(
        &mut self,
        at: Span,
        game: Brief,
        counts: bool,
        written: Written,
    ) -> io::Result<()> {
        let kept = Kept { at, game };
        self.file.add(&Entry { game: Some(kept), pgn: written })?;
        self.last = Some(kept);
        if counts {
            self.unwritten.insert(game.number, at);
        }
        self.written = written;
        forget_written(&mut self.unwritten, written);
        Ok(())
    }

    /// The PGN has come further without a new game.
    pub(crate) fn note(&mut self, written: Written) -> io::Result<()> {
        if written != self.written {
            self.file.add(&Entry { game: None, pgn: written })?;
            self.written = written;
            forget_written(&mut self.unwritten, written);
        }
        Ok(())
    }
}

fn forget_written(unwritten: &mut BTreeMap<u32, Span>, written: Written) {
    while let Some(first) = unwritten.first_entry()
        && *first.key() < written.games
    {
        first.remove();
    }
}
