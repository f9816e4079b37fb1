//! `secateur lab suite` through the real program: judged, stored, resumed.

mod support;

use std::fs;

use serde_json::Value;
use support::tool::{fail, run, succeed};
use toolkit::TempFolder;

const ROOK: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";
const CORNER: &str = "k7/8/2K5/8/8/8/8/7R w - -";

/// A suite of a few positions, one of which has a wrong goal.
fn few_positions(folder: &TempFolder) -> String {
    let text = format!(
        "{ROOK} bm Ra8#; id \"back rank\";\n\
         {ROOK} am Kh1 g4; id \"avoid\";\n\
         {ROOK} bm h3; id \"nonsense\";\n\
         {ROOK} bm h3; c8 \"10 3\"; c9 \"h2h3 a1a8\"; id \"points\";\n\
         {ROOK} c0 \"Ra8#=7, h3=1\"; id \"equals\";\n\
         {CORNER} dm 2; id \"two moves\";\n\
         {ROOK} dm 4; id \"too long\";\n"
    );
    let path = folder.text("few.epd");
    fs::write(&path, text).unwrap();
    path
}

fn lines(path: &str) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.ends_with('\n'));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn two_players_are_judged_and_no_question_is_asked_twice() {
    let folder = TempFolder::new("suite-two");
    let (suite, out) = (few_positions(&folder), folder.text("out"));
    let piped = format!("cmd={} name=piped", env!("CARGO_BIN_EXE_secateur"));
    let arguments = [
        "lab",
        "suite",
        &suite,
        "--engine",
        "self",
        "--engine",
        &piped,
        "--depth",
        "6",
        "--concurrency",
        "2",
        "--out",
        &out,
    ];
    let shown = succeed(&arguments);
    for expected in [
        "few    secateur     5/7   14/22",
        "few    piped        5/7   14/22",
        "unsolved by piped in few:\n  nonsense, points\n",
        "all players solve the same positions",
        "secateur, too long: claims mate in 1, which is too short: known is mate in 4",
    ] {
        assert!(shown.contains(expected), "{expected}\n{shown}");
    }

    let path = folder.text("out/answers.jsonl");
    let answers = lines(&path);
    assert_eq!(answers.len(), 14);
    let of = |player: &str, id: &str| {
        let found = answers.iter().find(|answer| answer["player"] == player && answer["id"] == id);
        found.expect("an answer").clone()
    };
    for id in ["back rank", "avoid", "nonsense", "points", "equals", "two moves", "too long"] {
        let (here, there) = (of("secateur", id), of("piped", id));
        for field in ["move", "san", "score", "solved", "points", "of", "remark", "fault"] {
            assert_eq!(here[field], there[field], "{id}: {field}");
        }
        for field in ["depth", "nodes"] {
            assert_eq!(here["found"][field], there["found"][field], "{id}: {field}");
            assert_eq!(here["spent"][field], there["spent"][field], "{id}: {field}");
        }
        assert_eq!(here["found"].is_null(), here["solved"] == false, "{id}");
        assert_eq!(here["limit"], "depth=6");
    }
    let back_rank = of("secateur", "back rank");
    assert_eq!((&back_rank["move"], &back_rank["san"]), (&"a1a8".into(), &"Ra8#".into()));
    assert_eq!(back_rank["score"]["mate"], 1);
    let points = of("secateur", "points");
    assert_eq!((&points["points"], &points["of"]), (&3.into(), &10.into()));
    assert_eq!(of("secateur", "equals")["points"], 7);
    assert_eq!(of("secateur", "two moves")["score"]["mate"], 2);

    // All questions are answered: none is asked.
    let before = fs::read(&path).unwrap();
    assert_eq!(succeed(&arguments), shown);
    assert_eq!(fs::read(&path).unwrap(), before);
    // The last line is truncated: only that question is asked again.
    fs::write(&path, &before[..before.len() - 20]).unwrap();
    assert_eq!(succeed(&arguments), shown);
    let after = fs::read(&path).unwrap();
    let kept = before[..before.len() - 1].iter().rposition(|&byte| byte == b'\n').unwrap();
    assert_eq!(after[..=kept], before[..=kept]);
    assert_eq!(lines(&path).len(), 14);

    // The report can be rewritten from the folder alone.
    fs::remove_file(folder.text("out/report.html")).unwrap();
    fs::remove_file(&suite).unwrap();
    succeed(&["lab", "report", &out]);
    let page = fs::read_to_string(folder.text("out/report.html")).unwrap();
    for expected in ["Solved over nodes", "Points by suite", "too long", "piped"] {
        assert!(page.contains(expected), "{expected}");
    }
}

#[test]
fn other_limits_are_other_questions() {
    let folder = TempFolder::new("suite-limits");
    let (suite, out) = (few_positions(&folder), folder.text("out"));
    succeed(&["lab", "suite", &suite, "--depth", "1", "--out", &out]);
    let (output, shown, notes) = run(&["lab", "suite", &suite, "--nodes", "20000", "--out", &out]);
    assert!(output.status.success() && notes.contains("7 answers to other questions"), "{notes}");
    assert!(shown.contains("5/7"), "{shown}");
    assert_eq!(lines(&folder.text("out/answers.jsonl")).len(), 14);
}

/// An engine that always plays the same move, legal or not.
#[cfg(unix)]
const STUBBORN: &str = "#!/bin/sh
while read -r word rest; do case $word in
uci) echo 'id name stubborn'; echo uciok;;
isready) echo readyok;;
go) echo 'info depth 3 score cp 7 nodes 42 pv a1a8'
    echo 'info depth 4 score cp 9 nodes 84 pv h2h3'
    echo 'info depth 5 score cp 9 nodes 99 pv h2h3'; echo 'bestmove h2h3';;
quit) exit;;
esac; done
";

#[cfg(unix)]
#[test]
fn players_that_differ_are_shown_side_by_side() {
    use std::os::unix::fs::PermissionsExt;
    let folder = TempFolder::new("suite-differ");
    let (suite, out) = (few_positions(&folder), folder.text("out"));
    let program = folder.text("stubborn");
    fs::write(&program, STUBBORN).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let shown = succeed(&[
        "lab",
        "suite",
        &suite,
        "--engine",
        "self name=here",
        "--engine",
        &format!("cmd={program}"),
        "--nodes",
        "20000",
        "--out",
        &out,
    ]);
    let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    for expected in [
        "few here 5/7 14/22",
        "few stubborn 3/7 13/22",
        "back rank bm Ra8# + Ra8# +M1 - h3 +0.09",
        "points bm h3, h3=10 Ra8#=3 - Ra8# +M1 (3) + h3 +0.09 (10)",
        "stubborn, two moves: illegal move 'h2h3'",
    ] {
        assert!(shown.contains(expected), "{expected}\n{shown}");
    }
    // The right choice counts from when it was made for good.
    let answers = lines(&folder.text("out/answers.jsonl"));
    let nonsense =
        answers.iter().find(|answer| answer["player"] == "stubborn" && answer["id"] == "nonsense");
    assert_eq!(nonsense.unwrap()["found"]["nodes"], 84);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_says_how_to_resume() {
    use std::process::{Command, Stdio};
    use std::time::Duration;
    let folder = TempFolder::new("suite-interrupted");
    let (suite, out) = (folder.text("begin.epd"), folder.text("the out"));
    fs::write(&suite, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n").unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_secateur"))
        .args(["lab", "suite", &suite, "--movetime", "30s", "--out", &out])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while !folder.file("the out/answers.jsonl").exists() {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(500));
    support::tool::interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let shown = String::from_utf8(output.stdout).unwrap();
    let how = format!("to resume: secateur lab suite {suite} --movetime 30s --out '{out}'");
    assert!(shown.contains(&how), "{shown}");
    assert!(folder.file("the out/report.html").exists());
}

#[test]
fn errors_name_the_fault() {
    let folder = TempFolder::new("suite-wrong");
    let suite = few_positions(&folder);
    let bare = folder.text("bare.epd");
    fs::write(&bare, format!("{ROOK} id \"x\";\n")).unwrap();
    let games = folder.text("games");
    fs::create_dir(&games).unwrap();
    fs::write(folder.file("games/events.jsonl"), "").unwrap();
    for (arguments, named) in [
        (vec![&suite, "--out", &games], "holds a run of another kind; expected"),
        (vec![], "<FILE>..."),
        (vec!["none.epd"], "none.epd: "),
        (vec![bare.as_str()], "expected EPD with bm, am, dm, or points in c8 and c9"),
        (vec![&suite, "--nodes", "0"], "'0'"),
        (vec![&suite, "--movetime", "5"], "'5'"),
        (vec![&suite, "--nodes", "5", "--depth", "5"], "cannot be used with"),
        (vec![&suite, "--engine", "stockfish"], "'stockfish' is no player"),
        (vec![&suite, "--engine", "cmd=/none/such"], "expected a UCI engine"),
        (vec![&suite, "--engine", "self", "--engine", "self"], "expected different players"),
    ] {
        let shown = fail(&[&["lab", "suite"][..], &arguments].concat());
        assert!(shown.contains(named), "{arguments:?}: {shown}");
    }
}
