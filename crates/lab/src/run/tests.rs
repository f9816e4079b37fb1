//! Resuming a run by its index.

use std::time::Instant;

use super::*;
use crate::limit::Limit;
use crate::manifest::Program;
use crate::pgn_file::PGN;
use crate::plan::tests::plan;
use crate::plan::{CheckedPlan, Plan};
use crate::record::Note;
use crate::report::page_of_run;
use crate::state::tests::record;
use chess::GameResult;
use chess::Random;
use toolkit::Ending;
use toolkit::TempFolder;

fn manifest() -> Manifest {
    let plan = Plan { pairs: 1_000_000, limit: Limit::Nodes(1), ..plan(["self"; 2]) };
    let plan = CheckedPlan::try_from(plan).unwrap();
    let (lineup, names) = (plan.lineup().unwrap(), ["A".to_owned(), "B".to_owned()]);
    Manifest::new(plan, Program::default(), &lineup, &names, 1)
}

fn open(folder: &TempFolder) -> Result<Run, RunError> {
    Run::open(folder.path(), Run::read_manifest(folder.path())?)
}

/// Writes games as if they had been played in this order.
fn keep(run: &mut Run, numbers: impl Iterator<Item = u32>, moves: &str) {
    let (progress, heading) = (run.index.pgn(), run.heading());
    let places = run.index.unwritten();
    let mut pgn = PgnFile::open(&run.folder, heading, progress, &mut run.journal, places).unwrap();
    run.index.note(pgn.progress()).unwrap();
    for number in numbers {
        let (white, black) = ((number % 2) as usize, (number as usize + 1) % 2);
        let result =
            [Some(GameResult::WhiteWins), Some(GameResult::Draw), Some(GameResult::BlackWins)]
                [(number / 3) as usize % 3];
        let mut game = record(number, white, black, result);
        game.moves = moves.to_owned();
        game.opening = 0;
        let note = Note { score: "+0.12".to_owned(), depth: 9, nodes: 5_000, milliseconds: 7 };
        game.notes = vec![note; moves.split(' ').count()];
        run.keep(&game, &mut pgn).unwrap();
    }
    pgn.finish().unwrap();
}

const SHORT: &str = "e2e4 e7e5";
/// Games 14 and 15 are missing, as if they were in progress when the run ended.
const ORDER: [u32; 18] = [1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 16, 17, 19, 18];

fn run_of_eighteen(folder: &TempFolder) -> State {
    let mut run = Run::create(folder.path(), manifest()).unwrap();
    keep(&mut run, ORDER.into_iter(), SHORT);
    run.state.clone()
}

fn rounds(folder: &TempFolder) -> usize {
    fs::read_to_string(folder.file(PGN)).unwrap().matches("[Round ").count()
}

#[test]
fn indexed_games_are_not_read_again() {
    let folder = TempFolder::new("indexed");
    let state = run_of_eighteen(&folder);
    // Neither an indexed game nor its PGN is read.
    let change = |name: &str, from: &str, to: &str| {
        let text = fs::read_to_string(folder.file(name)).unwrap();
        assert!(text.contains(from));
        fs::write(folder.file(name), text.replacen(from, to, 1)).unwrap();
    };
    change(JOURNAL, "e2e4", "e2e3");
    change(PGN, "1. e4", "1. e3");
    let mut run = open(&folder).unwrap();
    assert_eq!(run.state, state);
    keep(&mut run, [15, 14].into_iter(), SHORT);
    assert_eq!(run.state.finished(), 20);
    drop(run);
    assert_eq!(rounds(&folder), 20);
    assert!(fs::read_to_string(folder.file(PGN)).unwrap().contains("1. e3"));
    // Without the index every game is read.
    fs::remove_file(folder.file(INDEX)).unwrap();
    let message = open(&folder).err().unwrap().to_string();
    assert!(message.contains("events.jsonl, line 1: its checksum"), "{message}");
}

#[test]
fn an_index_cut_off_anywhere_loses_no_game_and_counts_none_twice() {
    let folder = TempFolder::new("cut-index");
    let state = run_of_eighteen(&folder);
    let whole = fs::read(folder.file(INDEX)).unwrap();
    let pgn = fs::read(folder.file(PGN)).unwrap();
    let is_end = |cut: &usize| *cut == 0 || whole[cut - 1] == b'\n';
    for cut in (0..=whole.len()).filter(|cut| cut % 11 == 0 || is_end(cut)) {
        fs::write(folder.file(INDEX), &whole[..cut]).unwrap();
        let mut run = open(&folder).unwrap();
        assert_eq!(run.state, state, "{cut}");
        keep(&mut run, core::iter::empty(), SHORT);
        drop(run);
        assert!(fs::read(folder.file(PGN)).unwrap() == pgn, "{cut}");
    }
}

#[test]
fn an_index_that_does_not_match_is_rebuilt() {
    let folder = TempFolder::new("strange-index");
    let state = run_of_eighteen(&folder);
    let right = fs::read_to_string(folder.file(INDEX)).unwrap();
    // From another journal, damaged, or for a PGN that is gone.
    let other = TempFolder::new("other-index");
    let mut run = Run::create(other.path(), manifest()).unwrap();
    keep(&mut run, 0..18, "d2d4");
    drop(run);
    let foreign = fs::read_to_string(other.file(INDEX)).unwrap();
    let damaged = right.replacen("white", "black", 1);
    for text in [foreign.as_str(), &damaged, "nonsense\n", &right] {
        fs::write(folder.file(INDEX), text).unwrap();
        if text == right {
            fs::remove_file(folder.file(PGN)).unwrap();
        }
        let mut run = open(&folder).unwrap();
        assert_eq!(run.state, state);
        keep(&mut run, core::iter::empty(), SHORT);
        drop(run);
        assert_eq!(rounds(&folder), 18);
    }
}

#[test]
fn the_page_warns_of_games_lost_on_time() {
    let folder = TempFolder::new("late");
    let mut run = Run::create(folder.path(), manifest()).unwrap();
    let warns = || {
        page_of_run(folder.path()).unwrap().contains("B lost 1 game on time: is the machine busy?")
    };
    assert!(!warns());
    let late = Record { ending: Ending::Time, ..record(0, 0, 1, Some(GameResult::WhiteWins)) };
    run.journal.add(&Event::Game(late)).unwrap();
    assert!(warns());
}

/// Measures how long a long run takes to resume: `cargo test --release -p lab -- --ignored
/// --nocapture a_million_games`.
#[test]
#[ignore = "writes gigabytes"]
fn a_million_games_are_resumed() {
    const GAMES: u32 = 1_000_000;
    let folder = TempFolder::new("million");
    let mut run = Run::create(folder.path(), manifest()).unwrap();
    // Many workers finish games roughly in order.
    let mut numbers: Vec<u32> = (0..GAMES).collect();
    numbers.chunks_mut(16).for_each(|chunk| Random::new(7).shuffle(chunk));
    let moves = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1h1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8h8 \
                 h2h3 c6a5 b3c2 c7c5 d2d4 d8c7";
    keep(&mut run, numbers.into_iter(), moves);
    drop(run);
    let bytes = |name: &str| fs::metadata(folder.file(name)).unwrap().len() / 1_000_000;
    let sizes = [JOURNAL, PGN, INDEX].map(|name| format!("{name} {} MB", bytes(name)));
    let start = Instant::now();
    let mut run = open(&folder).unwrap();
    let state = start.elapsed();
    keep(&mut run, core::iter::empty(), moves);
    let all = start.elapsed();
    assert_eq!(run.state.finished(), u64::from(GAMES));
    println!("{}: state after {state:.2?}, PGN after {all:.2?}", sizes.join(", "));
}
