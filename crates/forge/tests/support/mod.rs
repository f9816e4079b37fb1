//! Random games, and helpers for their files.

// Each test file uses its own part of this.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::path::Path;

use chess::GameResult;
use chess::{Game, Random, Setup};
use engine::knobs::Evaluator;
use forge::archive::{Archive, Fault};
use forge::format::{GameRecord, Header, Maker, Ply};
use forge::selfplay::{Effort, Finish, Goal, Run, Totals};
use forge::settings::Settings;
use forge::store::Store;
use toolkit::Ending;
use toolkit::stop::StopAll;

pub(crate) fn header() -> Header {
    let evaluator = Evaluator::Nnue;
    let maker = Maker { version: "0.1.0".to_owned(), bench: 4242, evaluator };
    Header { maker, settings: Settings::with_nodes(60) }
}

/// A game of at most `plies` random moves and random scores, from a random position.
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
        ending: Ending::PLAYED[random.below(8)],
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

/// The games and the faults of a file.
pub(crate) fn contents(archive: &Archive) -> (Vec<GameRecord>, Vec<Fault>) {
    partition(archive.games().unwrap())
}

pub(crate) fn partition(
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

/// Opens a file for adding games; the numbers of the games and the faults in it.
pub(crate) fn reopened(path: &Path) -> (Store, Vec<u32>, Vec<Fault>) {
    let (mut numbers, mut faults) = (Vec::new(), Vec::new());
    let store = Store::open(path, &header(), |game| match game {
        Ok(record) => numbers.push(record.number),
        Err(fault) => faults.push(fault),
    });
    (store.unwrap(), numbers, faults)
}

/// The default maker with other settings.
pub(crate) fn with(settings: Settings) -> Header {
    Header { settings, ..header() }
}

/// Plays until a file holds this many games.
pub(crate) fn play(path: &Path, header: Header, games: u32, threads: usize) -> (Totals, Effort) {
    let mut run = Run::open(path, header).unwrap();
    let mut effort = Effort::default();
    let goal = Goal { games: Some(games), ..Goal::default() };
    let finish = run.play(goal, threads, &StopAll::default(), |_, more| effort += more).unwrap();
    assert_eq!(finish, Finish::Reached);
    (run.totals(), effort)
}

/// The games of an undamaged file.
pub(crate) fn games(path: &Path) -> Vec<GameRecord> {
    let (games, faults) = contents(&Archive::open(path).unwrap());
    assert!(faults.is_empty(), "{faults:?}");
    games
}

pub(crate) fn by_number(path: &Path) -> BTreeMap<u32, GameRecord> {
    games(path).into_iter().map(|game| (game.number, game)).collect()
}
