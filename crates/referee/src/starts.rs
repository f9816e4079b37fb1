//! Starting positions: the standard one, the 960 of Chess960 by number, and any two of those
//! mixed, one per colour (double Chess960).

pub use chess::ARRANGEMENTS;
use chess::{CastlingField, File, PieceType, Position, Rank, Setup, Square};

/// The number of standard chess among the 960.
pub const STANDARD: usize = 518;

/// The back rank that a number below 960 stands for, a-file first.
fn back_rank(number: usize) -> [PieceType; 8] {
    assert!(number < ARRANGEMENTS, "{number} is beyond the 960 arrangements");
    let position = Setup::chess960(number).position;
    File::ALL.map(|file| position.piece_type_on(Square::new(file, Rank::R1)).expect("a piece"))
}

/// The starting position with each colour's pieces in an arrangement of its own.
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

pub fn chess960(number: usize) -> Position {
    Setup::chess960(number).position
}
