//! Pawns move seldom: what their structure is worth is remembered from node to node.

use chess::Keys;

use super::plain::Pair;

const SLOTS: usize = 4096;

/// The key whose low bits are this slot's place, and White's value less Black's. A board
/// without pawns has the key nought and is worth nothing, as an unwritten slot says.
#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    value: Pair,
}

pub(super) struct PawnCache(Box<[Slot]>);

impl PawnCache {
    pub(super) fn new() -> PawnCache {
        PawnCache(vec![Slot::default(); SLOTS].into_boxed_slice())
    }

    /// The value of the pawns that `keys` name, worked out only if it is not known.
    #[inline]
    pub(super) fn value(&mut self, keys: &Keys, work_out: impl FnOnce() -> Pair) -> Pair {
        let key = keys.pawns();
        let slot = &mut self.0[key as usize % SLOTS];
        if slot.key != key {
            *slot = Slot { key, value: work_out() };
        }
        slot.value
    }
}
