//! Taking some positions of a game. Neighbours say much the same, and long games would otherwise
//! weigh more than short ones.

/// The indices of at most `max` out of `count` positions, spread evenly. The first one depends on
/// the game's number, so that no part of games is preferred.
pub(crate) fn subsample(count: usize, max: usize, game: u32) -> impl Iterator<Item = usize> {
    let (taken, shift) = match count <= max {
        true => (count, 0),
        false => (max.max(1), game as usize % count),
    };
    (0..taken).map(move |index| (index * count / taken + shift) % count)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(count: usize, max: usize, game: u32) -> Vec<usize> {
        subsample(count, max, game).collect()
    }

    #[test]
    fn few_positions_are_all_taken() {
        assert!(taken(0, 3, 7).is_empty());
        assert_eq!(taken(3, 3, 7), [0, 1, 2]);
        assert_eq!(taken(3, usize::MAX, 7), [0, 1, 2]);
    }

    #[test]
    fn many_positions_are_sampled_evenly_and_without_repetition() {
        assert_eq!(taken(10, 3, 0), [0, 3, 6]);
        assert_eq!(taken(10, 3, 5), [5, 8, 1]);
        for (count, max) in [(100, 7), (8, 7), (1_000, 1), (5, 0)] {
            let mut times = vec![0; count];
            for game in 0..count as u32 {
                let mut indices = taken(count, max, game);
                indices.sort_unstable();
                indices.dedup();
                assert_eq!(indices.len(), max.max(1), "{count} {max}");
                indices.into_iter().for_each(|index| times[index] += 1);
            }
            assert!(times.iter().all(|&it| it == max.max(1)), "no index is preferred");
        }
    }
}
