//! A run on disk. Every finished game is one line, written at once; whatever ends the program,
//! no finished game is lost and none is counted twice.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::record::{Outcome, Record};

const GAMES: &str = "games.jsonl";
const MANIFEST: &str = "manifest.json";

pub struct Store {
    folder: PathBuf,
    file: File,
    /// By their numbers.
    games: BTreeMap<u32, Record>,
}

impl Store {
    /// Opens a run, new or broken off. A last line that was not finished is taken away.
    pub fn open(folder: &Path) -> io::Result<Store> {
        fs::create_dir_all(folder)?;
        let path = folder.join(GAMES);
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path)?;
        let (games, length) = read(&file)?;
        file.set_len(length)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Store { folder: folder.to_owned(), file, games })
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn games(&self) -> &BTreeMap<u32, Record> {
        &self.games
    }

    /// Whether a game has been played and counts.
    pub fn has(&self, number: u32) -> bool {
        self.games.get(&number).is_some_and(|game| game.result != Outcome::Void)
    }

    /// Keeps a finished game. The first of two with the same number stays.
    pub fn add(&mut self, game: Record) -> io::Result<()> {
        if self.has(game.number) {
            return Ok(());
        }
        let mut line = serde_json::to_vec(&game)?;
        line.push(b'\n');
        self.file.write_all(&line)?;
        self.games.insert(game.number, game);
        Ok(())
    }

    /// Writes what the run is about; replaced as a whole or not at all.
    pub fn write_manifest(&self, manifest: &impl Serialize) -> io::Result<()> {
        self.replace(MANIFEST, &serde_json::to_vec_pretty(manifest)?)
    }

    /// `None` if the run is new.
    pub fn manifest<T: DeserializeOwned>(&self) -> io::Result<Option<T>> {
        match fs::read(self.folder.join(MANIFEST)) {
            Ok(bytes) => Ok(Some(serde_json::from_slice(&bytes)?)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub fn replace(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let unfinished = self.folder.join(format!("{name}.new"));
        fs::write(&unfinished, bytes)?;
        fs::rename(unfinished, self.folder.join(name))
    }
}

/// The games of a file, and how much of it is whole lines.
fn read(file: &File) -> io::Result<(BTreeMap<u32, Record>, u64)> {
    let mut reader = BufReader::new(file);
    let mut games: BTreeMap<u32, Record> = BTreeMap::new();
    let (mut length, mut line, mut number) = (0, Vec::new(), 0);
    loop {
        line.clear();
        let count = reader.read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            return Ok((games, length));
        }
        number += 1;
        let game: Record = serde_json::from_slice(&line).map_err(|error| {
            let text = format!("{GAMES}, line {number}: {error}; expected a game of this program");
            io::Error::new(io::ErrorKind::InvalidData, text)
        })?;
        let known = games.get(&game.number).is_some_and(|known| known.result != Outcome::Void);
        if !known {
            games.insert(game.number, game);
        }
        length += count as u64;
    }
}
