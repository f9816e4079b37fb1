//! Books of positions: one FEN or EPD a line.

use std::fs::File;
use std::io::Read;

use anyhow::{Context, Result, bail};
use chess::{EpdReader, Setup};

use super::random::Random;

/// As many positions of a book as asked for, or all there are, each as likely as the others.
/// The book is read once and may be of any size.
pub(super) fn sample(path: &str, wanted: usize, random: &mut Random) -> Result<Vec<Setup>> {
    let file = File::open(path).with_context(|| format!("book {path}"))?;
    choose(file, wanted, random).with_context(|| format!("book {path}"))
}

/// CITE: en.wikipedia.org/wiki/Reservoir_sampling
fn choose(stream: impl Read, wanted: usize, random: &mut Random) -> Result<Vec<Setup>> {
    let mut chosen = Vec::new();
    for (read, record) in EpdReader::new(stream).enumerate() {
        let setup = record?.setup().clone();
        if chosen.len() < wanted {
            chosen.push(setup);
        } else if let Some(place) = chosen.get_mut(random.below(read + 1)) {
            *place = setup;
        }
    }
    if chosen.is_empty() {
        bail!("no position in it; expected one FEN or EPD a line");
    }
    Ok(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(lines: usize) -> String {
        (0..lines).map(|line| format!("4k3/8/8/8/8/8/8/4K3 w - - 0 {}\n", line + 1)).collect()
    }

    #[test]
    fn small_books_are_taken_whole_and_large_ones_sampled_evenly() {
        let mut random = Random::new(3);
        assert_eq!(choose(book(5).as_bytes(), 9, &mut random).unwrap().len(), 5);
        let mut counts = [0; 20];
        for _ in 0..2_000 {
            for setup in choose(book(20).as_bytes(), 4, &mut random).unwrap() {
                counts[usize::from(setup.fullmove_number) - 1] += 1;
            }
        }
        assert!(counts.iter().all(|count| (300..500).contains(count)), "{counts:?}");
    }

    #[test]
    fn what_is_no_book_is_refused_by_its_line() {
        let mut random = Random::new(3);
        let mut why = |text: &str| choose(text.as_bytes(), 4, &mut random).unwrap_err().to_string();
        assert!(why("").contains("no position"));
        assert!(why("4k3/8/8/8/8/8/8/4K3 w - -\nnonsense\n").contains("line 2"));
    }
}
