//! Suites with players that misbehave, and with interruptions.

use std::fs;
use std::time::Duration;

use lab::limit::Limit;
use lab::player::{PlayerSpec, Timeouts};
use lab::suite::{
    ANSWERS, Answer, AnswerSheet, SUITE, SuiteFinish, SuitePlayer, SuiteRun, SuiteRunError,
    read_suites,
};
use toolkit::TempFolder;
use toolkit::stop::StopAll;

/// A run with this number of positions, in which every move but one is right.
fn suite_run(folder: &TempFolder, positions: usize, engines: &[&str]) -> SuiteRun {
    let line = |number| format!("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - am Kh1; id \"{number}\";\n");
    let path = folder.file("easy.epd");
    fs::write(&path, (0..positions).map(line).collect::<String>()).unwrap();
    let players: Vec<SuitePlayer> = engines
        .iter()
        .map(|text| SuitePlayer {
            spec: text.parse::<PlayerSpec>().unwrap(),
            name: (*text).to_owned(),
            program: None,
        })
        .collect();
    let (suites, tasks) = read_suites(&[path]).unwrap();
    SuiteRun::open(folder.path(), &suites, tasks, players, Limit::Nodes(500)).unwrap()
}

const TIMEOUTS: Timeouts = Timeouts {
    ready: Duration::from_secs(10),
    grace: Duration::from_millis(300),
    stall: Duration::from_millis(300),
};

fn bad(manner: &str) -> String {
    format!("cmd={} args={manner} name={manner}", env!("CARGO_BIN_EXE_bad-engine"))
}

/// The answers to three questions, one after the other.
fn ask_three(manner: &str) -> Vec<Answer> {
    let folder = TempFolder::new(manner);
    let engine = bad(manner);
    let mut run = suite_run(&folder, 3, &[&engine]);
    let finish = run.play(1, TIMEOUTS, &StopAll::default(), |_| {}).unwrap();
    assert_eq!(finish, SuiteFinish::AllAnswered);
    run.sheet().answers().cloned().collect()
}

#[test]
fn a_player_that_fails_is_named_and_restarted() {
    for (manner, named) in [
        ("crashes-on-go", "disconnected"),
        ("hangs-on-go", "no answer for 0.3 s"),
        ("illegal-move", "illegal move 'e2e5'"),
    ] {
        for answer in ask_three(manner) {
            assert!(!answer.solved && answer.mv.is_none() && answer.points == 0, "{answer:?}");
            assert!(answer.fault.unwrap().contains(named), "{manner}");
        }
    }
    // This engine answers once per start.
    let failed: Vec<bool> =
        ask_three("crashes-later").iter().map(|answer| answer.fault.is_some()).collect();
    assert_eq!(failed, [false, true, false]);
}

#[test]
fn odd_info_lines_are_ignored() {
    for manner in ["illegal-line", "odd-infos", "two-moves"] {
        for answer in ask_three(manner) {
            assert!(answer.solved && answer.fault.is_none(), "{manner}: {answer:?}");
            assert_eq!(answer.found, Some(answer.spent), "{manner}");
        }
    }
}

#[test]
fn an_engine_that_always_fails_ends_the_run() {
    let folder = TempFolder::new("always");
    let engine = bad("crashes-on-go");
    let mut run = suite_run(&folder, 30, &["self", &engine]);
    match run.play(1, TIMEOUTS, &StopAll::default(), |_| {}) {
        Err(SuiteRunError::Faults { player, .. }) => assert_eq!(player, engine),
        other => panic!("{other:?}"),
    }
    assert_eq!(run.sheet().total(1).faults, 10);
}

#[test]
fn a_run_stopped_anywhere_asks_only_what_is_missing() {
    let folder = TempFolder::new("off");
    let players = ["self", "self UseNullMove=false"];
    let stop = StopAll::default();
    let finish = suite_run(&folder, 4, &players).play(2, TIMEOUTS, &stop, |sheet| {
        if sheet.answered() == 3 {
            stop.request();
        }
    });
    assert_eq!(finish.unwrap(), SuiteFinish::Stopped);
    let path = folder.file(ANSWERS);
    let whole = fs::read(&path).unwrap();
    let lines = |bytes: &[u8]| bytes.iter().filter(|&&byte| byte == b'\n').count();
    assert!((3..8).contains(&lines(&whole)));
    for cut in [whole.len(), whole.len() - 1, whole.len() / 2, 0] {
        fs::write(&path, &whole[..cut]).unwrap();
        let mut run = suite_run(&folder, 4, &players);
        let before = run.sheet().answered();
        assert_eq!(before, lines(&whole[..cut]));
        let mut asked = 0;
        let finish = run.play(2, TIMEOUTS, &StopAll::default(), |_| asked += 1).unwrap();
        assert_eq!((finish, before + asked), (SuiteFinish::AllAnswered, 8));
        assert_eq!(lines(&fs::read(&path).unwrap()), 8);
        assert_eq!(run.sheet().total(0).solved, 4);
    }
}

#[test]
fn a_folder_holds_its_questions_without_the_suite_files() {
    let folder = TempFolder::new("questions");
    let players = ["self", "self UseNullMove=false"];
    let mut run = suite_run(&folder, 3, &players);
    let stop = StopAll::default();
    run.play(1, TIMEOUTS, &stop, |sheet| {
        if sheet.answered() == 4 {
            stop.request();
        }
    })
    .unwrap();
    fs::remove_file(folder.file("easy.epd")).unwrap();
    // Also while a run is open.
    let sheet = AnswerSheet::read(folder.path()).unwrap();
    assert_eq!((sheet.answered(), sheet.questions()), (run.sheet().answered(), 6));
    assert_eq!(
        (sheet.players.as_slice(), sheet.limit),
        (&players.map(str::to_owned)[..], Limit::Nodes(500))
    );
    assert_eq!(sheet.total(0), run.sheet().total(0));
    assert_eq!(sheet.positions()[2].goal, "am Kh1");
    for broken in ["", "{}", "{\"format\": 1}"] {
        fs::write(folder.file(SUITE), broken).unwrap();
        assert!(AnswerSheet::read(folder.path()).is_err());
    }
}

#[test]
fn answers_of_other_players_are_ignored() {
    let folder = TempFolder::new("others");
    let mut run = suite_run(&folder, 2, &["self"]);
    run.play(1, TIMEOUTS, &StopAll::default(), |_| {}).unwrap();
    drop(run);
    let run = suite_run(&folder, 2, &["self Hash=1"]);
    assert_eq!((run.foreign_answers(), run.sheet().answered()), (2, 0));
}
