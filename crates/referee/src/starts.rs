//! Where random games start: standard chess, the 960 positions of Chess960 by number, any two of
//! those mixed, one per colour (double Chess960), and odd positions.

pub use chess::ARRANGEMENTS;
use chess::{CastlingField, File, PieceType, Position, Rank, Setup, Square};

/// The number of standard chess in Chess960.
pub const STANDARD: usize = 518;

/// The back rank with this number, from the a-file on.
fn back_rank(number: usize) -> [PieceType; 8] {
    assert!(number < ARRANGEMENTS, "{number} is beyond the 960 arrangements");
    let position = Setup::chess960(number).position;
    File::ALL.map(|file| position.piece_type_on(Square::new(file, Rank::R1)).expect("a piece"))
}

/// The starting position with one arrangement for White and another for Black.
pub fn double_chess960(white: usize, black: usize) -> Position {
    let letters = |number| back_rank(number).map(PieceType::letter).iter().collect::<String>();
    let rooks = |number| {
        let rank = back_rank(number).into_iter().zip(File::ALL).rev();
        rank.filter(|(piece_type, _)| *piece_type == PieceType::Rook)
            .map(|(_, file)| file.letter())
            .collect::<String>()
    };
    let fen = format!(
        "{}/pppppppp/8/8/8/8/PPPPPPPP/{} w {}{} - 0 1",
        letters(black),
        letters(white).to_uppercase(),
        rooks(white).to_uppercase(),
        rooks(black),
    );
    let setup: Setup = fen.parse().expect("a starting position is valid");
    debug_assert_eq!(setup.to_fen(CastlingField::Shredder), fen);
    setup.position
}

/// The Chess960 starting position with this number.
pub fn chess960(number: usize) -> Position {
    Setup::chess960(number).position
}

/// Positions where move generators go wrong. Random games seldom reach them, so some start there.
pub const ODD: &[&str] = &[
    // En passant: pinned along the rank, the diagonal and the file; with and without check.
    "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
    "7k/8/8/r1pPK3/8/8/8/8 w - c6 0 1",
    "4k3/6b1/8/3pP3/8/2K5/8/8 w - d6 0 1",
    "4k3/8/8/2KpP3/8/8/8/6b1 w - d6 0 1",
    "8/8/8/2k5/3Pp3/8/8/4K2Q b - d3 0 1",
    "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    "7k/8/8/2PpP3/4K3/8/8/8 w - d6 0 1",
    "1b5k/8/8/3PpP2/8/8/7K/8 w - e6 0 1",
    "k7/8/8/8/pPpPpPpP/8/8/K7 b - d3 0 1",
    // Promotions: many at once, with capture, pinned, giving and answering check.
    "1n1n1n2/PPPPPPP1/7k/8/8/7K/ppppppp1/1N1N1N2 w - - 0 1",
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
    "3r3k/2P1P3/8/8/8/4K3/2p1p3/3R4 b - - 0 1",
    "q3K2k/1P6/8/8/8/8/8/8 w - - 0 1",
    // Castling: through and out of attacks, with a rook attacked, rooks captured at home.
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/p6p/8/1b4B1/1B4b1/8/P6P/R3K2R b KQkq - 0 1",
    "r3k2r/8/5Q2/8/8/3q4/8/R3K2R w KQkq - 0 1",
    "1r2k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1",
    "4k3/8/8/8/8/8/8/RR2K1RR w HA - 0 1",
    // Castling in Chess960: king or rook stays, they swap squares, the rook is a shield.
    "1rk5/8/8/8/8/8/8/rRK5 w Bb - 0 1",
    "5rkr/8/8/8/8/8/8/RK5R w HAhf - 0 1",
    "2rkr3/8/8/8/8/8/8/1RK2R2 w FBec - 0 1",
    "1k5r/8/8/8/8/8/8/q1RK3R w HCh - 0 1",
    "6kr/8/8/8/8/8/8/RKR4q w CAh - 0 1",
    "rkr5/8/8/8/8/8/8/5RKR w HFca - 0 1",
    "1r1k2r1/pppppppp/8/8/8/8/PPPPPPPP/R4K1R w HAgb - 0 1",
    // Checks: double, discovered, smothered; a king that may take or may not.
    "4k3/8/8/8/4r3/8/3n4/4K3 w - - 0 1",
    "4k3/8/4r3/8/8/4N3/8/4K2B w - - 0 1",
    "6rk/6pp/8/6N1/8/8/8/6QK w - - 0 1",
    "8/8/8/8/8/1k6/1q6/K7 w - - 0 1",
    "k7/8/1K6/8/8/8/8/7R w - - 0 1",
    // Few pieces: bare kings, minor pieces, and endless shuffling.
    "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
    "8/2b5/4k3/8/8/3K4/5B2/8 w - - 0 1",
    "8/2b5/4k3/8/8/3K4/4B3/8 w - - 0 1",
    "8/2n5/4k3/8/8/3K4/4N3/8 b - - 0 1",
    "8/2q5/4k3/8/8/3K4/4R3/8 b - - 0 1",
    "8/p7/4k3/8/8/3K4/7P/8 w - - 0 1",
    // Many pieces: seven queens a side, and more legal moves than any real game.
    "qqqqkqqq/8/8/8/8/8/8/QQQQKQQQ w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    // Clocks near their limits.
    "4k2r/8/8/8/8/8/4P3/R3K3 w Qk - 98 120",
    "7k/8/5K2/6Q1/8/8/8/8 w - - 99 80",
];
