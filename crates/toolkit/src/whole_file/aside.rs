//! A file that lies beside the one that is wanted until it is finished.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Only `publish` gives it the name that is wanted. Given up in whatever way, it goes.
pub struct Aside {
    file: File,
    wanted: PathBuf,
    /// Where it lies, as long as it has a name of its own.
    place: Option<PathBuf>,
}

impl Aside {
    /// Called as the file that is wanted, with a point and the ending behind it. What is called so
    /// already is left alone: it may be somebody's work.
    pub fn create(wanted: &Path, ending: &str) -> io::Result<Aside> {
        Aside::open(wanted, ending, File::options().create_new(true))
    }

    /// The same, but what is called so already is written over.
    pub(crate) fn replace(wanted: &Path, ending: &str) -> io::Result<Aside> {
        Aside::open(wanted, ending, File::options().create(true).truncate(true))
    }

    fn open(wanted: &Path, ending: &str, how: &mut OpenOptions) -> io::Result<Aside> {
        let mut name = wanted.file_name().unwrap_or_default().to_owned();
        name.push(".");
        name.push(ending);
        let place = wanted.with_file_name(name);
        let file = how.read(true).write(true).open(&place).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => io::Error::new(error.kind(), already(&place)),
            _ => error,
        })?;
        Ok(Aside { file, wanted: wanted.to_owned(), place: Some(place) })
    }

    pub fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Takes its name away from a file that is never to be published, so that not even a run that
    /// is killed leaves it behind. Where the system does not let go of names before files, it goes
    /// in the end.
    pub fn hide(&mut self) {
        self.place.take_if(|place| fs::remove_file(place).is_ok());
    }

    /// Gives it the name that is wanted, once all of it is on the disk.
    pub fn publish(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        let place = self.place.as_ref().ok_or(io::ErrorKind::NotFound)?;
        fs::rename(place, &self.wanted)?;
        self.place = None;
        Ok(())
    }
}

fn already(place: &Path) -> String {
    let place = place.display();
    format!(
        "{place} is there already, perhaps left by a run that was killed; expected it removed, or \
         another name"
    )
}

impl Write for Aside {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        if let Some(place) = &self.place {
            let _ = fs::remove_file(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TempFolder;

    #[test]
    fn a_file_has_its_name_when_it_is_published_and_not_before() {
        let folder = TempFolder::new("published");
        let wanted = folder.file("wanted");
        let mut aside = Aside::create(&wanted, "part").unwrap();
        aside.write_all(b"all of it").unwrap();
        assert_eq!(folder.names(), ["wanted.part"]);
        aside.publish().unwrap();
        assert_eq!(folder.names(), ["wanted"]);
        assert_eq!(fs::read(&wanted).unwrap(), b"all of it");
    }

    #[test]
    fn given_up_it_leaves_nothing_behind() {
        let folder = TempFolder::new("given-up");
        let wanted = folder.file("wanted");
        drop(Aside::create(&wanted, "part").unwrap());
        assert!(folder.names().is_empty());
        // A folder is not replaced by a file.
        fs::create_dir(&wanted).unwrap();
        assert!(Aside::create(&wanted, "part").unwrap().publish().is_err());
        assert_eq!(folder.names(), ["wanted"]);
    }

    #[test]
    fn what_has_its_name_already_is_left_alone() {
        let folder = TempFolder::new("taken");
        let (wanted, other) = (folder.file("wanted"), folder.file("wanted.part"));
        fs::write(&other, "hours of work").unwrap();
        let error = Aside::create(&wanted, "part").err().unwrap();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        let told = error.to_string();
        assert!(told.starts_with(&format!("{} is there already", other.display())), "{told}");
        assert!(told.contains("expected it removed, or another name"), "{told}");
        assert_eq!(fs::read(&other).unwrap(), b"hours of work");
    }

    #[cfg(unix)]
    #[test]
    fn hidden_it_is_used_without_a_name_and_never_published() {
        use std::io::{Read, Seek};
        let folder = TempFolder::new("hidden");
        let wanted = folder.file("wanted");
        let mut aside = Aside::create(&wanted, "part").unwrap();
        aside.hide();
        assert!(folder.names().is_empty());
        aside.write_all(b"for a while").unwrap();
        aside.file().rewind().unwrap();
        let mut found = Vec::new();
        aside.file().read_to_end(&mut found).unwrap();
        assert_eq!(found, b"for a while");
        // Somebody else may have the name by now.
        fs::write(folder.file("wanted.part"), "").unwrap();
        assert!(aside.publish().is_err());
        assert_eq!(folder.names(), ["wanted.part"]);
    }
}
