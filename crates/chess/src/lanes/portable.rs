//! Four plain words.

use super::Words;

#[derive(Clone, Copy)]
pub(crate) struct Lanes([u64; 4]);

impl Lanes {
    #[inline(always)]
    pub(crate) fn load(words: &Words) -> Lanes {
        Lanes(words.0)
    }

    #[inline(always)]
    pub(crate) fn splat(word: u64) -> Lanes {
        Lanes([word; 4])
    }

    #[inline(always)]
    fn zip(self, other: Lanes, f: impl Fn(u64, u64) -> u64) -> Lanes {
        Lanes(core::array::from_fn(|lane| f(self.0[lane], other.0[lane])))
    }

    #[inline(always)]
    pub(crate) fn and(self, other: Lanes) -> Lanes {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    pub(crate) fn or(self, other: Lanes) -> Lanes {
        self.zip(other, |a, b| a | b)
    }

    /// Each lane shifted by the number, below 64, in the same lane of `by`.
    #[inline(always)]
    pub(crate) fn shl(self, by: Lanes) -> Lanes {
        self.zip(by, |a, by| a << by)
    }

    #[inline(always)]
    pub(crate) fn shr(self, by: Lanes) -> Lanes {
        self.zip(by, |a, by| a >> by)
    }

    /// The union of the four.
    #[inline(always)]
    pub(crate) fn join(self) -> u64 {
        let [a, b, c, d] = self.0;
        a | b | c | d
    }

    /// The bits of all lanes of all `parts`.
    #[inline(always)]
    pub(crate) fn count_ones<const N: usize>(parts: [Lanes; N]) -> u32 {
        parts.iter().flat_map(|part| part.0).map(u64::count_ones).sum()
    }
}
