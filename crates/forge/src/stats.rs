//! What files of games are made of.

mod duplicates;
mod histogram;
mod tally;

pub use duplicates::Duplicates;
pub use histogram::Histogram;
pub use tally::{HALF_WINS, InPhase, Kept, OUTPUT_BUCKETS, Openings, PLIES, Phase, SCORES, Tally};

use std::ops::Range;
use std::sync::Mutex;
use std::sync::mpsc::Sender;

use toolkit::workers;

use crate::archive::{Archive, Fault};
use crate::filter::Filter;

/// What one look at a file takes in: small enough that the last thread is not waited for long.
const PART: u64 = 16 << 20;

/// Counts the games of files with so many threads; `told` hears of what is wrong with them.
pub fn count<'a>(
    archives: &'a [Archive],
    filter: &Filter,
    threads: usize,
    mut told: impl FnMut(&Archive, Fault),
) -> Tally {
    let mut parts = Vec::new();
    for archive in archives.iter().rev() {
        match archive.parts(archive.length().div_ceil(PART)) {
            Ok(found) => parts.extend(found.into_iter().map(|part| (archive, part))),
            Err(error) => told(archive, Fault::Io(error)),
        }
    }
    let (parts, mut total) = (Mutex::new(parts), Tally::default());
    let work = |news: Sender<News<'a>>| {
        let mut tally = Tally::default();
        while let Some((archive, part)) = take(&parts) {
            look(archive, part, filter, &mut tally, |fault| {
                // Whoever should hear of it has gone if this fails.
                let _ = news.send(News::Fault(archive, fault));
            });
        }
        let _ = news.send(News::Tally(Box::new(tally)));
    };
    workers::run("stats", threads, work, |news| match news {
        News::Tally(tally) => total.merge(&tally),
        News::Fault(archive, fault) => told(archive, fault),
    });
    total
}

enum News<'a> {
    Tally(Box<Tally>),
    Fault(&'a Archive, Fault),
}

type Parts<'a> = Mutex<Vec<(&'a Archive, Range<u64>)>>;

fn take<'a>(parts: &Parts<'a>) -> Option<(&'a Archive, Range<u64>)> {
    workers::lock(parts).pop()
}

fn look(
    archive: &Archive,
    part: Range<u64>,
    filter: &Filter,
    tally: &mut Tally,
    mut tell: impl FnMut(Fault),
) {
    let mut games = match archive.part(part) {
        Ok(games) => games,
        Err(error) => return tell(Fault::Io(error)),
    };
    while let Some(game) = games.next() {
        match game {
            Err(fault) => tell(fault),
            Ok(record) => {
                if let Err(illegal) = tally.add(&record, archive.header(), filter) {
                    let (offset, number) = (games.offset(), record.number);
                    tell(Fault::Illegal { offset, number, ply: illegal.ply });
                }
            }
        }
    }
}
