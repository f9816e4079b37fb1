//! The forge through the real program: games are played, broken off, gone on with, counted and
//! written for others.

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use forge::archive::Archive;
use forge::format::{Ending, GameRecord};
use support::folder::Folder;
use support::killing::{kill_again_and_again, kills};
use support::recorded::{games, sorted, wait_for_games};
#[cfg(unix)]
use support::tool::interrupt;
use support::tool::{ended, fail, run, spawn, succeed};

/// The arguments that play quick games into a file.
fn arguments<'a>(file: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let quick = ["--nodes", "60", "--endgame-nodes", "90", "--hash", "1"];
    [&["forge", "selfplay", "--out", file], &quick[..], more].concat()
}

/// Runs a tool that has something to say on both channels.
#[track_caller]
fn play(file: &str, more: &[&str]) -> String {
    let (output, out, err) = run(&arguments(file, more));
    assert!(output.status.success(), "{more:?}: {out}{err}");
    out
}

fn numbers(file: &str) -> Vec<u32> {
    games(file).iter().map(|game| game.number).collect()
}

#[test]
fn games_are_played_counted_and_exported() {
    let folder = Folder::made("forge");
    let file = folder.within("games");
    let told = play(&file, &["--games", "12", "--threads", "2"]);
    assert!(told.starts_with("12 games, ") && told.contains("% of the threads' time"), "{told}");
    assert_eq!(numbers(&file).into_iter().collect::<BTreeSet<_>>(), (0..12).collect());

    let plies: usize = games(&file).iter().map(|game| game.plies.len()).sum();
    let told = succeed(&["forge", "stats", &file]);
    for setting in [
        "(nnue), 60 nodes (hard limit 480), 90 nodes (720) and no drawn verdicts with 14 pieces or \
         fewer, hash 1 MB, seed 1, 4-9 random plies, openings within 120 centipawns on a full board \
         (25 % of the decided ones), won after 4 plies of 2000 centipawns, drawn after 12 plies of \
         8 from ply 80, truncated at 400 plies",
        "with the endgame budget",
        "decided openings",
    ] {
        assert!(told.contains(setting), "{told}");
    }
    let row = |name: &str| {
        let line = told.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace().nth(1).unwrap().replace(',', "").parse::<usize>().unwrap()
    };
    assert_eq!((row("games"), row("positions")), (12, plies));
    for group in [
        "how games ended",
        "7 (29 to 32 pieces)",
        "endgame (fewer than 14)",
        "results by phase",
        "distance from equal by phase",
        "scores for White",
        "repeat others",
    ] {
        assert!(told.contains(group), "{told}");
    }

    let (bullet, text) = (folder.within("games.bin"), folder.within("games.txt"));
    let export = |form, out, more: &[&str]| {
        succeed(&[&["forge", "export", "--to", form, &file, "--out", out], more].concat())
    };
    let told = export("bullet", &bullet, &[]);
    let told = told.replace(',', "");
    assert!(told.contains(&format!("{} of {plies} positions", row("quiet"))), "{told}");
    assert_eq!(fs::metadata(&bullet).unwrap().len() as usize, 32 * row("quiet"));
    let all = ["--checks", "--noisy", "--min-ply", "0", "--max-score", "65535", "--cut-games"];
    export("text", &text, &all);
    assert_eq!(fs::read_to_string(&text).unwrap().lines().count(), plies);
    // Nothing is overwritten, least of all the games themselves.
    let before = fs::read(&file).unwrap();
    for out in [&bullet, &file] {
        let told = fail(&["forge", "export", "--to", "text", &file, "--out", out]);
        assert!(told.contains("there is such a file already"), "{told}");
    }
    assert_eq!(fs::read(&file).unwrap(), before);
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 3, "nothing is left behind");
}

#[test]
fn gone_on_with_it_plays_what_is_missing_and_minds_its_settings() {
    let folder = Folder::made("forge-resume");
    let (file, whole) = (folder.within("games"), folder.within("whole"));
    play(&file, &["--games", "3", "--threads", "1", "--seed", "5"]);
    let before = fs::read(&file).unwrap();
    let (output, _, err) = run(&arguments(&file, &["--games", "7", "--threads", "1", "--seed=5"]));
    assert!(output.status.success() && err.contains("after 3 games"), "{err}");
    assert!(fs::read(&file).unwrap().starts_with(&before));
    play(&whole, &["--games", "7", "--threads", "1", "--seed", "5"]);
    assert_eq!(fs::read(&file).unwrap(), fs::read(&whole).unwrap());
    for (more, named) in [
        (&["--seed", "6"][..], "seed 5 and not 6"),
        (&["--seed", "5", "--chess960"], "chess960 0 and not 1"),
        (&["--seed", "5", "--random-plies", "5-9"], "fewest random plies 4 and not 5"),
        (&["--seed", "5", "--hard-nodes", "90"], "hard nodes 480 and not 90"),
        (&["--seed", "5", "--endgame-pieces", "9"], "endgame pieces 14 and not 9"),
        (&["--seed", "5", "--opening-limit", "50"], "opening limit 120 and not 50"),
        (&["--seed", "5", "--decided-openings", "9"], "percent of decided openings 25 and not 9"),
        (&["--seed", "5", "--resign", "2:900"], "winning score 2000 and not 900"),
        (&["--seed", "5", "--draw", "41:6:9"], "drawing score 8 and not 9"),
        (&["--seed", "5", "--max-plies", "90"], "most plies 400 and not 90"),
    ] {
        let told = fail(&arguments(&file, &[more, &["--games", "9"]].concat()));
        assert!(told.contains(named) && told.contains(&file), "{told}");
    }
    assert_eq!(fs::read(&file).unwrap(), fs::read(&whole).unwrap());
}

#[test]
fn games_that_were_cut_are_left_out_unless_asked_for() {
    let folder = Folder::made("forge-cut");
    let [file, some, all] = ["games", "some", "all"].map(|name| folder.within(name));
    play(&file, &["--games", "12", "--max-plies", "90", "--threads", "2"]);
    let (cut, whole): (Vec<_>, Vec<_>) =
        games(&file).into_iter().partition(|game| game.ending == Ending::TooLong);
    assert!(!cut.is_empty() && !whole.is_empty(), "{} were cut", cut.len());
    let left_out = format!("{} games were cut at their longest and are left out", cut.len());
    let plies = |games: &[GameRecord]| games.iter().map(|game| game.plies.len()).sum::<usize>();
    let lines = |file: &str| fs::read_to_string(file).unwrap().lines().count();
    let export = |out: &str, more: &[&str]| {
        let each = ["--checks", "--noisy", "--min-ply", "0", "--max-score", "65535"];
        let export = ["forge", "export", "--to", "text", &file, "--out", out];
        succeed(&[&export[..], &each, more].concat())
    };
    assert!(export(&some, &[]).contains(&left_out));
    assert_eq!(lines(&some), plies(&whole));
    assert!(!export(&all, &["--cut-games"]).contains("left out"));
    assert_eq!(lines(&all), plies(&cut) + plies(&whole));
    assert!(succeed(&["forge", "outcomes", &file]).contains(&left_out));
    assert!(!succeed(&["forge", "outcomes", &file, "--cut-games"]).contains("left out"));
    let pack = |name: &str, more: &[&str]| {
        let (out, held_out) = (folder.within(name), folder.within(&format!("{name}-held")));
        let pack = ["forge", "pack", &file, "--out", &out, "--held-out", &held_out];
        succeed(&[&pack[..], more].concat())
    };
    assert!(pack("without", &[]).contains(&left_out));
    assert!(!pack("with", &["--cut-games"]).contains("left out"));
    let weights = folder.within("weights.rs");
    let texel = ["forge", "texel", &file, "--out", &weights, "--epochs", "1", "--held-out", "2"];
    // There may be too few to learn from; what there is is told before.
    let (_, told, _) = run(&texel);
    let begun = format!("{} games: ", whole.len());
    assert!(told.starts_with(&begun) && told.contains(&left_out), "{told}");
    let told = succeed(&[&texel[..], &["--cut-games"]].concat());
    assert!(told.starts_with("12 games: ") && !told.contains("left out"), "{told}");
}

/// An option that is only listed would leave the games as they are.
#[test]
fn every_setting_of_games_is_written_down_and_heeded() {
    let folder = Folder::made("forge-settings");
    let usual = folder.within("usual");
    let begin = ["--games", "8", "--threads", "2"];
    play(&usual, &begin);
    let header = |file: &str| Archive::open(Path::new(file)).unwrap().header().clone();
    for (option, value, named) in [
        ("--hard-nodes", "60", &["hard nodes 60 and not 480"][..]),
        ("--endgame-pieces", "30", &["endgame pieces 30 and not 14"]),
        ("--random-plies", "4", &["most random plies 4 and not 9"]),
        ("--opening-limit", "20", &["opening limit 20 and not 120"]),
        ("--decided-openings", "100", &["percent of decided openings 100 and not 25"]),
        ("--resign", "1:300", &["winning score 300 and not 2000", "winning plies 2 and not 4"]),
        (
            "--draw",
            "11:2:60",
            &[
                "drawing score 60 and not 8",
                "drawing plies 4 and not 12",
                "drawing from ply 20 and not 80",
            ],
        ),
        ("--max-plies", "40", &["most plies 40 and not 400"]),
    ] {
        let file = folder.within(option);
        play(&file, &[&begin[..], &[option, value]].concat());
        assert_eq!(header(&file).differences(&header(&usual)), named);
        assert!(sorted(&file) != sorted(&usual), "{option} changes no game");
    }
}

#[test]
fn the_shortest_games_allowed_have_a_move_each() {
    let folder = Folder::made("forge-short");
    let file = folder.within("games");
    play(&file, &["--games", "16", "--random-plies", "15-16", "--max-plies", "17"]);
    let lengths: BTreeSet<usize> = games(&file).iter().map(|game| game.plies.len()).collect();
    assert_eq!(lengths, BTreeSet::from([1, 2]));
}

#[test]
fn a_goal_of_positions_is_reached_from_any_arrangement() {
    let folder = Folder::made("forge-positions");
    let file = folder.within("games");
    let more = ["--positions", "200", "--chess960", "--threads", "2"];
    let told = play(&file, &more);
    assert!(told.contains("of them quiet"), "{told}");
    assert!(games(&file).iter().any(|game| game.start.position.needs_chess960()));
    let count = games(&file).len();
    play(&file, &more);
    assert_eq!(games(&file).len(), count, "there was enough");
}

/// Killed at any time, a file loses no finished game and gets none twice. As many times as the
/// environment says in `FORGE_KILLS`, or a few.
#[test]
fn a_file_survives_its_program_being_killed() {
    let kills = kills("FORGE_KILLS");
    let folder = Folder::made("forge-killed");
    let file = folder.within("games");
    let total = (20 + 12 * kills).to_string();
    let begin = || spawn(&arguments(&file, &["--games", &total, "--threads", "2"]));
    let first = begin();
    wait_for_games(&file, 1);
    let child = kill_again_and_again(kills, first, begin, || numbers(&file));
    let (code, out, err) = ended(child);
    assert_eq!(code, Some(0), "{out}{err}");
    let mut found = numbers(&file);
    found.sort_unstable();
    assert_eq!(found, (0..20 + 12 * kills).collect::<Vec<_>>());
    // What was killed again and again holds the very games of what was left alone.
    let whole = folder.within("whole");
    play(&whole, &["--games", &total, "--threads", "2"]);
    assert!(sorted(&file) == sorted(&whole));
}

#[cfg(unix)]
#[test]
fn interrupted_it_ends_in_good_order() {
    let folder = Folder::made("forge-interrupted");
    for (name, more, code) in [("endless", &[][..], 0), ("goal", &["--games", "100000"][..], 130)] {
        let file = folder.within(name);
        let child = spawn(&arguments(&file, more));
        wait_for_games(&file, 2);
        // A second one at the same file is sent away.
        let told = fail(&arguments(&file, more));
        assert!(told.contains("another program is adding to it"), "{told}");
        interrupt(&child);
        let (found, out, err) = ended(child);
        assert_eq!(found, Some(code), "{out}{err}");
        let count = games(&file).len();
        assert!(out.starts_with(&format!("{count} games, ")), "{out}");
        assert_eq!(out.contains("the same command goes on"), code == 130, "{out}");
        let (_, faults): (Vec<_>, Vec<_>) =
            Archive::open(Path::new(&file)).unwrap().games().unwrap().partition(Result::is_ok);
        assert!(faults.is_empty(), "nothing is torn");
    }
}

#[test]
fn what_is_damaged_is_named_and_the_rest_is_used() {
    let folder = Folder::made("forge-damaged");
    let (file, out) = (folder.within("games"), folder.within("games.txt"));
    play(&file, &["--games", "4", "--threads", "1"]);
    let mut bytes = fs::read(&file).unwrap();
    let at = forge::format::HEADER_BYTES + 40;
    bytes[at] ^= 1;
    fs::write(&file, &bytes).unwrap();
    let named = format!("note: {file}: damaged at byte {}", forge::format::HEADER_BYTES);
    let (output, told, err) = run(&["forge", "stats", &file]);
    assert!(output.status.success() && err.contains(&named), "{err}");
    assert!(told.lines().any(|line| line.starts_with("games") && line.ends_with(" 3")), "{told}");
    let (output, _, err) = run(&["forge", "export", "--to", "text", &file, "--out", &out]);
    assert!(output.status.success() && err.contains(&named), "{err}");
    let (output, _, err) = run(&arguments(&file, &["--games", "4"]));
    assert!(output.status.success() && err.contains(&named), "{err}");
    let (whole, _): (Vec<_>, Vec<_>) =
        Archive::open(Path::new(&file)).unwrap().games().unwrap().partition(Result::is_ok);
    assert_eq!(whole.len(), 4, "the lost game has been played again");
}

#[test]
fn what_cannot_be_done_is_told() {
    let folder = Folder::made("forge-wrong");
    let names = ["empty", "foreign", "out"].map(|name| folder.within(name));
    let [empty, foreign, out] = names.each_ref().map(String::as_str);
    fs::write(empty, "").unwrap();
    fs::write(foreign, "[Event \"?\"]\n\n1. e4 *\n").unwrap();
    let here = folder.text();
    for (input, named) in [
        (empty, "the file is empty"),
        (foreign, "not a file of the forge"),
        (here, here),
        ("no/such/games", "no/such/games: "),
    ] {
        let told = fail(&["forge", "stats", input]);
        assert!(told.contains(named) && !told.contains("panicked"), "{told}");
        let told = fail(&["forge", "export", "--to", "bullet", input, "--out", out]);
        assert!(told.contains(named) && !Path::new(out).exists(), "{told}");
    }
    for (more, named) in [
        (vec!["--out", foreign], "not a file of the forge"),
        (vec!["--out", here], here),
        (vec!["--out", "no/such/games"], "no/such/games: "),
        (vec!["--out", out, "--games", "0"], "0 is not in 1.."),
        (vec!["--out", out, "--games", "-3"], "-3"),
        (vec!["--out", out, "--nodes", "0"], "1..=100000000"),
        (vec!["--out", out, "--nodes", "9", "--hard-nodes", "8"], "--hard-nodes 8 is below"),
        (vec!["--out", out, "--hard-nodes", "-1"], "1..=800000000"),
        (vec!["--out", out, "--opening-limit", "0"], "1..=32000"),
        (vec!["--out", out, "--resign", "4"], "MOVES:CENTIPAWNS"),
        (vec!["--out", out, "--draw", "4:5"], "FROM:MOVES:CENTIPAWNS"),
        (vec!["--out", out, "--max-plies", "4097"], "1..=4096"),
        (vec!["--out", out, "--max-plies", "9"], "--max-plies 9 leaves no move"),
        (
            vec!["--out", out, "--max-plies", "40", "--random-plies", "4-40"],
            "openings of up to 40 plies; expected at least 41",
        ),
        (vec!["--out", out, "--endgame-nodes", "0"], "1..=100000000"),
        (vec!["--out", out, "--endgame-pieces", "33"], "0..=32"),
        (
            vec!["--out", out, "--endgame-pieces", "0", "--endgame-nodes", "9"],
            "--endgame-nodes 9 has no effect with --endgame-pieces 0",
        ),
        (vec!["--out", out, "--decided-openings", "101"], "0..=100"),
        (
            vec!["--out", out, "--max-plies", "16", "--positions", "1"],
            "--positions counts from ply 16 of a game on",
        ),
        (vec!["--out", out, "--threads", "0"], "1..=512"),
        (vec!["--out", out, "--random-plies", "0"], "from 1 to 40"),
        (vec!["--out", out, "--hash", "0"], "1..=65536"),
        (vec!["--out", out, "--games", "1", "--positions", "1"], "cannot be used with"),
        (vec![], "--out <FILE>"),
    ] {
        let told = fail(&[&["forge", "selfplay"][..], &more].concat());
        assert!(told.contains(named) && !told.contains("panicked"), "{more:?}: {told}");
        assert!(!Path::new(out).exists(), "{more:?}");
    }
    assert!(fs::read_to_string(foreign).unwrap().starts_with("[Event"), "left alone");
    for (more, named) in [
        (vec!["--to", "pgn", foreign, "--out", out], "pgn"),
        (vec!["--to", "text", "--out", out], "FILES"),
        (vec!["--to", "text", foreign], "--out <OUT>"),
    ] {
        let told = fail(&[&["forge", "export"][..], &more].concat());
        assert!(told.contains(named), "{more:?}: {told}");
    }
}
