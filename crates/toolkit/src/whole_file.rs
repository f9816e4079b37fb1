//! Files that are complete under their final name, or not there.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The extension of a file until it is complete.
pub const UNFINISHED: &str = "part";

/// Replaces a file: at any moment it holds either its old content or all of the new. A leftover
/// of a killed run is overwritten, so that checkpoints continue.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut staged = StagedFile::replace(path, UNFINISHED)?;
    staged.write_all(bytes)?;
    staged.publish()
}

/// A file under construction, beside its final path. Only `publish` gives it the final name;
/// dropped before that, it is removed.
pub struct StagedFile {
    file: File,
    final_path: PathBuf,
    /// The path under construction; `None` once the file has lost that name.
    staged_path: Option<PathBuf>,
}

impl StagedFile {
    /// Creates `<final_path>.<extension>`. An existing file of that name is left alone and reported
    /// as an error: it may be somebody's work.
    pub fn create(final_path: &Path, extension: &str) -> io::Result<StagedFile> {
        StagedFile::open(final_path, extension, File::options().create_new(true))
    }

    /// The same, but overwrites an existing file of that name.
    pub(crate) fn replace(final_path: &Path, extension: &str) -> io::Result<StagedFile> {
        StagedFile::open(final_path, extension, File::options().create(true).truncate(true))
    }

    fn open(
        final_path: &Path,
        extension: &str,
        options: &mut OpenOptions,
    ) -> io::Result<StagedFile> {
        let mut name = final_path.file_name().unwrap_or_default().to_owned();
        name.push(".");
        name.push(extension);
        let staged_path = final_path.with_file_name(name);
        let opened = options.read(true).write(true).open(&staged_path);
        let file = opened.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => io::Error::new(error.kind(), exists(&staged_path)),
            _ => error,
        })?;
        let final_path = final_path.to_owned();
        Ok(StagedFile { file, final_path, staged_path: Some(staged_path) })
    }

    /// The open file, for reading and seeking.
    pub fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Removes the name of a scratch file that is never published, so that not even a killed run
    /// leaves it behind. Systems that keep the name of an open file remove it on drop instead.
    pub fn unlink(&mut self) {
        self.staged_path.take_if(|path| fs::remove_file(path).is_ok());
    }

    /// Syncs the file to disk and gives it its final name.
    pub fn publish(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        let staged_path = self.staged_path.as_ref().ok_or(io::ErrorKind::NotFound)?;
        fs::rename(staged_path, &self.final_path)?;
        self.staged_path = None;
        Ok(())
    }
}

fn exists(path: &Path) -> String {
    let path = path.display();
    format!(
        "{path} exists already, perhaps left by a run that was killed; expected it removed, or \
         another name"
    )
}

impl Write for StagedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for StagedFile {
    fn drop(&mut self) {
        if let Some(path) = &self.staged_path {
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
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

    #[test]
    fn a_file_gets_its_final_name_when_it_is_published_and_not_before() {
        let folder = TempFolder::new("published");
        let path = folder.file("final");
        let mut staged = StagedFile::create(&path, "part").unwrap();
        staged.write_all(b"all of it").unwrap();
        assert_eq!(folder.names(), ["final.part"]);
        staged.publish().unwrap();
        assert_eq!(folder.names(), ["final"]);
        assert_eq!(fs::read(&path).unwrap(), b"all of it");
    }

    #[test]
    fn a_dropped_file_leaves_nothing_behind() {
        let folder = TempFolder::new("dropped");
        let path = folder.file("final");
        drop(StagedFile::create(&path, "part").unwrap());
        assert!(folder.names().is_empty());
        // A folder is not replaced by a file.
        fs::create_dir(&path).unwrap();
        assert!(StagedFile::create(&path, "part").unwrap().publish().is_err());
        assert_eq!(folder.names(), ["final"]);
    }

    #[test]
    fn an_existing_file_of_the_staged_name_is_left_alone() {
        let folder = TempFolder::new("taken");
        let (path, other) = (folder.file("final"), folder.file("final.part"));
        fs::write(&other, "hours of work").unwrap();
        let error = StagedFile::create(&path, "part").err().unwrap();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        let message = error.to_string();
        assert!(message.starts_with(&format!("{} exists already", other.display())), "{message}");
        assert!(message.contains("expected it removed, or another name"), "{message}");
        assert_eq!(fs::read(&other).unwrap(), b"hours of work");
    }

    #[cfg(unix)]
    #[test]
    fn an_unlinked_file_is_used_without_a_name_and_never_published() {
        use std::io::{Read, Seek};
        let folder = TempFolder::new("unlinked");
        let path = folder.file("final");
        let mut staged = StagedFile::create(&path, "part").unwrap();
        staged.unlink();
        assert!(folder.names().is_empty());
        staged.write_all(b"for a while").unwrap();
        staged.file().rewind().unwrap();
        let mut found = Vec::new();
        staged.file().read_to_end(&mut found).unwrap();
        assert_eq!(found, b"for a while");
        // Another program may have created a file of that name by now.
        fs::write(folder.file("final.part"), "").unwrap();
        assert!(staged.publish().is_err());
        assert_eq!(folder.names(), ["final.part"]);
    }
}
