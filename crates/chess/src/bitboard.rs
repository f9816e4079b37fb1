//! Sets of squares, one bit each.

use core::fmt;
use core::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use crate::{File, Rank, Square};

/// A set of squares: bit 0 is a1, bit 7 is h1, bit 63 is h8.
///
/// The bit operators are set operations, and subtraction is set difference.
///
/// ```
/// use chess::{Bitboard, File, Rank, Square};
///
/// let corner = File::A.bitboard() & Rank::R1.bitboard();
/// assert_eq!(corner, Square::A1.bitboard());
///
/// let rest_of_file = File::A.bitboard() - corner;
/// assert_eq!(rest_of_file.len(), 7);
/// assert!(!rest_of_file.has(Square::A1));
///
/// let both: Bitboard = [Square::E4, Square::D5].into_iter().collect();
/// for square in both {
///     assert!(square == Square::E4 || square == Square::D5);
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 64 squares.
    pub const ALL: Bitboard = Bitboard(!0);
    /// Every square but those of the a-file.
    pub const NOT_A: Bitboard = Bitboard(!File::A.bitboard().0);
    /// Every square but those of the h-file.
    pub const NOT_H: Bitboard = Bitboard(!File::H.bitboard().0);
    /// Both back ranks, where pawns never stand.
    pub const BACK_RANKS: Bitboard = Bitboard(Rank::R1.bitboard().0 | Rank::R8.bitboard().0);
    /// The light squares, h1 among them.
    pub const LIGHT: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);
    /// The dark squares, a1 among them.
    pub const DARK: Bitboard = Bitboard(!Self::LIGHT.0);

    /// Whether the set has no member.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has a member.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether `square` is a member.
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether the sets share a member.
    #[inline]
    pub const fn meets(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// The number of members.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set has two members or more.
    #[inline]
    pub const fn several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The lowest member. An empty set has none: release builds answer a1, debug builds panic.
    #[inline]
    pub const fn lowest(self) -> Square {
        debug_assert!(self.any());
        Square::from_index(self.0.trailing_zeros() as usize)
    }

    /// The set without its lowest square.
    #[inline]
    pub const fn without_lowest(self) -> Bitboard {
        Bitboard(self.0 & self.0.wrapping_sub(1))
    }

    /// Every member one step towards rank 8. Members on rank 8 drop out.
    #[inline]
    pub const fn north(self) -> Bitboard {
        Bitboard(self.0 << 8)
    }

    /// Every member one step towards rank 1. Members on rank 1 drop out.
    #[inline]
    pub const fn south(self) -> Bitboard {
        Bitboard(self.0 >> 8)
    }

    /// Every member one step towards the h-file. Members on the h-file drop out.
    #[inline]
    pub const fn east(self) -> Bitboard {
        Bitboard((self.0 & Self::NOT_H.0) << 1)
    }

    /// Every member one step towards the a-file. Members on the a-file drop out.
    #[inline]
    pub const fn west(self) -> Bitboard {
        Bitboard((self.0 & Self::NOT_A.0) >> 1)
    }

    /// The set mirrored top to bottom: a1 becomes a8.
    #[inline]
    pub const fn flip_rank(self) -> Bitboard {
        Bitboard(self.0.swap_bytes())
    }

    /// The members, lowest first.
    ///
    /// ```
    /// use chess::{Bitboard, Square};
    ///
    /// let set = Square::H8.bitboard() | Square::A1.bitboard();
    /// assert_eq!(set.squares().collect::<Vec<_>>(), [Square::A1, Square::H8]);
    /// ```
    #[inline]
    pub const fn squares(self) -> Squares {
        Squares(self)
    }
}

/// The members of a [`Bitboard`], lowest first.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        self.squares()
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Bitboard {
        square.bitboard()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | square.bitboard())
    }
}

macro_rules! operator {
    ($($name:ident $method:ident $assign:ident $assign_method:ident: |$a:ident, $b:ident| $value:expr;)*) => {$(
        impl $name for Bitboard {
            type Output = Bitboard;

            #[inline]
            fn $method(self, other: Bitboard) -> Bitboard {
                let ($a, $b) = (self.0, other.0);
                Bitboard($value)
            }
        }

        impl $assign for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Bitboard) {
                *self = $name::$method(*self, other);
            }
        }
    )*};
}

// Subtraction is set difference.
operator! {
    BitAnd bitand BitAndAssign bitand_assign: |a, b| a & b;
    BitOr bitor BitOrAssign bitor_assign: |a, b| a | b;
    BitXor bitxor BitXorAssign bitxor_assign: |a, b| a ^ b;
    Sub sub SubAssign sub_assign: |a, b| a & !b;
}

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

/// Draws the set as a board, rank 8 on top.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            writeln!(f)?;
            for file in File::ALL {
                f.write_str(if self.has(Square::new(file, rank)) { " x" } else { " ." })?;
            }
        }
        Ok(())
    }
}

impl Square {
    /// The set that holds only this square.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << self.index())
    }
}

impl File {
    /// The eight squares of the file.
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << self as u8)
    }
}

impl Rank {
    /// The eight squares of the rank.
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(0xff << (8 * self as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_do_not_wrap_around_the_edges() {
        assert_eq!(Square::H4.bitboard().east(), Bitboard::EMPTY);
        assert_eq!(Square::A4.bitboard().west(), Bitboard::EMPTY);
        assert_eq!(Square::H8.bitboard().north(), Bitboard::EMPTY);
        assert_eq!(Square::A1.bitboard().south(), Bitboard::EMPTY);
        assert_eq!(Square::E4.bitboard().north().east(), Square::F5.bitboard());
    }

    #[test]
    fn iterating_over_a_set_yields_its_members_in_order() {
        let set: Bitboard = [Square::H8, Square::A1, Square::D5].into_iter().collect();
        assert_eq!(set.squares().collect::<Vec<_>>(), [Square::A1, Square::D5, Square::H8]);
        assert_eq!(set.squares().len(), 3);
        assert!(set.several() && !Square::A1.bitboard().several());
        assert_eq!(set - Square::A1.bitboard() - Square::H8.bitboard(), Square::D5.bitboard());
    }

    #[test]
    fn h1_is_light_and_a1_is_dark() {
        assert!(Bitboard::LIGHT.has(Square::H1) && Bitboard::DARK.has(Square::A1));
    }
}
