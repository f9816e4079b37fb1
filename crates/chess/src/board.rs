//! Who stands where, as eight sets of squares: the least a position is made of.

use crate::attacks::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use crate::{Bitboard, Color, Piece, PieceType, Square};

/// No position has more pieces than the game begins with.
pub const MAX_PIECES: usize = 32;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Board {
    types: [Bitboard; PieceType::COUNT],
    colors: [Bitboard; Color::COUNT],
}

impl Board {
    #[inline(always)]
    pub fn by_type(&self, piece_type: PieceType) -> Bitboard {
        self.types[piece_type]
    }

    #[inline(always)]
    pub fn color(&self, color: Color) -> Bitboard {
        self.colors[color]
    }

    #[inline(always)]
    pub fn pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.colors[color] & self.types[piece_type]
    }

    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// Pieces that move along diagonals, of both colours.
    #[inline(always)]
    pub fn diagonal_sliders(&self) -> Bitboard {
        self.types[PieceType::Bishop] | self.types[PieceType::Queen]
    }

    /// Pieces that move along files and ranks, of both colours.
    #[inline(always)]
    pub fn straight_sliders(&self) -> Bitboard {
        self.types[PieceType::Rook] | self.types[PieceType::Queen]
    }

    /// Whose piece stands on an occupied square.
    #[inline(always)]
    pub fn owner_of(&self, square: Square) -> Color {
        if self.colors[Color::White].has(square) { Color::White } else { Color::Black }
    }

    /// Squares on which two boards do not hold the same piece.
    #[inline]
    pub fn differences(&self, other: &Board) -> Bitboard {
        let mut squares = self.color(Color::White) ^ other.color(Color::White);
        for piece_type in PieceType::ALL {
            squares |= self.by_type(piece_type) ^ other.by_type(piece_type);
        }
        squares
    }

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

    /// Empties `squares`, whoever stands there. Written over all sets alike: with no need to
    /// know the pieces, it needs no branch and stays in vector registers.
    #[inline(always)]
    pub(crate) fn clear(&mut self, squares: Bitboard) {
        self.types.iter_mut().chain(&mut self.colors).for_each(|set| *set -= squares);
    }

    /// Puts a piece on an empty square; like `clear`, without indexing into the sets.
    #[inline(always)]
    pub(crate) fn place(&mut self, color: Color, piece_type: PieceType, square: Square) {
        for (index, set) in self.types.iter_mut().enumerate() {
            *set |= if index == piece_type.index() { square.bitboard() } else { Bitboard::EMPTY };
        }
        self.colors[color] |= square.bitboard();
    }

    /// Looks through the sets; positions have a mailbox that answers faster.
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        let piece_type =
            PieceType::ALL.into_iter().find(|&piece_type| self.types[piece_type].has(square))?;
        Some(Piece::new(self.owner_of(square), piece_type))
    }

    /// Pieces of both colours that attack `square` when `occupied` blocks their way.
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
