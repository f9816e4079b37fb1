//! Whether a file may be written over. Games take hours, and names are easily mixed up.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use anyhow::{Context, Result, bail};

/// Refuses what is no file, and a file that is neither empty nor begins as `what` does.
pub(super) fn check(path: &Path, beginning: &[u8], what: &str) -> Result<()> {
    let name = || path.display().to_string();
    let there = match path.metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        there => there.with_context(name)?,
    };
    // What is written takes the place of what is there: a device would be none any more.
    if !there.is_file() {
        bail!("{}: this is no file; expected {what} or a new name", name());
    }
    let mut found = Vec::new();
    let file = File::open(path).with_context(name)?;
    file.take(beginning.len() as u64).read_to_end(&mut found).with_context(name)?;
    if !found.is_empty() && found != beginning {
        bail!("{}: there is something else in it; expected {what} or a new name", name());
    }
    Ok(())
}
