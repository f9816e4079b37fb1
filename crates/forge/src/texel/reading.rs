//! From files of games to lessons: which positions are taken, and which games are held out.

use std::io;
use std::ops::Range;

use super::lessons::{Lessons, Share};
use super::scale::{Aim, steepness};
use crate::archive::{Archive, Fault};
use crate::filter::Filter;
use crate::format::{GameRecord, GameResult};
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
    pub games: u64,
    /// Damaged parts of the files, passed over.
    pub faults: u64,
}

/// One game of so many tells how steep the curve is.
const STEEPNESS_GAMES: u32 = 16;

/// Reads all games twice: for the steepness, and for the lessons.
pub fn read(archives: &[Archive], selection: &Selection, threads: usize) -> io::Result<Material> {
    let mut parts = Vec::new();
    for archive in archives {
        parts.extend(archive.parts(threads as u64)?.into_iter().map(|part| (archive, part)));
    }
    let few = |game: &GameRecord| game.number % STEEPNESS_GAMES == 1;
    let aims: Vec<Aim> = each(&parts, |games: &mut Vec<Aim>, game| {
        if few(game) {
            games.extend(chosen(game, selection).iter().map(aim));
        }
    })?
    .into_iter()
    .flat_map(|(aims, _)| aims)
    .collect();
    let steepness = steepness(&aims);
    let read = each(&parts, |(learned, held_out, games): &mut (Lessons, Lessons, u64), game| {
        *games += 1;
        let held = game.number.is_multiple_of(selection.held_out.max(1));
        let lessons = if held { held_out } else { learned };
        for sample in chosen(game, selection) {
            lessons.add(&sample.position, aim(&sample), selection.share, steepness);
        }
    })?;
    let mut material = Material {
        learned: Lessons::default(),
        held_out: Lessons::default(),
        steepness,
        games: 0,
        faults: 0,
    };
    for ((learned, held_out, games), faults) in read {
        material.learned.append(learned);
        material.held_out.append(held_out);
        material.games += games;
        material.faults += faults;
    }
    Ok(material)
}

fn aim(sample: &Sample) -> Aim {
    let result = match sample.result {
        GameResult::WhiteWins => 1.0,
        GameResult::Draw => 0.5,
        GameResult::BlackWins => 0.0,
    };
    Aim { result, score: f32::from(sample.score) }
}

/// The positions of a game that are learned from.
fn chosen(game: &GameRecord, selection: &Selection) -> Vec<Sample> {
    let kept: Vec<Sample> = game
        .samples()
        .map_while(Result::ok)
        .filter(|sample| selection.filter.keeps(sample))
        .collect();
    if kept.len() <= selection.per_game {
        return kept;
    }
    let wanted = selection.per_game.max(1);
    let shift = game.number as usize % kept.len();
    (0..wanted).map(|at| kept[(at * kept.len() / wanted + shift) % kept.len()].clone()).collect()
}

/// Visits every game, one thread for each part; what is damaged is counted.
fn each<T: Default + Send>(
    parts: &[(&Archive, Range<u64>)],
    visit: impl Fn(&mut T, &GameRecord) + Sync,
) -> io::Result<Vec<(T, u64)>> {
    std::thread::scope(|scope| {
        let visit = &visit;
        let work: Vec<_> = parts
            .iter()
            .map(|(archive, part)| {
                scope.spawn(move || -> io::Result<(T, u64)> {
                    let (mut made, mut faults) = (T::default(), 0);
                    for game in archive.part(part.clone())? {
                        match game {
                            Ok(game) => visit(&mut made, &game),
                            Err(Fault::Io(error)) => return Err(error),
                            Err(_) => faults += 1,
                        }
                    }
                    Ok((made, faults))
                })
            })
            .collect();
        work.into_iter()
            .map(|part| part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}
