use std::fs;

use super::*;
use crate::train::packed::tests::{placed, scattered};
use chess::Random;

/// A folder for one test, gone with it.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("forge-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn positions(count: usize) -> Vec<PackedPosition> {
    let mut random = Random::new(4);
    (0..count).map(|number| placed(&scattered(&mut random, 9), number as i16, 1)).collect()
}

/// A cache of these, written with so much memory.
pub(crate) fn write(path: &Path, positions: &[PackedPosition], memory: u64) -> CacheHeader {
    let mut writer = CacheWriter::create(path, 8, positions.len() as u64, memory).unwrap();
    positions.iter().for_each(|position| writer.add(&position.to_bytes()).unwrap());
    writer.finish(3, |_| Ok(())).unwrap().publish().unwrap()
}

fn read(path: &Path) -> Result<Vec<PackedPosition>, CacheError> {
    let mut cache = Cache::open(path)?;
    let mut found = Vec::new();
    cache.read(0, usize::MAX, &mut found)?;
    Ok(found)
}

#[test]
fn a_cache_holds_every_position_once_and_in_another_order() {
    let folder = Folder::new("cache");
    let positions = positions(5_000);
    let mut orders = Vec::new();
    // All in memory, in a few files, and in more files than are allowed.
    for (name, memory) in [("memory", 1 << 20), ("few", 40_000), ("many", 100)] {
        let path = folder.0.join(name);
        let header = write(&path, &positions, memory);
        let sum = crc32fast::hash(&fs::read(&path).unwrap()[HEADER_BYTES..]);
        assert_eq!(header, CacheHeader { positions: 5_000, games: 3, seed: 8, sum });
        assert_eq!(Cache::open(&path).unwrap().header(), header);
        let mut found = read(&path).unwrap();
        orders.push(found.clone());
        let moved = found.iter().zip(&positions).filter(|(one, other)| one != other).count();
        assert!(moved > 4_900, "{name}: {moved}");
        // Half of what comes first was in the first half: files are no help in guessing.
        let early = found[..2_500].iter().filter(|position| position.score() < 2_500).count();
        assert!((1_100..1_400).contains(&early), "{name}: {early}");
        found.sort_by_key(PackedPosition::score);
        assert!(found == positions, "{name}");
        write(&path, &positions, memory);
        assert!(read(&path).unwrap() == orders[orders.len() - 1], "the seed decides");
    }
    let names: Vec<_> =
        fs::read_dir(&folder.0).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(names.len(), 3, "{names:?}");
}

#[test]
fn any_part_can_be_read() {
    let folder = Folder::new("parts");
    let path = folder.0.join("cache");
    write(&path, &positions(100), 1 << 20);
    let all = read(&path).unwrap();
    let mut cache = Cache::open(&path).unwrap();
    let mut found = Vec::new();
    for (first, count) in [(90, 10), (0, 3), (98, 50), (100, 1), (500, 1)] {
        cache.read(first, count, &mut found).unwrap();
    }
    assert!(found == [&all[90..], &all[..3], &all[98..]].concat());
}

#[test]
fn whatever_is_damaged_is_named() {
    let folder = Folder::new("damage");
    let path = folder.0.join("cache");
    write(&path, &positions(20), 1 << 20);
    let good = fs::read(&path).unwrap();
    let told = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        read(&path).err()
    };
    assert!(told(&good).is_none());
    assert!(matches!(told(&[]), Some(CacheError::Short { bytes: 0 })));
    assert!(matches!(told(b"SecCache and more"), Some(CacheError::Short { bytes: 17 })));
    assert!(matches!(told(b"something else"), Some(CacheError::Foreign)));
    for length in [64, 65, 100, good.len() - 1] {
        let cut = told(&good[..length]);
        assert!(matches!(cut, Some(CacheError::Length { .. })), "{length}: {cut:?}");
    }
    let tail = told(&[&good[..], &[0]].concat());
    assert!(matches!(tail, Some(CacheError::Length { expected: 704, found: 705 })), "{tail:?}");
    for bit in 0..8 * HEADER_BYTES {
        let mut bytes = good.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let error = told(&bytes);
        match bit / 8 {
            0..8 => assert!(matches!(error, Some(CacheError::Foreign)), "{bit}"),
            8..12 => assert!(matches!(error, Some(CacheError::Version(_))), "{bit}"),
            _ => assert!(matches!(error, Some(CacheError::Header)), "{bit}: {error:?}"),
        }
    }
    let mut bytes = good.clone();
    bytes[HEADER_BYTES + 7 * RECORD_BYTES..][..8].fill(0);
    assert!(matches!(told(&bytes), Some(CacheError::Position { number: 7 })));
}

#[test]
fn one_wrong_bit_of_a_score_is_noticed_before_it_is_learned_from() {
    let folder = Folder::new("verify");
    let path = folder.0.join("cache");
    // More than is looked at in one go.
    write(&path, &positions(40_000), 1 << 30);
    let good = fs::read(&path).unwrap();
    let verified = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let (mut cache, mut heard) = (Cache::open(&path).unwrap(), 0);
        (cache.verify(|bytes| heard += bytes), heard)
    };
    let (sound, heard) = verified(&good);
    assert!(sound.is_ok());
    assert_eq!(heard, 40_000 * RECORD_BYTES as u64);
    for (number, byte) in [(0, 24), (39_999, 25), (20_000, 26)] {
        let mut bytes = good.clone();
        bytes[HEADER_BYTES + number * RECORD_BYTES + byte] ^= 1;
        let (damaged, _) = verified(&bytes);
        let told = damaged.unwrap_err();
        assert!(matches!(told, CacheError::Sum), "{number}: {told}");
    }
    // A cache can be read after it was verified, and one of nothing is as it should be.
    fs::write(&path, &good).unwrap();
    let (mut cache, mut found) = (Cache::open(&path).unwrap(), Vec::new());
    cache.verify(|_| ()).unwrap();
    cache.read(7, 1, &mut found).unwrap();
    assert_eq!(found, read(&path).unwrap()[7..8]);
    write(&path, &[], 1 << 20);
    assert!(Cache::open(&path).unwrap().verify(|_| panic!("nothing to read")).is_ok());
}

#[test]
fn a_cache_that_is_not_finished_leaves_nothing_behind() {
    let folder = Folder::new("unfinished");
    for memory in [1 << 20, 10] {
        let mut writer = CacheWriter::create(&folder.0.join("cache"), 1, 50, memory).unwrap();
        positions(50).iter().for_each(|position| writer.add(&position.to_bytes()).unwrap());
    }
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0);
}

#[test]
fn files_that_happen_to_have_the_names_used_meanwhile_are_left_alone() {
    let folder = Folder::new("names");
    for (name, memory) in [("cache.part", 1 << 20), ("cache.part", 10), ("cache.part1", 10)] {
        let taken = folder.0.join(name);
        fs::write(&taken, "hours of work").unwrap();
        let error = CacheWriter::create(&folder.0.join("cache"), 1, 50, memory).err().unwrap();
        assert!(error.to_string().contains(&format!("{name} is there already")), "{error}");
        assert_eq!(fs::read(&taken).unwrap(), b"hours of work");
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
        fs::remove_file(&taken).unwrap();
    }
}
