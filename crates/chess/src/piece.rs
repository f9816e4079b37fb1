//! The six types of pieces, and a piece of one colour.

use core::ops::{Index, IndexMut};

use crate::Color;

/// A piece without its colour.
///
/// ```
/// use chess::PieceType;
///
/// assert_eq!(PieceType::Knight.letter(), 'n');
/// assert_eq!(PieceType::from_letter('N'), Some(PieceType::Knight));
/// // Arrays of six may be indexed by piece type.
/// let values = [1, 3, 3, 5, 9, 0];
/// assert_eq!(values[PieceType::Rook], 5);
/// // `None` needs no extra byte.
/// assert_eq!(size_of::<Option<PieceType>>(), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum PieceType {
    /// Moves forwards, captures diagonally.
    Pawn,
    /// Leaps.
    Knight,
    /// Slides along diagonals.
    Bishop,
    /// Slides along files and ranks.
    Rook,
    /// Slides along all lines.
    Queen,
    /// Moves one step.
    King,
}

impl PieceType {
    /// All types, from the pawn up.
    pub const ALL: [PieceType; 6] = [
        PieceType::Pawn,
        PieceType::Knight,
        PieceType::Bishop,
        PieceType::Rook,
        PieceType::Queen,
        PieceType::King,
    ];
    /// How many types there are.
    pub const COUNT: usize = 6;

    /// From 0 for the pawn to 5 for the king.
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

    /// The type with this letter, in either case.
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

/// A piece of one colour.
///
/// ```
/// use chess::{Color, Piece, PieceType};
///
/// let queen = Piece::new(Color::Black, PieceType::Queen);
/// assert_eq!(queen.letter(), 'q');
/// assert_eq!(Piece::from_letter('q'), Some(queen));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// The side it belongs to.
    pub color: Color,
    /// The piece without its colour.
    pub piece_type: PieceType,
}

impl Piece {
    /// A piece of `color`.
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

    /// The piece with this FEN letter.
    pub fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Some(Piece::new(color, PieceType::from_letter(letter)?))
    }
}
