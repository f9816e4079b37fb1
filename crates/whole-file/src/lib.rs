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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = std::env::temp_dir().join(format!("whole-file-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("content");
        for content in ["much of it", "less"] {
            write_whole(&path, content.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
        assert!(write_whole(&path, b"nowhere to go").is_err());
    }
}
