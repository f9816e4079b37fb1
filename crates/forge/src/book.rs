//! Books of start positions from recorded games: a random sample of positions with few pieces, or
//! many, in which neither side is far ahead. Endgame books test rules that fear zugzwang.

use core::ops::RangeInclusive;
use std::collections::BTreeSet;

use chess::{CastlingField, Random, Setup};

use crate::sample::Sample;

/// Keeps a random sample of the positions that it is offered, each position once.
pub struct BookSampler {
    pieces: RangeInclusive<u32>,
    /// Centipawns by which the side to move must be behind at least.
    behind: Option<u16>,
    most: usize,
    random: Random,
    kept: Vec<String>,
    /// Positions in the sample.
    known: BTreeSet<String>,
    offered: usize,
}

impl BookSampler {
    /// A book of at most `most` positions with this many pieces, kings included.
    pub fn new(pieces: RangeInclusive<u32>, most: usize, seed: u64) -> BookSampler {
        BookSampler {
            pieces,
            behind: None,
            most,
            random: Random::new(seed),
            kept: Vec::new(),
            known: BTreeSet::new(),
            offered: 0,
        }
    }

    /// The same, only with positions whose side to move is behind by this many centipawns or more.
    pub fn behind(self, centipawns: Option<u16>) -> BookSampler {
        BookSampler { behind: centipawns, ..self }
    }

    /// Offers a position. After `n` of them each is in the book with the same probability.
    pub fn offer(&mut self, sample: &Sample) {
        if !self.pieces.contains(&sample.position.occupied().len()) {
            return;
        }
        let score = i32::from(sample.score_for_mover());
        if self.behind.is_some_and(|least| -score < i32::from(least)) {
            return;
        }
        // A game begins here: its clocks do too.
        let setup = Setup { halfmove_clock: 0, fullmove_number: 1, ..Setup::from(sample.position) };
        let line = setup.to_fen(CastlingField::XFen);
        if self.known.contains(&line) {
            return;
        }
        self.offered += 1;
        if self.kept.len() < self.most {
            self.kept.push(line.clone());
            self.known.insert(line);
        } else {
            let place = self.random.below(self.offered);
            if place < self.most {
                self.known.remove(&self.kept[place]);
                self.known.insert(line.clone());
                self.kept[place] = line;
            }
        }
    }

    /// Positions with the right number of pieces so far.
    pub fn offered(&self) -> usize {
        self.offered
    }

    /// The positions of the book as FEN, in a fixed order.
    pub fn positions(mut self) -> Vec<String> {
        self.kept.sort_unstable();
        self.kept
    }
}

#[cfg(test)]
mod tests {
    use chess::{Game, GameResult};
    use toolkit::Ending;

    use super::*;

    fn sample(fen: &str) -> Sample {
        let setup: Setup = fen.parse().unwrap();
        let position = *Game::new(setup).position();
        Sample {
            position,
            ply: 90,
            halfmove_clock: 7,
            mv: position.legal_moves()[0],
            score: 10,
            result: GameResult::Draw,
            ending: Ending::Repetition,
        }
    }

    /// King and rook against king, the rook on one of seven squares.
    fn rook(file: usize) -> Sample {
        sample(&format!("7k/8/8/8/8/8/{}R{}/7K w - - 7 46", file, 7 - file).replace('0', ""))
    }

    #[test]
    fn only_positions_with_the_right_number_of_pieces_enter() {
        let mut book = BookSampler::new(4..=5, 10, 1);
        book.offer(&rook(1));
        book.offer(&sample("4k3/8/8/8/8/8/1R4P1/4K3 b - - 7 46"));
        assert_eq!(book.positions(), ["4k3/8/8/8/8/8/1R4P1/4K3 b - - 0 1"]);
    }

    #[test]
    fn the_side_to_move_is_behind_if_it_should_be() {
        let offered = |fen: &str, score: i16, behind: u16| {
            let mut book = BookSampler::new(2..=32, 10, 1).behind(Some(behind));
            book.offer(&Sample { score, ..sample(fen) });
            book.offered()
        };
        let (white, black) = ("7k/8/8/8/8/8/R7/7K w - - 0 1", "7k/8/8/8/8/8/R7/7K b - - 0 1");
        assert_eq!(offered(white, -300, 300), 1);
        assert_eq!(offered(white, -299, 300), 0);
        assert_eq!(offered(white, 300, 300), 0);
        assert_eq!(offered(black, 300, 300), 1);
        assert_eq!(offered(black, -300, 300), 0);
    }

    #[test]
    fn a_position_enters_once() {
        let mut book = BookSampler::new(2..=32, 10, 1);
        (0..5).for_each(|_| book.offer(&rook(1)));
        assert_eq!((book.offered(), book.positions().len()), (1, 1));
    }

    #[test]
    fn every_position_is_as_likely_as_the_others() {
        let mut times = [0; 7];
        for seed in 0..700 {
            let mut book = BookSampler::new(3..=3, 2, seed);
            (0..7).for_each(|file| book.offer(&rook(file)));
            let kept = book.positions();
            assert_eq!(kept.len(), 2);
            for (file, count) in times.iter_mut().enumerate() {
                let mut alone = BookSampler::new(3..=3, 1, 1);
                alone.offer(&rook(file));
                *count += usize::from(kept.contains(&alone.positions()[0]));
            }
        }
        assert!(times.iter().all(|&count| (140..=260).contains(&count)), "{times:?}");
    }
}
