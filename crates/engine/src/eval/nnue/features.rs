//! The inputs of the network: every piece by colour, type and square, from the perspective of one
//! king. The square of that king chooses the bucket of weights.

use chess::{Color, MAX_PIECES, PieceType, Square};

pub use super::net_file::{KING_PLACES, PER_BUCKET};
pub use crate::eval::perspective::Perspective;

/// Pieces of six types on 64 squares.
const PER_COLOR: usize = PieceType::COUNT * Square::COUNT;
// Own and enemy pieces; and the king stands on one of four files once the board is mirrored.
const _: () = assert!(PER_BUCKET == 2 * PER_COLOR && KING_PLACES == Square::COUNT / 2);

impl Perspective {
    /// The index of the king's square, below `KING_PLACES`.
    #[inline]
    pub fn king_place(self, king: Square) -> usize {
        let seen = self.place_of(king);
        seen / 8 * 4 + seen % 8 % 4
    }

    /// The index of a piece within a bucket, below `PER_BUCKET`.
    #[inline]
    pub fn feature(self, piece: PieceSquare) -> usize {
        let index = usize::from(piece.0);
        let own_pieces_first = match self.owner() {
            Color::White => index,
            Color::Black if index < PER_COLOR => index + PER_COLOR,
            Color::Black => index - PER_COLOR,
        };
        self.flipped(own_pieces_first)
    }
}

/// A piece on a square, as an index: the feature for a white king on the queenside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceSquare(u16);

impl PieceSquare {
    /// Fills unused places of a list.
    pub(super) const FILLER: PieceSquare = PieceSquare(0);

    #[inline]
    pub fn new(color: Color, piece_type: PieceType, square: Square) -> PieceSquare {
        PieceSquare(
            ((color.index() * PieceType::COUNT + piece_type.index()) * Square::COUNT
                + square.index()) as u16,
        )
    }
}

/// The output bucket of a board with this many pieces, of `buckets` in all.
#[inline]
pub fn output_bucket(pieces: usize, buckets: usize) -> usize {
    (pieces.saturating_sub(1) * buckets / MAX_PIECES).min(buckets - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_colours_and_both_wings_share_features() {
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
    fn every_piece_count_has_an_output_bucket_and_every_bucket_is_used() {
        for buckets in [1, 2, 4, 8] {
            let used: std::collections::BTreeSet<usize> =
                (2..=MAX_PIECES).map(|pieces| output_bucket(pieces, buckets)).collect();
            assert_eq!(used, (0..buckets).collect());
        }
    }
}
