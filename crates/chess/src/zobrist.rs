//! Random numbers for hashing: the exclusive or of the numbers of all parts of a position is its
//! key. Built at compile time, the same on every machine.
//! CITE: chessprogramming.org/Zobrist_Hashing

use crate::{Color, File, PieceType, Random, Square};

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
    let mut random = Random::new(0x5eca_7e0c_2026_1115);
    let mut i = 0;
    while i < 2 * 6 * 64 {
        numbers.piece[i / 384][i / 64 % 6][i % 64] = random.word();
        i += 1;
    }
    let mut i = 0;
    while i < 8 {
        numbers.castling[0][i] = random.word();
        numbers.castling[1][i] = random.word();
        numbers.en_passant[i] = random.word();
        i += 1;
    }
    numbers.black_to_move = random.word();
    numbers
};

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
