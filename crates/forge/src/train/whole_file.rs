//! A file is replaced only by a whole one.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Whatever happens meanwhile, there is either what was there before or all of this.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let aside = path.with_file_name(name);
    let mut file = File::create(&aside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&aside, path)
}
