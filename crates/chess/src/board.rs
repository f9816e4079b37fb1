//! Who stands where, as eight sets of squares: the least a position is made of.

use crate::attacks::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use crate::{Bitboard, Color, Kind, Piece, Square};

/// No position has more men than the game begins with.
pub const MAX_MEN: usize = 32;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Board {
    kinds: [Bitboard; Kind::COUNT],
    colors: [Bitboard; Color::COUNT],
}

impl Board {
    #[inline(always)]
    pub fn kind(&self, kind: Kind) -> Bitboard {
        self.kinds[kind]
    }

    #[inline(always)]
    pub fn color(&self, color: Color) -> Bitboard {
        self.colors[color]
    }

    #[inline(always)]
    pub fn men(&self, color: Color, kind: Kind) -> Bitboard {
        self.colors[color] & self.kinds[kind]
    }

    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// Men that move along diagonals, of both colours.
    #[inline(always)]
    pub fn diagonal_sliders(&self) -> Bitboard {
        self.kinds[Kind::Bishop] | self.kinds[Kind::Queen]
    }

    /// Men that move along files and ranks, of both colours.
    #[inline(always)]
    pub fn straight_sliders(&self) -> Bitboard {
        self.kinds[Kind::Rook] | self.kinds[Kind::Queen]
    }

    /// Whose man stands on an occupied square.
    #[inline(always)]
    pub fn owner_of(&self, square: Square) -> Color {
        if self.colors[Color::White].has(square) { Color::White } else { Color::Black }
    }

    /// Squares on which two boards do not hold the same man.
    #[inline]
    pub fn differences(&self, other: &Board) -> Bitboard {
        let mut squares = self.color(Color::White) ^ other.color(Color::White);
        for kind in Kind::ALL {
            squares |= self.kind(kind) ^ other.kind(kind);
        }
        squares
    }

    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        self.men(color, Kind::King).lowest()
    }

    /// Puts a man on an empty square, or lifts the same man off it.
    #[inline(always)]
    pub(crate) fn toggle(&mut self, color: Color, kind: Kind, square: Square) {
        self.kinds[kind] ^= square.bitboard();
        self.colors[color] ^= square.bitboard();
    }

    /// Empties `squares`, whoever stands there. Written over all sets alike: with no need to
    /// know the men, it needs no branch and stays in vector registers.
    #[inline(always)]
    pub(crate) fn clear(&mut self, squares: Bitboard) {
        self.kinds.iter_mut().chain(&mut self.colors).for_each(|set| *set -= squares);
    }

    /// Puts a man on an empty square; like `clear`, without indexing into the sets.
    #[inline(always)]
    pub(crate) fn place(&mut self, color: Color, kind: Kind, square: Square) {
        for (index, set) in self.kinds.iter_mut().enumerate() {
            *set |= if index == kind.index() { square.bitboard() } else { Bitboard::EMPTY };
        }
        self.colors[color] |= square.bitboard();
    }

    /// Looks through the sets; positions have a mailbox that answers faster.
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        let kind = Kind::ALL.into_iter().find(|&kind| self.kinds[kind].has(square))?;
        Some(Piece::new(self.owner_of(square), kind))
    }

    /// Men of both colours that attack `square` when `occupied` blocks their way.
    #[inline]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        pawn_attacks(Color::Black, square) & self.men(Color::White, Kind::Pawn)
            | pawn_attacks(Color::White, square) & self.men(Color::Black, Kind::Pawn)
            | knight_attacks(square) & self.kinds[Kind::Knight]
            | king_attacks(square) & self.kinds[Kind::King]
            | bishop_attacks(square, occupied) & self.diagonal_sliders()
            | rook_attacks(square, occupied) & self.straight_sliders()
    }
}
