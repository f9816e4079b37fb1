//! From files of games to lessons: which positions are taken, and which games are held out.

use std::io;
use std::ops::Range;
use std::path::PathBuf;

use chess::Color;

use super::in_parts;
use super::lessons::{Lessons, Share};
use super::scale::{Aim, steepness};
use crate::archive::{Archive, Fault};
use crate::choice::places;
use crate::filter::Filter;
use crate::format::GameRecord;
use crate::sample::Sample;

/// What is taken from the games.
#[derive(Clone, Copy, Debug)]
pub struct Selection {
    pub filter: Filter,
    /// At most so many positions of a game, spread over it: neighbours tell the same.
    pub per_game: usize,
    /// One game of so many is held out.
    pub held_out: u32,
    pub share: Share,
}

/// What was read.
pub struct Material {
    pub learned: Lessons,
    pub held_out: Lessons,
    /// How steeply points follow the searches' scores.
    pub steepness: f64,
    /// Those that the positions are of.
    pub games: u64,
    /// Those that were left out, as they were cut.
    pub cut_games: u64,
    /// Damaged parts of the files, passed over.
    pub faults: Vec<(PathBuf, Fault)>,
}

/// One position of so many tells how steep the curve is.
const STEEPNESS_POSITIONS: usize = 16;

pub fn read(archives: &[Archive], selection: &Selection, threads: usize) -> io::Result<Material> {
    let (mut learned, mut held_out) = (Lessons::default(), Lessons::default());
    let (mut games, mut cut_games, mut faults) = (0, 0, Vec::new());
    for archive in archives {
        for part in
            in_parts(archive.parts(threads as u64)?, |part| Part::read(archive, part, selection))
        {
            let part = part?;
            learned.append(part.learned);
            held_out.append(part.held_out);
            games += part.games;
            cut_games += part.cut_games;
            faults.extend(part.faults.into_iter().map(|fault| (archive.path().to_owned(), fault)));
        }
    }
    let aims: Vec<Aim> = learned.aims().step_by(STEEPNESS_POSITIONS).collect();
    let steepness = steepness(&aims);
    learned.set_targets(selection.share, steepness);
    held_out.set_targets(selection.share, steepness);
    Ok(Material { learned, held_out, steepness, games, cut_games, faults })
}

/// What was found in a part of a file.
#[derive(Default)]
struct Part {
    learned: Lessons,
    held_out: Lessons,
    games: u64,
    cut_games: u64,
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
        self.cut_games += u64::from(selection.filter.leaves_out(game.ending));
        let held = game.number.is_multiple_of(selection.held_out.max(1));
        let lessons = if held { &mut self.held_out } else { &mut self.learned };
        for sample in chosen {
            lessons.add(&sample.position, aim(&sample));
        }
    }
}

fn aim(sample: &Sample) -> Aim {
    let result = f32::from(sample.result.half_points(Color::White)) / 2.0;
    Aim { result, score: f32::from(sample.score) }
}

/// The positions of a game that are learned from.
fn chosen(game: &GameRecord, selection: &Selection) -> Vec<Sample> {
    let kept: Vec<Sample> = game
        .samples()
        .map_while(Result::ok)
        .filter(|sample| selection.filter.keeps(sample))
        .collect();
    let places = places(kept.len(), selection.per_game, game.number);
    places.map(|place| kept[place].clone()).collect()
}
