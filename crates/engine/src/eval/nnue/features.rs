//! What the network sees: every piece by colour, kind and square, from the point of view of one
//! king. The board is turned so that he plays up the board, and mirrored so that he stands on the
//! queen's wing; where he stands chooses the bucket of weights.

use chess::{Color, MAX_PIECES, PieceType, Square};

pub use super::net_file::{KING_PLACES, PER_BUCKET};
pub use crate::eval::perspective::Perspective;

/// Pieces of six kinds on 64 squares.
const PER_COLOR: usize = PieceType::COUNT * Square::COUNT;
// Own pieces and the enemy's; and he stands on one of four files once the board is mirrored.
const _: () = assert!(PER_BUCKET == 2 * PER_COLOR && KING_PLACES == Square::COUNT / 2);

impl Perspective {
    /// Where the king stands, below `KING_PLACES`.
    #[inline]
    pub fn king_place(self, king: Square) -> usize {
        let seen = self.place_of(king);
        seen / 8 * 4 + seen % 8 % 4
    }

    /// The number of a piece within a bucket, below `PER_BUCKET`.
    #[inline]
    pub fn feature(self, piece: PieceSquare) -> usize {
        let number = usize::from(piece.0);
        let from_his_side = match self.owner() {
            Color::White => number,
            Color::Black if number < PER_COLOR => number + PER_COLOR,
            Color::Black => number - PER_COLOR,
        };
        self.turned(from_his_side)
    }
}

/// A piece where he stands, as White's king sees him from the queen's wing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceSquare(u16);

impl PieceSquare {
    /// Stands where there is no piece yet.
    pub(super) const ANY: PieceSquare = PieceSquare(0);

    #[inline]
    pub fn new(color: Color, piece_type: PieceType, square: Square) -> PieceSquare {
        PieceSquare(
            ((color.index() * PieceType::COUNT + piece_type.index()) * Square::COUNT
                + square.index()) as u16,
        )
    }
}

/// Which of `buckets` sets of output weights judges a board with so many pieces.
#[inline]
pub fn output_bucket(pieces: usize, buckets: usize) -> usize {
    (pieces.saturating_sub(1) * buckets / MAX_PIECES).min(buckets - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_and_both_wings_see_the_same() {
        for king in Square::all() {
            for square in Square::all() {
                let white = Perspective::of(Color::White, king);
                let black = Perspective::of(Color::Black, king.flip_rank());
                let mirrored = Perspective::of(Color::White, king.flip_file());
                for piece_type in PieceType::ALL {
                    for color in Color::ALL {
                        let piece = |color, square| PieceSquare::new(color, piece_type, square);
                        let seen = white.feature(piece(color, square));
                        assert!(seen < PER_BUCKET);
                        assert_eq!(seen, black.feature(piece(!color, square.flip_rank())));
                        assert_eq!(seen, mirrored.feature(piece(color, square.flip_file())));
                    }
                }
                assert_eq!(white.king_place(king), black.king_place(king.flip_rank()));
                assert_eq!(white.king_place(king), mirrored.king_place(king.flip_file()));
                assert!(white.king_place(king) < KING_PLACES);
            }
        }
    }

    #[test]
    fn every_count_of_pieces_has_a_bucket_and_every_bucket_has_some() {
        for buckets in [1, 2, 4, 8] {
            let used: std::collections::BTreeSet<usize> =
                (2..=MAX_PIECES).map(|pieces| output_bucket(pieces, buckets)).collect();
            assert_eq!(used, (0..buckets).collect());
        }
    }
}
