//! Reading any file of games accounts for every byte. Each game is written as it was read, and all
//! ways to replay it agree. Every input is read twice: unchanged, and with correct checksums, which
//! a fuzzer cannot guess.
#![no_main]

use std::fs;
use std::path::Path;

use chess::PACKED_BYTES;
use forge::archive::{Archive, Fault, OpenError};
use forge::format::{GameRecord, HEADER_BYTES, Header, MARK};
use libfuzzer_sys::fuzz_target;

/// The offset of the number of plies in a game, and of the plies themselves.
const LENGTH: usize = MARK.len() + 4 + PACKED_BYTES + 2;
const PLIES: usize = LENGTH + 2;

fuzz_target!(|bytes: &[u8]| {
    let path = std::env::temp_dir().join(format!("secateur-fuzz-{}.games", std::process::id()));
    for bytes in [bytes, &with_checksums(bytes)] {
        fs::write(&path, bytes).expect("a small file can be written");
        read(&path, bytes);
    }
    fs::remove_file(&path).expect("the file was just written");
});

fn read(path: &Path, bytes: &[u8]) {
    let archive = match Archive::open(path) {
        Ok(archive) => archive,
        Err(OpenError::Header(error)) => return assert!(error.to_string().len() < 1_000),
        Err(OpenError::Io(error)) => panic!("{error}"),
    };
    let stored = Header::decode(&archive.header().encode()).expect("a written header can be read");
    assert!(stored.header.differences(archive.header()).is_empty());
    let mut games = archive.games().expect("the file was opened before");
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

/// The parts of an archive together cover every byte.
fn in_parts(archive: &Archive) {
    let mut next = archive.first_game();
    for part in archive.parts(3).expect("the archive was read before") {
        assert_eq!(part.start, next);
        next = part.end;
        let games = archive.part(part).expect("the archive was read before");
        games.flatten().for_each(|game| replay(&game));
    }
    assert_eq!(next, archive.length());
}

fn with_checksums(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let header = header_bytes(&bytes);
    write_checksum(&mut bytes, 0, header - 4);
    let mut at = header;
    while at + PLIES <= bytes.len() {
        let plies = usize::from(u16::from_le_bytes([bytes[at + LENGTH], bytes[at + LENGTH + 1]]));
        let end = at + PLIES + 4 * plies;
        at = match bytes[at..].starts_with(&MARK) && write_checksum(&mut bytes, at, end) {
            true => end + 4,
            false => at + 1,
        };
    }
    bytes
}

/// The length of the header in the format version it claims.
fn header_bytes(bytes: &[u8]) -> usize {
    match bytes.get(8..12) {
        Some([1, 0, 0, 0]) => 148,
        _ => HEADER_BYTES,
    }
}

/// Writes the checksum of a range of bytes after it, if there is room.
fn write_checksum(bytes: &mut [u8], begin: usize, end: usize) -> bool {
    if end + 4 > bytes.len() {
        return false;
    }
    let sum = crc32fast::hash(&bytes[begin..end]);
    bytes[end..end + 4].copy_from_slice(&sum.to_le_bytes());
    true
}
