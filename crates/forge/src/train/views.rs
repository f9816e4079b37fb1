//! A block of positions as the network sees them: for each, the features of the side to move and
//! then those of the other side.

use chess::Color;
use engine::eval::nnue::features::{
    KING_PLACES, PER_BUCKET, Perspective, PieceSquare, output_bucket,
};

use super::packed::PackedPosition;
use super::shape::Shape;

/// The number of a piece in the eyes of a king, below `PER_BUCKET` times the king buckets.
pub(super) type Feature = u16;

/// The features that a position has for each side: the mover's first. As many as there are pieces.
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

#[derive(Default)]
pub(super) struct Views {
    /// Of view after view.
    features: Vec<Feature>,
    /// Where each view ends; it begins where the one before ends.
    ends: Vec<u32>,
    /// By position.
    pub(super) output_buckets: Vec<u8>,
}

impl Views {
    /// Replaces what was there by these positions.
    pub(super) fn read(&mut self, positions: &[PackedPosition], shape: &Shape) {
        self.features.clear();
        self.ends.clear();
        self.output_buckets.clear();
        for position in positions {
            for side in 0..2 {
                let seen = features(position, &shape.king_buckets, side);
                self.features.extend(seen.map(|feature| feature as Feature));
                self.ends.push(self.features.len() as u32);
            }
            let bucket = output_bucket(position.piece_count(), shape.output_buckets);
            self.output_buckets.push(bucket as u8);
        }
    }

    pub(super) fn positions(&self) -> usize {
        self.output_buckets.len()
    }

    /// Views are numbered: twice the position, plus one for the side that is not to move.
    #[inline(always)]
    pub(super) fn of(&self, view: usize) -> &[Feature] {
        let start = view.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.features[start as usize..self.ends[view] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::packed::tests::placed;
    use crate::train::packed::tests::scattered;
    use crate::train::shape::tests::odd;
    use chess::{PieceType, Random, Square};

    #[test]
    fn views_are_what_each_king_sees() {
        let shape = odd();
        let pieces = [
            (Color::White, PieceType::King, Square::G1),
            (Color::White, PieceType::Rook, Square::A1),
            (Color::Black, PieceType::King, Square::A8),
        ];
        let mut views = Views::default();
        views.read(&[placed(&pieces, 0, 1)], &shape);
        assert_eq!(views.positions(), 1);
        // White's king on g1 sees himself on b1, which is in the second bucket, and so his rook
        // on h1 and Black's king on h8. Black's king sees himself on a1.
        let own = [3 * 64 + 7, 5 * 64 + 1, (6 + 5) * 64 + 63].map(|feature| feature + 768);
        assert_eq!(views.of(0), own);
        let other = [(6 + 3) * 64 + 56, (6 + 5) * 64 + 62, 5 * 64];
        assert_eq!(views.of(1), other);
    }

    #[test]
    fn every_position_has_two_views_of_all_its_pieces() {
        let shape = odd();
        let mut random = Random::new(5);
        let pieces: Vec<usize> = (0..40).map(|number| 2 + number % 31).collect();
        let positions: Vec<PackedPosition> = pieces
            .iter()
            .map(|&pieces| placed(&scattered(&mut random, pieces - 2), 0, 1))
            .collect();
        let mut views = Views::default();
        views.read(&positions[..3], &shape);
        views.read(&positions, &shape);
        assert_eq!(views.positions(), 40);
        for (at, &pieces) in pieces.iter().enumerate() {
            for view in [2 * at, 2 * at + 1] {
                assert_eq!(views.of(view).len(), pieces);
                let below = usize::from(*views.of(view).iter().max().unwrap()) < shape.features();
                assert!(below);
            }
            assert_eq!(usize::from(views.output_buckets[at]), output_bucket(pieces, 3));
        }
    }
}
