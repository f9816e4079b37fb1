//! Input and output files of the commands.

use std::collections::HashSet;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use forge::archive::Archive;

/// Opens all files of games before the first is read, so that a mistyped name is reported at once.
/// Each file may be named once: its games would count twice.
pub(super) fn open(files: &[PathBuf]) -> Result<Vec<Archive>> {
    let mut opened = HashSet::new();
    let open = |path: &PathBuf| {
        let name = || path.display().to_string();
        let archive = Archive::open(path).with_context(name)?;
        if !opened.insert(path.canonicalize().with_context(name)?) {
            bail!("{}: named twice; expected every file once", path.display());
        }
        Ok(archive)
    };
    files.iter().map(open).collect()
}

/// Refuses an output that exists.
pub(super) fn require_new(path: &Path) -> Result<()> {
    if path.exists() {
        bail!("{}: the file exists already; expected a new name", path.display());
    }
    Ok(())
}

/// Refuses an output that is not a file, or a file that is neither empty nor starts like `what`:
/// games take hours, and names are easily mixed up.
pub(super) fn check_overwrite(path: &Path, start: &[u8], what: &str) -> Result<()> {
    let name = || path.display().to_string();
    let metadata = match path.metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        metadata => metadata.with_context(name)?,
    };
    // The output replaces what has its name, so a device would become a file.
    if !metadata.is_file() {
        bail!("{}: not a file; expected {what} or a new name", name());
    }
    let mut found = Vec::new();
    let file = File::open(path).with_context(name)?;
    file.take(start.len() as u64).read_to_end(&mut found).with_context(name)?;
    if !found.is_empty() && found != start {
        bail!("{}: it holds something else; expected {what} or a new name", name());
    }
    Ok(())
}

/// The path of a new file with its folder resolved: one place may have several names.
pub(super) fn resolved(path: &Path) -> Result<PathBuf> {
    let name = || path.display().to_string();
    let absolute = std::path::absolute(path).with_context(name)?;
    let folder = absolute.parent().unwrap_or(&absolute).canonicalize().with_context(name)?;
    Ok(folder.join(path.file_name().unwrap_or_default()))
}
