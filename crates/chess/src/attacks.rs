//! Which squares each piece attacks, and the geometry of lines. All tables are built at compile
//! time.
//!
//! ```
//! use chess::attacks::{attacks, between, rook_attacks};
//! use chess::{Bitboard, Color, PieceType, Square};
//!
//! // A rook on d1 sees up the file as far as the first piece, and that piece too.
//! let occupied = Square::D5.bitboard();
//! let reach = rook_attacks(Square::D1, occupied);
//! assert!(reach.has(Square::D4) && reach.has(Square::D5) && !reach.has(Square::D6));
//!
//! // The same for any piece type.
//! let reach = attacks(PieceType::Knight, Color::White, Square::A1, Bitboard::EMPTY);
//! assert_eq!(reach.len(), 2);
//!
//! // The squares between two others, if a line joins them.
//! assert_eq!(between(Square::A1, Square::C3), Square::B2.bitboard());
//! ```

use crate::side::Side;
use crate::side::for_turn;
pub use crate::sliders::{bishop_attacks, queen_attacks, rook_attacks};
use crate::{Bitboard, Color, PieceType, Square};

static KNIGHT: [Bitboard; 64] =
    leaper(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING: [Bitboard; 64] =
    leaper(&[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);
static PAWN: [[Bitboard; 64]; 2] = [leaper(&[(-1, 1), (1, 1)]), leaper(&[(-1, -1), (1, -1)])];

const fn leaper(steps: &[(i8, i8)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < steps.len() {
            let file = square as i8 % 8 + steps[i].0;
            let rank = square as i8 / 8 + steps[i].1;
            if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
                table[square].0 |= 1 << (rank * 8 + file);
            }
            i += 1;
        }
        square += 1;
    }
    table
}

/// The squares a knight on `square` attacks.
#[inline]
pub fn knight_attacks(square: Square) -> Bitboard {
    KNIGHT[square]
}

/// The squares a king on `square` attacks.
#[inline]
pub fn king_attacks(square: Square) -> Bitboard {
    KING[square]
}

/// The squares on which a pawn of `color` on `square` captures.
///
/// ```
/// use chess::attacks::pawn_attacks;
/// use chess::{Color, Square};
///
/// let captures: Vec<Square> = pawn_attacks(Color::White, Square::E4).squares().collect();
/// assert_eq!(captures, [Square::D5, Square::F5]);
/// ```
#[inline]
pub fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    PAWN[color][square]
}

/// The squares on which any of the `pawns` of `color` captures.
#[inline]
pub fn attacks_of_pawns(color: Color, pawns: Bitboard) -> Bitboard {
    for_turn!(color, Us => Us::pawn_attacks(pawns))
}

/// The squares a piece attacks when `occupied` blocks its way. Only pawns depend on `color`.
#[inline]
pub fn attacks(
    piece_type: PieceType,
    color: Color,
    square: Square,
    occupied: Bitboard,
) -> Bitboard {
    match piece_type {
        PieceType::Pawn => pawn_attacks(color, square),
        PieceType::Knight => knight_attacks(square),
        PieceType::Bishop => bishop_attacks(square, occupied),
        PieceType::Rook => rook_attacks(square, occupied),
        PieceType::Queen => queen_attacks(square, occupied),
        PieceType::King => king_attacks(square),
    }
}

static LINE: [[Bitboard; 64]; 64] = lines(false);
static BETWEEN: [[Bitboard; 64]; 64] = lines(true);

const fn lines(only_between: bool) -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let steps = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < steps.len() {
            let (east, north): (i8, i8) = steps[i];
            let forwards = crate::fills::ray(from, east, north);
            let whole = forwards | crate::fills::ray(from, -east, -north) | 1 << from;
            let mut passed = 0u64;
            let mut file = from as i8 % 8 + east;
            let mut rank = from as i8 / 8 + north;
            while 0 <= file && file < 8 && 0 <= rank && rank < 8 {
                let to = (rank * 8 + file) as usize;
                table[from][to] = Bitboard(if only_between { passed } else { whole });
                passed |= 1 << to;
                file += east;
                rank += north;
            }
            i += 1;
        }
        from += 1;
    }
    table
}

/// The whole line through both squares, edge to edge; empty if no line joins them.
///
/// ```
/// use chess::attacks::line;
/// use chess::{Rank, Square};
///
/// assert_eq!(line(Square::B2, Square::D2), Rank::R2.bitboard());
/// assert!(line(Square::B2, Square::C4).is_empty());
/// ```
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a][b]
}

/// The squares strictly between the two; empty if no line joins them.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a][b]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leapers_stay_on_the_board_in_the_corners() {
        assert_eq!(knight_attacks(Square::A1), Bitboard::from_iter([Square::B3, Square::C2]));
        assert_eq!(
            king_attacks(Square::H8),
            Bitboard::from_iter([Square::G8, Square::G7, Square::H7])
        );
        assert_eq!(pawn_attacks(Color::White, Square::A2), Square::B3.bitboard());
        assert_eq!(pawn_attacks(Color::Black, Square::H7), Square::G6.bitboard());
    }

    #[test]
    fn lines_are_symmetric_and_contain_the_squares_between() {
        assert_eq!(between(Square::A1, Square::D4), Bitboard::from_iter([Square::B2, Square::C3]));
        assert_eq!(line(Square::A1, Square::B3), Bitboard::EMPTY);
        for a in Square::all() {
            for b in Square::all() {
                assert_eq!(between(a, b), between(b, a));
                assert_eq!(line(a, b), line(b, a));
                assert_eq!(between(a, b) & line(a, b), between(a, b));
                assert_eq!(line(a, b).any(), a != b && queen_attacks(a, Bitboard::EMPTY).has(b));
            }
        }
    }
}
