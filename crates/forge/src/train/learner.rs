//! A network that learns: its weights, what is remembered of their slopes, and the threads that
//! work on a batch.

use chess::Random;
use engine::eval::nnue::features::PER_BUCKET;

use super::adam::{Limits, Pace, Update};
use super::config::Config;
use super::loss::Loss;
use super::packed::PackedPosition;
use super::row::{COLUMNS, Row};
use super::shape::Shape;
use super::simd::perform;
use super::together::together;
use super::worker::Worker;

/// Input weights begin within so much of nought: hidden values are then of the order of a third.
const INPUT_NOISE: f32 = 0.1;

pub(super) struct Learner {
    pub(super) shape: Shape,
    loss: Loss,
    limits: Limits,
    decay: f32,
    /// Everything that is learned.
    pub(super) learned: Vec<Row>,
    pub(super) mean: Vec<Row>,
    pub(super) square: Vec<Row>,
    /// What positions are judged with: shared parts are folded in.
    weights: Vec<Row>,
    workers: Vec<Worker>,
}

impl Learner {
    /// One that knows nothing yet.
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
        learner.scatter(config.seed);
        learner.limit();
        learner.fold(threads.max(1));
        learner
    }

    /// Everything that there is to keep: weights, means and squares of their slopes.
    pub(super) fn rows(&self) -> [&[Row]; 3] {
        [&self.learned, &self.mean, &self.square]
    }

    /// Goes on with what has been learned before: all three are as long as those of a new one.
    pub(super) fn put(&mut self, learned: Vec<Row>, mean: Vec<Row>, square: Vec<Row>) {
        (self.learned, self.mean, self.square) = (learned, mean, square);
        self.fold(self.workers.len());
    }

    /// Begins with these weights, and nothing known of their slopes. Their limits may have been
    /// wider.
    pub(super) fn begin_with(&mut self, learned: Vec<Row>) {
        let nothing = vec![Row::ZERO; learned.len()];
        (self.learned, self.mean, self.square) = (learned, nothing.clone(), nothing);
        self.limit();
        self.fold(self.workers.len());
    }

    /// Weights that were not come by in steps keep to their limits, too.
    fn limit(&mut self) {
        for (number, row) in self.learned.iter_mut().enumerate() {
            let most = self.limits.of(self.shape.part_of(number), &self.shape);
            row.0 = row.0.map(|weight| weight.clamp(-most, most));
        }
    }

    /// Small random weights; where buckets share a part, that part alone.
    fn scatter(&mut self, seed: u64) {
        let mut random = Random::new(seed);
        let mut noise = move |size: f32| {
            let part = (random.word() >> 40) as f32 / (1 << 24) as f32;
            size * (2.0 * part - 1.0)
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

    /// Learns from a batch, which has at least one position. The loss is that before, summed.
    pub(super) fn learn(&mut self, batch: &[PackedPosition], number: u64, rate: f32) -> f64 {
        let total = self.descend(batch);
        let used = batch.len().div_ceil(self.share(batch));
        let slopes: Vec<&[Row]> = self.workers[..used].iter().map(Worker::slopes).collect();
        let pace = Pace::new(number, rate, self.decay);
        let threads = self.workers.len();
        let share = self.learned.len().div_ceil(threads);
        let rows = self.learned.chunks_mut(share).zip(self.mean.chunks_mut(share));
        let rows = rows.zip(self.square.chunks_mut(share)).enumerate();
        let (shape, limits, slopes) = (&self.shape, self.limits, &slopes[..]);
        together(rows.map(|(part, ((weights, mean), square))| {
            let first = part * share;
            move || perform(Update { shape, first, weights, mean, square, slopes, pace, limits })
        }));
        self.fold(threads);
        total
    }

    /// Finds the slopes of a batch's mean loss; gives the loss, summed.
    fn descend(&mut self, batch: &[PackedPosition]) -> f64 {
        let share = self.share(batch);
        let part = 1.0 / batch.len().max(1) as f32;
        let (shape, weights, loss) = (&self.shape, &self.weights, &self.loss);
        let tasks = self.workers.iter_mut().zip(batch.chunks(share)).map(|(worker, positions)| {
            move || worker.descend(shape, weights, loss, positions, part)
        });
        together(tasks).into_iter().sum()
    }

    /// The loss summed over these positions.
    pub(super) fn loss(&mut self, positions: &[PackedPosition]) -> f64 {
        let share = self.share(positions);
        let (shape, weights, loss) = (&self.shape, &self.weights, &self.loss);
        let tasks = self.workers.iter_mut().zip(positions.chunks(share));
        let tasks =
            tasks.map(|(worker, positions)| move || worker.loss(shape, weights, loss, positions));
        together(tasks).into_iter().sum()
    }

    /// How many positions each thread takes.
    fn share(&self, positions: &[PackedPosition]) -> usize {
        positions.len().div_ceil(self.workers.len()).max(1)
    }

    fn fold(&mut self, threads: usize) {
        fold(&self.shape, &self.learned, &mut self.weights, threads);
    }
}

/// Makes of what is learned what positions are judged with.
pub(super) fn fold(shape: &Shape, learned: &[Row], weights: &mut [Row], threads: usize) {
    let share = weights.len().div_ceil(threads);
    together(weights.chunks_mut(share).enumerate().map(|(part, weights)| {
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
