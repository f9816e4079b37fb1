//! The active features of a block of positions: for each position those of the side to move, then
//! those of the other side. These are its two perspectives.

use chess::Color;
use engine::eval::nnue::features::{
    KING_PLACES, PER_BUCKET, Perspective, PieceSquare, output_bucket,
};

use super::shape::Shape;
use crate::bullet::PackedPosition;

/// The number of a feature, below `PER_BUCKET` times the number of king buckets.
pub(super) type Feature = u16;

/// The active features of a position from one side, 0 for the side to move. There are as many as
/// pieces.
#[inline]
pub(crate) fn features(
    position: &PackedPosition,
    king_buckets: &[u8; KING_PLACES],
    side: usize,
) -> impl Iterator<Item = usize> {
    let owner = Color::ALL[side];
    let king = position.king(owner);
    let perspective = Perspective::of(owner, king);
    let first = usize::from(king_buckets[perspective.king_place(king)]) * PER_BUCKET;
    position.pieces().map(move |(color, piece_type, square)| {
        first + perspective.feature(PieceSquare::new(color, piece_type, square))
    })
}

/// The active features of all perspectives of a block.
#[derive(Default)]
pub(super) struct ActiveFeatures {
    /// The features of all perspectives, one after another.
    features: Vec<Feature>,
    /// The end of each perspective's features.
    ends: Vec<u32>,
    /// By position.
    pub(super) output_buckets: Vec<u8>,
}

impl ActiveFeatures {
    /// Replaces the block by these positions.
    pub(super) fn read(&mut self, positions: &[PackedPosition], shape: &Shape) {
        self.features.clear();
        self.ends.clear();
        self.output_buckets.clear();
        for position in positions {
            for side in 0..2 {
                let active = features(position, &shape.king_buckets, side);
                self.features.extend(active.map(|feature| feature as Feature));
                self.ends.push(self.features.len() as u32);
            }
            let bucket = output_bucket(position.piece_count(), shape.output_buckets);
            self.output_buckets.push(bucket as u8);
        }
    }

    /// The number of positions.
    pub(super) fn positions(&self) -> usize {
        self.output_buckets.len()
    }

    /// The features of a perspective. Perspectives are numbered: twice the position, plus one for
    /// the side that is not to move.
    #[inline(always)]
    pub(super) fn of(&self, perspective: usize) -> &[Feature] {
        let start = perspective.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.features[start as usize..self.ends[perspective] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::random_pieces;
    use crate::train::shape::tests::uneven_shape;
    use chess::{PieceType, Random, Square};

    #[test]
    fn features_are_relative_to_each_king() {
        let shape = uneven_shape();
        let pieces = [
            (Color::White, PieceType::King, Square::G1),
            (Color::White, PieceType::Rook, Square::A1),
            (Color::Black, PieceType::King, Square::A8),
        ];
        let mut active = ActiveFeatures::default();
        active.read(&[PackedPosition::of_pieces(&pieces, 0, 1)], &shape);
        assert_eq!(active.positions(), 1);
        // White's king on g1 is mirrored to b1, in the second bucket; so the rook is on h1 and
        // Black's king on h8. Black's king is on a1 from its own side.
        let own = [3 * 64 + 7, 5 * 64 + 1, (6 + 5) * 64 + 63].map(|feature| feature + 768);
        assert_eq!(active.of(0), own);
        let other = [(6 + 3) * 64 + 56, (6 + 5) * 64 + 62, 5 * 64];
        assert_eq!(active.of(1), other);
    }

    #[test]
    fn every_position_has_two_perspectives_of_all_its_pieces() {
        let shape = uneven_shape();
        let mut random = Random::new(5);
        let pieces: Vec<usize> = (0..40).map(|number| 2 + number % 31).collect();
        let positions: Vec<PackedPosition> = pieces
            .iter()
            .map(|&pieces| PackedPosition::of_pieces(&random_pieces(&mut random, pieces - 2), 0, 1))
            .collect();
        let mut active = ActiveFeatures::default();
        active.read(&positions[..3], &shape);
        active.read(&positions, &shape);
        assert_eq!(active.positions(), 40);
        for (at, &pieces) in pieces.iter().enumerate() {
            for perspective in [2 * at, 2 * at + 1] {
                assert_eq!(active.of(perspective).len(), pieces);
                let below =
                    usize::from(*active.of(perspective).iter().max().unwrap()) < shape.features();
                assert!(below);
            }
            assert_eq!(usize::from(active.output_buckets[at]), output_bucket(pieces, 3));
        }
    }
}
