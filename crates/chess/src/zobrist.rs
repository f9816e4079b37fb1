//! Random numbers whose exclusive or names a position. Made at compile time, the same on
//! every machine.
//! CITE: chessprogramming.org/Zobrist_Hashing

use crate::{Color, File, PieceType, Square};

struct Numbers {
    piece: [[[u64; 64]; 6]; 2],
    castling: [[u64; 8]; 2],
    en_passant: [u64; 8],
    black_to_move: u64,
}

static NUMBERS: Numbers = {
    let mut numbers = Numbers {
        piece: [[[0; 64]; 6]; 2],
        castling: [[0; 8]; 2],
        en_passant: [0; 8],
        black_to_move: 0,
    };
    let mut state = 0x5eca_7e0c_2026_1115;
    let mut i = 0;
    while i < 2 * 6 * 64 {
        numbers.piece[i / 384][i / 64 % 6][i % 64] = next(&mut state);
        i += 1;
    }
    let mut i = 0;
    while i < 8 {
        numbers.castling[0][i] = next(&mut state);
        numbers.castling[1][i] = next(&mut state);
        numbers.en_passant[i] = next(&mut state);
        i += 1;
    }
    numbers.black_to_move = next(&mut state);
    numbers
};

/// SplitMix64. CITE: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (2014)
const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[inline]
pub(crate) const fn piece(color: Color, piece_type: PieceType, square: Square) -> u64 {
    NUMBERS.piece[color as usize][piece_type as usize][square.index()]
}

/// The right of `color` to castle with the rook that started on `file`.
#[inline]
pub(crate) const fn castling(color: Color, file: File) -> u64 {
    NUMBERS.castling[color as usize][file as usize]
}

#[inline]
pub(crate) const fn en_passant(file: File) -> u64 {
    NUMBERS.en_passant[file as usize]
}

#[inline]
pub(crate) const fn black_to_move() -> u64 {
    NUMBERS.black_to_move
}
