//! A network in training: its weights, the moments of their gradients, and the threads that process
//! a batch.

use chess::Random;
use engine::eval::nnue::features::PER_BUCKET;

use super::adam::{AdamStep, Limits, Update};
use super::config::Config;
use super::loss::Loss;
use super::shape::{COLUMNS, Row, Shape};
use super::simd::dispatch;
use super::worker::Worker;
use crate::bullet::PackedPosition;
use crate::parallel::parallel;

/// Initial input weights are random numbers up to this size: hidden values are then of the order of
/// a third.
const INPUT_NOISE: f32 = 0.1;

pub(super) struct Learner {
    pub(super) shape: Shape,
    loss: Loss,
    limits: Limits,
    decay: f32,
    /// All weights that are trained.
    pub(super) learned: Vec<Row>,
    /// The first and second moments of their gradients.
    pub(super) mean: Vec<Row>,
    pub(super) square: Vec<Row>,
    /// The weights of the forward pass: shared parts are folded in.
    weights: Vec<Row>,
    workers: Vec<Worker>,
}

impl Learner {
    /// An untrained network.
    pub(super) fn new(config: &Config, threads: usize) -> Learner {
        let shape = config.shape();
        let rows = shape.learned_rows();
        let mut learner = Learner {
            loss: config.loss(),
            limits: config.limits(),
            decay: config.decay,
            learned: vec![Row::ZERO; rows],
            mean: vec![Row::ZERO; rows],
            square: vec![Row::ZERO; rows],
            weights: vec![Row::ZERO; shape.rows()],
            workers: (0..threads.max(1)).map(|_| Worker::new(&shape)).collect(),
            shape,
        };
        learner.randomise(config.seed);
        learner.clamp();
        learner.fold(threads.max(1));
        learner
    }

    /// The state to be saved: weights, first and second moments.
    pub(super) fn rows(&self) -> [&[Row]; 3] {
        [&self.learned, &self.mean, &self.square]
    }

    /// Restores a saved state of the same shape.
    pub(super) fn restore(&mut self, learned: Vec<Row>, mean: Vec<Row>, square: Vec<Row>) {
        (self.learned, self.mean, self.square) = (learned, mean, square);
        self.fold(self.workers.len());
    }

    /// Starts from these weights with zero moments. They may come from a training with wider
    /// limits.
    pub(super) fn start_from(&mut self, learned: Vec<Row>) {
        let zero = vec![Row::ZERO; learned.len()];
        (self.learned, self.mean, self.square) = (learned, zero.clone(), zero);
        self.clamp();
        self.fold(self.workers.len());
    }

    /// Clamps weights that do not come from steps.
    fn clamp(&mut self) {
        for (number, row) in self.learned.iter_mut().enumerate() {
            let limit = self.limits.of(self.shape.part_of(number), &self.shape);
            row.0 = row.0.map(|weight| weight.clamp(-limit, limit));
        }
    }

    /// Small random weights; where buckets share a part, in that part alone.
    fn randomise(&mut self, seed: u64) {
        let mut random = Random::new(seed);
        let mut noise = move |size: f32| {
            let fraction = (random.word() >> 40) as f32 / (1 << 24) as f32;
            size * (2.0 * fraction - 1.0)
        };
        let shape = &self.shape;
        let output_noise = 1.0 / (2.0 * shape.width as f32).sqrt();
        for tile in 0..shape.tiles() {
            let columns = shape.columns(tile);
            for feature in 0..if shape.shares { PER_BUCKET } else { shape.features() } {
                let row = match shape.shares {
                    true => shape.shared_row(tile, feature),
                    false => shape.input_row(tile, feature),
                };
                self.learned[row].0[..columns].fill_with(|| noise(INPUT_NOISE));
            }
            for bucket in 0..shape.output_buckets {
                for side in 0..2 {
                    let row = shape.output_row(tile, bucket, side);
                    self.learned[row].0[..columns].fill_with(|| noise(output_noise));
                }
            }
        }
    }

    /// Makes a step with a batch, which has at least one position. Returns the loss before the
    /// step, summed.
    pub(super) fn step(&mut self, batch: &[PackedPosition], number: u64, rate: f32) -> f64 {
        let total = self.backpropagate(batch);
        let used = batch.len().div_ceil(self.share(batch));
        let gradients: Vec<&[Row]> = self.workers[..used].iter().map(Worker::gradients).collect();
        let step = AdamStep::new(number, rate, self.decay);
        let threads = self.workers.len();
        let share = self.learned.len().div_ceil(threads);
        let rows = self.learned.chunks_mut(share).zip(self.mean.chunks_mut(share));
        let rows = rows.zip(self.square.chunks_mut(share)).enumerate();
        let (shape, limits, gradients) = (&self.shape, self.limits, &gradients[..]);
        parallel(rows.map(|(part, ((weights, mean), square))| {
            let first = part * share;
            move || {
                dispatch(Update { shape, first, weights, mean, square, gradients, step, limits })
            }
        }));
        self.fold(threads);
        total
    }

    /// Computes the gradients of the batch's mean loss; returns the loss, summed.
    fn backpropagate(&mut self, batch: &[PackedPosition]) -> f64 {
        let share = self.share(batch);
        let scale = 1.0 / batch.len().max(1) as f32;
        let (shape, weights, loss) = (&self.shape, &self.weights, &self.loss);
        let tasks = self.workers.iter_mut().zip(batch.chunks(share)).map(|(worker, positions)| {
            move || worker.backpropagate(shape, weights, loss, positions, scale)
        });
        parallel(tasks).into_iter().sum()
    }

    /// The loss summed over these positions.
    pub(super) fn loss(&mut self, positions: &[PackedPosition]) -> f64 {
        let share = self.share(positions);
        let (shape, weights, loss) = (&self.shape, &self.weights, &self.loss);
        let tasks = self.workers.iter_mut().zip(positions.chunks(share));
        let tasks =
            tasks.map(|(worker, positions)| move || worker.loss(shape, weights, loss, positions));
        parallel(tasks).into_iter().sum()
    }

    /// The number of positions per thread.
    fn share(&self, positions: &[PackedPosition]) -> usize {
        positions.len().div_ceil(self.workers.len()).max(1)
    }

    fn fold(&mut self, threads: usize) {
        fold(&self.shape, &self.learned, &mut self.weights, threads);
    }
}

/// Computes the weights of the forward pass from the trained ones.
pub(super) fn fold(shape: &Shape, learned: &[Row], weights: &mut [Row], threads: usize) {
    let share = weights.len().div_ceil(threads);
    parallel(weights.chunks_mut(share).enumerate().map(|(part, weights)| {
        move || {
            for (row, weights) in (part * share..).zip(weights) {
                *weights = learned[row];
                if shape.shares && row < shape.hidden_bias_row(0) {
                    let (tile, feature) = shape.input_place(row);
                    weights.add(&learned[shape.shared_row(tile, feature % PER_BUCKET)]);
                }
            }
        }
    }));
}

const _: () = assert!(COLUMNS.is_multiple_of(engine::eval::nnue::net_file::WIDTH_STEP));

#[cfg(test)]
mod tests;
