//! Temporary folders of tests: `toolkit::TempFolder` with its path as a field.

use std::path::PathBuf;

use toolkit::TempFolder;

/// A folder for one test, removed when this is dropped.
pub(crate) struct Folder(pub(crate) PathBuf, TempFolder);

impl Folder {
    /// Not created: the program under test creates it.
    pub(crate) fn new(name: &str) -> Folder {
        Folder::of(TempFolder::reserve(name))
    }

    /// The same, created.
    pub(crate) fn made(name: &str) -> Folder {
        Folder::of(TempFolder::new(name))
    }

    fn of(folder: TempFolder) -> Folder {
        Folder(folder.path().to_owned(), folder)
    }

    pub(crate) fn text(&self) -> &str {
        self.0.to_str().unwrap()
    }

    /// The path of a file there.
    pub(crate) fn within(&self, name: &str) -> String {
        self.1.text(name)
    }
}
