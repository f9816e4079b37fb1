//! Sets of squares for the terms, computed at compile time.

use chess::{Bitboard, Color, File, Square};

/// The file and its neighbours.
const fn wide(file: usize) -> u64 {
    let own = File::A.bitboard().0 << file;
    own | (own & Bitboard::NOT_H.0) << 1 | (own & Bitboard::NOT_A.0) >> 1
}

const fn above(rank: usize) -> u64 {
    if rank == 7 { 0 } else { !0 << (8 * (rank + 1)) }
}

const fn below(rank: usize) -> u64 {
    (1 << (8 * rank)) - 1
}

macro_rules! by_square {
    ($color:ident, $file:ident, $rank:ident => $squares:expr) => {{
        let mut table = [[Bitboard::EMPTY; 64]; 2];
        let mut square = 0;
        while square < 64 {
            let ($file, $rank) = (square % 8, square / 8);
            let mut $color = 0;
            while $color < 2 {
                table[$color][square] = Bitboard($squares);
                $color += 1;
            }
            square += 1;
        }
        table
    }};
}

/// Squares ahead on the own file.
pub(super) static PATH: [[Bitboard; 64]; 2] = by_square!(color, file, rank =>
    File::A.bitboard().0 << file & if color == 0 { above(rank) } else { below(rank) });

/// Squares ahead on the own and the neighbouring files: a pawn without enemies there is passed.
pub(super) static FRONT: [[Bitboard; 64]; 2] = by_square!(color, file, rank =>
    wide(file) & if color == 0 { above(rank) } else { below(rank) });

/// Squares beside and behind on the neighbouring files: own pawns there can support this one.
pub(super) static HELPERS: [[Bitboard; 64]; 2] = by_square!(color, file, rank =>
    (wide(file) & !(File::A.bitboard().0 << file))
        & !(if color == 0 { above(rank) } else { below(rank) }));

/// The surroundings of a king: the squares next to it and one rank further ahead, always three files
/// wide.
pub(super) static SURROUNDINGS: [[Bitboard; 64]; 2] = by_square!(color, file, rank => {
    let middle = if file == 0 { 1 } else if file == 7 { 6 } else { file };
    let ranks = 0xff_u64 << (8 * rank);
    let around = ranks | ranks << 8 | ranks >> 8;
    let ahead = if color == 0 { ranks << 16 } else { ranks >> 16 };
    wide(middle) & (around | ahead)
});

/// The flank of a king: four files, the inner four for a king in the middle.
pub(super) const fn flank(file: File) -> Bitboard {
    let files = match file.index() {
        0..=2 => 0x0f,
        3..=4 => 0x3c,
        _ => 0xf0,
    };
    Bitboard(files * File::A.bitboard().0)
}

/// The files next to this one.
pub(super) fn beside(file: File) -> Bitboard {
    Bitboard(wide(file.index())) - file.bitboard()
}

/// The distance of a file from the nearer edge.
pub(super) const fn from_edge(file: usize) -> usize {
    if file < 4 { file } else { 7 - file }
}

/// The distance in king moves.
#[inline]
pub(super) fn distance(a: Square, b: Square) -> i32 {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    files.max(ranks) as i32
}

/// One rank ahead.
#[inline(always)]
pub(super) fn forward(color: Color, squares: Bitboard) -> Bitboard {
    match color {
        Color::White => squares.north(),
        Color::Black => squares.south(),
    }
}

/// The rank of a square from the side of `color`, counted from 0.
#[inline(always)]
pub(super) fn rank_of(color: Color, square: Square) -> usize {
    square.rank().seen_by(color).index()
}

/// The rank of a square and all ranks beyond it, from the side of `color`.
#[inline(always)]
pub(super) fn from_rank_on(color: Color, square: Square) -> Bitboard {
    let rank = square.rank().index();
    match color {
        Color::White => Bitboard(!0 << (8 * rank)),
        Color::Black => Bitboard(!0 >> (8 * (7 - rank))),
    }
}
