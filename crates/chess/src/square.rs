//! Squares, files and ranks. Squares are numbered a1 = 0, b1 = 1, .. h8 = 63.

use core::fmt;
use core::ops::{Index, IndexMut};
use core::str::FromStr;

use crate::Color;

/// One of the 64 squares.
///
/// ```
/// use chess::{File, Rank, Square};
///
/// let square: Square = "e4".parse()?;
/// assert_eq!(square, Square::E4);
/// assert_eq!(square, Square::new(File::E, Rank::R4));
/// assert_eq!(square.to_string(), "e4");
/// assert_eq!(square.flip_rank(), Square::E5);
/// # Ok::<(), chess::NotASquare>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Square(u8);

/// A file or a rank: eight variants, each with a letter.
macro_rules! line {
    ($(#[$doc:meta])* $name:ident { $($variant:ident),* } from $first:literal, $noun:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum $name {
            $(#[doc = concat!("The ", $noun, " ", stringify!($variant), ".")] $variant),*
        }

        impl $name {
            /// All eight, in order.
            pub const ALL: [$name; 8] = [$($name::$variant),*];

            /// The one with this index. Only the lowest three bits count.
            #[inline]
            pub const fn from_index(index: usize) -> $name {
                $name::ALL[index & 7]
            }

            /// From 0 to 7.
            #[inline]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The letter or digit, in lower case.
            pub const fn letter(self) -> char {
                ($first + self as u8) as char
            }

            /// The one with this letter or digit, in either case.
            pub fn from_letter(letter: char) -> Option<$name> {
                let lower = letter.to_ascii_lowercase();
                $name::ALL.into_iter().find(|line| line.letter() == lower)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.letter())
            }
        }
    };
}

line! { /** A column of the board, from the a-file to the h-file. */
File { A, B, C, D, E, F, G, H } from b'a', "file" }
line! { /** A row of the board, counted from White's side: `R1` is White's back rank. */
Rank { R1, R2, R3, R4, R5, R6, R7, R8 } from b'1', "rank" }

impl Rank {
    /// The rank as `color` counts it: its own back rank is `R1`.
    ///
    /// ```
    /// use chess::{Color, Rank};
    ///
    /// assert_eq!(Rank::R2.seen_by(Color::Black), Rank::R7);
    /// ```
    pub const fn seen_by(self, color: Color) -> Rank {
        match color {
            Color::White => self,
            Color::Black => Rank::from_index(7 - self as usize),
        }
    }
}

impl Square {
    /// How many squares there are.
    pub const COUNT: usize = 64;

    /// The square where a file and a rank cross.
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Square {
        Square(rank as u8 * 8 + file as u8)
    }

    /// The square with this index. Only the lowest six bits count.
    #[inline]
    pub const fn from_index(index: usize) -> Square {
        Square(index as u8 & 63)
    }

    /// From 0 for a1 over 7 for h1 to 63 for h8.
    #[inline]
    pub const fn index(self) -> usize {
        // The mask costs nothing and lets the compiler drop bounds checks.
        (self.0 & 63) as usize
    }

    /// The column of the square.
    #[inline]
    pub const fn file(self) -> File {
        File::from_index(self.0 as usize)
    }

    /// The row of the square.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::from_index(self.0 as usize >> 3)
    }

    /// The square whose index is greater by `by`, wrapping around from h8 to a1.
    #[inline]
    pub const fn offset(self, by: i8) -> Square {
        Square(self.0.wrapping_add_signed(by) & 63)
    }

    /// The square mirrored top to bottom: e2 becomes e7.
    #[inline]
    pub const fn flip_rank(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// The square mirrored left to right: a1 becomes h1.
    #[inline]
    pub const fn flip_file(self) -> Square {
        Square(self.0 ^ 7)
    }

    /// All squares, in order of their index.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..64u8).map(Square)
    }
}

macro_rules! name_squares {
    ($($name:ident)*) => {
        /// The squares by name.
        impl Square {
            name_squares!(@ 0, $($name)*);
        }
    };
    (@ $index:expr, $name:ident $($rest:ident)*) => {
        #[doc = concat!("The square ", stringify!($name), ".")]
        pub const $name: Square = Square($index);
        name_squares!(@ $index + 1, $($rest)*);
    };
    (@ $index:expr,) => {};
}

name_squares! {
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}

impl<T> Index<Square> for [T; Square::COUNT] {
    type Output = T;

    #[inline]
    fn index(&self, square: Square) -> &T {
        &self[square.index()]
    }
}

impl<T> IndexMut<Square> for [T; Square::COUNT] {
    #[inline]
    fn index_mut(&mut self, square: Square) -> &mut T {
        &mut self[square.index()]
    }
}

/// The text is not a file letter followed by a rank digit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotASquare;

impl fmt::Display for NotASquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a square; a square is a letter a to h and a digit 1 to 8")
    }
}

impl core::error::Error for NotASquare {}

impl FromStr for Square {
    type Err = NotASquare;

    fn from_str(text: &str) -> Result<Square, NotASquare> {
        match *text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Square((rank - b'1') * 8 + file - b'a')),
            _ => Err(NotASquare),
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_indices_agree() {
        assert_eq!(Square::A1.index(), 0);
        assert_eq!(Square::H8.index(), 63);
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::new(square.file(), square.rank()), square);
            assert_eq!(square.flip_rank().flip_file().index(), 63 - square.index());
        }
        assert_eq!("E4".parse::<Square>(), Err(NotASquare));
        assert_eq!("e9".parse::<Square>(), Err(NotASquare));
        assert_eq!("é".parse::<Square>(), Err(NotASquare));
    }
}
