//! One number that learns: the further out it is, the harder it is drawn back.

/// No record leaves ± this.
pub(super) const LIMIT: i32 = 16_384;

#[derive(Clone, Copy, Default)]
pub(super) struct Record(i16);

impl Record {
    #[inline]
    pub(super) fn get(self) -> i32 {
        i32::from(self.0)
    }

    /// CITE: chessprogramming.org/History_Heuristic#History_Bonuses
    #[inline]
    pub(super) fn add(&mut self, bonus: i32) {
        pull(&mut self.0, bonus.clamp(-LIMIT, LIMIT), LIMIT);
    }
}

/// Moves an entry by `step`, which is at most `limit`, without its ever leaving ± `limit`.
#[inline]
pub(super) fn pull(entry: &mut i16, step: i32, limit: i32) {
    let value = i32::from(*entry);
    *entry = (value + step - value * step.abs() / limit) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_stay_within_their_limit() {
        for bonus in [1, 100, 2400, LIMIT, i32::MAX / 2] {
            for sign in [1, -1] {
                let mut record = Record::default();
                for _ in 0..100_000 {
                    record.add(sign * bonus);
                    assert!(record.get().abs() <= LIMIT);
                }
                assert_eq!(record.get().signum(), sign);
            }
        }
    }
}
