//! Reading tuning positions from files of games.

use std::io;
use std::ops::Range;
use std::path::PathBuf;

use chess::Color;

use super::scale::{Target, steepness};
use super::tuning_set::{ResultShare, TuningSet};
use crate::archive::{Archive, Fault};
use crate::filter::Filter;
use crate::format::GameRecord;
use crate::parallel::parallel;
use crate::sample::Sample;
use crate::subsample::subsample;

/// Which positions are taken from the games.
#[derive(Clone, Copy, Debug)]
pub struct Selection {
    pub filter: Filter,
    /// The most positions taken from a game, spread over it: neighbours say much the same.
    pub per_game: usize,
    /// Every game whose number is a multiple of this is held out.
    pub held_out_every: u32,
    /// How much of a target is the result of the game.
    pub share: ResultShare,
}

/// Positions to tune on.
pub struct TuningData {
    pub training: TuningSet,
    pub held_out: TuningSet,
    /// The steepness of the expected points as a function of the searches' scores.
    pub steepness: f64,
    /// Games that the positions come from.
    pub games: u64,
    /// Games excluded because they were truncated.
    pub truncated_games: u64,
    /// Damaged parts of the files, skipped.
    pub faults: Vec<(PathBuf, Fault)>,
}

/// The steepness is fitted to one position in this many.
const STEEPNESS_POSITIONS: usize = 16;

/// Reads the files of games, each on `threads` threads.
pub fn read(archives: &[Archive], selection: &Selection, threads: usize) -> io::Result<TuningData> {
    let (mut training, mut held_out) = (TuningSet::default(), TuningSet::default());
    let (mut games, mut truncated_games, mut faults) = (0, 0, Vec::new());
    for archive in archives {
        let tasks = archive.parts(threads as u64)?.into_iter();
        for part in parallel(tasks.map(|part| move || Part::read(archive, part, selection))) {
            let part = part?;
            training.append(part.training);
            held_out.append(part.held_out);
            games += part.games;
            truncated_games += part.truncated_games;
            faults.extend(part.faults.into_iter().map(|fault| (archive.path().to_owned(), fault)));
        }
    }
    let targets: Vec<Target> = training.targets().step_by(STEEPNESS_POSITIONS).collect();
    let steepness = steepness(&targets);
    training.set_targets(selection.share, steepness);
    held_out.set_targets(selection.share, steepness);
    Ok(TuningData { training, held_out, steepness, games, truncated_games, faults })
}

/// The positions of a part of a file.
#[derive(Default)]
struct Part {
    training: TuningSet,
    held_out: TuningSet,
    games: u64,
    truncated_games: u64,
    faults: Vec<Fault>,
}

impl Part {
    fn read(archive: &Archive, part: Range<u64>, selection: &Selection) -> io::Result<Part> {
        let mut read = Part::default();
        for game in archive.part(part)? {
            match game {
                Ok(game) => read.add(&game, selection),
                Err(Fault::Io(error)) => return Err(error),
                Err(fault) => read.faults.push(fault),
            }
        }
        Ok(read)
    }

    fn add(&mut self, game: &GameRecord, selection: &Selection) {
        let chosen = chosen(game, selection);
        self.games += u64::from(!chosen.is_empty());
        self.truncated_games += u64::from(selection.filter.excludes(game.ending));
        let held = game.number.is_multiple_of(selection.held_out_every.max(1));
        let set = if held { &mut self.held_out } else { &mut self.training };
        for sample in chosen {
            set.add(&sample.position, target(&sample));
        }
    }
}

fn target(sample: &Sample) -> Target {
    let result = f32::from(sample.result.half_points(Color::White)) / 2.0;
    Target { result, score: f32::from(sample.score) }
}

/// The positions taken from a game.
fn chosen(game: &GameRecord, selection: &Selection) -> Vec<Sample> {
    let kept: Vec<Sample> = game
        .samples()
        .map_while(Result::ok)
        .filter(|sample| selection.filter.keeps(sample))
        .collect();
    let indices = subsample(kept.len(), selection.per_game, game.number);
    indices.map(|index| kept[index].clone()).collect()
}
