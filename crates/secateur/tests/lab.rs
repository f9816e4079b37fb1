//! The lab through the real program: matches, tests and ratings, stopped and resumed.

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Output};
use std::thread::sleep;
use std::time::Duration;

use chess::pgn::PgnReader;
use support::killing::{kill_again_and_again, kills};
use support::tool::{fail, play, program, spawn, succeed};
use toolkit::TempFolder;

/// The numbers of the games in the journal, in their order.
fn journal(folder: &Path) -> Vec<u64> {
    let text = fs::read_to_string(folder.join("events.jsonl")).unwrap_or_default();
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let events = whole.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    events
        .filter(|event| event["event"] == "game")
        .map(|game| game["number"].as_u64().unwrap())
        .collect()
}

/// The rounds of the games in the PGN, which must all be complete.
fn rounds(folder: &Path) -> Vec<String> {
    let text = fs::read(folder.join("games.pgn")).unwrap();
    PgnReader::new(&text[..])
        .map(|game| {
            let game = game.unwrap();
            assert!(game.problems().is_empty(), "{:?}", game.problems());
            game.tags().get("Round").unwrap().to_owned()
        })
        .collect()
}

fn all_rounds(games: u64) -> Vec<String> {
    (0..games).map(|number| format!("{}.{}", number / 2 + 1, number % 2 + 1)).collect()
}

#[test]
fn a_match_in_process_and_one_through_pipes_play_the_same_games() {
    let here = TempFolder::reserve("here");
    let pipes = TempFolder::reserve("pipes");
    let tail = ["--depth", "3", "--games", "6", "--seed", "9", "--draw", "off"];
    let shown = play(
        &[
            &["lab", "match", "--a", "self", "--b", "self UseNullMove=false"][..],
            &tail,
            &["--concurrency", "2", "--out", here.as_str()],
        ]
        .concat(),
    );
    assert!(shown.contains("games        6 "), "{shown}");
    let (a, b) = (
        format!("cmd={} name=secateur", program()),
        format!("cmd={} option.UseNullMove=false 'name=secateur UseNullMove=false'", program()),
    );
    play(
        &[
            &["lab", "match", "--a", &a, "--b", &b][..],
            &tail,
            &["--concurrency", "1", "--out", pipes.as_str()],
        ]
        .concat(),
    );
    assert_eq!(rounds(here.path()), all_rounds(6));
    // The same moves, scores and nodes; only the times differ.
    let moves = |folder: &TempFolder| {
        let text = fs::read_to_string(folder.file("games.pgn")).unwrap();
        let words = text.split_whitespace().filter(|word| !is_time(word));
        words.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(moves(&here), moves(&pipes));
}

/// Such as `0.004s`.
fn is_time(word: &str) -> bool {
    word.strip_suffix('s').is_some_and(|number| number.parse::<f64>().is_ok())
}

#[test]
fn a_test_stops_at_a_bound() {
    let folder = TempFolder::reserve("sprt");
    let shown = play(&[
        "lab",
        "sprt",
        "--a",
        "self",
        "--b",
        "self",
        "--elo0",
        "150",
        "--elo1",
        "350",
        "--depth",
        "2",
        "--concurrency",
        "2",
        "--out",
        folder.as_str(),
    ]);
    assert!(shown.contains("verdict      H0 accepted: LLR reached the lower bound"), "{shown}");
    let before = journal(folder.path());
    assert!(before.len() < 400);
    // Resumed, it shows the same and plays nothing.
    assert_eq!(play(&["lab", "sprt", "--resume", folder.as_str()]), shown);
    assert_eq!(journal(folder.path()), before);
    let rounds = rounds(folder.path());
    assert_eq!(rounds.len(), before.len());
}

#[test]
fn a_test_that_has_played_all_games_expects_no_more() {
    let folder = TempFolder::reserve("out-of-games");
    let shown = play(&[
        "lab",
        "sprt",
        "--a",
        "self",
        "--games",
        "2",
        "--depth",
        "1",
        "--out",
        folder.as_str(),
    ]);
    assert!(shown.contains("verdict      none: all games have been played"), "{shown}");
    assert!(!shown.contains("to go"), "{shown}");
    let page = fs::read_to_string(folder.file("report.html")).unwrap();
    assert!(page.contains("Not decided, and all games have been played"), "{page}");
}

#[test]
fn games_have_tags_for_their_opening_and_time_control() {
    let folder = TempFolder::new("tags");
    let book = folder.file("book.epd");
    let line = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - id \"Ruy Lopez\";\n";
    fs::write(&book, line).unwrap();
    let run = folder.file("run");
    play(&[
        "lab",
        "match",
        "--a",
        "self",
        "--movetime",
        "5ms",
        "--margin",
        "10s",
        "--max-plies",
        "4",
        "--games",
        "2",
        "--openings",
        book.to_str().unwrap(),
        "--out",
        run.to_str().unwrap(),
    ]);
    let text = fs::read(run.join("games.pgn")).unwrap();
    for game in PgnReader::new(&text[..]) {
        let tags = game.unwrap().tags().clone();
        assert_eq!(tags.get("Opening"), Some("Ruy Lopez"));
        assert_eq!(tags.get("TimeControl"), Some("1/0.005"));
    }
}

#[test]
fn own_limits_follow_their_player_when_colours_change() {
    let folder = TempFolder::reserve("odds");
    let (few, many) = ("self name=few nodes=200", "self name=many nodes=2000");
    let play_two = ["lab", "match", "--a", few, "--b", many, "--games", "2", "--max-plies", "24"];
    let shown = play(&[&play_two[..], &["--out", folder.as_str()]].concat());
    assert!(shown.contains("nodes=200 against nodes=2000"), "{shown}");
    let text = fs::read_to_string(folder.file("games.pgn")).unwrap();
    let games: Vec<&str> = text.split("[Event ").skip(1).collect();
    assert_eq!(games.len(), 2);
    for game in games {
        // Moves with comments have a number, with three dots for Black.
        let (mut black, mut most) = (false, [0; 2]);
        for word in game.split_whitespace() {
            if let Some(nodes) = word.strip_prefix("n=") {
                let nodes: u32 = nodes.trim_end_matches([',', '}']).parse().unwrap();
                most[usize::from(black)] = nodes.max(most[usize::from(black)]);
            } else if word.ends_with('.') {
                black = word.ends_with("...");
            }
        }
        // The first iteration is always finished, which may take a few more nodes.
        let [few, many] = if game.contains("[White \"few\"]") { [0, 1] } else { [1, 0] };
        assert!((200..1_000).contains(&most[few]) && most[many] >= 2_000, "{game}");
    }
    let refused = fail(&[&play_two[..], &["--nodes", "5"]].concat());
    assert!(refused.contains("nodes=5: every player sets its own limit"), "{refused}");
    let suite = folder.file("suite.epd");
    fs::write(&suite, "6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8#;\n").unwrap();
    let suite = suite.to_str().unwrap();
    for tool in [["suite", suite, "--engine"], ["spsa", "--knob=FutilityBase", "--player"]] {
        let refused = fail(&[&["lab"], &tool[..], &[few]].concat());
        assert!(refused.contains("all players have the same limit"), "{refused}");
    }
}

#[test]
fn several_players_are_rated() {
    let folder = TempFolder::reserve("gauntlet");
    let shown = play(&[
        "lab",
        "gauntlet",
        "--engine",
        "self name=one",
        "--engine",
        "self name=two",
        "--engine",
        "self name=three",
        "--round-robin",
        "--games",
        "2",
        "--depth",
        "2",
        "--chess960",
        "--out",
        folder.as_str(),
    ]);
    for name in ["one", "two", "three"] {
        assert!(shown.lines().any(|line| line.ends_with(name) && line.contains('%')), "{shown}");
    }
    assert_eq!(journal(folder.path()).into_iter().collect::<BTreeSet<_>>(), (0..6).collect());
    assert!(fs::read_to_string(folder.file("games.pgn")).unwrap().contains("Chess960"));
}

#[test]
fn the_calculator_knows_published_numbers() {
    let pairs = "365,16618,36229,16974,390";
    let shown = succeed(&["lab", "sprt-calc", "--pairs", pairs, "--elo0", "0", "--elo1", "2"]);
    assert!(shown.contains("LLR          2.25 (-2.94, 2.94)"), "{shown}");
    for bad in ["", "1,2,3", "1,2,3,4,-5", "1,2,3,4,5,6", "99999999999999999999,0,0,0,0"] {
        let shown = fail(&["lab", "sprt-calc", &format!("--pairs={bad}")]);
        assert!(shown.contains("expected five numbers"), "{bad}: {shown}");
    }
    for zeros in ["0,0,0,0,0", "0,0,0,0,7", "7,0,0,0,0", "0,0,9,0,0"] {
        let shown = succeed(&["lab", "sprt-calc", "--pairs", zeros]);
        assert!(!shown.contains("NaN") && !shown.contains("inf"), "{shown}");
        assert!(shown.contains("Elo          too few pairs"), "{shown}");
    }
    let shown = succeed(&["lab", "sprt-calc", "--pairs", "0,0,0,0,12"]);
    assert!(shown.contains("Elo          > +") && shown.contains("score        100.00 %"));
    let shown = succeed(&["lab", "sprt-calc", "--pairs", "0,0,1,1,8"]);
    assert!(shown.contains("Elo          +436.43 (+"), "{shown}");
    let shown = fail(&["lab", "sprt-calc", "--pairs", pairs, "--elo0", "5", "--elo1", "2"]);
    assert!(shown.contains("the lower first"), "{shown}");
}

/// Starts a match in the background.
fn begun(folder: &TempFolder, games: u64) -> Child {
    let games = games.to_string();
    spawn(&[
        "lab",
        "match",
        "--a",
        "self",
        "--b",
        "self",
        "--nodes",
        "400",
        "--games",
        &games,
        "--concurrency",
        "2",
        "--out",
        folder.as_str(),
    ])
}

fn wait_for_games(folder: &TempFolder, games: usize) {
    for _ in 0..6_000 {
        if journal(folder.path()).len() >= games {
            return;
        }
        sleep(Duration::from_millis(10));
    }
    panic!("no games");
}

/// Killed at any time, a run loses no finished game and counts none twice. `LAB_KILLS` sets the
/// number of kills.
#[test]
fn a_run_survives_being_killed() {
    let kills = kills("LAB_KILLS");
    let games = 24 + 4 * u64::from(kills);
    let folder = TempFolder::reserve("killed");
    let first = begun(&folder, games);
    wait_for_games(&folder, 1);
    let again = || spawn(&["lab", "match", "--resume", folder.as_str(), "--concurrency", "2"]);
    let child = kill_again_and_again(kills, first, again, || journal(folder.path()));
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert!(status.success(), "{out}{err}");
    assert!(out.contains(&format!("games        {games} ")), "{out}");
    let mut found = journal(folder.path());
    found.sort_unstable();
    assert_eq!(found, (0..games).collect::<Vec<_>>());
    assert_eq!(rounds(folder.path()), all_rounds(games));
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_ends_cleanly_and_says_how_to_resume() {
    let folder = TempFolder::reserve("interrupted");
    let child = begun(&folder, 4_000);
    wait_for_games(&folder, 2);
    support::tool::interrupt(&child);
    let output = child.wait_with_output().unwrap();
    let shown = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(130), "{shown}");
    assert!(shown.contains(&format!("lab match --resume {}", folder.as_str())), "{shown}");
    // The PGN holds all games of the journal.
    assert_eq!(rounds(folder.path()).len(), journal(folder.path()).len());
}

/// An engine with a child in another session, which survives the end of the engine.
#[cfg(target_os = "linux")]
const PARENT: &str = "#!/bin/sh
setsid sh -c 'while :; do sleep 1; done' TOKEN > /dev/null 2>&1 &
while read -r word rest; do case $word in
uci) echo uciok;;
isready) echo readyok;;
quit) exit;;
esac; done
";

#[cfg(target_os = "linux")]
#[test]
fn a_killed_lab_leaves_no_process_of_its_engines() {
    use std::os::unix::fs::PermissionsExt;
    let folder = TempFolder::new("parent");
    let token = format!("token-of-{}", std::process::id());
    let engine = folder.file("engine");
    fs::write(&engine, PARENT.replace("TOKEN", &token)).unwrap();
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).unwrap();
    let out = folder.file("run");
    let mut child = spawn(&[
        "lab",
        "match",
        "--a",
        &format!("cmd={}", engine.display()),
        "--nodes",
        "10",
        "--out",
        out.to_str().unwrap(),
    ]);
    let there = || {
        let commands = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
        let mut commands = commands.filter_map(|it| fs::read(it.path().join("cmdline")).ok());
        commands.any(|command| String::from_utf8_lossy(&command).contains(&token))
    };
    let wait_until = |wanted: bool| {
        let found = (0..6_000).any(|_| {
            sleep(Duration::from_millis(10));
            there() == wanted
        });
        assert!(found, "there: {}", there());
    };
    // The first game is in progress: it waits for a move that never comes.
    while !out.join("events.jsonl").exists() {
        assert!(child.try_wait().unwrap().is_none(), "it plays");
        sleep(Duration::from_millis(10));
    }
    wait_until(true);
    child.kill().unwrap();
    child.wait().unwrap();
    wait_until(false);
}
