//! Going on with a run by its catalogue.

use std::time::Instant;

use super::*;
use crate::journal::tests::Folder;
use crate::limit::Limit;
use crate::manifest::Program;
use crate::pgn_file::PGN;
use crate::plan::Plan;
use crate::plan::tests::plan;
use crate::record::{Ending, Note, Outcome};
use crate::report::page_of_run;
use crate::state::tests::record;
use chess::Random;

fn manifest() -> Manifest {
    let plan = Plan { pairs: 1_000_000, limit: Limit::Nodes(1), ..plan(["self"; 2]) };
    let (contenders, source) = (plan.contenders().unwrap(), plan.source().unwrap());
    let names = ["A".to_owned(), "B".to_owned()];
    Manifest::new(plan, Program::default(), &contenders, &names, &source, 1)
}

fn open(folder: &Folder) -> Result<Run, RunError> {
    Run::open(&folder.0, Run::read_manifest(&folder.0)?)
}

/// Keeps these games as if they had been played, in this order.
fn keep(run: &mut Run, numbers: impl Iterator<Item = u32>, moves: &str) {
    let (written, heading) = (run.catalogue.written(), run.heading());
    let places = run.catalogue.unwritten();
    let mut pgn = PgnFile::open(&run.folder, heading, written, &mut run.journal, places).unwrap();
    run.catalogue.note(pgn.written()).unwrap();
    for number in numbers {
        let (white, black) = ((number % 2) as usize, (number as usize + 1) % 2);
        let result = [Outcome::White, Outcome::Draw, Outcome::Black][(number / 3) as usize % 3];
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
/// With 14 and 15 missing, as if they had been under way when it ended.
const ORDER: [u32; 18] = [1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 16, 17, 19, 18];

fn run_of_eighteen(folder: &Folder) -> State {
    let mut run = Run::create(&folder.0, manifest()).unwrap();
    keep(&mut run, ORDER.into_iter(), SHORT);
    run.state.clone()
}

fn rounds(folder: &Folder) -> usize {
    fs::read_to_string(folder.0.join(PGN)).unwrap().matches("[Round ").count()
}

#[test]
fn what_is_in_the_catalogue_is_not_read_again() {
    let folder = Folder::new("catalogued");
    let state = run_of_eighteen(&folder);
    // Neither a game of long ago nor its PGN is looked at.
    let change = |name: &str, from: &str, to: &str| {
        let text = fs::read_to_string(folder.0.join(name)).unwrap();
        assert!(text.contains(from));
        fs::write(folder.0.join(name), text.replacen(from, to, 1)).unwrap();
    };
    change(JOURNAL, "e2e4", "e2e3");
    change(PGN, "1. e4", "1. e3");
    let mut run = open(&folder).unwrap();
    assert_eq!(run.state, state);
    keep(&mut run, [15, 14].into_iter(), SHORT);
    assert_eq!(run.state.finished(), 20);
    drop(run);
    assert_eq!(rounds(&folder), 20);
    assert!(fs::read_to_string(folder.0.join(PGN)).unwrap().contains("1. e3"));
    // Without the catalogue everything is.
    fs::remove_file(folder.0.join(CATALOGUE)).unwrap();
    let told = open(&folder).err().unwrap().to_string();
    assert!(told.contains("events.jsonl, line 1: its checksum"), "{told}");
}

#[test]
fn wherever_the_catalogue_is_cut_off_nothing_is_lost_or_counted_twice() {
    let folder = Folder::new("cut-catalogue");
    let state = run_of_eighteen(&folder);
    let whole = fs::read(folder.0.join(CATALOGUE)).unwrap();
    let pgn = fs::read(folder.0.join(PGN)).unwrap();
    let is_end = |cut: &usize| *cut == 0 || whole[cut - 1] == b'\n';
    for cut in (0..=whole.len()).filter(|cut| cut % 11 == 0 || is_end(cut)) {
        fs::write(folder.0.join(CATALOGUE), &whole[..cut]).unwrap();
        let mut run = open(&folder).unwrap();
        assert_eq!(run.state, state, "{cut}");
        keep(&mut run, core::iter::empty(), SHORT);
        drop(run);
        assert!(fs::read(folder.0.join(PGN)).unwrap() == pgn, "{cut}");
    }
}

#[test]
fn a_catalogue_that_does_not_fit_is_made_anew() {
    let folder = Folder::new("strange-catalogue");
    let state = run_of_eighteen(&folder);
    let right = fs::read_to_string(folder.0.join(CATALOGUE)).unwrap();
    // Of another journal, damaged, or of a PGN that has gone.
    let other = Folder::new("other-catalogue");
    let mut run = Run::create(&other.0, manifest()).unwrap();
    keep(&mut run, 0..18, "d2d4");
    drop(run);
    let stranger = fs::read_to_string(other.0.join(CATALOGUE)).unwrap();
    let damaged = right.replacen("white", "black", 1);
    for text in [stranger.as_str(), &damaged, "nonsense\n", &right] {
        fs::write(folder.0.join(CATALOGUE), text).unwrap();
        if text == right {
            fs::remove_file(folder.0.join(PGN)).unwrap();
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
    let folder = Folder::new("late");
    let mut run = Run::create(&folder.0, manifest()).unwrap();
    let warns = || page_of_run(&folder.0).unwrap().contains("1 lost on time: is the machine busy?");
    assert!(!warns());
    let late = Record { ending: Ending::Time, ..record(0, 0, 1, Outcome::White) };
    run.journal.add(&Event::Game(late)).unwrap();
    assert!(warns());
}

/// How long it takes to go on with a long run: `cargo test --release -p lab -- --ignored
/// --nocapture a_million_games`.
#[test]
#[ignore = "writes gigabytes"]
fn a_million_games_are_gone_on_with() {
    const GAMES: u32 = 1_000_000;
    let folder = Folder::new("million");
    let mut run = Run::create(&folder.0, manifest()).unwrap();
    // As many workers would end them: about in order.
    let mut numbers: Vec<u32> = (0..GAMES).collect();
    numbers.chunks_mut(16).for_each(|chunk| Random::new(7).shuffle(chunk));
    let moves = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1h1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8h8 \
                 h2h3 c6a5 b3c2 c7c5 d2d4 d8c7";
    keep(&mut run, numbers.into_iter(), moves);
    drop(run);
    let bytes = |name: &str| fs::metadata(folder.0.join(name)).unwrap().len() / 1_000_000;
    let sizes = [JOURNAL, PGN, CATALOGUE].map(|name| format!("{name} {} MB", bytes(name)));
    let start = Instant::now();
    let mut run = open(&folder).unwrap();
    let state = start.elapsed();
    keep(&mut run, core::iter::empty(), moves);
    let all = start.elapsed();
    assert_eq!(run.state.finished(), u64::from(GAMES));
    println!("{}: state after {state:.2?}, PGN after {all:.2?}", sizes.join(", "));
}
