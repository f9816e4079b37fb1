//! Recorded games scored anew, through the real program.

mod support;

use std::fs;
use std::path::Path;

use forge::archive::Archive;
use forge::format::{GameRecord, NO_SCORE};
use forge::settings::Settings;
use support::folder::Folder;
use support::recorded::sorted;
use support::tool::{fail, play, succeed};

fn selfplay(file: &str, games: &str, evaluator: &str) {
    let what = ["--games", games, "--nodes", "60", "--hash", "1", "--evaluator", evaluator];
    play(&[&["forge", "selfplay", "--out", file], &what[..]].concat());
}

/// The games as they would be without scores.
fn unscored(file: &str) -> Vec<GameRecord> {
    let mut games = sorted(file);
    games.iter_mut().flat_map(|game| &mut game.plies).for_each(|ply| ply.score = NO_SCORE);
    games
}

fn scored(file: &str) -> usize {
    let games = sorted(file);
    games.iter().flat_map(|game| &game.plies).filter(|ply| ply.score != NO_SCORE).count()
}

#[test]
fn games_are_scored_anew_and_stay_the_same_games() {
    let folder = Folder::made("relabel");
    let (old, new) = (folder.within("old"), folder.within("new"));
    selfplay(&old, "8", "nnue");
    let relabel = ["forge", "relabel", &old, "--out", &new, "--nodes", "100"];
    let told = play(&relabel);
    assert!(told.starts_with("8 games, ") && told.contains("of them quiet"), "{told}");
    assert_eq!(unscored(&new), unscored(&old));
    let (plies, scored) = (scored(&old), scored(&new));
    assert!(scored > plies / 3 && scored < plies, "{scored} of {plies}");
    let header = Archive::open(Path::new(&new)).unwrap().header().clone();
    let Settings { relabelled, nodes, endgame, hash_megabytes, .. } = header.settings;
    assert_eq!((relabelled, nodes.soft, endgame, hash_megabytes), (true, 100, None, 1));
    // What has no score is passed over, whatever else is asked for.
    let text = folder.within("text");
    let all = ["--checks", "--noisy", "--min-ply", "0", "--max-score", "65535"];
    succeed(&[&["forge", "export", "--to", "text", &new, "--out", &text], &all[..]].concat());
    assert_eq!(fs::read_to_string(&text).unwrap().lines().count(), scored);
    // There is nothing left to do.
    let before = fs::read(&new).unwrap();
    play(&relabel);
    assert!(fs::read(&new).unwrap() == before);
}

#[test]
fn games_of_another_file_are_neither_skipped_nor_mixed_in() {
    let folder = Folder::made("relabel-other");
    let (old, other, new) = (folder.within("old"), folder.within("other"), folder.within("new"));
    // Of one kind and one seed, but not the same games.
    selfplay(&old, "3", "nnue");
    selfplay(&other, "6", "classical");
    play(&["forge", "relabel", &old, "--out", &new]);
    let before = fs::read(&new).unwrap();
    let told = fail(&["forge", "relabel", &other, "--out", &new]);
    assert!(told.contains("games of another file") && told.contains(&new), "{told}");
    assert!(fs::read(&new).unwrap() == before, "nothing is added");
    // More games of the same file are welcome.
    selfplay(&old, "5", "nnue");
    play(&["forge", "relabel", &old, "--out", &new]);
    assert_eq!(unscored(&new), unscored(&old));
}

/// Games may have been played where there was more memory, or are to be searched for longer.
#[test]
fn the_table_may_be_another_than_that_of_the_games() {
    let folder = Folder::made("relabel-hash");
    let (old, new) = (folder.within("old"), folder.within("new"));
    selfplay(&old, "1", "nnue");
    let relabel = |hash| ["forge", "relabel", &old, "--out", &new, "--hash", hash];
    play(&relabel("2"));
    let settings = Archive::open(Path::new(&new)).unwrap().header().settings.clone();
    assert_eq!(settings.hash_megabytes, 2);
    assert!(fail(&relabel("3")).contains("hash 2 and not 3"));
    assert!(fail(&relabel("0")).contains("1..=65536"));
}

#[cfg(unix)]
#[test]
fn interrupted_it_goes_on_where_it_was() {
    use support::recorded::wait_for_games;
    use support::tool::{ended, interrupt, spawn};
    let folder = Folder::made("relabel-interrupted");
    let (old, whole, parts) =
        (folder.within("old"), folder.within("whole"), folder.within("parts"));
    selfplay(&old, "16", "nnue");
    let relabel = |out| ["forge", "relabel", &old, "--out", out, "--nodes", "1000"];
    play(&relabel(&whole));
    let child = spawn(&relabel(&parts));
    wait_for_games(&parts, 1);
    interrupt(&child);
    let (code, out, err) = ended(child);
    assert_eq!(code, Some(130), "{out}{err}");
    assert!(out.contains("the same command goes on"), "{out}");
    assert!(sorted(&parts).len() < 16);
    play(&relabel(&parts));
    assert!(sorted(&parts) == sorted(&whole), "broken off or not, it comes to the same");
}
