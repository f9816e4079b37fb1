//! Four words in one AVX2 register. Compiled only when the whole build targets AVX2.

use core::arch::x86_64::*;

use super::Words;

#[derive(Clone, Copy)]
pub(crate) struct Lanes(__m256i);

impl Lanes {
    #[inline(always)]
    pub(crate) fn load(words: &Words) -> Lanes {
        // SAFETY: the build targets AVX2; `Words` holds 32 bytes aligned to 32.
        Lanes(unsafe { _mm256_load_si256(words.0.as_ptr().cast()) })
    }

    #[inline(always)]
    pub(crate) fn splat(word: u64) -> Lanes {
        // SAFETY: the build targets AVX2.
        Lanes(unsafe { _mm256_set1_epi64x(word as i64) })
    }

    #[inline(always)]
    pub(crate) fn and(self, other: Lanes) -> Lanes {
        // SAFETY: the build targets AVX2.
        Lanes(unsafe { _mm256_and_si256(self.0, other.0) })
    }

    #[inline(always)]
    pub(crate) fn or(self, other: Lanes) -> Lanes {
        // SAFETY: the build targets AVX2.
        Lanes(unsafe { _mm256_or_si256(self.0, other.0) })
    }

    #[inline(always)]
    pub(crate) fn shl(self, by: Lanes) -> Lanes {
        // SAFETY: the build targets AVX2.
        Lanes(unsafe { _mm256_sllv_epi64(self.0, by.0) })
    }

    #[inline(always)]
    pub(crate) fn shr(self, by: Lanes) -> Lanes {
        // SAFETY: the build targets AVX2.
        Lanes(unsafe { _mm256_srlv_epi64(self.0, by.0) })
    }

    #[inline(always)]
    pub(crate) fn join(self) -> u64 {
        // SAFETY: the build targets AVX2.
        unsafe {
            let halves =
                _mm_or_si128(_mm256_castsi256_si128(self.0), _mm256_extracti128_si256::<1>(self.0));
            (_mm_cvtsi128_si64(halves) | _mm_extract_epi64::<1>(halves)) as u64
        }
    }

    /// Looks up the number of bits of each half byte in a register. A byte holds the sums of up to
    /// 31 parts without overflow.
    #[inline(always)]
    pub(crate) fn count_ones<const N: usize>(parts: [Lanes; N]) -> u32 {
        const { assert!(N < 32) };
        // SAFETY: the build targets AVX2.
        unsafe {
            let ones = _mm256_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3,
                2, 3, 3, 4,
            );
            let half = _mm256_set1_epi8(0x0f);
            let mut sums = _mm256_setzero_si256();
            for part in parts {
                let low = _mm256_and_si256(part.0, half);
                let high = _mm256_and_si256(_mm256_srli_epi16::<4>(part.0), half);
                sums = _mm256_add_epi8(sums, _mm256_shuffle_epi8(ones, low));
                sums = _mm256_add_epi8(sums, _mm256_shuffle_epi8(ones, high));
            }
            let sums = _mm256_sad_epu8(sums, _mm256_setzero_si256());
            let halves =
                _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
            (_mm_cvtsi128_si64(halves) + _mm_extract_epi64::<1>(halves)) as u32
        }
    }
}
