//! Files that are replaced only by whole ones.

mod aside;

use std::io::{self, Write};
use std::path::Path;

pub use aside::Aside;

/// The extension of a file until it is complete.
pub const UNFINISHED: &str = "part";

/// Replaces a file: at any moment it holds either its old content or all of the new. A leftover
/// of a killed run is overwritten, so that checkpoints continue.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut aside = Aside::replace(path, UNFINISHED)?;
    aside.write_all(bytes)?;
    aside.publish()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::TempFolder;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = TempFolder::new("replaced");
        let path = folder.file("content");
        for content in ["much of it", "less"] {
            write_whole(&path, content.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
        }
        assert_eq!(folder.names(), ["content"]);
        fs::remove_dir_all(folder.path()).unwrap();
        assert!(write_whole(&path, b"nowhere to go").is_err());
    }

    #[test]
    fn a_leftover_of_a_killed_run_is_overwritten() {
        let folder = TempFolder::new("left");
        let path = folder.file("content");
        fs::write(folder.file("content.part"), "half of something long").unwrap();
        write_whole(&path, b"all of it").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"all of it");
        assert_eq!(folder.names(), ["content"]);
    }
}
