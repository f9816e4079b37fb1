//! Table files: their names, and what can be checked before they are probed.

use core::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use chess::PieceType;

use crate::checksum;

/// Tables have at most this many pieces, kings included.
pub(crate) const MAX_PIECES: usize = 7;

/// What a table stores.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Wins, draws and losses, in files that end in `.rtbw`.
    Wdl,
    /// Distances to zeroing, in files that end in `.rtbz`.
    Dtz,
}

impl Kind {
    const fn extension(self) -> &'static str {
        match self {
            Kind::Wdl => "rtbw",
            Kind::Dtz => "rtbz",
        }
    }

    /// The first bytes of every file of this kind.
    const fn magic(self) -> [u8; 4] {
        match self {
            Kind::Wdl => [0x71, 0xe8, 0x23, 0x5d],
            Kind::Dtz => [0xd7, 0x66, 0x0c, 0xa5],
        }
    }
}

/// The pieces of one side, by type.
type Army = [u8; PieceType::COUNT];

/// A file that has the name of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableFile {
    pub path: PathBuf,
    pub kind: Kind,
    armies: [Army; 2],
}

/// Why a file is no table.
#[derive(Debug)]
pub enum Fault {
    /// The extension is that of a table, but the name lists no pieces.
    Name,
    Read(io::Error),
    NotAFile,
    Size(u64),
    Magic(Kind),
    /// The header lists other pieces than the name.
    Pieces,
    Checksum,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Name => f.write_str("expected a name such as KQvKR.rtbw"),
            Fault::Read(error) => error.fmt(f),
            Fault::NotAFile => f.write_str("expected a file"),
            Fault::Size(bytes) => {
                write!(f, "{bytes} bytes; expected 16 more than a multiple of 64 (truncated?)")
            }
            Fault::Magic(kind) => {
                write!(f, "expected a file that begins with {:02x?}", kind.magic())
            }
            Fault::Pieces => f.write_str("the header lists other pieces than the name"),
            Fault::Checksum => f.write_str("wrong checksum: the file is damaged"),
        }
    }
}

impl core::error::Error for Fault {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Fault::Read(error) => Some(error),
            _ => None,
        }
    }
}

/// A file that is left out, and why.
#[derive(Debug)]
pub struct BadFile {
    pub path: PathBuf,
    pub fault: Fault,
}

impl fmt::Display for BadFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.fault)
    }
}

impl TableFile {
    /// The table of this path, by its name alone; `None` if the extension is that of no table.
    pub fn named(path: &Path) -> Option<Result<TableFile, BadFile>> {
        let extension = path.extension()?.to_str()?;
        let kind = [Kind::Wdl, Kind::Dtz].into_iter().find(|kind| kind.extension() == extension)?;
        let armies = path.file_stem().and_then(|stem| stem.to_str()).and_then(armies);
        let path = path.to_owned();
        Some(match armies {
            Some(armies) => Ok(TableFile { path, kind, armies }),
            None => Err(BadFile { path, fault: Fault::Name }),
        })
    }

    /// Pieces of both sides, kings included.
    pub fn pieces(&self) -> usize {
        self.armies.iter().flatten().map(|&count| usize::from(count)).sum()
    }

    /// Whether it is the same table as another, in another folder or with its sides exchanged.
    pub(crate) fn is_twin(&self, other: &TableFile) -> bool {
        let [white, black] = other.armies;
        self.kind == other.kind && (self.armies == [white, black] || self.armies == [black, white])
    }

    /// Checks size, magic and list of pieces, and the checksum of a file of at most
    /// `checksum_limit` bytes.
    pub fn check(&self, checksum_limit: u64) -> Result<(), Fault> {
        let data = std::fs::metadata(&self.path).map_err(Fault::Read)?;
        if !data.is_file() {
            return Err(Fault::NotAFile);
        }
        if data.len() % 64 != 16 || data.len() < 64 {
            return Err(Fault::Size(data.len()));
        }
        let mut file = File::open(&self.path).map_err(Fault::Read)?;
        let mut header = [0; 16];
        file.read_exact(&mut header).map_err(Fault::Read)?;
        if header[..4] != self.kind.magic() {
            return Err(Fault::Magic(self.kind));
        }
        if !self.lists_its_pieces(&header) {
            return Err(Fault::Pieces);
        }
        match data.len() <= checksum_limit && !is_intact(file, data.len()).map_err(Fault::Read)? {
            true => Err(Fault::Checksum),
            false => Ok(()),
        }
    }

    /// The header has a byte of flags, one or two of ordering, and then a byte for each piece: the
    /// low half is 1 for a pawn to 6 for a king, and 8 more for Black.
    fn lists_its_pieces(&self, header: &[u8; 16]) -> bool {
        let [white, black] = self.armies;
        let both_have_pawns =
            white[PieceType::Pawn.index()] > 0 && black[PieceType::Pawn.index()] > 0;
        let first = 6 + usize::from(both_have_pawns);
        let mut listed = [[0; PieceType::COUNT]; 2];
        for byte in &header[first..first + self.pieces()] {
            let side = usize::from(byte >> 3 & 1);
            match listed[side].get_mut(usize::from(byte & 7).wrapping_sub(1)) {
                Some(count) => *count += 1,
                None => return false,
            }
        }
        listed == [white, black] || listed == [black, white]
    }
}

/// Whether the last bytes of a file are the checksum of the others.
fn is_intact(mut file: File, len: u64) -> io::Result<bool> {
    let hashed = len - checksum::LEN as u64;
    file.seek(SeekFrom::Start(0))?;
    let computed = checksum::of((&mut file).take(hashed))?;
    let mut stored = [0; checksum::LEN];
    file.read_exact(&mut stored)?;
    Ok(computed == stored)
}

/// The pieces that a name such as `KQvKR` lists.
fn armies(stem: &str) -> Option<[Army; 2]> {
    let (white, black) = stem.split_once('v')?;
    let armies = [army(white)?, army(black)?];
    (stem.len() - 1 <= MAX_PIECES && stem.len() > "KvK".len()).then_some(armies)
}

fn army(letters: &str) -> Option<Army> {
    const LETTERS: [(char, PieceType); PieceType::COUNT - 1] = [
        ('Q', PieceType::Queen),
        ('R', PieceType::Rook),
        ('B', PieceType::Bishop),
        ('N', PieceType::Knight),
        ('P', PieceType::Pawn),
    ];
    let mut army = [0; PieceType::COUNT];
    army[PieceType::King.index()] = 1;
    for letter in letters.strip_prefix('K')?.chars() {
        let (_, piece_type) = LETTERS.iter().find(|(known, _)| *known == letter)?;
        army[piece_type.index()] += 1;
    }
    Some(army)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Option<Result<TableFile, BadFile>> {
        TableFile::named(Path::new(name))
    }

    #[test]
    fn names_list_the_pieces_of_both_sides() {
        for (name, kind, pieces) in [
            ("KQvK.rtbw", Kind::Wdl, 3),
            ("KRPvKR.rtbz", Kind::Dtz, 5),
            ("KQQQQQvK.rtbw", Kind::Wdl, 7),
        ] {
            let file = named(name).unwrap().unwrap();
            assert_eq!((file.kind, file.pieces()), (kind, pieces), "{name}");
        }
        for bad in ["KvK", "KQK", "QvK", "KQvR", "kqvk", "KXvK", "KKvK", "KQQQQQvKQ", "v", ""] {
            let file = named(&format!("{bad}.rtbw"));
            assert!(matches!(file, None | Some(Err(_))), "{bad}");
        }
        for other in ["KQvK.atbw", "KQvK.rtbw.part", "README", "KQvK"] {
            assert!(named(other).is_none(), "{other}");
        }
    }

    #[test]
    fn the_sides_of_a_table_may_be_exchanged() {
        let file = |name: &str| named(name).unwrap().unwrap();
        assert!(file("KQvKR.rtbw").is_twin(&file("a/KRvKQ.rtbw")));
        assert!(!file("KQvKR.rtbw").is_twin(&file("KQvKR.rtbz")));
        assert!(!file("KQvKR.rtbw").is_twin(&file("KQvKB.rtbw")));
    }
}
