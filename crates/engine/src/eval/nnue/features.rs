//! What the network sees: every man by colour, kind and square, from the point of view of one
//! king. The board is turned so that he plays up the board, and mirrored so that he stands on the
//! queen's wing; where he stands chooses the bucket of weights.

use chess::{Color, Kind, MAX_MEN, Square};

pub use super::net::{KING_PLACES, PER_BUCKET};
pub use crate::eval::outlook::Outlook;

/// Men of six kinds on 64 squares.
const PER_COLOR: usize = Kind::COUNT * Square::COUNT;
// Own men and the enemy's; and he stands on one of four files once the board is mirrored.
const _: () = assert!(PER_BUCKET == 2 * PER_COLOR && KING_PLACES == Square::COUNT / 2);

impl Outlook {
    /// Where the king stands, below `KING_PLACES`.
    #[inline]
    pub fn king_place(self, king: Square) -> usize {
        let seen = self.place_of(king);
        seen / 8 * 4 + seen % 8 % 4
    }

    /// The number of a man within a bucket, below `PER_BUCKET`.
    #[inline]
    pub fn feature(self, man: Man) -> usize {
        let number = usize::from(man.0);
        let from_his_side = match self.owner() {
            Color::White => number,
            Color::Black if number < PER_COLOR => number + PER_COLOR,
            Color::Black => number - PER_COLOR,
        };
        self.turned(from_his_side)
    }
}

/// A man where he stands, as White's king sees him from the queen's wing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Man(u16);

impl Man {
    /// Stands where there is no man yet.
    pub(super) const ANY: Man = Man(0);

    #[inline]
    pub fn new(color: Color, kind: Kind, square: Square) -> Man {
        Man(((color.index() * Kind::COUNT + kind.index()) * Square::COUNT + square.index()) as u16)
    }
}

/// Which of `buckets` sets of output weights judges a board with so many men.
#[inline]
pub fn output_bucket(men: usize, buckets: usize) -> usize {
    (men.saturating_sub(1) * buckets / MAX_MEN).min(buckets - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_and_both_wings_see_the_same() {
        for king in Square::all() {
            for square in Square::all() {
                let white = Outlook::of(Color::White, king);
                let black = Outlook::of(Color::Black, king.flip_rank());
                let mirrored = Outlook::of(Color::White, king.flip_file());
                for kind in Kind::ALL {
                    for color in Color::ALL {
                        let man = |color, square| Man::new(color, kind, square);
                        let seen = white.feature(man(color, square));
                        assert!(seen < PER_BUCKET);
                        assert_eq!(seen, black.feature(man(!color, square.flip_rank())));
                        assert_eq!(seen, mirrored.feature(man(color, square.flip_file())));
                    }
                }
                assert_eq!(white.king_place(king), black.king_place(king.flip_rank()));
                assert_eq!(white.king_place(king), mirrored.king_place(king.flip_file()));
                assert!(white.king_place(king) < KING_PLACES);
            }
        }
    }

    #[test]
    fn every_count_of_men_has_a_bucket_and_every_bucket_has_some() {
        for buckets in [1, 2, 4, 8] {
            let used: std::collections::BTreeSet<usize> =
                (2..=MAX_MEN).map(|men| output_bucket(men, buckets)).collect();
            assert_eq!(used, (0..buckets).collect());
        }
    }
}
