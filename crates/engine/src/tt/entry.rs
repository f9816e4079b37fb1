//! An entry of the table, packed into one word.

use chess::Move;

use crate::score::Score;

/// How a stored score relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// Only the static evaluation is known.
    None,
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// The true score is this.
    Exact,
}

impl Bound {
    const ALL: [Bound; 4] = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact];

    /// The true score is at least this, or exactly this.
    #[inline]
    pub fn is_lower(self) -> bool {
        matches!(self, Bound::Lower | Bound::Exact)
    }

    /// The true score is at most this, or exactly this.
    #[inline]
    pub fn is_upper(self) -> bool {
        matches!(self, Bound::Upper | Bound::Exact)
    }
}

/// The result of searching a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move, if one is known.
    pub mv: Option<Move>,
    /// As `Score::to_table` returns it: distances count from the node.
    pub score: i16,
    /// The evaluation before any correction; `None` when in check.
    pub eval: Option<Score>,
    /// 0 is quiescence. An entry without a bound may have a negative depth.
    pub depth: i32,
    pub bound: Bound,
    /// The node is, or once was, part of a principal variation.
    pub pv: bool,
}

/// Generations count from 1 to 31. An age of 0 means never written, whatever the other bits are.
pub(super) const AGES: u8 = 31;
/// Stands for `None`: no evaluation is this low.
const NO_EVAL: i16 = i16::MIN;
/// Added to depths, so that the lowest, -2, is stored as 0.
const DEPTH_OFFSET: i32 = 2;
/// An entry loses this many plies of its worth with every search since it was written.
const PLIES_PER_AGE: i32 = 8;

/// From the lowest bit: move 16, score 16, evaluation 16, depth 8, age 5, pv 1, bound 2.
#[derive(Clone, Copy)]
pub(super) struct Packed(pub(super) u64);

impl Packed {
    #[inline]
    pub(super) fn pack(entry: &Entry, age: u8) -> Packed {
        let mv = entry.mv.map_or(0, Move::bits);
        let eval = entry.eval.map_or(NO_EVAL, |eval| eval.raw() as i16);
        let depth = (entry.depth + DEPTH_OFFSET).clamp(0, 255) as u8;
        let tag = age << 3 | u8::from(entry.pv) << 2 | entry.bound as u8;
        Packed(
            u64::from(mv)
                | u64::from(entry.score as u16) << 16
                | u64::from(eval as u16) << 32
                | u64::from(depth) << 48
                | u64::from(tag) << 56,
        )
    }

    #[inline]
    pub(super) fn unpack(self) -> Entry {
        let eval = (self.0 >> 32) as i16;
        Entry {
            mv: Move::from_bits(self.0 as u16),
            score: (self.0 >> 16) as i16,
            eval: (eval != NO_EVAL).then(|| Score::from_raw(i32::from(eval))),
            depth: self.depth(),
            bound: Bound::ALL[(self.0 >> 56 & 3) as usize],
            pv: self.0 >> 58 & 1 != 0,
        }
    }

    #[inline]
    fn depth(self) -> i32 {
        i32::from((self.0 >> 48) as u8) - DEPTH_OFFSET
    }

    #[inline]
    fn age(self) -> u8 {
        (self.0 >> 59) as u8
    }

    #[inline]
    pub(super) fn is_written(self) -> bool {
        self.age() != 0
    }

    /// Searches since this entry was written.
    #[inline]
    pub(super) fn distance(self, age: u8) -> i32 {
        let searches = i32::from(age) - i32::from(self.age());
        if searches < 0 { searches + i32::from(AGES) } else { searches }
    }

    /// How much the entry is worth keeping: its depth, less its age.
    #[inline]
    pub(super) fn worth(self, age: u8) -> i32 {
        if self.is_written() { self.depth() - PLIES_PER_AGE * self.distance(age) } else { i32::MIN }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_round_trips() {
        for bits in (0..=u16::MAX).step_by(257) {
            for (depth, bound) in [(-2, Bound::None), (0, Bound::Upper), (253, Bound::Exact)] {
                let score = bits as i16;
                let eval = (score != NO_EVAL).then(|| Score::from_raw(i32::from(score)));
                let mv = Move::from_bits(bits);
                let entry = Entry { mv, score, eval, depth, bound, pv: bits & 1 != 0 };
                for age in [1, AGES] {
                    let packed = Packed::pack(&entry, age);
                    assert_eq!((packed.unpack(), packed.age()), (entry, age));
                    assert!(packed.is_written());
                }
            }
        }
        assert!(!Packed(0).is_written());
    }

    #[test]
    fn age_wraps_around() {
        let entry =
            Entry { mv: None, score: 0, eval: None, depth: 5, bound: Bound::Upper, pv: false };
        let packed = Packed::pack(&entry, AGES - 1);
        assert_eq!([AGES - 1, AGES, 1, 2].map(|age| packed.distance(age)), [0, 1, 2, 3]);
        assert!(packed.worth(1) < packed.worth(AGES));
    }
}
