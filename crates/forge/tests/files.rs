//! Files of games: they survive a round trip, and all damage is noticed.

mod support;

use std::fs;

use chess::Random;
use forge::archive::{Archive, Fault, OpenError};
use forge::format::{GameRecord, HEADER_BYTES, HeaderError, MAX_PLIES, VERSION};
use forge::settings::Settings;
use forge::store::{Store, StoreError};
use support::{contents, file_of, header, partition, random_games, reopened};
use toolkit::{TempFolder, error_chain};

/// Two games in a file of format 1.
const FIRST_FORMAT: &[u8] = include_bytes!("../../../fuzz/seeds/games/ordinary");

#[test]
fn files_of_format_1_are_read_and_never_added_to() {
    let folder = TempFolder::new("first-format");
    let path = folder.file("games");
    fs::write(&path, FIRST_FORMAT).unwrap();
    let archive = Archive::open(&path).unwrap();
    assert_eq!(archive.first_game(), 148);
    let settings = &archive.header().settings;
    assert_eq!((settings.endgame, settings.decided_percent), (None, 100));
    assert_eq!(settings.random_plies.end() - settings.random_plies.start(), 1);
    let (found, faults) = contents(&archive);
    assert!(faults.is_empty() && !found.is_empty(), "{faults:?}");
    assert!(found.iter().all(|game| game.replay().is_ok()));
    let parts = archive.parts(2).unwrap();
    assert_eq!((parts[0].start, parts[parts.len() - 1].end), (148, archive.length()));
    let refused = Store::open(&path, archive.header(), |_| ()).err().unwrap();
    assert!(matches!(refused, StoreError::Format(1)), "{refused}");
    assert!(refused.to_string().contains("can be read but not added to"), "{refused}");
    assert_eq!(fs::read(&path).unwrap(), FIRST_FORMAT);
}

#[test]
fn games_survive_a_round_trip() {
    let folder = TempFolder::new("round");
    let path = folder.file("games");
    let games = random_games(1, 400, 300);
    {
        let (mut store, numbers, _) = reopened(&path);
        assert!(numbers.is_empty());
        games.iter().for_each(|game| store.add(game).unwrap());
        store.sync().unwrap();
    }
    assert_eq!(fs::read(&path).unwrap(), file_of(&games));
    let archive = Archive::open(&path).unwrap();
    assert_eq!(archive.header(), &header());
    let (found, faults) = contents(&archive);
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(found, games);

    // So do their positions.
    let mut samples = archive.games().unwrap().positions().map(Result::unwrap);
    for game in &games {
        let mut replay = chess::Game::new(game.start.clone());
        for ply in &game.plies {
            let sample = samples.next().unwrap();
            assert_eq!(sample.setup(), replay.setup());
            assert_eq!((sample.mv, sample.score, sample.result), (ply.mv, ply.score, game.result));
            replay.play(ply.mv).unwrap();
        }
        assert_eq!(game.replay().unwrap().setup(), replay.setup());
    }
    assert!(samples.next().is_none());
}

/// The end of each game, and of the header.
fn ends(games: &[GameRecord]) -> Vec<usize> {
    (0..=games.len()).map(|count| file_of(&games[..count]).len()).collect()
}

#[test]
fn a_file_truncated_anywhere_keeps_its_whole_games() {
    let folder = TempFolder::new("torn");
    let path = folder.file("games");
    let games = random_games(2, 4, 12);
    let whole = file_of(&games);
    let ends = ends(&games);
    for length in 0..=whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        let good = ends.iter().filter(|&&end| end <= length).count().saturating_sub(1);
        match Archive::open(&path) {
            Err(OpenError::Header(error)) => match length {
                0 => assert_eq!(error, HeaderError::Empty),
                _ => assert_eq!(error, HeaderError::Short { bytes: length }),
            },
            Err(error) => panic!("{error}"),
            Ok(archive) => {
                let (found, faults) = contents(&archive);
                assert_eq!(found, games[..good], "length at {length}");
                match faults[..] {
                    [] => assert!(ends.contains(&length)),
                    [Fault::Torn { offset, bytes }] => {
                        assert_eq!((offset, offset + bytes), (ends[good] as u64, length as u64));
                    }
                    _ => panic!("length at {length}: {faults:?}"),
                }
            }
        }
        // When the file is continued, the unfinished game is removed and the next one follows.
        let (mut store, numbers, _) = reopened(&path);
        assert_eq!(numbers, (0..good as u32).collect::<Vec<_>>());
        store.add(&games[good.min(3)]).unwrap();
        drop(store);
        let (found, faults) = contents(&Archive::open(&path).unwrap());
        assert!(faults.is_empty() && found.len() == good + 1, "length at {length}: {faults:?}");
    }
}

#[test]
fn any_flipped_bit_costs_one_game_and_is_reported() {
    let folder = TempFolder::new("flipped");
    let path = folder.file("games");
    let games = random_games(3, 3, 8);
    let whole = file_of(&games);
    let ends = ends(&games);
    for bit in 8 * HEADER_BYTES..8 * whole.len() {
        let at = bit / 8;
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (bit % 8);
        fs::write(&path, &bytes).unwrap();
        let hit = ends.iter().filter(|&&end| end <= at).count() - 1;
        let others: Vec<_> = games.iter().filter(|game| game.number != hit as u32).collect();
        let (found, faults) = contents(&Archive::open(&path).unwrap());
        assert_eq!(found.iter().collect::<Vec<_>>(), others, "bit {bit}");
        let [Fault::Damaged { offset, bytes } | Fault::Torn { offset, bytes }] = faults[..] else {
            panic!("bit {bit}: {faults:?}");
        };
        assert_eq!((offset, offset + bytes), (ends[hit] as u64, ends[hit + 1] as u64));
        let message = faults[0].to_string();
        assert!(message.contains(&format!("byte {offset}")), "{message}");
        // When the file is continued, only the damaged game is lost, and it may be played again.
        let (mut store, numbers, _) = reopened(&path);
        assert_eq!(numbers, others.iter().map(|game| game.number).collect::<Vec<_>>());
        store.add(&games[hit]).unwrap();
        drop(store);
        let (found, _) = contents(&Archive::open(&path).unwrap());
        assert_eq!(found.len(), 3, "bit {bit}");
    }
}

#[test]
fn parts_hold_every_game_and_every_fault_once() {
    let folder = TempFolder::new("parts");
    let path = folder.file("games");
    // More than the reader's buffer.
    let games = random_games(4, 3_000, 150);
    let mut bytes = file_of(&games);
    assert!(bytes.len() > 1 << 20);
    for (damages, flips) in [(0, &[][..]), (2, &[300_000, 900_000])] {
        flips.iter().for_each(|&at: &usize| bytes[at] ^= 16);
        fs::write(&path, &bytes).unwrap();
        let archive = Archive::open(&path).unwrap();
        let (whole, faults) = contents(&archive);
        assert_eq!((whole.len(), faults.len()), (3_000 - damages, damages));
        for count in [0, 1, 2, 3, 7, 100] {
            let parts = archive.parts(count).unwrap();
            assert_eq!(parts.len() as u64, count.max(1));
            assert_eq!(parts[0].start, HEADER_BYTES as u64);
            assert_eq!(parts[parts.len() - 1].end, archive.length());
            assert!(parts.windows(2).all(|pair| pair[0].end == pair[1].start));
            let each = parts.into_iter().flat_map(|part| archive.part(part).unwrap());
            let (found, faults) = partition(each);
            assert_eq!(faults.len(), damages, "{count}");
            assert!(found == whole, "{count}");
        }
    }
    // More parts than games.
    fs::write(&path, file_of(&games[..5])).unwrap();
    let parts = Archive::open(&path).unwrap().parts(1_000).unwrap();
    assert_eq!(parts.len(), 5);
    fs::write(&path, file_of(&[])).unwrap();
    assert!(Archive::open(&path).unwrap().parts(4).unwrap().is_empty());
}

#[test]
fn illegal_moves_are_reported() {
    let folder = TempFolder::new("illegal");
    let path = folder.file("games");
    let mut games = random_games(5, 3, 20);
    let stolen = games[1].plies[3];
    games[1].plies[10] = stolen;
    games[1].plies[11] = stolen;
    fs::write(&path, file_of(&games)).unwrap();
    let archive = Archive::open(&path).unwrap();
    let mut seen = 0;
    let mut faults = Vec::new();
    for sample in archive.games().unwrap().positions() {
        match sample {
            Ok(_) => seen += 1,
            Err(fault) => faults.push(fault),
        }
    }
    let [Fault::Illegal { offset, number: 1, ply }] = faults[..] else { panic!("{faults:?}") };
    assert_eq!(offset, ends(&games)[1] as u64);
    assert!((10..=11).contains(&ply));
    assert_eq!(seen, 40 + ply);
    assert_eq!(games[1].replay().unwrap_err().ply, ply);
}

#[test]
fn random_bytes_between_games_are_skipped() {
    let folder = TempFolder::new("noise");
    let path = folder.file("games");
    let mut random = Random::new(6);
    let game = &random_games(7, 1, 40)[0];
    for round in 0..200 {
        let mut bytes = file_of(&[]);
        for _ in 0..random.below(20) {
            match random.below(4) {
                0 => bytes.extend((0..random.below(300)).map(|_| random.word() as u8)),
                1 => bytes.extend_from_slice(b"Game"),
                2 => bytes.extend(std::iter::repeat_n(0xff, random.below(60))),
                _ => {
                    let begin = bytes.len();
                    game.encode(&mut bytes);
                    let at = begin + random.below(bytes.len() - begin);
                    bytes[at] ^= 1 << random.below(8);
                }
            }
        }
        let noise = bytes.len() - HEADER_BYTES;
        game.encode(&mut bytes);
        fs::write(&path, &bytes).unwrap();
        let (found, faults) = contents(&Archive::open(&path).unwrap());
        assert_eq!(found, std::slice::from_ref(game), "round {round}");
        let skipped: u64 = faults.iter().map(skipped_bytes).sum();
        assert_eq!(skipped, noise as u64, "round {round}: {faults:?}");
    }
}

fn skipped_bytes(fault: &Fault) -> u64 {
    match *fault {
        Fault::Damaged { bytes, .. } | Fault::Torn { bytes, .. } => bytes,
        _ => 0,
    }
}

#[test]
fn the_longest_game_fits_and_a_longer_one_is_truncated() {
    let folder = TempFolder::new("long");
    let path = folder.file("games");
    let mut games = random_games(8, 2, 4);
    let game = &mut games[0];
    game.plies = game.plies.iter().copied().cycle().take(MAX_PLIES + 7).collect();
    fs::write(&path, file_of(&games)).unwrap();
    let (found, faults) = contents(&Archive::open(&path).unwrap());
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(found[0].plies, games[0].plies[..MAX_PLIES]);
    assert_eq!(found[1], games[1]);
}

#[test]
fn other_files_are_refused_with_the_reason() {
    let folder = TempFolder::new("foreign");
    let path = folder.file("games");
    let refused = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let message = error_chain(&Archive::open(&path).unwrap_err());
        // Opening it for adding games gives the same message and changes nothing.
        if let Err(error) = Store::open(&path, &header(), |_| {}) {
            assert_eq!(error_chain(&error), message);
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
        message
    };
    assert!(refused(b"").contains("empty"));
    assert!(refused(b"1. e4 e5 2. Nf3").contains("not a file of the forge"));
    assert!(refused(&[0; 4_096]).contains("not a file of the forge"));
    let mut newer = file_of(&random_games(9, 1, 5));
    newer[8..12].copy_from_slice(&(VERSION + 1).to_le_bytes());
    let message = refused(&newer);
    assert!(message.contains(&format!("format {}", VERSION + 1)), "{message}");
    let mut damaged = file_of(&random_games(9, 1, 5));
    damaged[40] ^= 1;
    assert!(refused(&damaged).contains("header of the file is damaged"));
    assert!(matches!(Archive::open(folder.path()), Err(OpenError::Io(_))), "a folder");
    assert!(matches!(Archive::open(&folder.file("none")), Err(OpenError::Io(_))));
    let error = Store::open(&folder.file("no/where"), &header(), |_| {}).err().unwrap();
    assert!(matches!(error, StoreError::Io(_)));
    assert!(matches!(Store::open(folder.path(), &header(), |_| {}), Err(StoreError::Io(_))));
}

#[test]
fn games_with_other_settings_are_not_added() {
    let folder = TempFolder::new("kinds");
    let path = folder.file("games");
    let whole = file_of(&random_games(10, 2, 5));
    fs::write(&path, &whole).unwrap();
    let mut other = header();
    other.settings = Settings { seed: 77, ..other.settings };
    let message = Store::open(&path, &other, |_| {}).err().unwrap().to_string();
    assert!(message.contains("seed 1 and not 77"), "{message}");
    other = header();
    other.maker.bench += 1;
    let message = Store::open(&path, &other, |_| {}).err().unwrap().to_string();
    assert!(message.contains("bench 4242 and not 4243"), "{message}");
    assert_eq!(fs::read(&path).unwrap(), whole);
    // An unfinished header of other games is not overwritten either.
    fs::write(&path, &other.encode()[..100]).unwrap();
    assert!(matches!(Store::open(&path, &header(), |_| {}), Err(StoreError::Header(_))));
}

#[test]
fn only_one_program_can_add_to_a_file() {
    let folder = TempFolder::new("two");
    let path = folder.file("games");
    let first = reopened(&path);
    let message = Store::open(&path, &header(), |_| {}).err().unwrap().to_string();
    assert!(message.contains("another program"), "{message}");
    drop(first);
    assert!(Store::open(&path, &header(), |_| {}).is_ok());
}

#[test]
fn errors_return_their_cause_and_print_it_once() {
    let folder = TempFolder::new("causes");
    let path = folder.file("games");
    fs::write(&path, "").unwrap();
    let empty = HeaderError::Empty.to_string();
    let opened = Archive::open(&path).unwrap_err();
    assert_eq!(error_chain(&opened), format!("cannot read the header: {empty}"));
    let missing = Archive::open(&folder.file("none")).unwrap_err();
    let cause = std::error::Error::source(&missing).unwrap().to_string();
    assert_eq!(error_chain(&missing), format!("cannot read the file: {cause}"));
    assert!(!missing.to_string().contains(&cause));
}
