//! Training caches are looked through before they are used.

use anyhow::{Context, Result};
use forge::train::{Cache, RECORD_BYTES};

use crate::commands::progress;

/// Refuses a cache that is not what was written: damage in a score would be learned from.
pub(super) fn verify(cache: &mut Cache) -> Result<()> {
    let name = cache.path().display().to_string();
    let bar = progress::bar("{elapsed} {wide_bar} {bytes}/{total_bytes} looked through");
    bar.set_length(cache.positions() * RECORD_BYTES as u64);
    let verified = cache.verify(|bytes| bar.inc(bytes));
    bar.finish_and_clear();
    verified.context(name)
}
