//! Reading tuning positions from files of games.

mod support;

use std::fs;

use forge::archive::Archive;
use forge::filter::Filter;
use forge::format::GameRecord;
use forge::texel::{ResultShare, Selection, read};
use support::{file_of, random_games};
use toolkit::Ending;
use toolkit::TempFolder;

#[test]
fn games_with_positions_and_truncated_games_are_counted() {
    let folder = TempFolder::new("texel");
    let games = random_games(5, 40, 60);
    fs::write(folder.file("a"), file_of(&games)).unwrap();
    let archives = [Archive::open(&folder.file("a")).unwrap()];
    for truncated_games in [false, true] {
        let filter = Filter { truncated_games, ..Filter::default() };
        let selection =
            Selection { filter, per_game: 3, held_out_every: 4, share: ResultShare(0.5) };
        let data = read(&archives, &selection, 2).unwrap();
        let kept = |game: &&GameRecord| game.samples().any(|sample| filter.keeps(&sample.unwrap()));
        let truncated = games.iter().filter(|game| game.ending == Ending::TooLong).count();
        assert!(truncated > 0 && truncated < games.len());
        assert_eq!(data.games, games.iter().filter(kept).count() as u64);
        assert_eq!(data.truncated_games, if truncated_games { 0 } else { truncated as u64 });
        assert!(data.faults.is_empty());
    }
}
