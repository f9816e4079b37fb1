//! The tables of some folders, opened and probed.

use core::fmt;
use std::io;
use std::path::PathBuf;

use chess::Position;
use engine::tablebase::{Prober, Wdl};
use shakmaty::Chess;
use shakmaty_syzygy::{SyzygyError, Tablebase};

use crate::file::{BadFile, Kind, TableFile};
use crate::position::to_shakmaty;

/// Files up to this size are checked completely when they are opened: all tables of three and four
/// pieces, and the smaller ones of five. Larger sets would take minutes to read.
const CHECKED_AT_ONCE: u64 = 1 << 20;

/// The sound tables of some folders.
pub struct Syzygy {
    tables: Tablebase<Chess>,
    /// Numbers of WDL and DTZ tables.
    counts: [usize; 2],
    bad: Vec<BadFile>,
}

/// A folder that cannot be read.
#[derive(Debug)]
pub struct FolderError {
    folder: PathBuf,
    error: io::Error,
}

impl fmt::Display for FolderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if cfg!(windows) { ';' } else { ':' };
        write!(
            f,
            "folder '{}': {}; expected folders, separated by '{separator}'",
            self.folder.display(),
            self.error
        )
    }
}

impl core::error::Error for FolderError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.error)
    }
}

/// Why a position could not be probed.
#[derive(Debug)]
pub enum ProbeError {
    /// It has castling rights, or is illegal.
    Position,
    Tables(SyzygyError),
}

impl fmt::Display for ProbeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProbeError::Position => f.write_str("no table knows positions with castling rights"),
            ProbeError::Tables(SyzygyError::MissingTable { metric, material }) => {
                let extension = match metric {
                    shakmaty_syzygy::Metric::Wdl => "rtbw",
                    shakmaty_syzygy::Metric::Dtz => "rtbz",
                };
                write!(f, "no table {material}.{extension}")
            }
            ProbeError::Tables(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ProbeError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            ProbeError::Position => None,
            ProbeError::Tables(error) => Some(error),
        }
    }
}

/// All files with the extension of a table in a list of folders, in the order of their names.
/// Folders are separated as in the system's search path: by ':', on Windows by ';'.
fn files(folders: &str) -> Result<Vec<Result<TableFile, BadFile>>, FolderError> {
    let mut files = Vec::new();
    for folder in std::env::split_paths(folders).filter(|folder| !folder.as_os_str().is_empty()) {
        let failed = |error| FolderError { folder: folder.clone(), error };
        let mut paths: Vec<PathBuf> = std::fs::read_dir(&folder)
            .map_err(failed)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<io::Result<_>>()
            .map_err(failed)?;
        paths.sort_unstable();
        files.extend(paths.iter().filter_map(|path| TableFile::named(path)));
    }
    Ok(files)
}

/// Checks every table file of a list of folders completely.
pub fn checked_files(
    folders: &str,
) -> Result<impl Iterator<Item = Result<TableFile, BadFile>>, FolderError> {
    Ok(files(folders)?.into_iter().map(|file| {
        let file = file?;
        match file.check(u64::MAX) {
            Ok(()) => Ok(file),
            Err(fault) => Err(BadFile { path: file.path, fault }),
        }
    }))
}

impl Syzygy {
    /// Opens the tables of a list of folders. If two folders have the same table, the first one
    /// counts.
    pub fn open(folders: &str) -> Result<Syzygy, FolderError> {
        Syzygy::open_checked(folders, CHECKED_AT_ONCE)
    }

    /// The same, with checksums verified only for files of at most `checksum_limit` bytes.
    pub fn open_checked(folders: &str, checksum_limit: u64) -> Result<Syzygy, FolderError> {
        let mut syzygy = Syzygy { tables: Tablebase::new(), counts: [0; 2], bad: Vec::new() };
        let mut known: Vec<TableFile> = Vec::new();
        for file in files(folders)? {
            match file {
                Ok(file) if known.iter().any(|other| other.is_twin(&file)) => {}
                Ok(file) => {
                    if let Err(fault) = file.check(checksum_limit).and_then(|()| syzygy.add(&file))
                    {
                        syzygy.bad.push(BadFile { path: file.path, fault });
                    } else {
                        known.push(file);
                    }
                }
                Err(bad) => syzygy.bad.push(bad),
            }
        }
        Ok(syzygy)
    }

    fn add(&mut self, file: &TableFile) -> Result<(), crate::file::Fault> {
        self.tables.add_file(&file.path).map_err(crate::file::Fault::Read)?;
        self.counts[file.kind as usize] += 1;
        Ok(())
    }

    /// The number of tables of a kind.
    pub fn count(&self, kind: Kind) -> usize {
        self.counts[kind as usize]
    }

    /// The files that were left out.
    pub fn bad_files(&self) -> &[BadFile] {
        &self.bad
    }

    /// The result of a position that a capture or pawn move has just reached.
    pub fn probe_wdl(&self, position: &Position) -> Result<Wdl, ProbeError> {
        let position = to_shakmaty(position).ok_or(ProbeError::Position)?;
        let wdl = self.tables.probe_wdl_after_zeroing(&position).map_err(ProbeError::Tables)?;
        Ok(match wdl {
            shakmaty_syzygy::Wdl::Loss => Wdl::Loss,
            shakmaty_syzygy::Wdl::BlessedLoss => Wdl::BlessedLoss,
            shakmaty_syzygy::Wdl::Draw => Wdl::Draw,
            shakmaty_syzygy::Wdl::CursedWin => Wdl::CursedWin,
            shakmaty_syzygy::Wdl::Win => Wdl::Win,
        })
    }

    /// The distance to zeroing; see [`Prober::dtz`].
    pub fn probe_dtz(&self, position: &Position) -> Result<i32, ProbeError> {
        let position = to_shakmaty(position).ok_or(ProbeError::Position)?;
        let dtz = self.tables.probe_dtz(&position).map_err(ProbeError::Tables)?;
        Ok(dtz.ignore_rounding().0)
    }
}

impl Prober for Syzygy {
    fn max_pieces(&self) -> u32 {
        self.tables.max_pieces() as u32
    }

    fn wdl_after_zeroing(&self, position: &Position) -> Option<Wdl> {
        self.probe_wdl(position).ok()
    }

    fn dtz(&self, position: &Position) -> Option<i32> {
        self.probe_dtz(position).ok()
    }
}

/// What was found, in one line.
impl fmt::Display for Syzygy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [wdl, dtz] = self.counts;
        write!(f, "{} tablebases ({wdl} WDL, {dtz} DTZ)", wdl + dtz)?;
        match self.max_pieces() {
            0 => Ok(()),
            pieces => write!(f, " with up to {pieces} pieces"),
        }
    }
}
