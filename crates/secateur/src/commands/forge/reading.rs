//! Reading files of games from their beginnings to their ends, with a bar for whoever waits.

use anyhow::{Context, Result};
use forge::archive::{Archive, Fault};
use forge::filter::Filter;
use forge::sample::Sample;
use indicatif::ProgressBar;
use toolkit::stop::StopAll;

use crate::commands::progress;

/// Shows how many bytes of the files have been read.
pub(super) fn bar(archives: &[Archive]) -> ProgressBar {
    let bar = progress::bar("{elapsed} {msg} {wide_bar} {bytes}/{total_bytes}, {eta} to go");
    bar.set_length(archives.iter().map(Archive::length).sum());
    bar.set_message("reading");
    bar
}

/// What there was.
#[derive(Default)]
pub(super) struct Read {
    /// Positions, kept or not.
    pub(super) seen: u64,
    /// Games of which nothing was kept, as they were cut.
    pub(super) cut_games: u64,
}

/// Gives every position of the files that the filter keeps, in their order. What is wrong with the
/// files is told, and the rest is still good. `None` if the word to stop has come, which is asked
/// for at every game: there may be hours between two positions that are kept.
pub(super) fn each_kept(
    archives: &[Archive],
    filter: &Filter,
    stop: &StopAll,
    mut take: impl FnMut(&Sample) -> Result<()>,
) -> Result<Option<Read>> {
    let bar = bar(archives);
    let (mut before, mut read) = (0, Read::default());
    for archive in archives {
        let name = || archive.path().display().to_string();
        let mut positions = archive.games().with_context(name)?.positions();
        let mut offset = 0;
        while let Some(sample) = positions.next() {
            let new_game = positions.offset() != offset;
            if new_game {
                // Not at every position: a bar takes longer.
                offset = positions.offset();
                bar.set_position(before + offset);
                if stop.is_requested() {
                    bar.finish_and_clear();
                    return Ok(None);
                }
            }
            match sample {
                Ok(sample) => {
                    read.seen += 1;
                    read.cut_games += u64::from(new_game && filter.leaves_out(sample.ending));
                    if filter.keeps(&sample) {
                        take(&sample)?;
                    }
                }
                Err(Fault::Io(error)) => return Err(error).with_context(name),
                Err(fault) => bar.suspend(|| super::tell(archive.path(), &fault)),
            }
        }
        before += archive.length();
    }
    bar.finish_and_clear();
    Ok(Some(read))
}
