//! The one place that asks what the processor can do. Whatever is done here is written without
//! regard to it, and compiled twice: for any machine, and for those with wide registers. Both
//! give the same numbers to the last bit, as sums are written in the order of the lanes.

/// Something to be done with wide registers. `run` must be `#[inline(always)]`, as it is compiled
/// for the machine by being part of a function that is.
pub(super) trait Work {
    fn run(self);
}

/// Does it as fast as this machine can.
pub(super) fn perform(work: impl Work) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has just been found to know these instructions.
        unsafe { with_avx2(work) };
        return;
    }
    work.run();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn with_avx2(work: impl Work) {
    work.run();
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Leaves the same numbers behind, in whichever way it is done.
    struct Scale<'a>(&'a mut [f32]);

    impl Work for Scale<'_> {
        #[inline(always)]
        fn run(self) {
            for number in self.0 {
                *number = *number * 0.1 + 0.3 * number.sqrt();
            }
        }
    }

    #[test]
    fn the_machine_makes_no_difference() {
        let mut fast: Vec<f32> = (0..1_000).map(|number| number as f32 * 0.37).collect();
        let mut plain = fast.clone();
        perform(Scale(&mut fast));
        Scale(&mut plain).run();
        assert_eq!(fast, plain);
        assert_eq!(fast[1], 0.37_f32 * 0.1 + 0.3 * 0.37_f32.sqrt());
    }
}
