//! Relabelling through the program.

mod support;

use std::fs;
use std::path::Path;

use forge::archive::Archive;
use forge::format::{GameRecord, NO_SCORE};
use forge::settings::Settings;
use support::recorded::sorted;
use support::tool::{fail, play, succeed};
use toolkit::TempFolder;

fn selfplay(file: &str, games: &str, evaluator: &str) {
    let what = ["--games", games, "--nodes", "60", "--hash", "1", "--evaluator", evaluator];
    play(&[&["forge", "selfplay", "--out", file], &what[..]].concat());
}

/// The games without their scores.
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
fn relabelling_changes_scores_and_nothing_else() {
    let folder = TempFolder::new("relabel");
    let (old, new) = (folder.text("old"), folder.text("new"));
    selfplay(&old, "8", "nnue");
    let relabel = ["forge", "relabel", &old, "--out", &new, "--nodes", "100"];
    let output = play(&relabel);
    assert!(output.starts_with("8 games, ") && output.contains("of them quiet"), "{output}");
    assert_eq!(unscored(&new), unscored(&old));
    let (plies, scored) = (scored(&old), scored(&new));
    assert!(scored > plies / 3 && scored < plies, "{scored} of {plies}");
    let header = Archive::open(Path::new(&new)).unwrap().header().clone();
    let Settings { relabelled, nodes, endgame, hash_megabytes, .. } = header.settings;
    assert_eq!((relabelled, nodes.soft, endgame, hash_megabytes), (true, 100, None, 1));
    // Positions without a score are skipped, whatever the filter.
    let text = folder.text("text");
    let all = ["--checks", "--noisy", "--min-ply", "0", "--max-score", "65535"];
    succeed(&[&["forge", "export", "--to", "text", &new, "--out", &text], &all[..]].concat());
    assert_eq!(fs::read_to_string(&text).unwrap().lines().count(), scored);
    // Nothing is left to do.
    let before = fs::read(&new).unwrap();
    play(&relabel);
    assert!(fs::read(&new).unwrap() == before);
}

#[test]
fn games_of_another_source_are_refused() {
    let folder = TempFolder::new("relabel-other");
    let (old, other, new) = (folder.text("old"), folder.text("other"), folder.text("new"));
    // The same settings and seed, but other games.
    selfplay(&old, "3", "nnue");
    selfplay(&other, "6", "classical");
    play(&["forge", "relabel", &old, "--out", &new]);
    let before = fs::read(&new).unwrap();
    let output = fail(&["forge", "relabel", &other, "--out", &new]);
    assert!(output.contains("games of another file") && output.contains(&new), "{output}");
    assert!(fs::read(&new).unwrap() == before, "nothing is added");
    // More games of the same source are accepted.
    selfplay(&old, "5", "nnue");
    play(&["forge", "relabel", &old, "--out", &new]);
    assert_eq!(unscored(&new), unscored(&old));
}

/// The games may have been played with more memory, or need longer searches now.
#[test]
fn the_hash_table_may_differ_from_that_of_the_games() {
    let folder = TempFolder::new("relabel-hash");
    let (old, new) = (folder.text("old"), folder.text("new"));
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
fn an_interrupted_relabelling_continues() {
    use support::recorded::wait_for_games;
    use support::tool::{ended, interrupt, spawn};
    let folder = TempFolder::new("relabel-interrupted");
    let (old, whole, parts) = (folder.text("old"), folder.text("whole"), folder.text("parts"));
    selfplay(&old, "16", "nnue");
    let relabel = |out| ["forge", "relabel", &old, "--out", out, "--nodes", "1000"];
    play(&relabel(&whole));
    let child = spawn(&relabel(&parts));
    wait_for_games(&parts, 1);
    interrupt(&child);
    let (code, out, err) = ended(child);
    assert_eq!(code, Some(130), "{out}{err}");
    assert!(out.contains("the same command continues"), "{out}");
    assert!(sorted(&parts).len() < 16);
    play(&relabel(&parts));
    assert!(sorted(&parts) == sorted(&whole), "the interruption makes no difference");
}
