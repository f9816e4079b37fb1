//! The same loops with AVX2 and AVX-512 intrinsics: compilers do not find the multiplication that adds
//! pairs (`madd`), and keep sums in memory instead of registers.

use core::arch::x86_64::*;

use super::super::net_file::MAX_WIDTH;
use super::{Block, LANES, Rows};

// Each 32-bit sum takes two products of every block of both sides, and cannot overflow.
const _: () = assert!(2 * 2 * (MAX_WIDTH / LANES) * 255 * 255 * 127 <= i32::MAX as usize);
// Blocks contain no padding, so that they can be read as vectors.
const _: () = assert!(size_of::<Block>() == LANES * size_of::<i16>());

macro_rules! instructions {
    ($module:ident, $features:literal, $vector:ty, $tile:literal,
     $add:ident, $subtract:ident, $zero:ident, $all:ident, $max:ident, $min:ident,
     $multiply:ident, $pairs:ident, $add_long:ident) => {
        pub(super) mod $module {
            use super::*;

            /// Vectors in a block.
            const PER_BLOCK: usize = size_of::<Block>() / size_of::<$vector>();
            const SUMS: usize = size_of::<$vector>() / size_of::<i32>();

            #[inline]
            fn vectors(blocks: &[Block]) -> &[$vector] {
                let count = blocks.len() * PER_BLOCK;
                // SAFETY: a block is aligned like a vector and holds a whole number of them; any
                // bits are a valid vector.
                unsafe { core::slice::from_raw_parts(blocks.as_ptr().cast(), count) }
            }

            #[inline]
            fn vectors_mut(blocks: &mut [Block]) -> &mut [$vector] {
                let count = blocks.len() * PER_BLOCK;
                // SAFETY: as above, and any bits are a valid block.
                unsafe { core::slice::from_raw_parts_mut(blocks.as_mut_ptr().cast(), count) }
            }

            #[target_feature(enable = $features)]
            pub(in super::super) fn update(
                to: &mut [Block],
                from: Option<&[Block]>,
                weights: &[Block],
                rows: Rows<'_>,
            ) {
                assert!(from.is_none_or(|from| from.len() == to.len()));
                let (to, from) = (vectors_mut(to), from.map(vectors));
                let weights = vectors(weights);
                let whole = to.len() / $tile * $tile;
                for start in (0..whole).step_by($tile) {
                    tile::<$tile>(to, from, weights, rows, start);
                }
                for start in whole..to.len() {
                    tile::<1>(to, from, weights, rows, start);
                }
            }

            #[inline]
            #[target_feature(enable = $features)]
            fn tile<const N: usize>(
                to: &mut [$vector],
                from: Option<&[$vector]>,
                weights: &[$vector],
                rows: Rows<'_>,
                start: usize,
            ) {
                let width = to.len();
                let part = |of: &[$vector], at: usize| -> [$vector; N] {
                    *of[at..].first_chunk().expect("whole tiles only")
                };
                let mut sums = part(from.unwrap_or(to), start);
                for &row in rows.added {
                    let more = part(weights, usize::from(row) * width + start);
                    for (sum, more) in sums.iter_mut().zip(more) {
                        *sum = $add(*sum, more);
                    }
                }
                for &row in rows.removed {
                    let less = part(weights, usize::from(row) * width + start);
                    for (sum, less) in sums.iter_mut().zip(less) {
                        *sum = $subtract(*sum, less);
                    }
                }
                to[start..start + N].copy_from_slice(&sums);
            }

            #[target_feature(enable = $features)]
            pub(in super::super) fn output(
                hidden: [&[Block]; 2],
                weights: &[Block],
                unit: i16,
            ) -> i64 {
                let (zero, unit) = ($zero(), $all(unit));
                let mut sums = [zero; PER_BLOCK];
                let (own, other) = weights.split_at(weights.len() / 2);
                for (hidden, weights) in hidden.into_iter().zip([own, other]) {
                    let hidden = vectors(hidden).chunks_exact(PER_BLOCK);
                    for (hidden, weights) in hidden.zip(vectors(weights).chunks_exact(PER_BLOCK)) {
                        for ((sum, &value), &weight) in sums.iter_mut().zip(hidden).zip(weights) {
                            let clipped = $min($max(value, zero), unit);
                            let products = $pairs($multiply(clipped, weight), clipped);
                            *sum = $add_long(*sum, products);
                        }
                    }
                }
                let long = |sum: $vector| -> i64 {
                    // SAFETY: any bits are valid integers.
                    let parts: [i32; SUMS] = unsafe { core::mem::transmute(sum) };
                    parts.into_iter().map(i64::from).sum()
                };
                sums.into_iter().map(long).sum()
            }
        }
    };
}

instructions!(
    avx2,
    "avx2",
    __m256i,
    8,
    _mm256_add_epi16,
    _mm256_sub_epi16,
    _mm256_setzero_si256,
    _mm256_set1_epi16,
    _mm256_max_epi16,
    _mm256_min_epi16,
    _mm256_mullo_epi16,
    _mm256_madd_epi16,
    _mm256_add_epi32
);
instructions!(
    avx512,
    "avx512bw",
    __m512i,
    8,
    _mm512_add_epi16,
    _mm512_sub_epi16,
    _mm512_setzero_si512,
    _mm512_set1_epi16,
    _mm512_max_epi16,
    _mm512_min_epi16,
    _mm512_mullo_epi16,
    _mm512_madd_epi16,
    _mm512_add_epi32
);
