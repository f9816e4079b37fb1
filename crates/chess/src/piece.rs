//! The six kinds of pieces, and a piece of one colour.

use core::ops::{Index, IndexMut};

use crate::Color;

/// A piece without its colour. The mailbox stores `Option<PieceType>`, which is one byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum PieceType {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl PieceType {
    pub const ALL: [PieceType; 6] = [
        PieceType::Pawn,
        PieceType::Knight,
        PieceType::Bishop,
        PieceType::Rook,
        PieceType::Queen,
        PieceType::King,
    ];
    pub const COUNT: usize = 6;

    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of FEN, SAN and UCI, in lower case.
    pub const fn letter(self) -> char {
        match self {
            PieceType::Pawn => 'p',
            PieceType::Knight => 'n',
            PieceType::Bishop => 'b',
            PieceType::Rook => 'r',
            PieceType::Queen => 'q',
            PieceType::King => 'k',
        }
    }

    /// Reads a letter of either case.
    pub fn from_letter(letter: char) -> Option<PieceType> {
        let lower = letter.to_ascii_lowercase();
        PieceType::ALL.into_iter().find(|piece_type| piece_type.letter() == lower)
    }
}

impl<T> Index<PieceType> for [T; PieceType::COUNT] {
    type Output = T;

    #[inline]
    fn index(&self, piece_type: PieceType) -> &T {
        &self[piece_type as usize]
    }
}

impl<T> IndexMut<PieceType> for [T; PieceType::COUNT] {
    #[inline]
    fn index_mut(&mut self, piece_type: PieceType) -> &mut T {
        &mut self[piece_type as usize]
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    pub color: Color,
    pub piece_type: PieceType,
}

impl Piece {
    #[inline]
    pub const fn new(color: Color, piece_type: PieceType) -> Piece {
        Piece { color, piece_type }
    }

    /// The FEN letter: upper case for White.
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.piece_type.letter().to_ascii_uppercase(),
            Color::Black => self.piece_type.letter(),
        }
    }

    pub fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Some(Piece::new(color, PieceType::from_letter(letter)?))
    }
}
