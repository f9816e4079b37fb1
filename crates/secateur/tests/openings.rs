//! `genfens`: openings for OpenBench.

mod support;

use std::collections::HashSet;
use std::fs;

use chess::{Color, Game, Setup};
use support::tool::{fail, succeed};
use support::{Engine, error};
use toolkit::TempFolder;

/// The openings in these lines, which contain nothing else.
fn openings(lines: &[String]) -> Vec<String> {
    let fen = |line: &String| {
        line.strip_prefix("info string genfens ").unwrap_or_else(|| panic!("{line}")).to_owned()
    };
    lines.iter().map(fen).collect()
}

fn from_arguments(line: &str) -> Vec<String> {
    let out = succeed(&[line, "quit"]);
    openings(&out.lines().map(str::to_owned).collect::<Vec<_>>())
}

#[test]
fn openings_are_distinct_playable_and_for_both_sides() {
    let found = from_arguments("genfens 60 seed 42 book None");
    assert_eq!(found.len(), 60);
    assert_eq!(found.iter().collect::<HashSet<_>>().len(), 60);
    let mut turns = [0, 0];
    for fen in &found {
        let setup: Setup = fen.parse().unwrap();
        assert!(setup.repairs.is_empty(), "{fen}");
        let game = Game::new(setup);
        assert!(game.outcome().is_none() && !game.position().in_check(), "{fen}");
        turns[game.position().turn()] += 1;
        let moves = 2 * (game.setup().fullmove_number - 1)
            + u16::from(game.position().turn() == Color::Black);
        assert!(moves == 8 || moves == 9, "{fen}");
    }
    assert!(turns.iter().all(|&turns| turns > 10), "{turns:?}");
}

#[test]
fn the_seed_determines_the_openings() {
    let first = from_arguments("genfens 10 seed 7 book None");
    assert_eq!(from_arguments("genfens 10 seed 7 book None"), first);
    // A longer list from the same seed starts with the same openings.
    assert_eq!(from_arguments("genfens 20 seed 7 book None")[..10], first);
    let other: HashSet<String> =
        from_arguments("genfens 10 seed 8 book None").into_iter().collect();
    assert!(first.iter().all(|fen| !other.contains(fen)));
    let mut engine = Engine::start();
    assert_eq!(openings(&engine.ask("genfens 10 seed 7 book None")), first);
    assert!(engine.ask("genfens 0 seed 7 book None").is_empty());
    engine.assert_works();
    engine.quit();
}

/// No side has a decisive advantage.
#[test]
fn openings_are_balanced() {
    let mut engine = Engine::start();
    for fen in from_arguments("genfens 12 seed 3 book None") {
        engine.send("ucinewgame");
        engine.send(&format!("position fen {fen}"));
        engine.send("go depth 6");
        let replies = engine.until("bestmove");
        let score = replies.iter().rev().find_map(|line| {
            let mut words = line.split(' ').skip_while(|word| *word != "cp").skip(1);
            words.next()?.parse::<i32>().ok()
        });
        assert!(score.is_some_and(|score| score.abs() <= 100), "{fen}: {replies:?}");
    }
    engine.quit();
}

/// A book in a temporary folder.
struct Book(TempFolder);

impl Book {
    fn new(name: &str, text: &str) -> Book {
        let folder = TempFolder::new(name);
        fs::write(folder.file("book.epd"), text).unwrap();
        Book(folder)
    }

    fn line(&self, count: u32) -> String {
        format!("genfens {count} seed 5 book {}", self.0.text("book.epd"))
    }
}

#[test]
fn openings_start_from_the_book() {
    // Pawns and kings only, which no walk from the initial position reaches.
    let line = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1";
    let book = Book::new("pawns", &format!("{line}\r\n\r\n{line} ; id \"again\";\r\n"));
    let found = from_arguments(&book.line(8));
    assert_eq!(found.len(), 8);
    for fen in found {
        let board = fen.split(' ').next().unwrap();
        assert!(!board.contains(['n', 'N', 'b', 'B', 'r', 'R']), "{fen}");
    }
}

#[test]
fn errors_name_the_fault() {
    let empty = Book::new("empty", "");
    let broken = Book::new("broken", "4k3/8/8/8/8/8/8/4K3 w - -\nnonsense\n");
    // Bare kings: the game is over.
    let over = Book::new("over", "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n");
    // No walk from here ends in a balanced position.
    let barren = Book::new("barren", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1\n");
    for (line, named) in [
        ("genfens".to_owned(), "the count is missing"),
        ("genfens many".to_owned(), "'many' is not a number"),
        ("genfens 3 seed x".to_owned(), "seed 'x'"),
        ("genfens 1000000000000 seed 1 book None".to_owned(), "expected 0 to 1000000"),
        ("genfens 3 seed 1 book no/such/book.epd".to_owned(), "book no/such/book.epd: "),
        (empty.line(3), "no position to play from in it; expected one FEN or EPD per line"),
        (over.line(3), "no position to play from in it"),
        (broken.line(3), "line 2"),
        (barren.line(3), "no more than 0 openings found"),
    ] {
        let out = fail(&[&line, "quit"]);
        assert!(out.contains(named), "{line}: {out}");
        assert!(!out.contains("panicked"), "{out}");
        let mut engine = Engine::start();
        assert!(error(&engine.ask(&line)).contains(named), "{line}");
        engine.assert_works();
        engine.quit();
    }
}
