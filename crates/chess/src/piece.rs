//! The six kinds of men, and a man of one colour.

use core::ops::{Index, IndexMut};

use crate::Color;

/// A man without its colour. The mailbox stores `Option<Kind>`, which is one byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Kind {
    pub const ALL: [Kind; 6] =
        [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];
    pub const COUNT: usize = 6;

    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of FEN, SAN and UCI, in lower case.
    pub const fn letter(self) -> char {
        match self {
            Kind::Pawn => 'p',
            Kind::Knight => 'n',
            Kind::Bishop => 'b',
            Kind::Rook => 'r',
            Kind::Queen => 'q',
            Kind::King => 'k',
        }
    }

    /// Reads a letter of either case.
    pub fn from_letter(letter: char) -> Option<Kind> {
        let lower = letter.to_ascii_lowercase();
        Kind::ALL.into_iter().find(|kind| kind.letter() == lower)
    }
}

impl<T> Index<Kind> for [T; Kind::COUNT] {
    type Output = T;

    #[inline]
    fn index(&self, kind: Kind) -> &T {
        &self[kind as usize]
    }
}

impl<T> IndexMut<Kind> for [T; Kind::COUNT] {
    #[inline]
    fn index_mut(&mut self, kind: Kind) -> &mut T {
        &mut self[kind as usize]
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    pub color: Color,
    pub kind: Kind,
}

impl Piece {
    #[inline]
    pub const fn new(color: Color, kind: Kind) -> Piece {
        Piece { color, kind }
    }

    /// The FEN letter: upper case for White.
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.kind.letter().to_ascii_uppercase(),
            Color::Black => self.kind.letter(),
        }
    }

    pub fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Some(Piece::new(color, Kind::from_letter(letter)?))
    }
}
