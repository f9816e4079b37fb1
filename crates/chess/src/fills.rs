//! Attacks of whole sets of pieces at once, four directions per vector register.
//!
//! A parallel-prefix fill slides all rooks, bishops and queens of a side in about thirty vector
//! instructions, without a table and without a branch, and keeps the directions separate.
//! Separate directions say more than their union: at most one slider reaches a square per
//! direction, so counting moves is counting bits, and a piece is pinned if an enemy ray and a
//! ray of its own king meet on it from opposite sides.
//! CITE: chessprogramming.org/Kogge-Stone_Algorithm

use crate::lanes::{Lanes, Words};
use crate::{Bitboard, Square};

const NOT_A: u64 = Bitboard::NOT_A.0;
const NOT_H: u64 = Bitboard::NOT_H.0;
const NOT_AB: u64 = NOT_A & NOT_A << 1;
const NOT_GH: u64 = NOT_H & NOT_H >> 1;
const ANY: u64 = !0;

/// Eight sets of squares: four directions towards higher squares, and their opposites.
#[derive(Clone, Copy)]
pub(crate) struct Compass<T = Lanes> {
    up: T,
    down: T,
}

/// The lanes of sliders: along the file, the rank, the a1-h8 diagonal, the a8-h1 diagonal.
static SLIDE_BY: [Words; 3] = [Words([8, 1, 9, 7]), Words([16, 2, 18, 14]), Words([32, 4, 36, 28])];
/// Squares a slider may enter without having wrapped around the board.
static SLIDE_ENTRY: Compass<Words> =
    Compass { up: Words([ANY, NOT_A, NOT_A, NOT_H]), down: Words([ANY, NOT_H, NOT_H, NOT_A]) };

static LEAP_BY: Words = Words([17, 15, 10, 6]);
static LEAP_ENTRY: Compass<Words> = Compass {
    up: Words([NOT_A, NOT_H, NOT_AB, NOT_GH]),
    down: Words([NOT_H, NOT_A, NOT_GH, NOT_AB]),
};

/// `open` holds the squares a slider may pass. Each round doubles the reach.
#[inline(always)]
fn slide_one_way(
    sliders: Lanes,
    empty: Lanes,
    entry: &Words,
    shift: impl Fn(Lanes, Lanes) -> Lanes,
) -> Lanes {
    let entry = Lanes::load(entry);
    let [one, two, four] = SLIDE_BY.each_ref().map(Lanes::load);
    let mut open = empty.and(entry);
    let mut reached = sliders;
    reached = reached.or(open.and(shift(reached, one)));
    open = open.and(shift(open, one));
    reached = reached.or(open.and(shift(reached, two)));
    open = open.and(shift(open, two));
    reached = reached.or(open.and(shift(reached, four)));
    shift(reached, one).and(entry)
}

impl Compass {
    /// Squares that `sliders`, given per lane, attack in each direction.
    #[inline(always)]
    pub(crate) fn slide(sliders: Lanes, occupied: Bitboard) -> Compass {
        let empty = Lanes::splat(!occupied.0);
        Compass {
            up: slide_one_way(sliders, empty, &SLIDE_ENTRY.up, Lanes::shl),
            down: slide_one_way(sliders, empty, &SLIDE_ENTRY.down, Lanes::shr),
        }
    }

    /// Squares that `knights` attack, one set per leap.
    #[inline(always)]
    pub(crate) fn leap(knights: Bitboard) -> Compass {
        let lanes = Lanes::splat(knights.0);
        let by = Lanes::load(&LEAP_BY);
        Compass {
            up: lanes.shl(by).and(Lanes::load(&LEAP_ENTRY.up)),
            down: lanes.shr(by).and(Lanes::load(&LEAP_ENTRY.down)),
        }
    }

    /// All squares reached in any direction of either compass.
    #[inline(always)]
    pub(crate) fn union(self, other: Compass) -> Bitboard {
        Bitboard(self.up.or(self.down).or(other.up.or(other.down)).join())
    }

    /// The number of `targets` reached, counted once per direction.
    #[inline(always)]
    pub(crate) fn count(self, other: Compass, targets: Bitboard) -> u32 {
        let targets = Lanes::splat(targets.0);
        let parts = [self.up, self.down, other.up, other.down];
        Lanes::count_ones(parts.map(|part| part.and(targets)))
    }

    /// Squares where these rays meet the rays from `square` head-on.
    #[inline(always)]
    pub(crate) fn head_on(self, square: Square) -> Bitboard {
        let from = &RAYS[square];
        let below = self.up.and(Lanes::load(&from.down));
        let above = self.down.and(Lanes::load(&from.up));
        Bitboard(below.or(above).join())
    }
}

/// The sliders of each lane, the straight lanes first.
#[inline(always)]
pub(crate) fn slider_lanes(straight: Bitboard, diagonal: Bitboard) -> Lanes {
    static STRAIGHT: Words = Words([ANY, ANY, 0, 0]);
    static DIAGONAL: Words = Words([0, 0, ANY, ANY]);
    let straight = Lanes::splat(straight.0).and(Lanes::load(&STRAIGHT));
    straight.or(Lanes::splat(diagonal.0).and(Lanes::load(&DIAGONAL)))
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
static RAYS: [Compass<Words>; 64] = {
    let mut table = [const { Compass { up: Words([0; 4]), down: Words([0; 4]) } }; 64];
    let mut at = 0;
    while at < 64 {
        table[at] = Compass {
            up: Words([ray(at, 0, 1), ray(at, 1, 0), ray(at, 1, 1), ray(at, -1, 1)]),
            down: Words([ray(at, 0, -1), ray(at, -1, 0), ray(at, -1, -1), ray(at, 1, -1)]),
        };
        at += 1;
    }
    table
};

static LINES: [Words; 64] = {
    let mut table = [Words([0; 4]); 64];
    let mut at = 0;
    while at < 64 {
        let mut lane = 0;
        while lane < 4 {
            table[at].0[lane] = RAYS[at].up.0[lane] | RAYS[at].down.0[lane] | 1 << at;
            lane += 1;
        }
        at += 1;
    }
    table
};

/// The four lines through a square, the square included, in lane order.
#[inline(always)]
pub(crate) fn lines_through(square: Square) -> &'static Words {
    &LINES[square]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;
    use crate::attacks::{bishop_attacks, knight_attacks, rook_attacks};

    #[test]
    fn fills_equal_the_attacks_of_each_piece() {
        let mut random = Random::new(7);
        let mut random = || random.word();
        for _ in 0..20_000 {
            let rooks = Bitboard(random() & random() & random());
            let bishops = Bitboard(random() & random() & random());
            let knights = Bitboard(random() & random() & random());
            let occupied = Bitboard(random() & random()) | rooks | bishops;
            let mut union = Bitboard::EMPTY;
            let mut count = 0;
            let mut note = |reach: Bitboard| {
                union |= reach;
                count += reach.len();
            };
            rooks.squares().for_each(|square| note(rook_attacks(square, occupied)));
            bishops.squares().for_each(|square| note(bishop_attacks(square, occupied)));
            knights.squares().for_each(|square| note(knight_attacks(square)));

            let slides = Compass::slide(slider_lanes(rooks, bishops), occupied);
            let leaps = Compass::leap(knights);
            assert_eq!(slides.union(leaps), union);
            assert_eq!(slides.count(leaps, Bitboard::ALL), count);
        }
    }
}
