//! Attacks of bishops, rooks and queens by table. The relevant occupancy of a square becomes an
//! index: by PEXT where that is fast, else by magic multiplication (the build script decides).
//! The table is filled at compile time.
//! CITE: chessprogramming.org/BMI2#PEXTBitboards, chessprogramming.org/Magic_Bitboards

use crate::{Bitboard, Square};

#[cfg(not(fast_pext))]
mod magics;

type Step = (i8, i8);
const ROOK_STEPS: [Step; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP_STEPS: [Step; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// Where the attacks of a square are in the table.
#[derive(Clone, Copy)]
struct Entry {
    /// Squares whose occupancy matters: the rays without their last squares.
    mask: u64,
    #[cfg(not(fast_pext))]
    magic: u64,
    #[cfg(not(fast_pext))]
    shift: u32,
    base: u32,
}

impl Entry {
    #[cfg(fast_pext)]
    #[inline]
    fn index(&self, occupied: Bitboard) -> usize {
        // SAFETY: `fast_pext` is set only for targets that have BMI2.
        let gathered = unsafe { core::arch::x86_64::_pext_u64(occupied.0, self.mask) };
        self.base as usize + gathered as usize
    }

    #[cfg(not(fast_pext))]
    #[inline]
    const fn index(&self, occupied: Bitboard) -> usize {
        let gathered = (occupied.0 & self.mask).wrapping_mul(self.magic) >> self.shift;
        self.base as usize + gathered as usize
    }
}

/// The next power of two after the 107,648 entries in use, so that masking an index replaces
/// the bounds check. The tail is never touched, so it costs no memory at run time.
const TABLE_SIZE: usize = 1 << 17;

struct Tables {
    rook: [Entry; 64],
    bishop: [Entry; 64],
    attacks: [Bitboard; TABLE_SIZE],
}

// The compiler warns of long evaluations; this one takes a second or two.
#[allow(long_running_const_eval)]
static TABLES: Tables = build_tables();

/// Squares reached from `square` along `steps`, each ray ending at its first occupied square.
const fn walk(square: usize, steps: &[Step; 4], occupied: u64) -> u64 {
    let mut attacks = 0;
    let mut i = 0;
    while i < steps.len() {
        let (east, north) = steps[i];
        let mut file = square as i8 % 8 + east;
        let mut rank = square as i8 / 8 + north;
        while 0 <= file && file < 8 && 0 <= rank && rank < 8 {
            let bit = 1 << (rank * 8 + file);
            attacks |= bit;
            if occupied & bit != 0 {
                break;
            }
            file += east;
            rank += north;
        }
        i += 1;
    }
    attacks
}

/// A blocker on the last square of a ray changes nothing, so the edges are left out, except
/// the edge the slider itself runs along.
const fn relevant(square: usize, steps: &[Step; 4]) -> u64 {
    let (file, rank) = (square % 8, square / 8);
    let files = 0x8181_8181_8181_8181 & !(0x0101_0101_0101_0101 << file);
    let ranks = 0xff00_0000_0000_00ff & !(0xff << (8 * rank));
    walk(square, steps, 0) & !(files | ranks)
}

const fn build_tables() -> Tables {
    let blank = Entry {
        mask: 0,
        #[cfg(not(fast_pext))]
        magic: 0,
        #[cfg(not(fast_pext))]
        shift: 0,
        base: 0,
    };
    let mut tables =
        Tables { rook: [blank; 64], bishop: [blank; 64], attacks: [Bitboard::EMPTY; TABLE_SIZE] };
    let mut base = 0;
    let mut square = 0;
    while square < 64 {
        (tables.rook[square], base) =
            fill_entry(square, &ROOK_STEPS, true, base, &mut tables.attacks);
        (tables.bishop[square], base) =
            fill_entry(square, &BISHOP_STEPS, false, base, &mut tables.attacks);
        square += 1;
    }
    tables
}

const fn fill_entry(
    square: usize,
    steps: &[Step; 4],
    _is_rook: bool,
    base: usize,
    attacks: &mut [Bitboard; TABLE_SIZE],
) -> (Entry, usize) {
    let mask = relevant(square, steps);
    let entry = Entry {
        mask,
        #[cfg(not(fast_pext))]
        magic: if _is_rook { magics::ROOK[square] } else { magics::BISHOP[square] },
        #[cfg(not(fast_pext))]
        shift: 64 - mask.count_ones(),
        base: base as u32,
    };
    // Subsets in increasing order: the nth is the one PEXT gathers to n.
    let mut subset = 0u64;
    let mut nth = 0;
    loop {
        let reach = walk(square, steps, subset);
        #[cfg(fast_pext)]
        let index = base + nth;
        #[cfg(not(fast_pext))]
        let index = entry.index(Bitboard(subset));
        assert!(attacks[index].is_empty() || attacks[index].0 == reach, "magic collision");
        attacks[index] = Bitboard(reach);
        nth += 1;
        subset = subset.wrapping_sub(mask) & mask;
        if subset == 0 {
            return (entry, base + nth);
        }
    }
}

/// The squares a rook on `square` attacks when `occupied` blocks its way. The first blocker of
/// each ray is included.
#[inline]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    TABLES.attacks[TABLES.rook[square].index(occupied) & (TABLE_SIZE - 1)]
}

/// The squares a bishop on `square` attacks when `occupied` blocks its way. The first blocker of
/// each ray is included.
#[inline]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    TABLES.attacks[TABLES.bishop[square].index(occupied) & (TABLE_SIZE - 1)]
}

/// The squares a queen on `square` attacks when `occupied` blocks its way. The first blocker of
/// each ray is included.
#[inline]
pub fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    rook_attacks(square, occupied) | bishop_attacks(square, occupied)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    #[test]
    fn the_table_equals_walking_the_rays() {
        let mut random = Random::new(1);
        for _ in 0..200_000 {
            let word = random.word();
            let square = Square::from_index((word >> 58) as usize);
            let occupied = Bitboard(word ^ word.rotate_left(23) & word.rotate_left(41));
            let expect = |steps| Bitboard(walk(square.index(), steps, occupied.0));
            assert_eq!(rook_attacks(square, occupied), expect(&ROOK_STEPS));
            assert_eq!(bishop_attacks(square, occupied), expect(&BISHOP_STEPS));
        }
    }
}
