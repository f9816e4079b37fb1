//! Which positions of a game are taken, where not all of them are wanted: neighbours tell much the
//! same, and long games would have more to say than short ones.

/// The places of at most `most` among `count`, spread over all of them. Where they begin follows
/// from the number of the game, so that no part of games is passed over.
pub(crate) fn places(count: usize, most: usize, game: u32) -> impl Iterator<Item = usize> {
    let (wanted, shift) = match count <= most {
        true => (count, 0),
        false => (most.max(1), game as usize % count),
    };
    (0..wanted).map(move |at| (at * count / wanted + shift) % count)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(count: usize, most: usize, game: u32) -> Vec<usize> {
        places(count, most, game).collect()
    }

    #[test]
    fn few_are_taken_as_they_are() {
        assert!(chosen(0, 3, 7).is_empty());
        assert_eq!(chosen(3, 3, 7), [0, 1, 2]);
        assert_eq!(chosen(3, usize::MAX, 7), [0, 1, 2]);
    }

    #[test]
    fn of_many_some_are_taken_from_everywhere_and_none_twice() {
        assert_eq!(chosen(10, 3, 0), [0, 3, 6]);
        assert_eq!(chosen(10, 3, 5), [5, 8, 1]);
        for (count, most) in [(100, 7), (8, 7), (1_000, 1), (5, 0)] {
            let mut times = vec![0; count];
            for game in 0..count as u32 {
                let mut places = chosen(count, most, game);
                places.sort_unstable();
                places.dedup();
                assert_eq!(places.len(), most.max(1), "{count} {most}");
                places.into_iter().for_each(|place| times[place] += 1);
            }
            assert!(times.iter().all(|&it| it == most.max(1)), "no place is preferred");
        }
    }
}
