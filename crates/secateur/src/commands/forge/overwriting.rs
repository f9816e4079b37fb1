//! Whether a file may be written over. Games take hours, and names are easily mixed up.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result, bail};

/// Refuses a file that is neither empty nor begins as `what` does.
pub(super) fn check(path: &Path, beginning: &[u8], what: &str) -> Result<()> {
    // Whoever writes to a device knows what he does, and reading from one may never end.
    if !path.is_file() {
        return Ok(());
    }
    let name = || path.display().to_string();
    let mut found = Vec::new();
    let file = File::open(path).with_context(name)?;
    file.take(beginning.len() as u64).read_to_end(&mut found).with_context(name)?;
    if !found.is_empty() && found != beginning {
        bail!("{}: there is something else in it; expected {what} or a new name", name());
    }
    Ok(())
}
