//! From files of games to training caches.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use forge::archive::{Archive, Fault};
use forge::export::bullet;
use forge::filter::Filter;
use forge::format::GameRecord;
use forge::pack::{News, PackError, Packing, Taken, pack};
use forge::train::{Cache, RECORD_BYTES};
use support::{Folder, file_of, random_games};
use toolkit::stop::StopAll;

const PACKING: Packing =
    Packing { filter: Filter::NONE, per_game: None, held_out_every: 4, seed: 3, memory: 1 << 20 };

/// How often each record occurs.
type Bag = BTreeMap<[u8; RECORD_BYTES], usize>;

fn bag(records: impl IntoIterator<Item = [u8; RECORD_BYTES]>) -> Bag {
    let mut bag = Bag::new();
    for record in records {
        *bag.entry(record).or_default() += 1;
    }
    bag
}

/// The records of a cache, which must all be positions.
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
    bag(samples.filter(|sample| filter.keeps(sample)).map(|sample| bullet(&sample)))
}

/// What a file is to be told of.
fn taken(games: &[GameRecord], filter: Filter) -> Taken {
    let mut taken = Taken { games: games.len() as u64, ..Taken::default() };
    for game in games {
        taken.cut_games += u64::from(filter.leaves_out(game.ending));
        taken.seen += game.plies.len() as u64;
        let samples = game.samples().map(Result::unwrap);
        taken.positions += samples.filter(|sample| filter.keeps(sample)).count() as u64;
    }
    taken
}

#[test]
fn every_position_goes_to_one_cache_and_games_stay_whole() {
    let folder = Folder::new("pack");
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
        let packing = Packing { filter, ..PACKING };
        let stop = StopAll::default();
        let packed = pack(&archives, &packing, &out, &held_out, &stop, |news| match news {
            News::Read(bytes) => read += bytes,
            News::Writing(bytes) => to_write = bytes,
            News::Wrote(bytes) => written += bytes,
            News::Fault(_, fault) => panic!("{fault}"),
        })
        .unwrap();
        assert_eq!(packed.files, [first, second].map(|games| taken(games, filter)));
        let cut: u64 = packed.files.iter().map(|file| file.cut_games).sum();
        assert_eq!(cut > 0, filter == Filter::default(), "some of the games were cut");
        assert_eq!(bag(cached(&out)), expected(&games, filter, false));
        assert_eq!(bag(cached(&held_out)), expected(&games, filter, true));
        assert_eq!(packed.learned.positions, cached(&out).len() as u64);
        assert_eq!(packed.held_out.positions, cached(&held_out).len() as u64);
        assert!(packed.learned.games <= 30 && packed.held_out.games <= 10);
        let positions = packed.learned.positions + packed.held_out.positions;
        assert_eq!((to_write, written), (32 * positions, 32 * positions));
        assert!(read > 0 && read <= archives.iter().map(Archive::length).sum());
    }
}

#[test]
fn of_each_game_as_many_positions_are_taken_as_wanted() {
    let folder = Folder::new("pack-some");
    let games = random_games(3, 12, 60);
    fs::write(folder.file("a"), file_of(&games)).unwrap();
    let archive = Archive::open(&folder.file("a")).unwrap();
    let (out, held_out) = (folder.file("out"), folder.file("held"));
    let packing = Packing { per_game: Some(5), ..PACKING };
    pack(&[archive], &packing, &out, &held_out, &StopAll::default(), |_| {}).unwrap();
    let found = bag(cached(&out).into_iter().chain(cached(&held_out)));
    for game in &games {
        let all: Vec<_> = game.samples().map(|sample| bullet(&sample.unwrap())).collect();
        let taken: Vec<usize> = (0..all.len()).filter(|&at| found.contains_key(&all[at])).collect();
        assert_eq!(taken.len(), 5.min(all.len()), "{taken:?}");
        let far = taken.windows(2).all(|pair| pair[1] - pair[0] <= all.len().div_ceil(5));
        assert!(far, "{taken:?} of {}", all.len());
    }
}

#[test]
fn told_to_stop_it_leaves_nothing_behind() {
    let folder = Folder::new("pack-stopped");
    fs::write(folder.file("a"), file_of(&random_games(4, 12, 60))).unwrap();
    let archives = [Archive::open(&folder.file("a")).unwrap()];
    let (out, held_out) = (folder.file("out"), folder.file("held"));
    let reading = |news: &News<'_>| matches!(news, News::Read(_));
    let writing = |news: &News<'_>| matches!(news, News::Wrote(_));
    for (memory, when) in
        [(1 << 20, &reading as &dyn Fn(&News<'_>) -> bool), (1 << 20, &writing), (100, &writing)]
    {
        let (stop, mut calls) = (StopAll::default(), 0);
        let packing = Packing { memory, ..PACKING };
        let packed = pack(&archives, &packing, &out, &held_out, &stop, |news| {
            if when(&news) {
                calls += 1;
                stop.request();
            }
        });
        assert!(matches!(packed, Err(PackError::Halted)), "{packed:?}");
        assert_eq!(calls, 1, "it went on all the same");
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
    }
}

#[test]
fn damaged_games_are_told_and_the_others_packed() {
    let folder = Folder::new("pack-damage");
    let games = random_games(2, 8, 30);
    let mut bytes = file_of(&games);
    let at = file_of(&games[..2]).len() + 20;
    bytes[at] ^= 1;
    fs::write(folder.file("a"), bytes).unwrap();
    let archive = Archive::open(&folder.file("a")).unwrap();
    let mut faults = Vec::new();
    let (out, held_out) = (folder.file("out"), folder.file("held"));
    let packed = pack(&[archive], &PACKING, &out, &held_out, &StopAll::default(), |news| {
        if let News::Fault(_, fault) = news {
            faults.push(fault);
        }
    })
    .unwrap();
    assert!(matches!(faults[..], [Fault::Damaged { .. }]), "{faults:?}");
    let rest: Vec<GameRecord> = games.into_iter().filter(|game| game.number != 2).collect();
    assert_eq!(bag(cached(&out)), expected(&rest, Filter::NONE, false));
    assert_eq!(packed.files, [taken(&rest, Filter::NONE)]);
}
