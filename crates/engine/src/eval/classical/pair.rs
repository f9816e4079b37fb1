//! A middlegame and an endgame value packed into one integer, so that one addition adds both.

use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// The endgame value in the upper 16 bits, the middlegame value in the lower 16, which borrow from
/// the upper when negative.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pair(i32);

impl Pair {
    pub const ZERO: Pair = Pair(0);

    pub const fn new(mg: i32, eg: i32) -> Pair {
        Pair((eg << 16) + mg)
    }

    #[inline]
    pub const fn mg(self) -> i32 {
        self.0 as i16 as i32
    }

    #[inline]
    pub const fn eg(self) -> i32 {
        (self.0.wrapping_add(0x8000) >> 16) as i16 as i32
    }
}

impl Add for Pair {
    type Output = Pair;

    #[inline]
    fn add(self, other: Pair) -> Pair {
        Pair(self.0.wrapping_add(other.0))
    }
}

impl Sub for Pair {
    type Output = Pair;

    #[inline]
    fn sub(self, other: Pair) -> Pair {
        Pair(self.0.wrapping_sub(other.0))
    }
}

impl Neg for Pair {
    type Output = Pair;

    #[inline]
    fn neg(self) -> Pair {
        Pair(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Pair {
    type Output = Pair;

    #[inline]
    fn mul(self, times: i32) -> Pair {
        Pair(self.0.wrapping_mul(times))
    }
}

impl AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, other: Pair) {
        *self = *self + other;
    }
}

impl SubAssign for Pair {
    #[inline]
    fn sub_assign(&mut self, other: Pair) {
        *self = *self - other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_add_independently() {
        let values = [-9000, -301, -1, 0, 1, 77, 8999];
        for mg in values {
            for eg in values {
                let pair = Pair::new(mg, eg);
                assert_eq!((pair.mg(), pair.eg()), (mg, eg));
                assert_eq!(((-pair).mg(), (-pair).eg()), (-mg, -eg));
                let sum = pair * 3 - Pair::new(5, -6);
                assert_eq!((sum.mg(), sum.eg()), (3 * mg - 5, 3 * eg + 6));
            }
        }
    }
}
