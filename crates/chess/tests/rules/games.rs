//! Random games for tests, the same in every run.

use chess::{Game, MoveList, Position, Random, Setup};

pub(crate) fn setup(fen: &str) -> Setup {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

pub(crate) fn position(fen: &str) -> Position {
    setup(fen).position
}

/// Where random games start: the initial position, and positions where rare rules are close.
pub(crate) const STARTS: [&str; 13] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "7k/PPPPPP2/8/8/8/8/2pppppp/K7 b - - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "1qk5/1r4b1/8/3pP3/8/2K5/8/3R1B2 w - d6 0 1",
    "7k/8/8/3Q1Q2/4Q3/3Q1Q2/8/K7 w - - 0 1",
    "bnrbkqnr/pppppppp/8/8/8/8/PPPPPPPP/BNRBKQNR w HChc - 0 1",
    "brkrnqnb/pppppppp/8/8/8/8/PPPPPPPP/RKBBNRQN w BFbd - 0 1",
    "1rkr4/pppppppp/8/8/8/8/PPPPPPPP/1RKR4 w DBdb - 0 1",
    "6kr/pppppppp/8/8/8/8/PPPPPPPP/6KR b Hh - 7 30",
];

/// Plays random legal moves until the game is over or has this many plies.
pub(crate) fn random_game(fen: &str, random: &mut Random, plies: usize) -> Game {
    let mut game = Game::new(setup(fen));
    while game.moves().len() < plies && game.outcome().is_none() {
        let Some(mv) = random.pick(&game.position().legal_moves()) else { break };
        game.play(mv).expect("a listed move is legal");
    }
    game
}

/// Calls `visit` on each position of some random games, with its legal moves.
pub(crate) fn visit_games(games: usize, mut visit: impl FnMut(&Position, &MoveList)) {
    let mut random = Random::new(20261115);
    for game in 0..games {
        let mut position = position(STARTS[game % STARTS.len()]);
        for _ in 0..160 {
            let moves = position.legal_moves();
            visit(&position, &moves);
            let Some(mv) = random.pick(&moves) else { break };
            position = position.after(mv);
        }
    }
}
