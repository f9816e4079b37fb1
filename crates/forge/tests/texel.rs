//! From files of games to what the classical evaluation learns from.

mod support;

use std::fs;

use forge::archive::Archive;
use forge::filter::Filter;
use forge::format::{Ending, GameRecord};
use forge::texel::{Selection, Share, read};
use support::{Folder, file_of, random_games};

#[test]
fn games_count_if_something_is_taken_of_them_and_those_cut_are_told_apart() {
    let folder = Folder::new("texel");
    let games = random_games(5, 40, 60);
    fs::write(folder.file("a"), file_of(&games)).unwrap();
    let archives = [Archive::open(&folder.file("a")).unwrap()];
    for cut_games in [false, true] {
        let filter = Filter { cut_games, ..Filter::default() };
        let selection = Selection { filter, per_game: 3, held_out: 4, share: Share(0.5) };
        let material = read(&archives, &selection, 2).unwrap();
        let kept = |game: &&GameRecord| game.samples().any(|sample| filter.keeps(&sample.unwrap()));
        let cut = games.iter().filter(|game| game.ending == Ending::TooLong).count();
        assert!(cut > 0 && cut < games.len());
        assert_eq!(material.games, games.iter().filter(kept).count() as u64);
        assert_eq!(material.cut_games, if cut_games { 0 } else { cut as u64 });
        assert!(material.faults.is_empty());
    }
}
