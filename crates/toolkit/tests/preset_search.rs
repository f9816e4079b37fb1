//! Every preset finds these mates and draws. `seajay-s2` claims some other mates too short, as its
//! file says.

use std::sync::Arc;

use chess::{Game, Setup};
use engine::Limits;
use engine::probe::Silent;
use engine::score::Score;
use engine::{Answer, Control, Engine};
use toolkit::presets::Preset;

/// Enough for the barest preset.
const NODES: u64 = 150_000;

/// Centipawns of a draw: the search may distinguish draws a little.
const DRAW: i32 = 2;

fn game(fen: &str, moves: &str) -> Game {
    let mut game = Game::new(fen.parse::<Setup>().unwrap());
    for mv in moves.split_whitespace() {
        let mv = game.position().parse_uci(mv).unwrap();
        game.play(mv).unwrap();
    }
    game
}

/// An engine with the settings of each preset, and its name.
fn engines() -> impl Iterator<Item = (String, Engine)> {
    Preset::built_in().unwrap().into_iter().map(|preset| {
        let mut engine = Engine::new(4).unwrap();
        engine.knobs = preset.knobs().unwrap();
        (preset.name, engine)
    })
}

fn search(engine: &mut Engine, game: &Game) -> Answer<Silent> {
    engine.new_game();
    let limits = Limits { nodes: Some(NODES), depth: Some(20), ..Limits::default() };
    engine.go(game, &limits, &Arc::new(Control::default()), &mut ())
}

#[test]
fn every_preset_finds_forced_mates_with_their_distance() {
    let mates = [
        ("6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1", Score::mate_at(1)),
        ("7k/8/8/8/8/8/R7/1R5K w - - 0 1", Score::mate_at(3)),
        ("3k4/8/3K4/8/8/8/8/7R w - - 0 1", Score::mate_at(1)),
        ("k7/8/2K5/8/8/8/8/7R w - - 0 1", Score::mate_at(3)),
        // Two sacrifices.
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", Score::mate_at(5)),
        ("7k/R7/8/8/8/8/8/1R5K b - - 0 1", Score::mated_at(2)),
    ];
    for (name, mut engine) in engines() {
        for (fen, score) in mates {
            assert_eq!(search(&mut engine, &game(fen, "")).score, score, "{name}: {fen}");
        }
    }
}

#[test]
fn every_preset_knows_draws() {
    let draws = [
        // A lone bishop; a rook and a knight one ply before the fifty-move rule.
        ("8/8/4k3/8/8/3BK3/8/8 w - - 0 1", ""),
        ("8/8/4k3/8/8/3NK3/8/R7 w - - 99 80", ""),
        // Stalemate, or the pawn is lost.
        ("k7/P7/2K5/8/8/8/8/8 w - - 0 1", ""),
        // A rook down, with perpetual check.
        ("6k1/6p1/8/7Q/8/8/qr3PPK/8 w - - 0 1", ""),
        // Lost, but the move to h1 makes the position occur for the third time.
        ("4k3/8/8/8/8/q7/8/4K2R b - - 0 1", "e8e7 h1h2 e7e8 h2h1 e8e7 h1h2 e7e8"),
    ];
    for (name, mut engine) in engines() {
        for (fen, moves) in draws {
            let score = search(&mut engine, &game(fen, moves)).score;
            assert!(score.centipawns().abs() <= DRAW, "{name}: {fen} {moves}: {score}");
        }
    }
}

#[test]
fn no_preset_has_a_move_where_the_game_is_over() {
    for (name, mut engine) in engines() {
        for (fen, score) in [
            ("7k/5Q2/8/8/8/8/8/K7 b - - 0 1", Score::DRAW),
            ("R6k/6pp/8/8/8/8/8/7K b - - 0 1", Score::mated_at(0)),
        ] {
            let answer = search(&mut engine, &game(fen, ""));
            assert_eq!((answer.best, answer.score), (None, score), "{name}: {fen}");
        }
    }
}
