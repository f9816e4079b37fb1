//! `genfens`: random openings, as OpenBench asks for them.

use std::io::{self, Write};

use uci::{Genfens, Reply};

use super::Session;
use crate::openings::Openings;

/// More than a test takes, and no more than a machine can make in a day.
const MOST: u64 = 1_000_000;

impl<W: Write> Session<W> {
    /// Each opening is told as it is found.
    pub(super) fn make_openings(&mut self, wish: &Genfens) -> io::Result<()> {
        let count = match usize::try_from(wish.count) {
            Ok(count) if wish.count <= MOST => count,
            _ => return self.error(format_args!("genfens: {}; expected 0 to {MOST}", wish.count)),
        };
        if !wish.extra.is_empty() {
            self.note(format_args!("genfens: '{}' is not used", wish.extra))?;
        }
        let mut openings = match Openings::new(wish.seed, wish.book.as_deref(), count) {
            Ok(openings) => openings,
            Err(error) => return self.error(format_args!("genfens: {error:#}")),
        };
        for _ in 0..count {
            match openings.next() {
                Ok(opening) => {
                    let fen = opening.fen(self.options.castling_field());
                    self.say(&Reply::info_string(format!("genfens {fen}")))?;
                    self.out.flush()?;
                }
                Err(error) => return self.error(format_args!("genfens: {error:#}")),
            }
        }
        Ok(())
    }
}
