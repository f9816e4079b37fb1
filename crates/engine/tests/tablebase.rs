//! A search with tables, seen from outside: a prober that counts queens stands in for files.

use std::sync::Arc;

use chess::{Game, PieceType, Position, Setup};
use engine::probe::Silent;
use engine::tablebase::{Prober, Wdl};
use engine::{Answer, Control, Engine, Limits, Listener, Progress};

/// The side with a queen wins; without queens all is drawn.
struct Queens {
    distances: bool,
}

impl Queens {
    fn result(position: &Position) -> Wdl {
        let queens = |color| position.board().pieces(color, PieceType::Queen).len();
        match queens(position.turn()).cmp(&queens(!position.turn())) {
            core::cmp::Ordering::Less => Wdl::Loss,
            core::cmp::Ordering::Equal => Wdl::Draw,
            core::cmp::Ordering::Greater => Wdl::Win,
        }
    }
}

impl Prober for Queens {
    fn max_pieces(&self) -> u32 {
        4
    }

    fn wdl_after_zeroing(&self, position: &Position) -> Option<Wdl> {
        Some(Queens::result(position))
    }

    fn dtz(&self, position: &Position) -> Option<i32> {
        let dtz = match Queens::result(position) {
            Wdl::Win => 10,
            Wdl::Loss => -10,
            _ => 0,
        };
        self.distances.then_some(dtz)
    }
}

/// The scores and hits of every report.
#[derive(Default)]
struct Reports(Vec<(i32, u64, usize)>);

impl Listener for Reports {
    fn progress(&mut self, progress: &Progress<'_>) {
        let score = progress.moves[0].score.raw();
        self.0.push((score, progress.tablebase_hits, progress.moves.len()));
    }
}

fn engine(distances: bool) -> Engine {
    let mut engine = Engine::new(1).unwrap();
    engine.tablebase.prober = Some(Arc::new(Queens { distances }));
    engine
}

fn search(engine: &mut Engine, fen: &str, depth: i32) -> (Answer<Silent>, Reports) {
    let game = Game::new(fen.parse::<Setup>().unwrap());
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut reports = Reports::default();
    let answer = engine.go(&game, &limits, &Arc::new(Control::default()), &mut reports);
    (answer, reports)
}

/// Promoting to a queen wins; any other move draws, a rook too.
const PROMOTES: &str = "8/4P1k1/8/8/8/8/8/K7 w - - 0 1";

#[test]
fn only_moves_that_keep_the_result_are_played_and_the_score_is_that_of_the_tables() {
    for threads in [1, 3] {
        let mut engine = engine(true);
        engine.set_threads(threads);
        let (answer, reports) = search(&mut engine, PROMOTES, 4);
        assert_eq!(answer.best.and_then(|mv| mv.promotion()), Some(PieceType::Queen));
        assert!(answer.score.is_win());
        assert!(reports.0.iter().all(|&(score, ..)| score == answer.score.raw()));
        assert_eq!(answer.tablebase_hits, 7, "one for each legal move, and none below the root");
    }
}

#[test]
fn several_lines_show_the_moves_that_spoil_the_result_last() {
    let mut engine = engine(true);
    engine.multi_pv = 7;
    let (answer, reports) = search(&mut engine, PROMOTES, 3);
    assert_eq!(answer.best.and_then(|mv| mv.promotion()), Some(PieceType::Queen));
    assert!(reports.0.iter().all(|&(_, _, lines)| lines == 7));
}

#[test]
fn without_distances_the_search_goes_on_probing_a_win() {
    let (answer, _) = search(&mut engine(false), PROMOTES, 6);
    assert_eq!(answer.best.and_then(|mv| mv.promotion()), Some(PieceType::Queen));
    assert!(answer.score.is_win());
    let drawn = "8/4P1k1/8/8/8/8/7r/K7 b - - 0 1";
    let (answer, _) = search(&mut engine(false), drawn, 6);
    assert!(answer.tablebase_hits < 40, "a drawn root is not probed below");
}

#[test]
fn a_search_above_the_tables_probes_below_the_root_and_counts_its_hits() {
    let five = "8/4P1k1/8/8/8/1r6/P7/K7 w - - 0 1";
    let (answer, reports) = search(&mut engine(true), five, 6);
    assert!(answer.tablebase_hits > 0);
    assert_eq!(reports.0.last().unwrap().1, answer.tablebase_hits);
    let mut off = Engine::new(1).unwrap();
    assert_eq!(search(&mut off, five, 6).0.tablebase_hits, 0);
}

#[test]
fn a_limit_of_no_pieces_is_the_same_as_no_tables() {
    let mut limited = engine(true);
    limited.tablebase.probe_limit = 0;
    let with = search(&mut limited, PROMOTES, 7).0;
    let without = search(&mut Engine::new(1).unwrap(), PROMOTES, 7).0;
    assert_eq!((with.nodes, with.score), (without.nodes, without.score));
    assert_eq!(with.tablebase_hits, 0);
}
