//! The loops over vectors: in plain Rust, and in the words of larger machines. Which one runs is
//! decided when the program starts. Integers make them agree to the last bit.

#[cfg(target_arch = "x86_64")]
mod x86;

/// A piece of a vector, aligned so that no load crosses a cache line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(super) struct Block(pub(super) [i16; LANES]);

pub(super) const LANES: usize = super::net::WIDTH_STEP;

impl Block {
    pub(super) const ZERO: Block = Block([0; LANES]);
}

/// Blocks added up in registers before they are stored.
const TILE: usize = 4;
/// So many products of hidden values and weights fit a sum of 32 bits, whatever they are:
/// 256 x 255 x 255 x 127 is below 2^31.
const SUM: usize = 256 / LANES;

/// The instructions at hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Instructions {
    /// What every machine that the program was built for understands.
    Plain,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Instructions {
    pub(super) fn best() -> Instructions {
        Instructions::all().last().copied().unwrap_or(Instructions::Plain)
    }

    /// All that this machine understands, the widest last.
    pub(super) fn all() -> Vec<Instructions> {
        #[allow(unused_mut, reason = "other machines have nothing to add")]
        let mut all = vec![Instructions::Plain];
        #[cfg(target_arch = "x86_64")]
        {
            if std::arch::is_x86_feature_detected!("avx2") {
                all.push(Instructions::Avx2);
            }
            if std::arch::is_x86_feature_detected!("avx512bw") {
                all.push(Instructions::Avx512);
            }
        }
        all
    }

    /// `to` becomes `from`, or stays what it is, with rows of `weights` added and taken off.
    #[inline]
    pub(super) fn update(
        self,
        to: &mut [Block],
        from: Option<&[Block]>,
        weights: &[Block],
        rows: Rows<'_>,
    ) {
        match self {
            Instructions::Plain => update(to, from, weights, rows),
            // SAFETY: this value is only made where the machine was found to have AVX2.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => unsafe { x86::avx2::update(to, from, weights, rows) },
            // SAFETY: likewise with AVX-512.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => unsafe { x86::avx512::update(to, from, weights, rows) },
        }
    }

    /// The hidden values, clipped to `unit` and squared, times their weights.
    #[inline]
    pub(super) fn output(self, hidden: &[Block], weights: &[Block], unit: i16) -> i64 {
        match self {
            Instructions::Plain => output(hidden, weights, unit),
            // SAFETY: this value is only made where the machine was found to have AVX2.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => unsafe { x86::avx2::output(hidden, weights, unit) },
            // SAFETY: likewise with AVX-512.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => unsafe { x86::avx512::output(hidden, weights, unit) },
        }
    }
}

/// Rows of the weights that come and that go, by number.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    pub(super) added: &'a [u16],
    pub(super) removed: &'a [u16],
}

#[inline]
fn update(to: &mut [Block], from: Option<&[Block]>, weights: &[Block], rows: Rows<'_>) {
    let width = to.len();
    assert!(from.is_none_or(|from| from.len() == width));
    let mut start = 0;
    while start + TILE <= width {
        tile::<TILE>(to, from, weights, rows, start);
        start += TILE;
    }
    while start < width {
        tile::<1>(to, from, weights, rows, start);
        start += 1;
    }
}

#[inline]
fn tile<const N: usize>(
    to: &mut [Block],
    from: Option<&[Block]>,
    weights: &[Block],
    rows: Rows<'_>,
    start: usize,
) {
    let width = to.len();
    let mut sums = [Block::ZERO; N];
    sums.copy_from_slice(&from.unwrap_or(to)[start..start + N]);
    for &row in rows.added {
        let at = usize::from(row) * width + start;
        for (sum, more) in sums.iter_mut().zip(&weights[at..at + N]) {
            for (sum, more) in sum.0.iter_mut().zip(more.0) {
                *sum = sum.wrapping_add(more);
            }
        }
    }
    for &row in rows.removed {
        let at = usize::from(row) * width + start;
        for (sum, less) in sums.iter_mut().zip(&weights[at..at + N]) {
            for (sum, less) in sum.0.iter_mut().zip(less.0) {
                *sum = sum.wrapping_sub(less);
            }
        }
    }
    to[start..start + N].copy_from_slice(&sums);
}

#[inline]
fn output(hidden: &[Block], weights: &[Block], unit: i16) -> i64 {
    let mut total = 0i64;
    for (hidden, weights) in hidden.chunks(SUM).zip(weights.chunks(SUM)) {
        let mut sum = 0i32;
        for (hidden, weights) in hidden.iter().zip(weights) {
            for (&value, &weight) in hidden.0.iter().zip(&weights.0) {
                let clipped = value.clamp(0, unit);
                let product = clipped.wrapping_mul(weight);
                sum = sum.wrapping_add(i32::from(clipped) * i32::from(product));
            }
        }
        total += i64::from(sum);
    }
    total
}

#[cfg(test)]
mod tests {
    use super::super::net::MAX_WIDTH;
    use super::*;

    fn blocks(count: usize, salt: usize, range: i16) -> Vec<Block> {
        let number = |at: usize| {
            ((at * 2_654_435_761 + salt) >> 5) as u16 as i32 % i32::from(range)
                - i32::from(range) / 2
        };
        (0..count)
            .map(|block| Block(core::array::from_fn(|lane| number(block * LANES + lane) as i16)))
            .collect()
    }

    #[test]
    fn all_instructions_agree_with_the_plain_sum() {
        for width in [1, 2, 4, 7, 8, 16] {
            let weights = blocks(width * 20, 3, 4000);
            let from = blocks(width, 11, 4000);
            let rows = Rows { added: &[3, 17, 0], removed: &[19, 5] };
            let expected: Vec<i16> = (0..width * LANES)
                .map(|at| {
                    let value = |row: usize| {
                        let at = row * width * LANES + at;
                        weights[at / LANES].0[at % LANES]
                    };
                    from[at / LANES].0[at % LANES] + value(3) + value(17) + value(0)
                        - value(19)
                        - value(5)
                })
                .collect();
            let output_weights = blocks(width, 5, 254);
            let unit = 255;
            let dot: i64 = expected
                .iter()
                .enumerate()
                .map(|(at, &value)| {
                    let clipped = i64::from(value.clamp(0, unit));
                    clipped * clipped * i64::from(output_weights[at / LANES].0[at % LANES])
                })
                .sum();
            for instructions in Instructions::all() {
                let mut to = vec![Block::ZERO; width];
                instructions.update(&mut to, Some(&from), &weights, rows);
                let mut same = from.clone();
                instructions.update(&mut same, None, &weights, rows);
                assert_eq!(same, to);
                let flat: Vec<i16> = to.iter().flat_map(|block| block.0).collect();
                assert_eq!(flat, expected, "{instructions:?} {width}");
                let sum = instructions.output(&to, &output_weights, unit);
                assert_eq!(sum, dot, "{instructions:?} {width}");
            }
        }
    }

    #[test]
    fn the_largest_sums_fit() {
        let widest = MAX_WIDTH / LANES;
        let hidden = vec![Block([i16::MAX; LANES]); widest];
        let weights = vec![Block([127; LANES]); widest];
        for instructions in Instructions::all() {
            let sum = instructions.output(&hidden, &weights, 255);
            assert_eq!(sum, (widest * LANES) as i64 * 255 * 255 * 127);
        }
    }
}
