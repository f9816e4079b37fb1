//! The vector loops of the network: in portable Rust, and with AVX2 and AVX-512 intrinsics. The
//! processor's features decide at run time. All are integer arithmetic and give identical results.

#[cfg(target_arch = "x86_64")]
mod x86;

/// A part of a vector, aligned so that no load crosses a cache line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(super) struct Block(pub(super) [i16; LANES]);

pub(super) const LANES: usize = super::net_file::WIDTH_STEP;

impl Block {
    pub(super) const ZERO: Block = Block([0; LANES]);
}

/// Blocks summed in registers before they are stored.
const TILE: usize = 4;
/// Blocks whose products of hidden values and weights fit a 32-bit sum, whatever they are:
/// 256 x 255 x 255 x 127 is below 2^31.
const BLOCKS_PER_SUM: usize = 256 / LANES;

/// A set of instructions that this machine supports. The field is private, so that no other value
/// can be built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Instructions(Set);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Set {
    /// Portable Rust.
    Plain,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Instructions {
    /// The widest set that this machine supports.
    pub(super) fn best() -> Instructions {
        Instructions::all().last().copied().unwrap_or(Instructions(Set::Plain))
    }

    /// All sets that this machine supports, the widest last.
    pub(super) fn all() -> Vec<Instructions> {
        #[allow(unused_mut, reason = "other architectures add nothing")]
        let mut all = vec![Instructions(Set::Plain)];
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            if has!("avx2") {
                all.push(Instructions(Set::Avx2));
            }
            if has!("avx512f") && has!("avx512bw") {
                all.push(Instructions(Set::Avx512));
            }
        }
        all
    }

    /// Sets `to` to `from` plus and minus rows of `weights`. Without `from`, updates `to` in place.
    #[inline]
    pub(super) fn update(
        self,
        to: &mut [Block],
        from: Option<&[Block]>,
        weights: &[Block],
        rows: Rows<'_>,
    ) {
        match self.0 {
            Set::Plain => update(to, from, weights, rows),
            // SAFETY: `all` creates this value only if the machine has AVX2.
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => unsafe { x86::avx2::update(to, from, weights, rows) },
            // SAFETY: `all` creates this value only if the machine has AVX-512.
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => unsafe { x86::avx512::update(to, from, weights, rows) },
        }
    }

    /// The sum of the hidden values of both sides, clipped to `unit` and squared, times their weights.
    #[inline]
    pub(super) fn output(self, hidden: [&[Block]; 2], weights: &[Block], unit: i16) -> i64 {
        match self.0 {
            Set::Plain => output(hidden, weights, unit),
            // SAFETY: `all` creates this value only if the machine has AVX2.
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => unsafe { x86::avx2::output(hidden, weights, unit) },
            // SAFETY: `all` creates this value only if the machine has AVX-512.
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => unsafe { x86::avx512::output(hidden, weights, unit) },
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self.0 {
            Set::Plain => "portable",
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => "AVX-512",
        }
    }
}

/// The indices of the rows of weights to add and to subtract.
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
fn output(hidden: [&[Block]; 2], weights: &[Block], unit: i16) -> i64 {
    let mut total = 0i64;
    let (own, other) = weights.split_at(weights.len() / 2);
    for (hidden, weights) in hidden.into_iter().zip([own, other]) {
        for (hidden, weights) in hidden.chunks(BLOCKS_PER_SUM).zip(weights.chunks(BLOCKS_PER_SUM)) {
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
    }
    total
}

#[cfg(test)]
mod tests {
    use chess::Random;

    use super::super::net_file::MAX_WIDTH;
    use super::*;

    /// Random numbers from `-range` to `range`.
    fn blocks(count: usize, seed: u64, range: i16) -> Vec<Block> {
        let mut random = Random::new(seed);
        let span = 2 * usize::from(range.unsigned_abs()) + 1;
        let mut number = || (random.below(span) as i32 - i32::from(range)) as i16;
        (0..count).map(|_| Block(core::array::from_fn(|_| number()))).collect()
    }

    fn flat(blocks: &[Block]) -> impl Iterator<Item = i16> {
        blocks.iter().flat_map(|block| block.0)
    }

    /// Sums beyond 16 bits wrap around in every set of instructions.
    #[test]
    fn all_instruction_sets_update_like_a_plain_sum() {
        for (width, range) in [(1, 2000), (2, i16::MAX), (4, 100), (7, i16::MAX), (8, 30), (16, 9)]
        {
            let weights = blocks(width * 20, 3, range);
            let from = blocks(width, 11, range);
            let rows = Rows { added: &[3, 17, 0], removed: &[19, 5] };
            let row = |row: usize| flat(&weights[row * width..(row + 1) * width]);
            let mut expected: Vec<i16> = flat(&from).collect();
            for &more in rows.added {
                let sums = expected.iter_mut().zip(row(more.into()));
                sums.for_each(|(sum, more)| *sum = sum.wrapping_add(more));
            }
            for &less in rows.removed {
                let sums = expected.iter_mut().zip(row(less.into()));
                sums.for_each(|(sum, less)| *sum = sum.wrapping_sub(less));
            }
            for instructions in Instructions::all() {
                let mut to = vec![Block::ZERO; width];
                instructions.update(&mut to, Some(&from), &weights, rows);
                let mut same = from.clone();
                instructions.update(&mut same, None, &weights, rows);
                assert_eq!(same, to);
                assert!(flat(&to).eq(expected.iter().copied()), "{instructions:?} {width}");
            }
        }
    }

    #[test]
    fn all_instruction_sets_compute_the_same_output() {
        for width in [1, 2, 7, 8] {
            let [own, other] = [21, 22].map(|seed| blocks(width, seed, 400));
            let weights = blocks(2 * width, 5, 127);
            for unit in [1, 64, 255] {
                let hidden = flat(&own).chain(flat(&other));
                let products = hidden.zip(flat(&weights)).map(|(value, weight)| {
                    let clipped = i64::from(value.clamp(0, unit));
                    clipped * clipped * i64::from(weight)
                });
                let expected: i64 = products.sum();
                for instructions in Instructions::all() {
                    let sum = instructions.output([&own, &other], &weights, unit);
                    assert_eq!(sum, expected, "{instructions:?} {width} {unit}");
                }
            }
        }
    }

    #[test]
    fn the_largest_sums_do_not_overflow() {
        let widest = MAX_WIDTH / LANES;
        let hidden = vec![Block([i16::MAX; LANES]); widest];
        let most = (widest * LANES) as i64 * 255 * 255 * 127;
        for (own, other) in [(127, 127), (-127, -127), (127, -127)] {
            let weights: Vec<Block> =
                [own, other].iter().flat_map(|&it| vec![Block([it; LANES]); widest]).collect();
            for instructions in Instructions::all() {
                let sum = instructions.output([&hidden, &hidden], &weights, 255);
                assert_eq!(sum, most * i64::from((own + other) / 127));
            }
        }
    }
}
