//! The history update with gravity: the further an entry is from 0, the harder it is pulled back.
//! CITE: chessprogramming.org/History_Heuristic#History_Bonuses

/// Entries stay within ± this.
pub(super) const LIMIT: i32 = 16_384;

/// One number of a history table.
#[derive(Clone, Copy, Default)]
pub(super) struct HistoryEntry(i16);

impl HistoryEntry {
    #[inline]
    pub(super) fn get(self) -> i32 {
        i32::from(self.0)
    }

    /// Adds a bonus, or a malus if negative.
    #[inline]
    pub(super) fn add(&mut self, bonus: i32) {
        pull(&mut self.0, bonus.clamp(-LIMIT, LIMIT), LIMIT);
    }
}

/// Moves an entry by `step`, pulled towards 0 so that it stays within ± `limit`. The step must be
/// within ± `limit` as well.
#[inline]
pub(super) fn pull(entry: &mut i16, step: i32, limit: i32) {
    let value = i32::from(*entry);
    *entry = (value + step - value * step.abs() / limit) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_within_their_limit() {
        for bonus in [1, 100, 2400, LIMIT, i32::MAX / 2] {
            for sign in [1, -1] {
                let mut entry = HistoryEntry::default();
                for _ in 0..100_000 {
                    entry.add(sign * bonus);
                    assert!(entry.get().abs() <= LIMIT);
                }
                assert_eq!(entry.get().signum(), sign);
            }
        }
    }
}
