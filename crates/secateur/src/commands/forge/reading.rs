//! Reading whole files with a progress bar: files of games, and training caches to verify them.

use anyhow::{Context, Result};
use forge::archive::{Archive, Fault};
use forge::bullet::RECORD_BYTES;
use forge::filter::Filter;
use forge::sample::Sample;
use forge::train::Cache;
use indicatif::ProgressBar;
use toolkit::stop::StopAll;

use crate::commands::progress;

/// A bar over the bytes of all files.
pub(super) fn bar(archives: &[Archive]) -> ProgressBar {
    let bar = progress::bar("{elapsed} {msg} {wide_bar} {bytes}/{total_bytes}, {eta} to go");
    bar.set_length(archives.iter().map(Archive::length).sum());
    bar.set_message("reading");
    bar
}

/// What was read.
#[derive(Default)]
pub(super) struct ReadSummary {
    /// Positions, kept or not.
    pub(super) positions: u64,
    /// Games excluded because they were truncated.
    pub(super) truncated_games: u64,
}

/// Calls `take` for every position that the filter keeps, in the order of the files. Damage is
/// reported and skipped. `None` if a stop was requested, which is checked at every game: there may
/// be hours between two positions that are kept.
pub(super) fn each_kept(
    archives: &[Archive],
    filter: &Filter,
    stop: &StopAll,
    mut take: impl FnMut(&Sample) -> Result<()>,
) -> Result<Option<ReadSummary>> {
    let bar = bar(archives);
    let (mut before, mut summary) = (0, ReadSummary::default());
    for archive in archives {
        let name = || archive.path().display().to_string();
        let mut positions = archive.games().with_context(name)?.positions();
        let mut offset = 0;
        while let Some(sample) = positions.next() {
            let new_game = positions.offset() != offset;
            if new_game {
                // Not at every position: updating the bar takes longer than reading one.
                offset = positions.offset();
                bar.set_position(before + offset);
                if stop.is_requested() {
                    bar.finish_and_clear();
                    return Ok(None);
                }
            }
            match sample {
                Ok(sample) => {
                    summary.positions += 1;
                    let truncated = new_game && filter.excludes(sample.ending);
                    summary.truncated_games += u64::from(truncated);
                    if filter.keeps(&sample) {
                        take(&sample)?;
                    }
                }
                Err(Fault::Io(error)) => return Err(error).with_context(name),
                Err(fault) => bar.suspend(|| super::report_fault(archive.path(), &fault)),
            }
        }
        before += archive.length();
    }
    bar.finish_and_clear();
    Ok(Some(summary))
}

/// Refuses a damaged training cache before it is used: the network would learn from wrong scores.
pub(super) fn verify(cache: &mut Cache) -> Result<()> {
    let name = cache.path().display().to_string();
    let bar = progress::bar("{elapsed} {wide_bar} {bytes}/{total_bytes} verified");
    bar.set_length(cache.positions() * RECORD_BYTES as u64);
    let verified = cache.verify(|bytes| bar.inc(bytes));
    bar.finish_and_clear();
    verified.context(name)
}
