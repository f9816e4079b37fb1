//! Places for what tests write.

use std::fs;
use std::path::PathBuf;

/// A folder of its own for each test, gone at its end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    /// Not made beforehand: whoever writes there is to make it.
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("secateur-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Folder(path)
    }

    /// The same, made beforehand.
    pub(crate) fn made(name: &str) -> Folder {
        let folder = Folder::new(name);
        fs::create_dir_all(&folder.0).unwrap();
        folder
    }

    pub(crate) fn text(&self) -> &str {
        self.0.to_str().unwrap()
    }

    /// The path of a file there.
    pub(crate) fn within(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
