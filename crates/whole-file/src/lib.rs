//! A file is replaced only by a whole one.

mod aside;

use std::io::{self, Write};
use std::path::Path;

pub use aside::Aside;

/// What a file is called behind its name until it is whole.
pub const UNFINISHED: &str = "part";

/// Whatever happens meanwhile, there is either what was there before or all of this. What a run
/// that was killed has left of the same file is no hindrance: checkpoints must go on.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut aside = Aside::replace(path, UNFINISHED)?;
    aside.write_all(bytes)?;
    aside.publish()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::*;

    /// A folder for one test, gone with it.
    pub(crate) struct Folder(pub(crate) PathBuf);

    impl Folder {
        pub(crate) fn new(name: &str) -> Folder {
            let name = format!("whole-file-{name}-{}", std::process::id());
            let path = std::env::temp_dir().join(name);
            let _ = fs::remove_dir_all(&path);
            fs::create_dir_all(&path).unwrap();
            Folder(path)
        }

        /// What there is in it.
        pub(crate) fn names(&self) -> Vec<String> {
            let name = |file: io::Result<fs::DirEntry>| file.unwrap().file_name();
            let names = fs::read_dir(&self.0).unwrap().map(name);
            names.map(|name| name.into_string().unwrap()).collect()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = Folder::new("replaced");
        let path = folder.0.join("content");
        for content in ["much of it", "less"] {
            write_whole(&path, content.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
        }
        assert_eq!(folder.names(), ["content"]);
        fs::remove_dir_all(&folder.0).unwrap();
        assert!(write_whole(&path, b"nowhere to go").is_err());
    }

    #[test]
    fn what_a_run_that_was_killed_has_left_is_no_hindrance() {
        let folder = Folder::new("left");
        let path = folder.0.join("content");
        fs::write(folder.0.join("content.part"), "half of something long").unwrap();
        write_whole(&path, b"all of it").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"all of it");
        assert_eq!(folder.names(), ["content"]);
    }
}
