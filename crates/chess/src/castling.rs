//! Castling rights, and which squares castling needs empty and safe.

use crate::{Bitboard, Color, File, Rank, Square, zobrist};

/// The side of the board that the king castles to.
///
/// ```
/// use chess::{File, Square, Wing};
///
/// let wing = Wing::of(Square::E1, Square::A1);
/// assert_eq!(wing, Wing::Queen);
/// assert_eq!((wing.king_file(), wing.rook_file()), (File::C, File::D));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wing {
    /// Short castling: the king goes to the g-file.
    King,
    /// Long castling: the king goes to the c-file.
    Queen,
}

impl Wing {
    /// Both wings, the king's first.
    pub const ALL: [Wing; 2] = [Wing::King, Wing::Queen];

    /// The file on which the king ends.
    pub const fn king_file(self) -> File {
        match self {
            Wing::King => File::G,
            Wing::Queen => File::C,
        }
    }

    /// The file on which the rook ends.
    pub const fn rook_file(self) -> File {
        match self {
            Wing::King => File::F,
            Wing::Queen => File::D,
        }
    }

    /// The wing of a rook, seen from its king on the same rank.
    #[inline]
    pub fn of(king: Square, rook: Square) -> Wing {
        if rook > king { Wing::King } else { Wing::Queen }
    }
}

/// The rooks that may still castle, as a set of squares. In this form Chess960 needs no special
/// case, and a side loses a right when its square leaves the set.
///
/// ```
/// use chess::{Color, Position, Square};
///
/// let rights = Position::initial().castling();
/// assert_eq!(rights.rooks().len(), 4);
/// assert!(rights.rooks_of(Color::White).has(Square::H1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct CastlingRights(Bitboard);

impl CastlingRights {
    /// Neither side may castle.
    pub const NONE: CastlingRights = CastlingRights(Bitboard::EMPTY);

    /// The rooks of both colours that may still castle.
    #[inline]
    pub const fn rooks(self) -> Bitboard {
        self.0
    }

    /// The rooks of `color` that may still castle.
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

    /// The part of the position key for these rights.
    #[inline]
    pub(crate) fn key_of(rooks: Bitboard) -> u64 {
        rooks.squares().fold(0, |key, rook| {
            let color = if rook.rank() == Rank::R1 { Color::White } else { Color::Black };
            key ^ zobrist::castling(color, rook.file())
        })
    }
}

/// Where castling takes king and rook, and which squares it needs empty and safe.
///
/// ```
/// use chess::{Bitboard, CastlingPath, Square};
///
/// let path = CastlingPath::new(Square::E1, Square::A1);
/// assert_eq!((path.king_to, path.rook_to), (Square::C1, Square::D1));
/// assert!(path.clear.has(Square::B1), "the rook passes b1");
/// assert!(!path.safe.has(Square::B1), "the king does not");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CastlingPath {
    /// Where the king ends.
    pub king_to: Square,
    /// Where the rook ends.
    pub rook_to: Square,
    /// The squares that must be empty, apart from the king and the rook themselves.
    pub clear: Bitboard,
    /// The squares that must not be attacked: from where the king stands to where it ends.
    pub safe: Bitboard,
}

impl CastlingPath {
    /// The path for a king and a rook on the same back rank.
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
    // For h8 the shift overflows to zero, and the wrapping subtraction is still right.
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
