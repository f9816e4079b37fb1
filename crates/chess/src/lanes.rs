//! Four sets of squares side by side, in one vector register where the target has one.
//!
//! Both implementations offer the same operations with the same results. The AVX2 one is explicit
//! because the compiler splits the lanes when it vectorises the portable one.

#[cfg(target_feature = "avx2")]
mod avx2;
#[cfg(any(test, not(target_feature = "avx2")))]
mod portable;

#[cfg(target_feature = "avx2")]
pub(crate) use avx2::Lanes;
#[cfg(not(target_feature = "avx2"))]
pub(crate) use portable::Lanes;

/// Four words as they are stored in a table.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(crate) struct Words(pub(crate) [u64; 4]);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    #[test]
    fn both_implementations_agree() {
        let mut random = Random::new(3);
        let mut random = || random.word();
        for _ in 0..1_000 {
            let a = Words(core::array::from_fn(|_| random()));
            let b = Words(core::array::from_fn(|_| random()));
            let by = Words(core::array::from_fn(|_| random() % 64));
            macro_rules! results {
                ($Lanes:ty) => {{
                    let (x, y, by) = (<$Lanes>::load(&a), <$Lanes>::load(&b), <$Lanes>::load(&by));
                    let whole = <$Lanes>::splat(b.0[0]);
                    let parts = [x.and(y), x.or(y), x.shl(by), x.shr(by), x.and(whole)];
                    (parts.map(<$Lanes>::join), <$Lanes>::count_ones(parts))
                }};
            }
            assert_eq!(results!(Lanes), results!(portable::Lanes));
        }
    }
}
