use std::fs;

use super::*;
use crate::test_support::{random_pieces, write_cache};
use chess::Random;
use toolkit::TempFolder;

fn positions(count: usize) -> Vec<PackedPosition> {
    let mut random = Random::new(4);
    let mut pieces = || random_pieces(&mut random, 9);
    (0..count).map(|number| PackedPosition::of_pieces(&pieces(), number as i16, 1)).collect()
}

fn read(path: &Path) -> Result<Vec<PackedPosition>, CacheError> {
    let mut cache = Cache::open(path)?;
    let mut found = Vec::new();
    cache.read(0, usize::MAX, &mut found)?;
    Ok(found)
}

#[test]
fn a_cache_holds_every_position_once_in_random_order() {
    let folder = TempFolder::new("cache");
    let positions = positions(5_000);
    let mut orders = Vec::new();
    // All in memory, in a few files, and in as many files as are allowed.
    for (name, memory) in [("memory", 1 << 20), ("few", 40_000), ("many", 100)] {
        let path = folder.file(name);
        let header = write_cache(&path, &positions, memory);
        let sum = crc32fast::hash(&fs::read(&path).unwrap()[HEADER_BYTES..]);
        assert_eq!(header, CacheHeader { positions: 5_000, games: 3, seed: 8, sum });
        assert_eq!(Cache::open(&path).unwrap().header(), header);
        let mut found = read(&path).unwrap();
        orders.push(found.clone());
        let moved = found.iter().zip(&positions).filter(|(one, other)| one != other).count();
        assert!(moved > 4_900, "{name}: {moved}");
        // Half of the positions in the first half were added in the first half: the files do not
        // show.
        let early = found[..2_500].iter().filter(|position| position.score() < 2_500).count();
        assert!((1_100..1_400).contains(&early), "{name}: {early}");
        found.sort_by_key(PackedPosition::score);
        assert!(found == positions, "{name}");
        write_cache(&path, &positions, memory);
        assert!(read(&path).unwrap() == orders[orders.len() - 1], "the seed decides");
    }
    assert_eq!(folder.names(), ["few", "many", "memory"]);
}

#[test]
fn any_part_can_be_read() {
    let folder = TempFolder::new("parts");
    let path = folder.file("cache");
    write_cache(&path, &positions(100), 1 << 20);
    let all = read(&path).unwrap();
    let mut cache = Cache::open(&path).unwrap();
    let mut found = Vec::new();
    for (first, count) in [(90, 10), (0, 3), (98, 50), (100, 1), (500, 1)] {
        cache.read(first, count, &mut found).unwrap();
    }
    assert!(found == [&all[90..], &all[..3], &all[98..]].concat());
}

#[test]
fn every_damage_is_reported() {
    let folder = TempFolder::new("damage");
    let path = folder.file("cache");
    write_cache(&path, &positions(20), 1 << 20);
    let good = fs::read(&path).unwrap();
    let read_error = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        read(&path).err()
    };
    assert!(read_error(&good).is_none());
    assert!(matches!(read_error(&[]), Some(CacheError::Short { bytes: 0 })));
    assert!(matches!(read_error(b"SecCache and more"), Some(CacheError::Short { bytes: 17 })));
    assert!(matches!(read_error(b"something else"), Some(CacheError::Foreign)));
    for length in [64, 65, 100, good.len() - 1] {
        let truncated = read_error(&good[..length]);
        assert!(matches!(truncated, Some(CacheError::Length { .. })), "{length}: {truncated:?}");
    }
    let tail = read_error(&[&good[..], &[0]].concat());
    assert!(matches!(tail, Some(CacheError::Length { expected: 704, found: 705 })), "{tail:?}");
    for bit in 0..8 * HEADER_BYTES {
        let mut bytes = good.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let error = read_error(&bytes);
        match bit / 8 {
            0..8 => assert!(matches!(error, Some(CacheError::Foreign)), "{bit}"),
            8..12 => assert!(matches!(error, Some(CacheError::Version(_))), "{bit}"),
            _ => assert!(matches!(error, Some(CacheError::Header)), "{bit}: {error:?}"),
        }
    }
    let mut bytes = good.clone();
    bytes[HEADER_BYTES + 7 * RECORD_BYTES..][..8].fill(0);
    assert!(matches!(read_error(&bytes), Some(CacheError::Position { number: 7 })));
}

#[test]
fn verification_notices_one_wrong_bit_of_a_score() {
    let folder = TempFolder::new("verify");
    let path = folder.file("cache");
    // More than one read of the verification.
    write_cache(&path, &positions(40_000), 1 << 30);
    let good = fs::read(&path).unwrap();
    let verified = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let (mut cache, mut verified_bytes) = (Cache::open(&path).unwrap(), 0);
        (cache.verify(|bytes| verified_bytes += bytes), verified_bytes)
    };
    let (result, verified_bytes) = verified(&good);
    assert!(result.is_ok());
    assert_eq!(verified_bytes, 40_000 * RECORD_BYTES as u64);
    for (number, byte) in [(0, 24), (39_999, 25), (20_000, 26)] {
        let mut bytes = good.clone();
        bytes[HEADER_BYTES + number * RECORD_BYTES + byte] ^= 1;
        let (damaged, _) = verified(&bytes);
        let error = damaged.unwrap_err();
        assert!(matches!(error, CacheError::Sum), "{number}: {error}");
    }
    // A verified cache can be read, and an empty one is valid.
    fs::write(&path, &good).unwrap();
    let (mut cache, mut found) = (Cache::open(&path).unwrap(), Vec::new());
    cache.verify(|_| ()).unwrap();
    cache.read(7, 1, &mut found).unwrap();
    assert_eq!(found, read(&path).unwrap()[7..8]);
    write_cache(&path, &[], 1 << 20);
    assert!(Cache::open(&path).unwrap().verify(|_| panic!("nothing to read")).is_ok());
}

#[test]
fn an_unfinished_cache_leaves_nothing_behind() {
    let folder = TempFolder::new("unfinished");
    for memory in [1 << 20, 10] {
        let mut writer = CacheWriter::create(&folder.file("cache"), 1, 50, memory).unwrap();
        positions(50).iter().for_each(|position| writer.add(&position.to_bytes()).unwrap());
    }
    assert!(folder.names().is_empty());
}

#[test]
fn existing_files_with_the_temporary_names_are_left_alone() {
    let folder = TempFolder::new("names");
    for (name, memory) in [("cache.part", 1 << 20), ("cache.part", 10), ("cache.part1", 10)] {
        let taken = folder.file(name);
        fs::write(&taken, "hours of work").unwrap();
        let error = CacheWriter::create(&folder.file("cache"), 1, 50, memory).err().unwrap();
        assert!(error.to_string().contains(&format!("{name} exists already")), "{error}");
        assert_eq!(fs::read(&taken).unwrap(), b"hours of work");
        assert_eq!(folder.names().len(), 1);
        fs::remove_file(&taken).unwrap();
    }
}
