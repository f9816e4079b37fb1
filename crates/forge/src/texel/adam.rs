//! Steps downhill whose length adapts to how steady each weight's slope is.
//! CITE: arxiv.org/abs/1412.6980

use super::model::{Slope, Two, Weights};
use engine::eval::classical::{SQUARES_PER_BUCKET, WEIGHT_COUNT};

const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;
const LEAST: f32 = 1e-11;

/// What is remembered of the slopes of one set of weights.
struct Memory {
    mean: Vec<Two>,
    square: Vec<Two>,
}

impl Memory {
    fn new(len: usize) -> Memory {
        Memory { mean: vec![[0.0; 2]; len], square: vec![[0.0; 2]; len] }
    }

    fn step(&mut self, weights: &mut [Two], slope: &[Two], rate: f32, pull: f32, time: i32) {
        let (mean_part, square_part) = (1.0 - MEAN.powi(time), 1.0 - SQUARE.powi(time));
        for (at, weight) in weights.iter_mut().enumerate() {
            for phase in 0..2 {
                let slope = slope[at][phase] + pull * weight[phase];
                let mean = &mut self.mean[at][phase];
                *mean = MEAN * *mean + (1.0 - MEAN) * slope;
                let square = &mut self.square[at][phase];
                *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
                let size = (*square / square_part).sqrt() + LEAST;
                weight[phase] -= rate * (*mean / mean_part) / size;
            }
        }
    }
}

pub(super) struct Adam {
    own: Memory,
    shared: Memory,
    /// How strongly each weight is drawn to nought.
    pull: f32,
    time: i32,
}

impl Adam {
    pub(super) fn new(pull: f32) -> Adam {
        Adam {
            own: Memory::new(WEIGHT_COUNT),
            shared: Memory::new(SQUARES_PER_BUCKET),
            pull,
            time: 0,
        }
    }

    /// One step against the slope, which `count` positions made.
    pub(super) fn step(&mut self, weights: &mut Weights, slope: &Slope, rate: f32, count: usize) {
        self.time += 1;
        let part = 1.0 / count.max(1) as f32;
        let own: Vec<Two> = slope.own.iter().map(|[mg, eg]| [mg * part, eg * part]).collect();
        let mut shared = vec![[0.0; 2]; SQUARES_PER_BUCKET];
        for (weight, slope) in own.iter().enumerate() {
            if let Some(place) = weights.shared_place(weight) {
                shared[place][0] += slope[0];
                shared[place][1] += slope[1];
            }
        }
        self.own.step(&mut weights.own, &own, rate, self.pull, self.time);
        self.shared.step(&mut weights.shared, &shared, rate, self.pull, self.time);
        weights.join();
    }
}
