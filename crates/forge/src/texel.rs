//! Texel's method: the weights of the classical evaluation that best foretell how games ended.
//! Each position is reduced to what was counted in it; from then on a judgement is a short sum
//! and its slope is known, so that millions of positions can be weighed anew in seconds.
//! CITE: chessprogramming.org/Texel%27s_Tuning_Method

mod adam;
mod file;
mod lessons;
mod model;
mod reading;
mod scale;

pub use file::{WEIGHTS_BEGINNING, weights_file};
pub use lessons::{Lessons, Share};
pub use model::Weights;
pub use reading::{Material, Selection, read};
pub use scale::{Aim, steepness, win_share};

use chess::Random;

use adam::Adam;
use core::num::NonZeroUsize;
use model::Slope;

/// How a tuning is to be done.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    pub epochs: usize,
    pub batch: usize,
    /// The first step, in centipawns; the steps shrink to nothing along half a cosine.
    pub rate: f32,
    /// How often a weight must be met to count as much as the belief that it is nought.
    pub prior: f32,
    pub seed: u64,
    pub threads: NonZeroUsize,
}

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe {
            epochs: 30,
            batch: 16_384,
            rate: 3.0,
            prior: 100.0,
            seed: 1,
            threads: NonZeroUsize::MIN,
        }
    }
}

/// The mean squared error after an epoch, over what was learned from and what was held out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Losses {
    pub epoch: usize,
    pub learned: f64,
    pub held_out: f64,
}

/// Improves `weights` epoch by epoch. `heard` is told of each epoch and may end it all by
/// saying no; the weights of the best epoch are returned.
pub fn tune(
    lessons: &Lessons,
    held_out: &Lessons,
    start: Weights,
    recipe: &Recipe,
    steepness: f64,
    mut heard: impl FnMut(Losses) -> bool,
) -> Weights {
    let mut weights = start;
    let mut best = (mean_loss(held_out, &weights, steepness, recipe.threads), weights.clone());
    let first = mean_loss(lessons, &weights, steepness, recipe.threads);
    if !heard(Losses { epoch: 0, learned: first, held_out: best.0 }) {
        return best.1;
    }
    // Near an even game the loss of a position curves by this much with a weight that counts once.
    let curvature = 2.0 * (0.25 * steepness).powi(2);
    let pull = f64::from(recipe.prior) * curvature / count_of(lessons);
    let mut adam = Adam::new(pull as f32);
    let mut order: Vec<u32> = (0..lessons.len() as u32).collect();
    let mut random = Random::new(recipe.seed);
    let batches = lessons.len().div_ceil(recipe.batch);
    let steps = (recipe.epochs * batches).max(1);
    for epoch in 1..=recipe.epochs {
        random.shuffle(&mut order);
        let mut learned = 0.0;
        for (number, batch) in order.chunks(recipe.batch).enumerate() {
            let (loss, slope) = slope_of(lessons, batch, &weights, steepness, recipe.threads);
            learned += loss;
            let step = (epoch - 1) * batches + number;
            let turn = core::f32::consts::PI * step as f32 / steps as f32;
            adam.step(&mut weights, &slope, recipe.rate * (1.0 + turn.cos()) / 2.0, batch.len());
        }
        let held_out_now = mean_loss(held_out, &weights, steepness, recipe.threads);
        if held_out_now < best.0 {
            best = (held_out_now, weights.clone());
        }
        let learned = learned / count_of(lessons);
        if !heard(Losses { epoch, learned, held_out: held_out_now }) {
            break;
        }
    }
    best.1
}

fn count_of(lessons: &Lessons) -> f64 {
    lessons.len().max(1) as f64
}

/// The mean squared error of the win shares foretold.
pub fn mean_loss(
    lessons: &Lessons,
    weights: &Weights,
    steepness: f64,
    threads: NonZeroUsize,
) -> f64 {
    let numbers: Vec<u32> = (0..lessons.len() as u32).collect();
    let total: f64 = in_parts(shares(&numbers, threads), |part| {
        part.iter().map(|&number| lessons.loss(number as usize, weights, steepness)).sum::<f64>()
    })
    .into_iter()
    .sum();
    total / count_of(lessons)
}

fn slope_of(
    lessons: &Lessons,
    batch: &[u32],
    weights: &Weights,
    steepness: f64,
    threads: NonZeroUsize,
) -> (f64, Slope) {
    let parts = in_parts(shares(batch, threads), |part| {
        let mut slope = Slope::default();
        let loss: f64 = part
            .iter()
            .map(|&number| lessons.descend(number as usize, weights, steepness, &mut slope))
            .sum();
        (loss, slope)
    });
    let mut parts = parts.into_iter();
    let (mut loss, mut slope) = parts.next().unwrap_or_default();
    for (other_loss, other) in parts {
        loss += other_loss;
        slope.add(&other);
    }
    (loss, slope)
}

/// As many parts as there are threads.
fn shares(numbers: &[u32], threads: NonZeroUsize) -> core::slice::Chunks<'_, u32> {
    numbers.chunks(numbers.len().div_ceil(threads.get()).max(1))
}

/// Works on every part in a thread of its own, and collects what became of them in their order.
fn in_parts<P: Send, R: Send>(
    parts: impl IntoIterator<Item = P>,
    work: impl Fn(P) -> R + Sync,
) -> Vec<R> {
    std::thread::scope(|scope| {
        let work = &work;
        let parts: Vec<_> = parts.into_iter().map(|part| scope.spawn(move || work(part))).collect();
        parts
            .into_iter()
            .map(|part| part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}
