//! Random words for the unit tests, the same in every run.

pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The low bits of such a generator repeat soon, so the high ones are folded in.
    pub(crate) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        self.0 ^ self.0 >> 31
    }
}
