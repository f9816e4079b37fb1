//! An entry of the table, packed into one word.

use chess::Move;

use crate::score::Score;

/// How a stored score relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower,
    /// The true score is this.
    Exact,
}

impl Bound {
    /// The bound with this number; none has 0.
    #[inline]
    fn from_bits(bits: u64) -> Option<Bound> {
        match bits {
            1 => Some(Bound::Upper),
            2 => Some(Bound::Lower),
            3 => Some(Bound::Exact),
            _ => None,
        }
    }

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

/// A score, and how it relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounded<S> {
    pub score: S,
    pub bound: Bound,
}

/// The result of searching a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move, if one is known.
    pub mv: Option<Move>,
    /// The score as `Score::to_table` returns it: distances count from the node. `None` if only the
    /// evaluation is known.
    pub result: Option<Bounded<i16>>,
    /// The evaluation before any correction; `None` when in check.
    pub eval: Option<Score>,
    /// 0 is quiescence. An entry without a result may have a negative depth.
    pub depth: i32,
    /// The node is, or once was, part of a principal variation.
    pub pv: bool,
}

impl Entry {
    /// How the score relates to the true one, if there is a score.
    #[inline]
    pub fn bound(&self) -> Option<Bound> {
        self.result.map(|result| result.bound)
    }
}

/// Generations count from 1 to 31. An age of 0 means never written, whatever the other bits are.
pub(super) const AGES: u8 = 31;
/// Stands for `None`: no evaluation is this low.
const NO_EVAL: i16 = i16::MIN;
/// Added to depths, so that the lowest, -2, is stored as 0.
const DEPTH_OFFSET: i32 = 2;
/// An entry loses this many plies of its worth with every search since it was written.
const PLIES_PER_AGE: i32 = 8;

/// From the lowest bit: move 16, score 16, evaluation 16, depth 8, bound 2, pv 1, age 5. A bound of
/// 0 means that there is no score.
#[derive(Clone, Copy)]
pub(super) struct Packed(pub(super) u64);

impl Packed {
    #[inline]
    pub(super) fn pack(entry: &Entry, age: u8) -> Packed {
        let mv = entry.mv.map_or(0, Move::bits);
        let eval = entry.eval.map_or(NO_EVAL, |eval| eval.raw() as i16);
        let depth = (entry.depth + DEPTH_OFFSET).clamp(0, 255) as u8;
        let (score, bound) = match entry.result {
            Some(Bounded { score, bound }) => (score, bound as u8),
            None => (0, 0),
        };
        let tag = age << 3 | u8::from(entry.pv) << 2 | bound;
        Packed(
            u64::from(mv)
                | u64::from(score as u16) << 16
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
            result: Bound::from_bits(self.0 >> 56 & 3)
                .map(|bound| Bounded { score: (self.0 >> 16) as i16, bound }),
            eval: (eval != NO_EVAL).then(|| Score::from_raw(i32::from(eval))),
            depth: self.depth(),
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
            let bounds = [None, Some(Bound::Upper), Some(Bound::Lower), Some(Bound::Exact)];
            for (depth, bound) in [-2, 0, 100, 253].into_iter().zip(bounds) {
                let score = bits as i16;
                let result = bound.map(|bound| Bounded { score, bound });
                let eval = (score != NO_EVAL).then(|| Score::from_raw(i32::from(score)));
                let mv = Move::from_bits(bits);
                let entry = Entry { mv, result, eval, depth, pv: bits & 1 != 0 };
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
        let entry = Entry { mv: None, result: None, eval: None, depth: 5, pv: false };
        let packed = Packed::pack(&entry, AGES - 1);
        assert_eq!([AGES - 1, AGES, 1, 2].map(|age| packed.distance(age)), [0, 1, 2, 3]);
        assert!(packed.worth(1) < packed.worth(AGES));
    }

    #[test]
    fn an_exact_score_bounds_from_both_sides_and_a_bound_from_its_own() {
        let bounds = [Bound::Upper, Bound::Lower, Bound::Exact];
        assert_eq!(bounds.map(Bound::is_lower), [false, true, true]);
        assert_eq!(bounds.map(Bound::is_upper), [true, false, true]);
    }
}
