//! Where the pieces stand, as eight sets of squares.

use core::fmt;

use crate::attacks::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use crate::{Bitboard, Color, File, Piece, PieceType, Rank, Square};

/// The most pieces a position may have: as many as the game begins with.
pub const MAX_PIECES: usize = 32;

/// Where the pieces stand: one set of squares for each piece type and one for each colour.
///
/// ```
/// use chess::{Color, PieceType, Position, Square};
///
/// let position = Position::initial();
/// let board = position.board();
/// assert_eq!(board.pieces(Color::White, PieceType::Rook).len(), 2);
/// assert_eq!(board.king(Color::Black), Square::E8);
/// assert_eq!(board.piece_on(Square::E4), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Board {
    types: [Bitboard; PieceType::COUNT],
    colors: [Bitboard; Color::COUNT],
}

impl Board {
    /// The pieces of one type, of both colours.
    #[inline(always)]
    pub fn by_type(&self, piece_type: PieceType) -> Bitboard {
        self.types[piece_type]
    }

    /// The pieces of one colour.
    #[inline(always)]
    pub fn color(&self, color: Color) -> Bitboard {
        self.colors[color]
    }

    /// The pieces of one colour and type.
    #[inline(always)]
    pub fn pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.colors[color] & self.types[piece_type]
    }

    /// The squares that hold a piece.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// Bishops and queens of both colours.
    #[inline(always)]
    pub fn diagonal_sliders(&self) -> Bitboard {
        self.types[PieceType::Bishop] | self.types[PieceType::Queen]
    }

    /// Rooks and queens of both colours.
    #[inline(always)]
    pub fn straight_sliders(&self) -> Bitboard {
        self.types[PieceType::Rook] | self.types[PieceType::Queen]
    }

    /// The colour of the piece on an occupied square.
    #[inline(always)]
    pub fn owner_of(&self, square: Square) -> Color {
        if self.colors[Color::White].has(square) { Color::White } else { Color::Black }
    }

    /// The squares on which two boards do not hold the same piece.
    ///
    /// ```
    /// use chess::{Position, Square};
    ///
    /// let before = Position::initial();
    /// let after = before.after(before.parse_uci("e2e4")?);
    /// let changed = before.board().differences(after.board());
    /// assert_eq!(changed.squares().collect::<Vec<_>>(), [Square::E2, Square::E4]);
    /// # Ok::<(), chess::UciMoveError>(())
    /// ```
    #[inline]
    pub fn differences(&self, other: &Board) -> Bitboard {
        let mut squares = self.color(Color::White) ^ other.color(Color::White);
        for piece_type in PieceType::ALL {
            squares |= self.by_type(piece_type) ^ other.by_type(piece_type);
        }
        squares
    }

    /// The square of the king of `color`.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        self.pieces(color, PieceType::King).lowest()
    }

    /// Puts a piece on an empty square, or lifts the same piece off it.
    #[inline(always)]
    pub(crate) fn toggle(&mut self, color: Color, piece_type: PieceType, square: Square) {
        self.types[piece_type] ^= square.bitboard();
        self.colors[color] ^= square.bitboard();
    }

    /// Empties `squares`. It writes all eight sets without looking up the pieces, so it needs no
    /// branch and stays in vector registers.
    #[inline(always)]
    pub(crate) fn clear(&mut self, squares: Bitboard) {
        self.types.iter_mut().chain(&mut self.colors).for_each(|set| *set -= squares);
    }

    /// Puts a piece on an empty square. Like `clear`, it does not index into the sets.
    #[inline(always)]
    pub(crate) fn place(&mut self, color: Color, piece_type: PieceType, square: Square) {
        for (index, set) in self.types.iter_mut().enumerate() {
            *set |= if index == piece_type.index() { square.bitboard() } else { Bitboard::EMPTY };
        }
        self.colors[color] |= square.bitboard();
    }

    /// The piece on `square`. This searches the sets; [`Position::piece_on`] looks it up.
    ///
    /// [`Position::piece_on`]: crate::Position::piece_on
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        let piece_type =
            PieceType::ALL.into_iter().find(|&piece_type| self.types[piece_type].has(square))?;
        Some(Piece::new(self.owner_of(square), piece_type))
    }

    /// The pieces of both colours that attack `square` when `occupied` blocks their way.
    #[inline]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        pawn_attacks(Color::Black, square) & self.pieces(Color::White, PieceType::Pawn)
            | pawn_attacks(Color::White, square) & self.pieces(Color::Black, PieceType::Pawn)
            | knight_attacks(square) & self.types[PieceType::Knight]
            | king_attacks(square) & self.types[PieceType::King]
            | bishop_attacks(square, occupied) & self.diagonal_sliders()
            | rook_attacks(square, occupied) & self.straight_sliders()
    }
}

/// Draws the board, rank 8 on top.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            writeln!(f)?;
            for file in File::ALL {
                let piece = self.piece_on(Square::new(file, rank));
                write!(f, " {}", piece.map_or('.', Piece::letter))?;
            }
        }
        Ok(())
    }
}
