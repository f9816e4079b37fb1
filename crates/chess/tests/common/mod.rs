//! Random games, the same on every run.

use chess::{Game, Setup};

/// Marsaglia's xorshift.
pub(crate) struct Rng(pub(crate) u64);

impl Rng {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

/// Starts that lead to castling, promotions and twins soon, of both kinds of chess.
pub(crate) const STARTS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1",
    "7k/PPPPPP2/8/8/8/8/2pppppp/K7 b - - 0 1",
    "bnrbkqnr/pppppppp/8/8/8/8/PPPPPPPP/BNRBKQNR w HChc - 0 1",
    "1rkr4/pppppppp/8/8/8/8/PPPPPPPP/1RKR4 w DBdb - 0 1",
    "6kr/pppppppp/8/8/8/8/PPPPPPPP/6KR b Hh - 7 30",
    "rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1",
    "7k/8/8/3Q1Q2/4Q3/3Q1Q2/8/K7 w - - 0 1",
];

pub(crate) fn setup(fen: &str) -> Setup {
    fen.parse().expect("a valid FEN")
}

/// Plays legal moves at random until the game is over or long enough.
pub(crate) fn play_out(fen: &str, rng: &mut Rng, plies: usize) -> Game {
    let mut game = Game::new(setup(fen));
    while game.moves().len() < plies && game.outcome().is_none() {
        let moves = game.position().legal_moves();
        let mv = moves[rng.below(moves.len())];
        game.play(mv).expect("a listed move is legal");
    }
    game
}
