//! Runtime dispatch: the one place that asks what the processor can do. Kernels are written in
//! plain Rust and compiled twice, for any machine and for AVX2. Both give the same numbers to the
//! last bit, since sums are written in the order of the lanes.

/// A loop to be compiled for wide registers. `run` must be `#[inline(always)]`, since it is
/// compiled for AVX2 as part of `with_avx2`.
pub(super) trait Kernel {
    fn run(self);
}

/// Runs a kernel with the widest instructions that this machine has.
pub(super) fn dispatch(kernel: impl Kernel) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has just been found to know these instructions.
        unsafe { with_avx2(kernel) };
        return;
    }
    kernel.run();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn with_avx2(kernel: impl Kernel) {
    kernel.run();
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A kernel whose numbers show every rounding.
    struct Scale<'a>(&'a mut [f32]);

    impl Kernel for Scale<'_> {
        #[inline(always)]
        fn run(self) {
            for number in self.0 {
                *number = *number * 0.1 + 0.3 * number.sqrt();
            }
        }
    }

    #[test]
    fn both_compilations_give_the_same_numbers() {
        let mut fast: Vec<f32> = (0..1_000).map(|number| number as f32 * 0.37).collect();
        let mut plain = fast.clone();
        dispatch(Scale(&mut fast));
        Scale(&mut plain).run();
        assert_eq!(fast, plain);
        assert_eq!(fast[1], 0.37_f32 * 0.1 + 0.3 * 0.37_f32.sqrt());
    }
}
