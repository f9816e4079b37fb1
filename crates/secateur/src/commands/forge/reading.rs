//! Reading files of games from their beginnings to their ends, with a bar for whoever waits.

use anyhow::{Context, Result};
use forge::archive::{Archive, Fault};
use forge::sample::Sample;
use indicatif::ProgressBar;

use crate::commands::progress;

/// Shows how many bytes of the files have been read.
pub(super) fn bar(archives: &[Archive]) -> ProgressBar {
    let bar = progress::bar("{elapsed} {msg} {wide_bar} {bytes}/{total_bytes}, {eta} to go");
    bar.set_length(archives.iter().map(Archive::length).sum());
    bar.set_message("reading");
    bar
}

/// Gives every position of the files, in their order. What is wrong with them is told, and the
/// rest is still good.
pub(super) fn each_position(
    archives: &[Archive],
    mut take: impl FnMut(&Sample) -> Result<()>,
) -> Result<()> {
    let bar = bar(archives);
    let mut before = 0;
    for archive in archives {
        let name = || archive.path().display().to_string();
        let mut positions = archive.games().with_context(name)?.positions();
        let mut offset = 0;
        while let Some(sample) = positions.next() {
            match sample {
                Ok(sample) => take(&sample)?,
                Err(Fault::Io(error)) => return Err(error).with_context(name),
                Err(fault) => bar.suspend(|| super::tell(archive.path(), &fault)),
            }
            // Once for each game; a bar takes longer than a position.
            if positions.offset() != offset {
                offset = positions.offset();
                bar.set_position(before + offset);
            }
        }
        before += archive.length();
    }
    bar.finish_and_clear();
    Ok(())
}
