//! Reads files of games that the program has written or is writing.

use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use forge::archive::{Archive, Fault};
use forge::format::GameRecord;

/// The games of a file that may still be written; an unfinished game at its end is ignored.
pub(crate) fn games(file: &str) -> Vec<GameRecord> {
    let Ok(archive) = Archive::open(Path::new(file)) else { return Vec::new() };
    let whole = |game| match game {
        Ok(record) => Some(record),
        Err(Fault::Torn { .. }) => None,
        Err(fault) => panic!("{fault}"),
    };
    archive.games().unwrap().filter_map(whole).collect()
}

/// The same, sorted by number: threads finish in any order.
pub(crate) fn sorted(file: &str) -> Vec<GameRecord> {
    let mut games = games(file);
    games.sort_by_key(|game| game.number);
    games
}

#[track_caller]
pub(crate) fn wait_for_games(file: &str, count: usize) {
    wait_for(|| games(file).len() >= count);
}

#[track_caller]
pub(crate) fn wait_for(condition: impl Fn() -> bool) {
    for _ in 0..6_000 {
        if condition() {
            return;
        }
        sleep(Duration::from_millis(10));
    }
    panic!("the condition was not met in time");
}
