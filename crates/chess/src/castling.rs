//! Who may still castle with which rook, and what must be empty and safe for it.

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

    pub(crate) fn grant(&mut self, rook: Square) {
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
    /// For a king and a rook on one and the same back rank.
    #[inline]
    pub fn new(king: Square, rook: Square) -> CastlingPath {
        PATHS[king.index() >> 5][king.index() & 7][rook.index() & 7]
    }

    const fn build(king: Square, rook: Square) -> CastlingPath {
        let wing = if rook.index() > king.index() { Wing::King } else { Wing::Queen };
        let king_to = Square::new(wing.king_file(), king.rank());
        let rook_to = Square::new(wing.rook_file(), king.rank());
        let pieces = king.bitboard().0 | rook.bitboard().0;
        let safe = stretch(king, king_to);
        let clear = (safe | stretch(rook, rook_to)) & !pieces;
        CastlingPath { king_to, rook_to, clear: Bitboard(clear), safe: Bitboard(safe) }
    }
}

/// From one square of a rank to another, both included.
const fn stretch(a: Square, b: Square) -> u64 {
    let (low, high) = if a.index() < b.index() { (a, b) } else { (b, a) };
    // The bit above the highest square is lost for h8, which the subtraction makes good.
    (2u64 << high.index()).wrapping_sub(1 << low.index())
}

static PATHS: [[[CastlingPath; 8]; 8]; 2] = {
    let mut table = [[[CastlingPath::build(Square::A1, Square::A1); 8]; 8]; 2];
    let mut i = 0;
    while i < 128 {
        let rank = if i < 64 { Rank::R1 } else { Rank::R8 };
        let (king, rook) = (File::from_index(i >> 3), File::from_index(i));
        table[i >> 6][i >> 3 & 7][i & 7] =
            CastlingPath::build(Square::new(king, rank), Square::new(rook, rank));
        i += 1;
    }
    table
};
