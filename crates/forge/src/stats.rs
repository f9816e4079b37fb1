//! Statistics of files of games.

mod duplicates;
mod game_stats;
mod histogram;

pub use duplicates::Duplicates;
pub use game_stats::{
    GameStats, HALF_WINS, KeptPositions, OUTPUT_BUCKETS, Openings, PLIES, Phase, PhaseStats, SCORES,
};
pub use histogram::Histogram;

use std::ops::Range;
use std::sync::Mutex;
use std::sync::mpsc::Sender;

use toolkit::workers;

use crate::archive::{Archive, Fault};
use crate::filter::Filter;

/// Bytes of a file that a thread counts at a time: small enough that the last thread is not waited
/// for long.
const PART_BYTES: u64 = 16 << 20;

/// Counts the games of files on `threads` threads. `on_fault` is called for each damaged part.
pub fn count<'a>(
    archives: &'a [Archive],
    filter: &Filter,
    threads: usize,
    mut on_fault: impl FnMut(&Archive, Fault),
) -> GameStats {
    let mut parts = Vec::new();
    for archive in archives.iter().rev() {
        match archive.parts(archive.length().div_ceil(PART_BYTES)) {
            Ok(found) => parts.extend(found.into_iter().map(|part| (archive, part))),
            Err(error) => on_fault(archive, Fault::Io(error)),
        }
    }
    let (parts, mut total) = (Mutex::new(parts), GameStats::default());
    let work = |messages: Sender<Message<'a>>| {
        let mut stats = GameStats::default();
        while let Some((archive, part)) = take_part(&parts) {
            count_part(archive, part, filter, &mut stats, |fault| {
                // Fails only if the receiver is gone.
                let _ = messages.send(Message::Fault(archive, fault));
            });
        }
        let _ = messages.send(Message::Stats(Box::new(stats)));
    };
    workers::run("stats", threads, work, |message| match message {
        Message::Stats(stats) => total.merge(&stats),
        Message::Fault(archive, fault) => on_fault(archive, fault),
    });
    total
}

enum Message<'a> {
    Stats(Box<GameStats>),
    Fault(&'a Archive, Fault),
}

type Parts<'a> = Mutex<Vec<(&'a Archive, Range<u64>)>>;

fn take_part<'a>(parts: &Parts<'a>) -> Option<(&'a Archive, Range<u64>)> {
    workers::lock(parts).pop()
}

fn count_part(
    archive: &Archive,
    part: Range<u64>,
    filter: &Filter,
    stats: &mut GameStats,
    mut on_fault: impl FnMut(Fault),
) {
    let mut games = match archive.part(part) {
        Ok(games) => games,
        Err(error) => return on_fault(Fault::Io(error)),
    };
    while let Some(game) = games.next() {
        match game {
            Err(fault) => on_fault(fault),
            Ok(record) => {
                if let Err(illegal) = stats.add(&record, archive.header(), filter) {
                    let (offset, number) = (games.offset(), record.number);
                    on_fault(Fault::Illegal { offset, number, ply: illegal.ply });
                }
            }
        }
    }
}
