//! `genfens`: random openings, as OpenBench asks for them.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use lab::openings::{Book, Deal, Distinct, Starts, Walks};
use uci::{Genfens, Reply};

use super::Session;

/// More than a test takes, and no more than a machine can make in a day.
const MOST: u64 = 1_000_000;

impl<W: Write> Session<W> {
    /// Each opening is told as it is found.
    pub(super) fn make_openings(&mut self, wish: &Genfens) -> io::Result<()> {
        if wish.count > MOST {
            return self.error(format_args!("genfens: {}; expected 0 to {MOST}", wish.count));
        }
        if !wish.extra.is_empty() {
            self.note(format_args!("genfens: '{}' is not used", wish.extra))?;
        }
        let mut openings = match openings(wish) {
            Ok(openings) => openings,
            Err(error) => return self.error(format_args!("genfens: {error:#}")),
        };
        for _ in 0..wish.count {
            match openings.one_more() {
                Ok(opening) => {
                    let fen = opening.fen(self.options.castling_field());
                    self.say(&Reply::info_string(format!("genfens {fen}")))?;
                    self.out.flush()?;
                }
                Err(error) => return self.error(format_args!("genfens: {error}")),
            }
        }
        Ok(())
    }
}

/// From a book, or from the initial position.
fn openings(wish: &Genfens) -> Result<Distinct> {
    let starts = match &wish.book {
        Some(path) => Starts::Book(Arc::new(Book::open(Path::new(path), Deal::InOrder)?)),
        None => Starts::Initial,
    };
    Ok(Distinct::new(Walks::new(wish.seed, starts)?))
}
