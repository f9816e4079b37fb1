//! Texel's tuning method: finds the weights of the classical evaluation that best predict the
//! results of games. Each position is reduced to the terms that count in it; its evaluation is then
//! a short sum with a known gradient, so millions of positions are evaluated again in seconds.
//! CITE: chessprogramming.org/Texel%27s_Tuning_Method

mod adam;
mod file;
mod model;
mod scale;
mod tuning_data;
mod tuning_set;

pub use file::{WEIGHTS_BEGINNING, weights_file};
pub use model::Weights;
pub use scale::{Target, expected_points, steepness};
pub use tuning_data::{Selection, TuningData, read};
pub use tuning_set::{ResultShare, TuningSet};

use chess::Random;

use adam::Adam;
use core::num::NonZeroUsize;
use model::Gradient;

use crate::parallel::parallel;

/// The options of a tuning.
#[derive(Clone, Copy, Debug)]
pub struct TuningOptions {
    /// Passes over all positions.
    pub epochs: usize,
    /// Positions per step.
    pub batch: usize,
    /// The length of the first step, in centipawns; the steps shrink to nothing along half a
    /// cosine.
    pub rate: f32,
    /// The strength of the prior that weights are zero, in occurrences of a weight.
    pub prior: f32,
    /// The seed of the shuffles.
    pub seed: u64,
    pub threads: NonZeroUsize,
}

impl Default for TuningOptions {
    fn default() -> TuningOptions {
        TuningOptions {
            epochs: 30,
            batch: 16_384,
            rate: 3.0,
            prior: 100.0,
            seed: 1,
            threads: NonZeroUsize::MIN,
        }
    }
}

/// The mean squared error after an epoch, on the training and on the held-out positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Losses {
    pub epoch: usize,
    pub training: f64,
    pub held_out: f64,
}

/// Tunes weights epoch by epoch. `on_epoch` gets the losses of each epoch and returns whether to
/// continue. Returns the weights with the lowest held-out loss.
pub fn tune(
    training: &TuningSet,
    held_out: &TuningSet,
    start: Weights,
    options: &TuningOptions,
    steepness: f64,
    mut on_epoch: impl FnMut(Losses) -> bool,
) -> Weights {
    let mut weights = start;
    let mut best = (mean_loss(held_out, &weights, steepness, options.threads), weights.clone());
    let first = mean_loss(training, &weights, steepness, options.threads);
    if !on_epoch(Losses { epoch: 0, training: first, held_out: best.0 }) {
        return best.1;
    }
    // Near an even game, the second derivative of a position's loss with respect to a weight that
    // counts once.
    let curvature = 2.0 * (0.25 * steepness).powi(2);
    let decay = f64::from(options.prior) * curvature / count_of(training);
    let mut adam = Adam::new(decay as f32);
    let mut order: Vec<u32> = (0..training.len() as u32).collect();
    let mut random = Random::new(options.seed);
    let batches = training.len().div_ceil(options.batch);
    let steps = (options.epochs * batches).max(1);
    for epoch in 1..=options.epochs {
        random.shuffle(&mut order);
        let mut loss_sum = 0.0;
        for (number, batch) in order.chunks(options.batch).enumerate() {
            let (loss, gradient) =
                gradient_of(training, batch, &weights, steepness, options.threads);
            loss_sum += loss;
            let step = (epoch - 1) * batches + number;
            let angle = core::f32::consts::PI * step as f32 / steps as f32;
            adam.step(
                &mut weights,
                &gradient,
                options.rate * (1.0 + angle.cos()) / 2.0,
                batch.len(),
            );
        }
        let held_out_now = mean_loss(held_out, &weights, steepness, options.threads);
        if held_out_now < best.0 {
            best = (held_out_now, weights.clone());
        }
        let loss = loss_sum / count_of(training);
        if !on_epoch(Losses { epoch, training: loss, held_out: held_out_now }) {
            break;
        }
    }
    best.1
}

fn count_of(positions: &TuningSet) -> f64 {
    positions.len().max(1) as f64
}

/// The mean squared error of the predicted points.
pub fn mean_loss(
    positions: &TuningSet,
    weights: &Weights,
    steepness: f64,
    threads: NonZeroUsize,
) -> f64 {
    let numbers: Vec<u32> = (0..positions.len() as u32).collect();
    let loss = |number: &u32| positions.loss(*number as usize, weights, steepness);
    let tasks = shares(&numbers, threads).map(|part| move || part.iter().map(loss).sum::<f64>());
    parallel(tasks).into_iter().sum::<f64>() / count_of(positions)
}

/// The loss of a batch and its gradient, both summed.
fn gradient_of(
    positions: &TuningSet,
    batch: &[u32],
    weights: &Weights,
    steepness: f64,
    threads: NonZeroUsize,
) -> (f64, Gradient) {
    let tasks = shares(batch, threads).map(|part| {
        move || {
            let mut gradient = Gradient::default();
            let loss: f64 = part
                .iter()
                .map(|&number| {
                    positions.backpropagate(number as usize, weights, steepness, &mut gradient)
                })
                .sum();
            (loss, gradient)
        }
    });
    let mut parts = parallel(tasks).into_iter();
    let (mut loss, mut gradient) = parts.next().unwrap_or_default();
    for (other_loss, other) in parts {
        loss += other_loss;
        gradient.add(&other);
    }
    (loss, gradient)
}

/// A part for each thread.
fn shares(numbers: &[u32], threads: NonZeroUsize) -> core::slice::Chunks<'_, u32> {
    numbers.chunks(numbers.len().div_ceil(threads.get()).max(1))
}
