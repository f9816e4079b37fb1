//! Whole sets of men moved at once, four directions to a vector register.
//!
//! A parallel-prefix fill slides all rooks, bishops and queens of a side in about thirty vector
//! instructions, without a table and without a branch, and keeps the directions apart. Apart
//! they are worth more than their union: a square is reached by at most one slider per
//! direction, so counting moves is counting bits, and a pinned man is one that an enemy ray
//! and a ray of its own king meet on from opposite sides.
//! CITE: chessprogramming.org/Kogge-Stone_Algorithm

use crate::{Bitboard, Square};

/// One word per direction. As sliding directions the lanes are the file, the rank, the a1-h8
/// diagonal and the a8-h1 diagonal.
pub(crate) type Lanes = [u64; 4];

const NOT_A: u64 = Bitboard::NOT_A.0;
const NOT_H: u64 = Bitboard::NOT_H.0;
const NOT_AB: u64 = NOT_A & NOT_A << 1;
const NOT_GH: u64 = NOT_H & NOT_H >> 1;
const ANY: u64 = !0;

/// Eight sets of squares: four directions towards higher squares, and their opposites.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(crate) struct Compass {
    pub(crate) up: Lanes,
    pub(crate) down: Lanes,
}

const SLIDE_SHIFT: [u32; 4] = [8, 1, 9, 7];
/// Squares a slider may enter without having wrapped around the board.
const SLIDE_ENTRY: Compass =
    Compass { up: [ANY, NOT_A, NOT_A, NOT_H], down: [ANY, NOT_H, NOT_H, NOT_A] };

const LEAP_SHIFT: [u32; 4] = [17, 15, 10, 6];
const LEAP_ENTRY: Compass =
    Compass { up: [NOT_A, NOT_H, NOT_AB, NOT_GH], down: [NOT_H, NOT_A, NOT_GH, NOT_AB] };

#[inline(always)]
fn zip(a: Lanes, b: Lanes, f: impl Fn(u64, u64) -> u64) -> Lanes {
    [f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3])]
}

#[inline(always)]
fn and(a: Lanes, b: Lanes) -> Lanes {
    zip(a, b, |a, b| a & b)
}

#[inline(always)]
fn or(a: Lanes, b: Lanes) -> Lanes {
    zip(a, b, |a, b| a | b)
}

#[inline(always)]
fn shifted<const UP: bool>(lanes: Lanes, shift: [u32; 4], times: u32) -> Lanes {
    let move_lane = |i: usize| {
        if UP { lanes[i] << (shift[i] * times) } else { lanes[i] >> (shift[i] * times) }
    };
    [move_lane(0), move_lane(1), move_lane(2), move_lane(3)]
}

#[inline(always)]
fn slide_one_way<const UP: bool>(sliders: Lanes, empty: u64, entry: Lanes) -> Lanes {
    let step = |lanes, times| shifted::<UP>(lanes, SLIDE_SHIFT, times);
    let mut open = and([empty; 4], entry);
    let mut reached = sliders;
    reached = or(reached, and(open, step(reached, 1)));
    open = and(open, step(open, 1));
    reached = or(reached, and(open, step(reached, 2)));
    open = and(open, step(open, 2));
    reached = or(reached, and(open, step(reached, 4)));
    and(step(reached, 1), entry)
}

impl Compass {
    /// Squares that `sliders`, given per lane, attack in each direction.
    #[inline(always)]
    pub(crate) fn slide(sliders: Lanes, occupied: Bitboard) -> Compass {
        let empty = !occupied.0;
        Compass {
            up: slide_one_way::<true>(sliders, empty, SLIDE_ENTRY.up),
            down: slide_one_way::<false>(sliders, empty, SLIDE_ENTRY.down),
        }
    }

    /// Squares that `knights` attack by each of their eight leaps.
    #[inline(always)]
    pub(crate) fn leap(knights: Bitboard) -> Compass {
        let lanes = [knights.0; 4];
        Compass {
            up: and(shifted::<true>(lanes, LEAP_SHIFT, 1), LEAP_ENTRY.up),
            down: and(shifted::<false>(lanes, LEAP_SHIFT, 1), LEAP_ENTRY.down),
        }
    }

    #[inline(always)]
    pub(crate) fn union(self) -> Bitboard {
        let [a, b, c, d] = or(self.up, self.down);
        Bitboard(a | b | c | d)
    }

    /// Members of `targets` reached, each counted once per direction it is reached from.
    #[inline(always)]
    pub(crate) fn count(self, targets: Bitboard) -> u32 {
        let of = |lanes: Lanes| -> u32 {
            lanes.iter().map(|lane| (lane & targets.0).count_ones()).sum()
        };
        of(self.up) + of(self.down)
    }

    /// Squares where these rays meet those that start from `square` head-on.
    #[inline(always)]
    pub(crate) fn head_on(self, square: Square) -> Bitboard {
        let from = &RAYS[square];
        Compass { up: and(self.up, from.down), down: and(self.down, from.up) }.union()
    }
}

/// The ray from a square to the edge, without the square.
pub(crate) const fn ray(square: usize, east: i8, north: i8) -> u64 {
    let mut squares = 0;
    let mut file = square as i8 % 8 + east;
    let mut rank = square as i8 / 8 + north;
    while 0 <= file && file < 8 && 0 <= rank && rank < 8 {
        squares |= 1 << (rank * 8 + file);
        file += east;
        rank += north;
    }
    squares
}

/// The eight rays of each square on an empty board.
static RAYS: [Compass; 64] = {
    let mut table = [Compass { up: [0; 4], down: [0; 4] }; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = Compass {
            up: [ray(square, 0, 1), ray(square, 1, 0), ray(square, 1, 1), ray(square, -1, 1)],
            down: [ray(square, 0, -1), ray(square, -1, 0), ray(square, -1, -1), ray(square, 1, -1)],
        };
        square += 1;
    }
    table
};

/// The four lines through a square, the square included, in lane order.
#[inline(always)]
pub(crate) fn lines_through(square: Square) -> Lanes {
    let rays = &RAYS[square];
    or(or(rays.up, rays.down), [square.bitboard().0; 4])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks::{bishop_attacks, knight_attacks, rook_attacks};

    #[test]
    fn filling_equals_looking_each_man_up() {
        let mut seed = 7u64;
        let mut random = || {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            seed ^ seed >> 29
        };
        for _ in 0..20_000 {
            let rooks = Bitboard(random() & random() & random());
            let bishops = Bitboard(random() & random() & random());
            let occupied = Bitboard(random() & random()) | rooks | bishops;
            let compass = Compass::slide([rooks.0, rooks.0, bishops.0, bishops.0], occupied);
            let mut union = Bitboard::EMPTY;
            let mut count = 0;
            for square in rooks {
                union |= rook_attacks(square, occupied);
                count += rook_attacks(square, occupied).len();
            }
            for square in bishops {
                union |= bishop_attacks(square, occupied);
                count += bishop_attacks(square, occupied).len();
            }
            assert_eq!(compass.union(), union);
            assert_eq!(compass.count(Bitboard::ALL), count);

            let leaps = Compass::leap(rooks);
            let reach = rooks.squares().map(knight_attacks);
            assert_eq!(leaps.union(), reach.clone().fold(Bitboard::EMPTY, |a, b| a | b));
            assert_eq!(leaps.count(Bitboard::ALL), reach.map(Bitboard::len).sum());
        }
    }
}
