//! Suites put to players that misbehave, and broken off in the middle.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use lab::contender::Contender;
use lab::limit::Limit;
use lab::player::Waiting;
use lab::suite::{ANSWERS, Answer, Exam, ExamError, Examinee, Finish, SUITE, Sheet, read_suites};
use toolkit::stop::StopAll;

/// A folder of its own for each test, gone at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("lab-suite-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// So many positions, in each of which every move is right.
    fn exam(&self, positions: usize, engines: &[&str]) -> Exam {
        let line = |number| format!("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - am Kh1; id \"{number}\";\n");
        let path = self.0.join("easy.epd");
        fs::write(&path, (0..positions).map(line).collect::<String>()).unwrap();
        let examinees: Vec<Examinee> = engines
            .iter()
            .map(|text| Examinee {
                contender: text.parse::<Contender>().unwrap(),
                name: (*text).to_owned(),
                program: None,
            })
            .collect();
        let (suites, tasks) = read_suites(&[path]).unwrap();
        Exam::open(&self.0, &suites, tasks, examinees, Limit::Nodes(500)).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const WAITING: Waiting = Waiting {
    ready: Duration::from_secs(10),
    grace: Duration::from_millis(300),
    stall: Duration::from_millis(300),
};

fn bad(manner: &str) -> String {
    format!("cmd={} args={manner} name={manner}", env!("CARGO_BIN_EXE_bad-engine"))
}

/// Asks three questions, one after the other.
fn ask_three(manner: &str) -> Vec<Answer> {
    let folder = Folder::new(manner);
    let engine = bad(manner);
    let mut exam = folder.exam(3, &[&engine]);
    let finish = exam.take(1, WAITING, &StopAll::default(), |_| {}).unwrap();
    assert_eq!(finish, Finish::Answered);
    exam.sheet().answers().cloned().collect()
}

#[test]
fn whoever_fails_is_named_and_started_anew() {
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
    // It answers once each time it is started.
    let failed: Vec<bool> =
        ask_three("crashes-later").iter().map(|answer| answer.fault.is_some()).collect();
    assert_eq!(failed, [false, true, false]);
}

#[test]
fn odd_words_on_the_way_are_passed_over() {
    for manner in ["illegal-line", "odd-infos", "two-moves"] {
        for answer in ask_three(manner) {
            assert!(answer.solved && answer.fault.is_none(), "{manner}: {answer:?}");
            assert_eq!(answer.found, Some(answer.spent), "{manner}");
        }
    }
}

#[test]
fn an_engine_that_always_fails_ends_the_run() {
    let folder = Folder::new("always");
    let engine = bad("crashes-on-go");
    let mut exam = folder.exam(30, &["self", &engine]);
    match exam.take(1, WAITING, &StopAll::default(), |_| {}) {
        Err(ExamError::Faults { player, .. }) => assert_eq!(player, engine),
        other => panic!("{other:?}"),
    }
    assert_eq!(exam.sheet().total(1).faults, 10);
}

#[test]
fn broken_off_anywhere_it_goes_on_with_what_is_missing() {
    let folder = Folder::new("off");
    let players = ["self", "self UseNullMove=false"];
    let stop = StopAll::default();
    let finish = folder.exam(4, &players).take(2, WAITING, &stop, |sheet| {
        if sheet.answered() == 3 {
            stop.request();
        }
    });
    assert_eq!(finish.unwrap(), Finish::Halted);
    let path = folder.0.join(ANSWERS);
    let whole = fs::read(&path).unwrap();
    let lines = |bytes: &[u8]| bytes.iter().filter(|&&byte| byte == b'\n').count();
    assert!((3..8).contains(&lines(&whole)));
    for cut in [whole.len(), whole.len() - 1, whole.len() / 2, 0] {
        fs::write(&path, &whole[..cut]).unwrap();
        let mut exam = folder.exam(4, &players);
        let before = exam.sheet().answered();
        assert_eq!(before, lines(&whole[..cut]));
        let mut asked = 0;
        let finish = exam.take(2, WAITING, &StopAll::default(), |_| asked += 1).unwrap();
        assert_eq!((finish, before + asked), (Finish::Answered, 8));
        assert_eq!(lines(&fs::read(&path).unwrap()), 8);
        assert_eq!(exam.sheet().total(0).solved, 4);
    }
}

#[test]
fn a_folder_tells_what_was_asked_without_the_files() {
    let folder = Folder::new("told");
    let players = ["self", "self UseNullMove=false"];
    let mut exam = folder.exam(3, &players);
    let stop = StopAll::default();
    exam.take(1, WAITING, &stop, |sheet| {
        if sheet.answered() == 4 {
            stop.request();
        }
    })
    .unwrap();
    fs::remove_file(folder.0.join("easy.epd")).unwrap();
    // While somebody is at it, too.
    let sheet = Sheet::read(&folder.0).unwrap();
    assert_eq!((sheet.answered(), sheet.questions()), (exam.sheet().answered(), 6));
    assert_eq!(
        (sheet.players.as_slice(), sheet.limit),
        (&players.map(str::to_owned)[..], Limit::Nodes(500))
    );
    assert_eq!(sheet.total(0), exam.sheet().total(0));
    assert_eq!(sheet.positions()[2].goal, "am Kh1");
    for broken in ["", "{}", "{\"format\": 1}"] {
        fs::write(folder.0.join(SUITE), broken).unwrap();
        assert!(Sheet::read(&folder.0).is_err());
    }
}

#[test]
fn answers_of_others_are_left_alone() {
    let folder = Folder::new("others");
    let mut exam = folder.exam(2, &["self"]);
    exam.take(1, WAITING, &StopAll::default(), |_| {}).unwrap();
    drop(exam);
    let exam = folder.exam(2, &["self Hash=1"]);
    assert_eq!((exam.strangers(), exam.sheet().answered()), (2, 0));
}
