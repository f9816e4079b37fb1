//! The forge through the program: games are played, interrupted, continued, counted and exported.

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use forge::archive::Archive;
use forge::format::GameRecord;
use support::killing::{kill_again_and_again, kills};
use support::recorded::{games, sorted, wait_for_games};
#[cfg(unix)]
use support::tool::interrupt;
use support::tool::{ended, fail, run, spawn, succeed};
use toolkit::Ending;
use toolkit::TempFolder;

/// The arguments that play quick games into a file.
fn arguments<'a>(file: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let quick = ["--nodes", "60", "--endgame-nodes", "90", "--hash", "1"];
    [&["forge", "selfplay", "--out", file], &quick[..], more].concat()
}

/// Runs a command that may write to both outputs.
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
    let folder = TempFolder::new("forge");
    let file = folder.text("games");
    let played = play(&file, &["--games", "12", "--threads", "2"]);
    assert!(
        played.starts_with("12 games, ") && played.contains("% of the threads' time"),
        "{played}"
    );
    assert_eq!(numbers(&file).into_iter().collect::<BTreeSet<_>>(), (0..12).collect());

    let plies: usize = games(&file).iter().map(|game| game.plies.len()).sum();
    let output = succeed(&["forge", "stats", &file]);
    for setting in [
        "(nnue), 60 nodes (hard limit 480), 90 nodes (720) and no adjudicated draws with 14 pieces or \
         fewer, hash 1 MB, seed 1, 4-9 random plies, openings within 120 centipawns on a full board \
         (25 % of the decided ones), won after 4 plies of 2000 centipawns, drawn after 12 plies of \
         8 from ply 80, truncated at 400 plies",
        "with the endgame budget",
        "decided openings",
    ] {
        assert!(output.contains(setting), "{output}");
    }
    let row = |name: &str| {
        let line = output.lines().find(|line| line.starts_with(name)).unwrap();
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
        assert!(output.contains(group), "{output}");
    }

    let (bullet, text) = (folder.text("games.bin"), folder.text("games.txt"));
    let export = |form, out, more: &[&str]| {
        succeed(&[&["forge", "export", "--to", form, &file, "--out", out], more].concat())
    };
    let output = export("bullet", &bullet, &[]);
    let output = output.replace(',', "");
    assert!(output.contains(&format!("{} of {plies} positions", row("quiet"))), "{output}");
    assert_eq!(fs::metadata(&bullet).unwrap().len() as usize, 32 * row("quiet"));
    let all =
        ["--checks", "--noisy", "--min-ply", "0", "--max-score", "65535", "--truncated-games"];
    export("text", &text, &all);
    assert_eq!(fs::read_to_string(&text).unwrap().lines().count(), plies);
    // Nothing is overwritten, least of all the games themselves.
    let before = fs::read(&file).unwrap();
    for out in [&bullet, &file] {
        let output = fail(&["forge", "export", "--to", "text", &file, "--out", out]);
        assert!(output.contains("the file exists already"), "{output}");
    }
    assert_eq!(fs::read(&file).unwrap(), before);
    assert_eq!(folder.names().len(), 3, "nothing is left behind");
}

#[test]
fn a_continued_file_gets_its_missing_games_and_no_other_settings() {
    let folder = TempFolder::new("forge-resume");
    let (file, whole) = (folder.text("games"), folder.text("whole"));
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
        let output = fail(&arguments(&file, &[more, &["--games", "9"]].concat()));
        assert!(output.contains(named) && output.contains(&file), "{output}");
    }
    assert_eq!(fs::read(&file).unwrap(), fs::read(&whole).unwrap());
}

#[test]
fn truncated_games_are_excluded_unless_asked_for() {
    let folder = TempFolder::new("forge-truncated");
    let [file, some, all] = ["games", "some", "all"].map(|name| folder.text(name));
    play(&file, &["--games", "12", "--max-plies", "90", "--threads", "2"]);
    let (truncated, whole): (Vec<_>, Vec<_>) =
        games(&file).into_iter().partition(|game| game.ending == Ending::TooLong);
    assert!(!truncated.is_empty() && !whole.is_empty(), "{} were truncated", truncated.len());
    let excluded = format!("{} games were truncated and are excluded", truncated.len());
    let plies = |games: &[GameRecord]| games.iter().map(|game| game.plies.len()).sum::<usize>();
    let lines = |file: &str| fs::read_to_string(file).unwrap().lines().count();
    let export = |out: &str, more: &[&str]| {
        let each = ["--checks", "--noisy", "--min-ply", "0", "--max-score", "65535"];
        let export = ["forge", "export", "--to", "text", &file, "--out", out];
        succeed(&[&export[..], &each, more].concat())
    };
    assert!(export(&some, &[]).contains(&excluded));
    assert_eq!(lines(&some), plies(&whole));
    assert!(!export(&all, &["--truncated-games"]).contains("are excluded"));
    assert_eq!(lines(&all), plies(&truncated) + plies(&whole));
    assert!(succeed(&["forge", "outcomes", &file]).contains(&excluded));
    // The old name of the option still works.
    assert!(!succeed(&["forge", "outcomes", &file, "--cut-games"]).contains("are excluded"));
    let pack = |name: &str, more: &[&str]| {
        let (out, held_out) = (folder.text(name), folder.text(&format!("{name}-held")));
        let pack = ["forge", "pack", &file, "--out", &out, "--held-out", &held_out];
        succeed(&[&pack[..], more].concat())
    };
    assert!(pack("without", &[]).contains(&excluded));
    assert!(!pack("with", &["--truncated-games"]).contains("are excluded"));
    let weights = folder.text("weights.rs");
    let texel = ["forge", "texel", &file, "--out", &weights, "--epochs", "1", "--held-out", "2"];
    // There may be too few positions to tune on; the counts are printed before.
    let (_, output, _) = run(&texel);
    let start = format!("{} games: ", whole.len());
    assert!(output.starts_with(&start) && output.contains(&excluded), "{output}");
    let output = succeed(&[&texel[..], &["--truncated-games"]].concat());
    assert!(output.starts_with("12 games: ") && !output.contains("are excluded"), "{output}");
}

/// An option without effect would leave the games as they are.
#[test]
fn every_setting_is_stored_and_has_an_effect() {
    let folder = TempFolder::new("forge-settings");
    let default = folder.text("default");
    let begin = ["--games", "8", "--threads", "2"];
    play(&default, &begin);
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
        let file = folder.text(option);
        play(&file, &[&begin[..], &[option, value]].concat());
        assert_eq!(header(&file).differences(&header(&default)), named);
        assert!(sorted(&file) != sorted(&default), "{option} changes no game");
    }
}

#[test]
fn the_shortest_games_have_at_least_one_move() {
    let folder = TempFolder::new("forge-short");
    let file = folder.text("games");
    play(&file, &["--games", "16", "--random-plies", "15-16", "--max-plies", "17"]);
    let lengths: BTreeSet<usize> = games(&file).iter().map(|game| game.plies.len()).collect();
    assert_eq!(lengths, BTreeSet::from([1, 2]));
}

#[test]
fn a_goal_of_positions_is_reached_in_chess960() {
    let folder = TempFolder::new("forge-positions");
    let file = folder.text("games");
    let more = ["--positions", "200", "--chess960", "--threads", "2"];
    let output = play(&file, &more);
    assert!(output.contains("of them quiet"), "{output}");
    assert!(games(&file).iter().any(|game| game.start.position.needs_chess960()));
    let count = games(&file).len();
    play(&file, &more);
    assert_eq!(games(&file).len(), count, "the goal was reached before");
}

/// Killed at any time, a file loses no finished game and gets none twice. `FORGE_KILLS` in the
/// environment is the number of kills.
#[test]
fn a_file_survives_being_killed() {
    let kills = kills("FORGE_KILLS");
    let folder = TempFolder::new("forge-killed");
    let file = folder.text("games");
    let total = (20 + 12 * kills).to_string();
    let start = || spawn(&arguments(&file, &["--games", &total, "--threads", "2"]));
    let first = start();
    wait_for_games(&file, 1);
    let child = kill_again_and_again(kills, first, start, || numbers(&file));
    let (code, out, err) = ended(child);
    assert_eq!(code, Some(0), "{out}{err}");
    let mut found = numbers(&file);
    found.sort_unstable();
    assert_eq!(found, (0..20 + 12 * kills).collect::<Vec<_>>());
    // The file holds the same games as one that was never killed.
    let whole = folder.text("whole");
    play(&whole, &["--games", &total, "--threads", "2"]);
    assert!(sorted(&file) == sorted(&whole));
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_ends_cleanly() {
    let folder = TempFolder::new("forge-interrupted");
    for (name, more, code) in [("endless", &[][..], 0), ("goal", &["--games", "100000"][..], 130)] {
        let file = folder.text(name);
        let child = spawn(&arguments(&file, more));
        wait_for_games(&file, 2);
        // A second program on the same file is refused.
        let output = fail(&arguments(&file, more));
        assert!(output.contains("another program is adding to it"), "{output}");
        interrupt(&child);
        let (found, out, err) = ended(child);
        assert_eq!(found, Some(code), "{out}{err}");
        let count = games(&file).len();
        assert!(out.starts_with(&format!("{count} games, ")), "{out}");
        assert_eq!(out.contains("the same command continues"), code == 130, "{out}");
        let (_, faults): (Vec<_>, Vec<_>) =
            Archive::open(Path::new(&file)).unwrap().games().unwrap().partition(Result::is_ok);
        assert!(faults.is_empty(), "nothing is torn");
    }
}

#[test]
fn damage_is_reported_and_the_rest_is_used() {
    let folder = TempFolder::new("forge-damaged");
    let (file, out) = (folder.text("games"), folder.text("games.txt"));
    play(&file, &["--games", "4", "--threads", "1"]);
    let mut bytes = fs::read(&file).unwrap();
    let at = forge::format::HEADER_BYTES + 40;
    bytes[at] ^= 1;
    fs::write(&file, &bytes).unwrap();
    let named = format!("note: {file}: damaged at byte {}", forge::format::HEADER_BYTES);
    let (finished, output, err) = run(&["forge", "stats", &file]);
    assert!(finished.status.success() && err.contains(&named), "{err}");
    assert!(
        output.lines().any(|line| line.starts_with("games") && line.ends_with(" 3")),
        "{output}"
    );
    let (output, _, err) = run(&["forge", "export", "--to", "text", &file, "--out", &out]);
    assert!(output.status.success() && err.contains(&named), "{err}");
    let (output, _, err) = run(&arguments(&file, &["--games", "4"]));
    assert!(output.status.success() && err.contains(&named), "{err}");
    let (whole, _): (Vec<_>, Vec<_>) =
        Archive::open(Path::new(&file)).unwrap().games().unwrap().partition(Result::is_ok);
    assert_eq!(whole.len(), 4, "the lost game has been played again");
}

#[test]
fn invalid_inputs_are_refused() {
    let folder = TempFolder::new("forge-wrong");
    let names = ["empty", "foreign", "out"].map(|name| folder.text(name));
    let [empty, foreign, out] = names.each_ref().map(String::as_str);
    fs::write(empty, "").unwrap();
    fs::write(foreign, "[Event \"?\"]\n\n1. e4 *\n").unwrap();
    let here = folder.path().to_str().unwrap();
    for (input, named) in [
        (empty, "the file is empty"),
        (foreign, "not a file of the forge"),
        (here, here),
        ("no/such/games", "no/such/games: "),
    ] {
        let output = fail(&["forge", "stats", input]);
        assert!(output.contains(named) && !output.contains("panicked"), "{output}");
        let output = fail(&["forge", "export", "--to", "bullet", input, "--out", out]);
        assert!(output.contains(named) && !Path::new(out).exists(), "{output}");
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
        let output = fail(&[&["forge", "selfplay"][..], &more].concat());
        assert!(output.contains(named) && !output.contains("panicked"), "{more:?}: {output}");
        assert!(!Path::new(out).exists(), "{more:?}");
    }
    assert!(fs::read_to_string(foreign).unwrap().starts_with("[Event"), "left alone");
    for (more, named) in [
        (vec!["--to", "pgn", foreign, "--out", out], "pgn"),
        (vec!["--to", "text", "--out", out], "FILES"),
        (vec!["--to", "text", foreign], "--out <OUT>"),
    ] {
        let output = fail(&[&["forge", "export"][..], &more].concat());
        assert!(output.contains(named), "{more:?}: {output}");
    }
}
