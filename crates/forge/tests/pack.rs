//! From files of games to training caches.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use forge::archive::{Archive, Fault};
use forge::bullet::{RECORD_BYTES, encode};
use forge::filter::Filter;
use forge::format::GameRecord;
use forge::pack::{FileSummary, PackError, PackEvent, PackOptions, pack};
use forge::train::Cache;
use support::{file_of, random_games};
use toolkit::TempFolder;
use toolkit::stop::StopAll;

const OPTIONS: PackOptions = PackOptions {
    filter: Filter::NONE,
    per_game: None,
    held_out_every: 4,
    seed: 3,
    memory: 1 << 20,
};

/// How often each record occurs.
type Bag = BTreeMap<[u8; RECORD_BYTES], usize>;

fn bag(records: impl IntoIterator<Item = [u8; RECORD_BYTES]>) -> Bag {
    let mut bag = Bag::new();
    for record in records {
        *bag.entry(record).or_default() += 1;
    }
    bag
}

/// The records of a cache, all of which are positions.
fn cached(path: &Path) -> Vec<[u8; RECORD_BYTES]> {
    let mut positions = Vec::new();
    Cache::open(path).unwrap().read(0, usize::MAX, &mut positions).unwrap();
    let bytes = fs::read(path).unwrap();
    let (records, rest) = bytes[bytes.len() - positions.len() * RECORD_BYTES..].as_chunks();
    assert!(rest.is_empty());
    records.to_vec()
}

fn expected(games: &[GameRecord], filter: Filter, held_out: bool) -> Bag {
    let games = games.iter().filter(|game| (game.number % 4 == 0) == held_out);
    let samples = games.flat_map(|game| game.samples().map(Result::unwrap));
    bag(samples.filter(|sample| filter.keeps(sample)).map(|sample| encode(&sample)))
}

/// The expected summary of a file.
fn summary(games: &[GameRecord], filter: Filter) -> FileSummary {
    let mut summary = FileSummary { games: games.len() as u64, ..FileSummary::default() };
    for game in games {
        summary.truncated_games += u64::from(filter.excludes(game.ending));
        summary.positions_read += game.plies.len() as u64;
        let samples = game.samples().map(Result::unwrap);
        summary.positions_kept += samples.filter(|sample| filter.keeps(sample)).count() as u64;
    }
    summary
}

#[test]
fn every_position_goes_to_one_cache_and_games_stay_whole() {
    let folder = TempFolder::new("pack");
    let games = random_games(1, 40, 60);
    let (first, second) = games.split_at(25);
    let archives: Vec<Archive> = [("a", first), ("b", second)]
        .iter()
        .map(|(name, games)| {
            fs::write(folder.file(name), file_of(games)).unwrap();
            Archive::open(&folder.file(name)).unwrap()
        })
        .collect();
    for filter in [Filter::NONE, Filter::default()] {
        let (out, held_out) = (folder.file("out"), folder.file("held"));
        let (mut read, mut to_write, mut written) = (0, 0, 0);
        let options = PackOptions { filter, ..OPTIONS };
        let stop = StopAll::default();
        let packed = pack(&archives, &options, &out, &held_out, &stop, |event| match event {
            PackEvent::Read(bytes) => read += bytes,
            PackEvent::Writing(bytes) => to_write = bytes,
            PackEvent::Wrote(bytes) => written += bytes,
            PackEvent::Fault(_, fault) => panic!("{fault}"),
        })
        .unwrap();
        assert_eq!(packed.files, [first, second].map(|games| summary(games, filter)));
        let truncated: u64 = packed.files.iter().map(|file| file.truncated_games).sum();
        assert_eq!(truncated > 0, filter == Filter::default(), "some games were truncated");
        assert_eq!(bag(cached(&out)), expected(&games, filter, false));
        assert_eq!(bag(cached(&held_out)), expected(&games, filter, true));
        assert_eq!(packed.training.positions, cached(&out).len() as u64);
        assert_eq!(packed.held_out.positions, cached(&held_out).len() as u64);
        assert!(packed.training.games <= 30 && packed.held_out.games <= 10);
        let positions = packed.training.positions + packed.held_out.positions;
        assert_eq!((to_write, written), (32 * positions, 32 * positions));
        assert!(read > 0 && read <= archives.iter().map(Archive::length).sum());
    }
}

#[test]
fn no_more_positions_of_a_game_are_taken_than_wanted() {
    let folder = TempFolder::new("pack-some");
    let games = random_games(3, 12, 60);
    fs::write(folder.file("a"), file_of(&games)).unwrap();
    let archive = Archive::open(&folder.file("a")).unwrap();
    let (out, held_out) = (folder.file("out"), folder.file("held"));
    let options = PackOptions { per_game: Some(5), ..OPTIONS };
    pack(&[archive], &options, &out, &held_out, &StopAll::default(), |_| {}).unwrap();
    let found = bag(cached(&out).into_iter().chain(cached(&held_out)));
    for game in &games {
        let all: Vec<_> = game.samples().map(|sample| encode(&sample.unwrap())).collect();
        let taken: Vec<usize> = (0..all.len()).filter(|&at| found.contains_key(&all[at])).collect();
        assert_eq!(taken.len(), 5.min(all.len()), "{taken:?}");
        let far = taken.windows(2).all(|pair| pair[1] - pair[0] <= all.len().div_ceil(5));
        assert!(far, "{taken:?} of {}", all.len());
    }
}

#[test]
fn a_stopped_run_leaves_nothing_behind() {
    let folder = TempFolder::new("pack-stopped");
    fs::write(folder.file("a"), file_of(&random_games(4, 12, 60))).unwrap();
    let archives = [Archive::open(&folder.file("a")).unwrap()];
    let (out, held_out) = (folder.file("out"), folder.file("held"));
    let reading = |event: &PackEvent<'_>| matches!(event, PackEvent::Read(_));
    let writing = |event: &PackEvent<'_>| matches!(event, PackEvent::Wrote(_));
    for (memory, when) in [
        (1 << 20, &reading as &dyn Fn(&PackEvent<'_>) -> bool),
        (1 << 20, &writing),
        (100, &writing),
    ] {
        let (stop, mut calls) = (StopAll::default(), 0);
        let options = PackOptions { memory, ..OPTIONS };
        let packed = pack(&archives, &options, &out, &held_out, &stop, |event| {
            if when(&event) {
                calls += 1;
                stop.request();
            }
        });
        assert!(matches!(packed, Err(PackError::Stopped)), "{packed:?}");
        assert_eq!(calls, 1, "it did not stop");
        assert_eq!(folder.names(), ["a"]);
    }
}

#[test]
fn damaged_games_are_reported_and_the_others_packed() {
    let folder = TempFolder::new("pack-damage");
    let games = random_games(2, 8, 30);
    let mut bytes = file_of(&games);
    let at = file_of(&games[..2]).len() + 20;
    bytes[at] ^= 1;
    fs::write(folder.file("a"), bytes).unwrap();
    let archive = Archive::open(&folder.file("a")).unwrap();
    let mut faults = Vec::new();
    let (out, held_out) = (folder.file("out"), folder.file("held"));
    let packed = pack(&[archive], &OPTIONS, &out, &held_out, &StopAll::default(), |event| {
        if let PackEvent::Fault(_, fault) = event {
            faults.push(fault);
        }
    })
    .unwrap();
    assert!(matches!(faults[..], [Fault::Damaged { .. }]), "{faults:?}");
    let rest: Vec<GameRecord> = games.into_iter().filter(|game| game.number != 2).collect();
    assert_eq!(bag(cached(&out)), expected(&rest, Filter::NONE, false));
    assert_eq!(packed.files, [summary(&rest, Filter::NONE)]);
}
