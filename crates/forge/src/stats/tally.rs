//! Counts of games and of the positions that a filter keeps.

use super::{Duplicates, Histogram};
use crate::filter::Filter;
use crate::format::{Ending, GameRecord, GameResult};
use crate::sample::IllegalPly;

/// Groups of scores, from White's point of view.
pub const SCORES: &[i32] =
    &[-2_000, -1_000, -600, -400, -200, -100, -50, -20, 21, 51, 101, 201, 401, 601, 1_001, 2_001];
/// Groups of men on the board: eight, as nets have them that look at games by phase.
pub const MEN: &[i32] = &[6, 10, 14, 18, 22, 26, 30];
/// Groups of game lengths.
pub const PLIES: &[i32] = &[40, 60, 80, 100, 120, 150, 200, 300];

#[derive(Clone, Debug)]
pub struct Tally {
    pub games: u64,
    pub plies: u64,
    /// By `GameResult`.
    pub results: [u64; 3],
    /// By `Ending`.
    pub endings: [u64; 8],
    /// Of games, random moves included.
    pub lengths: Histogram,
    pub kept: Kept,
}

/// Of the positions that the filter keeps.
#[derive(Clone, Debug)]
pub struct Kept {
    pub positions: u64,
    /// By the result of the game they are from.
    pub results: [u64; 3],
    pub scores: Histogram,
    pub men: Histogram,
    pub duplicates: Duplicates,
}

impl Default for Tally {
    fn default() -> Tally {
        Tally {
            games: 0,
            plies: 0,
            results: [0; 3],
            endings: [0; 8],
            lengths: Histogram::new(PLIES),
            kept: Kept {
                positions: 0,
                results: [0; 3],
                scores: Histogram::new(SCORES),
                men: Histogram::new(MEN),
                duplicates: Duplicates::default(),
            },
        }
    }
}

impl Tally {
    /// Counts a game; up to where it makes no sense, if it does not.
    pub fn add(&mut self, record: &GameRecord, filter: &Filter) -> Result<(), IllegalPly> {
        let plies = record.plies.len() as u64;
        self.games += 1;
        self.plies += plies;
        self.results[record.result as usize] += 1;
        self.endings[record.ending as usize] += 1;
        self.lengths.add((u64::from(record.first_ply()) + plies) as i32);
        let kept = &mut self.kept;
        for sample in record.samples() {
            let sample = sample?;
            if filter.keeps(&sample) {
                kept.positions += 1;
                kept.results[record.result as usize] += 1;
                kept.scores.add(sample.score.into());
                kept.men.add(sample.position.occupied().len() as i32);
                kept.duplicates.add(sample.position.key());
            }
        }
        Ok(())
    }

    pub fn merge(&mut self, other: &Tally) {
        let Tally { games, plies, results, endings, lengths, kept } = other;
        self.games += games;
        self.plies += plies;
        add(&mut self.results, results);
        add(&mut self.endings, endings);
        self.lengths.merge(lengths);
        self.kept.positions += kept.positions;
        add(&mut self.kept.results, &kept.results);
        self.kept.scores.merge(&kept.scores);
        self.kept.men.merge(&kept.men);
        self.kept.duplicates.merge(&kept.duplicates);
    }

    pub fn endings(&self) -> impl Iterator<Item = (Ending, u64)> {
        Ending::ALL.into_iter().zip(self.endings)
    }

    pub fn results(&self) -> impl Iterator<Item = (GameResult, u64)> {
        GameResult::ALL.into_iter().zip(self.results)
    }
}

fn add<const N: usize>(counts: &mut [u64; N], more: &[u64; N]) {
    for (count, more) in counts.iter_mut().zip(more) {
        *count += more;
    }
}
