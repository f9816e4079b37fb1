//! A file of games, whatever it holds, is accounted for byte by byte. Each game that comes of it is
//! written as it was read, and everybody who replays it comes as far. Every input is read twice, as
//! it is and with the checksums it should have, which nobody finds by trying.
#![no_main]

use std::fs;
use std::path::Path;

use chess::PACKED_BYTES;
use forge::archive::{Archive, Fault, OpenError};
use forge::format::{GameRecord, HEADER_BYTES, Header, MARK};
use libfuzzer_sys::fuzz_target;

/// Where in a game its number of plies stands, and where they begin.
const LENGTH: usize = MARK.len() + 4 + PACKED_BYTES + 2;
const PLIES: usize = LENGTH + 2;

fuzz_target!(|bytes: &[u8]| {
    let path = std::env::temp_dir().join(format!("secateur-fuzz-{}.games", std::process::id()));
    for bytes in [bytes, &mended(bytes)] {
        fs::write(&path, bytes).expect("there is room for a small file");
        read(&path, bytes);
    }
    fs::remove_file(&path).expect("it was there a moment ago");
});

fn read(path: &Path, bytes: &[u8]) {
    let archive = match Archive::open(path) {
        Ok(archive) => archive,
        Err(OpenError::Header(error)) => return assert!(error.to_string().len() < 1_000),
        Err(OpenError::Io(error)) => panic!("{error}"),
    };
    let stored = Header::decode(&archive.header().encode()).expect("what is written can be read");
    assert!(stored.header.differences(archive.header()).is_empty());
    let mut games = archive.games().expect("it was opened before");
    let mut next = archive.first_game() as usize;
    while let Some(game) = games.next() {
        match game {
            Ok(game) => {
                assert_eq!(games.offset(), next as u64);
                let mut written = Vec::new();
                game.encode(&mut written);
                assert_eq!(written, bytes[next..next + written.len()]);
                next += written.len();
                replay(&game);
            }
            Err(Fault::Damaged { offset, bytes } | Fault::Torn { offset, bytes }) => {
                assert!(offset == next as u64 && bytes > 0);
                next += bytes as usize;
            }
            Err(fault) => panic!("{fault}"),
        }
    }
    assert_eq!(next, bytes.len());
    in_parts(&archive);
}

fn replay(game: &GameRecord) {
    let mut legal = 0;
    for sample in game.samples().map_while(Result::ok) {
        assert!(sample.position.is_legal(sample.mv));
        legal += 1;
    }
    match game.replay() {
        Ok(_) => assert_eq!(legal, game.plies.len()),
        Err(illegal) => assert_eq!(legal, illegal.ply),
    }
}

/// Whoever shares the work leaves no byte out.
fn in_parts(archive: &Archive) {
    let mut next = archive.first_game();
    for part in archive.parts(3).expect("it was read before") {
        assert_eq!(part.start, next);
        next = part.end;
        let games = archive.part(part).expect("it was read before");
        games.flatten().for_each(|game| replay(&game));
    }
    assert_eq!(next, archive.length());
}

fn mended(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let header = header_bytes(&bytes);
    mend(&mut bytes, 0, header - 4);
    let mut at = header;
    while at + PLIES <= bytes.len() {
        let plies = usize::from(u16::from_le_bytes([bytes[at + LENGTH], bytes[at + LENGTH + 1]]));
        let end = at + PLIES + 4 * plies;
        at = match bytes[at..].starts_with(&MARK) && mend(&mut bytes, at, end) {
            true => end + 4,
            false => at + 1,
        };
    }
    bytes
}

/// The length of the header by the format it claims to have.
fn header_bytes(bytes: &[u8]) -> usize {
    match bytes.get(8..12) {
        Some([1, 0, 0, 0]) => 148,
        _ => HEADER_BYTES,
    }
}

/// Writes the checksum of a piece behind it, if there is room for one.
fn mend(bytes: &mut [u8], begin: usize, end: usize) -> bool {
    if end + 4 > bytes.len() {
        return false;
    }
    let sum = crc32fast::hash(&bytes[begin..end]);
    bytes[end..end + 4].copy_from_slice(&sum.to_le_bytes());
    true
}
