//! Temporary folders.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;

/// A folder in the system's temporary folder, removed with everything in it when this is dropped.
pub struct TempFolder(PathBuf);

impl TempFolder {
    /// Creates an empty folder. `name` tells the folders of one process apart.
    ///
    /// # Panics
    /// If the folder cannot be created: without it no test and no run can start.
    pub fn new(name: &str) -> TempFolder {
        let folder = TempFolder::reserve(name);
        if let Err(error) = fs::create_dir_all(&folder.0) {
            panic!("{}: {error}", folder.0.display());
        }
        folder
    }

    /// Reserves the path without creating the folder: the code under test creates it.
    pub fn reserve(name: &str) -> TempFolder {
        let path = std::env::temp_dir().join(format!("secateur-{}-{name}", process::id()));
        let _ = fs::remove_dir_all(&path);
        TempFolder(path)
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The folder itself as text, for command lines.
    ///
    /// # Panics
    /// If the system's temporary folder is not valid Unicode: the tests have no use for such a path.
    pub fn as_str(&self) -> &str {
        let Some(text) = self.0.to_str() else { panic!("{}: not Unicode", self.0.display()) };
        text
    }

    /// The path of a file in the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The path of a file in the folder as text, for command lines.
    pub fn text(&self, name: &str) -> String {
        self.file(name).to_string_lossy().into_owned()
    }

    /// The names of everything in the folder, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).into_iter().flatten().flatten();
        let mut names: Vec<String> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
