//! Damaged, exchanged and missing files: each is named, and nothing crashes.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chess::{Game, Random, Setup};
use engine::probe::Silent;
use engine::tablebase::Prober;
use engine::{Control, Engine, Limits};
use tablebase::{Kind, Syzygy, checked_files};
use toolkit::TempFolder;

const ROUNDS: usize = 200;

/// What is done to one file.
#[derive(Clone, Copy, Debug)]
enum Damage {
    Truncated,
    /// To a length that a table may have.
    TruncatedToSize,
    Flipped,
    /// Many random bytes behind the header.
    Noise,
    WrongMagic,
    OtherTable,
    OtherKind,
    Missing,
    Empty,
    Folder,
}

const ALL: [Damage; 10] = [
    Damage::Truncated,
    Damage::TruncatedToSize,
    Damage::Flipped,
    Damage::Noise,
    Damage::WrongMagic,
    Damage::OtherTable,
    Damage::OtherKind,
    Damage::Missing,
    Damage::Empty,
    Damage::Folder,
];

fn damage(kind: Damage, path: &Path, others: &[PathBuf], random: &mut Random) {
    let mut bytes = fs::read(path).unwrap();
    let len = bytes.len();
    match kind {
        Damage::Truncated => bytes.truncate(1 + random.below(len - 1) / 64 * 64),
        Damage::TruncatedToSize => bytes.truncate((random.below(len) / 64 * 64 + 16).min(len - 64)),
        Damage::Flipped => {
            for _ in 0..1 + random.below(8) {
                bytes[random.below(len)] ^= 1 << random.below(8);
            }
        }
        Damage::Noise => {
            let start = 32.min(len - 1);
            let end = (start + 6_000).min(len);
            bytes[start..end].iter_mut().for_each(|byte| *byte = random.word() as u8);
        }
        Damage::WrongMagic => bytes[random.below(4)] ^= 0x55,
        Damage::OtherTable | Damage::OtherKind => {
            let same = matches!(kind, Damage::OtherTable);
            let fits = |other: &&PathBuf| {
                *other != path && (other.extension() == path.extension()) == same
            };
            let others: Vec<&PathBuf> = others.iter().filter(fits).collect();
            bytes = fs::read(others[random.below(others.len())]).unwrap();
        }
        Damage::Empty => bytes.clear(),
        Damage::Missing | Damage::Folder => {
            fs::remove_file(path).unwrap();
            if matches!(kind, Damage::Folder) {
                fs::create_dir(path).unwrap();
            }
            return;
        }
    }
    fs::write(path, bytes).unwrap();
}

/// Probes random positions. Sound tables must not have changed their minds.
fn probe(tables: &Syzygy, truth: &Syzygy, random: &mut Random, trusted: bool) {
    for _ in 0..60 {
        let position = support::random_setup(random).position;
        let (wdl, dtz) = (tables.wdl_after_zeroing(&position), tables.dtz(&position));
        if trusted {
            assert!(wdl.is_none_or(|wdl| truth.probe_wdl(&position).unwrap() == wdl));
            assert!(dtz.is_none_or(|dtz| truth.probe_dtz(&position).unwrap() == dtz));
        }
    }
}

/// Searches a position from which captures lead into the tables.
fn search(tables: Syzygy) {
    let mut engine = Engine::new(1).unwrap();
    engine.tablebase.prober = Some(Arc::new(tables));
    for fen in ["8/4P1k1/8/8/8/1r6/P1N5/K7 w - - 0 1", "8/8/8/3k4/8/1q6/8/K2R4 b - - 0 1"] {
        let game = Game::new(fen.parse::<Setup>().unwrap());
        let limits = Limits { nodes: Some(3_000), ..Limits::default() };
        let control = Arc::new(Control::default());
        let answer = engine.go::<Silent>(&game, &limits, &control, &mut ());
        assert!(answer.best.is_some_and(|mv| game.position().is_legal(mv)));
    }
}

#[test]
fn damaged_files_are_named_and_never_crash_a_probe_or_a_search() {
    let Some(source) = support::folder() else { return };
    let truth = Syzygy::open(&source).unwrap();
    let folder = TempFolder::new("damaged-tables");
    let mut paths = Vec::new();
    for entry in fs::read_dir(&source).unwrap() {
        let entry = entry.unwrap().path();
        if entry.extension().is_some_and(|it| it == "rtbw" || it == "rtbz") {
            let path = folder.path().join(entry.file_name().unwrap());
            fs::write(&path, fs::read(entry).unwrap()).unwrap();
            paths.push(path);
        }
    }
    paths.sort_unstable();
    let mut random = Random::new(23);
    let (mut named, mut missing) = (0, 0);
    for round in 0..ROUNDS {
        let kind = ALL[round % ALL.len()];
        let path = &paths[random.below(paths.len())];
        let whole = fs::read(path).unwrap();
        // The smallest files have nothing to cut off.
        if whole.len() < 144 && matches!(kind, Damage::TruncatedToSize) {
            fs::write(path, &whole[..16]).unwrap();
        } else {
            damage(kind, path, &paths, &mut random);
        }
        let tables = Syzygy::open(folder.as_str()).unwrap();
        let checked: Vec<_> =
            checked_files(folder.as_str()).unwrap().filter_map(Result::err).collect();
        match (kind, tables.bad_files()) {
            (Damage::Missing, []) => missing += 1,
            (_, [bad]) if bad.path == *path && checked.len() == 1 => named += 1,
            (_, bad) => panic!("{kind:?} of {}: {bad:?}", path.display()),
        }
        assert_eq!(tables.count(Kind::Wdl) + tables.count(Kind::Dtz), paths.len() - 1);
        probe(&tables, &truth, &mut random, true);
        if round % 10 == 0 {
            search(tables);
        }
        // Large files are not read completely when they are opened, so damage gets this far.
        let unchecked = Syzygy::open_checked(folder.as_str(), 0).unwrap();
        probe(&unchecked, &truth, &mut random, false);
        search(unchecked);
        if path.is_dir() {
            fs::remove_dir(path).unwrap();
        }
        fs::write(path, whole).unwrap();
    }
    eprintln!("{ROUNDS} corruptions: {named} named, {missing} missing files, no crash");
}
