//! Games made of chance, and places for their files.

// Each test file uses its own part of this.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use chess::{Game, Random, Setup};
use engine::knobs::Evaluator;
use forge::archive::{Archive, Fault};
use forge::format::{Ending, GameRecord, GameResult, Header, Maker, Ply};
use forge::selfplay::{Effort, Finish, Goal, Run, Totals};
use forge::settings::Settings;
use forge::store::Store;
use toolkit::stop::StopAll;

/// A folder of its own for each test, gone at its end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("forge-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn header() -> Header {
    let evaluator = Evaluator::Nnue;
    let maker = Maker { version: "0.1.0".to_owned(), bench: 4242, evaluator };
    Header { maker, settings: Settings::with_nodes(60) }
}

/// Random moves and random scores, up to so many plies, from somewhere within a game.
pub(crate) fn random_game(random: &mut Random, number: u32, plies: usize) -> GameRecord {
    let chess960 = random.below(2) == 0;
    let start = if chess960 { Setup::chess960(random.below(960)) } else { Setup::initial() };
    let mut game = Game::new(start);
    for _ in 0..random.below(30) {
        step(random, &mut game);
    }
    let start = game.setup();
    let mut game = Game::new(start.clone());
    let mut kept = Vec::new();
    while kept.len() < plies && step(random, &mut game) {
        kept.push(Ply { mv: *game.moves().last().unwrap(), score: random.word() as i16 });
    }
    GameRecord {
        number,
        start,
        result: GameResult::ALL[random.below(3)],
        ending: Ending::ALL[random.below(8)],
        plies: kept,
    }
}

fn step(random: &mut Random, game: &mut Game) -> bool {
    let moves = game.position().legal_moves();
    !moves.is_empty() && game.play(moves[random.below(moves.len())]).is_ok()
}

pub(crate) fn random_games(seed: u64, count: u32, plies: usize) -> Vec<GameRecord> {
    let mut random = Random::new(seed);
    (0..count).map(|number| random_game(&mut random, number, plies)).collect()
}

/// A file of these games, as bytes.
pub(crate) fn file_of(games: &[GameRecord]) -> Vec<u8> {
    let mut bytes = header().encode().to_vec();
    games.iter().for_each(|game| game.encode(&mut bytes));
    bytes
}

/// Everything a file holds: games, and what is wrong with it.
pub(crate) fn contents(archive: &Archive) -> (Vec<GameRecord>, Vec<Fault>) {
    sorted_out(archive.games().unwrap())
}

pub(crate) fn sorted_out(
    games: impl Iterator<Item = Result<GameRecord, Fault>>,
) -> (Vec<GameRecord>, Vec<Fault>) {
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    for game in games {
        match game {
            Ok(record) => good.push(record),
            Err(fault) => bad.push(fault),
        }
    }
    (good, bad)
}

/// Opens a file to add to it; what it held.
pub(crate) fn reopened(path: &Path) -> (Store, Vec<u32>, Vec<Fault>) {
    let (mut numbers, mut faults) = (Vec::new(), Vec::new());
    let store = Store::open(path, &header(), |game| match game {
        Ok(record) => numbers.push(record.number),
        Err(fault) => faults.push(fault),
    });
    (store.unwrap(), numbers, faults)
}

/// The usual maker with other settings.
pub(crate) fn with(settings: Settings) -> Header {
    Header { settings, ..header() }
}

/// Plays until a file holds so many games.
pub(crate) fn play(path: &Path, header: Header, games: u32, threads: usize) -> (Totals, Effort) {
    let mut run = Run::open(path, header).unwrap();
    let mut effort = Effort::default();
    let goal = Goal { games: Some(games), ..Goal::default() };
    let finish = run.play(goal, threads, &StopAll::default(), |_, more| effort += more).unwrap();
    assert_eq!(finish, Finish::Reached);
    (run.totals(), effort)
}

/// The games of a file that nothing is wrong with.
pub(crate) fn games(path: &Path) -> Vec<GameRecord> {
    let (games, faults) = contents(&Archive::open(path).unwrap());
    assert!(faults.is_empty(), "{faults:?}");
    games
}

pub(crate) fn by_number(path: &Path) -> BTreeMap<u32, GameRecord> {
    games(path).into_iter().map(|game| (game.number, game)).collect()
}
