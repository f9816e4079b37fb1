//! Who may still castle with which rook, and what must be empty and safe for it.

use crate::attacks::between;
use crate::{Bitboard, Color, File, Rank, Square, zobrist};

/// The wing castled to, whichever file the rook started on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wing {
    King,
    Queen,
}

impl Wing {
    pub const ALL: [Wing; 2] = [Wing::King, Wing::Queen];

    pub const fn king_file(self) -> File {
        match self {
            Wing::King => File::G,
            Wing::Queen => File::C,
        }
    }

    pub const fn rook_file(self) -> File {
        match self {
            Wing::King => File::F,
            Wing::Queen => File::D,
        }
    }

    #[inline]
    pub fn of(king: Square, rook: Square) -> Wing {
        if rook > king { Wing::King } else { Wing::Queen }
    }
}

/// The rooks that may still castle, as the set of their squares. In this form Chess960 needs
/// no special case, and losing a right is removing a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct CastlingRights(Bitboard);

impl CastlingRights {
    pub const NONE: CastlingRights = CastlingRights(Bitboard::EMPTY);

    #[inline]
    pub const fn rooks(self) -> Bitboard {
        self.0
    }

    #[inline]
    pub fn rooks_of(self, color: Color) -> Bitboard {
        self.0 & Rank::R1.seen_by(color).bitboard()
    }

    pub fn grant(&mut self, rook: Square) {
        self.0 |= rook.bitboard();
    }

    #[inline]
    pub(crate) fn revoke(&mut self, squares: Bitboard) {
        self.0 -= squares;
    }

    /// The part of the position key that stands for `rooks`.
    #[inline]
    pub(crate) fn key_of(rooks: Bitboard) -> u64 {
        rooks.squares().fold(0, |key, rook| {
            let color = if rook.rank() == Rank::R1 { Color::White } else { Color::Black };
            key ^ zobrist::castling(color, rook.file())
        })
    }
}

/// What castling with one king and one rook needs and does.
#[derive(Clone, Copy)]
pub struct CastlingPath {
    pub king_to: Square,
    pub rook_to: Square,
    /// Must hold nobody but the king and the rook.
    pub clear: Bitboard,
    /// Must not be attacked: from the king's square to its goal.
    pub safe: Bitboard,
}

impl CastlingPath {
    #[inline]
    pub fn new(king: Square, rook: Square) -> CastlingPath {
        let wing = Wing::of(king, rook);
        let king_to = Square::new(wing.king_file(), king.rank());
        let rook_to = Square::new(wing.rook_file(), king.rank());
        let safe = between(king, king_to) | king_to.bitboard();
        let rook_path = between(rook, rook_to) | rook_to.bitboard();
        let clear = (safe | rook_path) - king.bitboard() - rook.bitboard();
        CastlingPath { king_to, rook_to, clear, safe }
    }
}
