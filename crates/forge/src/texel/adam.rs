//! The Adam optimiser: the step of each weight adapts to how steady its gradient is.
//! CITE: arxiv.org/abs/1412.6980

use super::model::{Gradient, Two, Weights};
use engine::eval::classical::{SQUARES_PER_BUCKET, WEIGHT_COUNT};

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
const EPSILON: f32 = 1e-11;

/// The first and second moments of the gradients of one set of weights.
struct Moments {
    mean: Vec<Two>,
    square: Vec<Two>,
}

impl Moments {
    fn new(len: usize) -> Moments {
        Moments { mean: vec![[0.0; 2]; len], square: vec![[0.0; 2]; len] }
    }

    fn step(
        &mut self,
        weights: &mut [Two],
        gradient: &[Two],
        rate: f32,
        decay: f32,
        step_number: i32,
    ) {
        let (mean_correction, square_correction) =
            (1.0 - BETA1.powi(step_number), 1.0 - BETA2.powi(step_number));
        for (at, weight) in weights.iter_mut().enumerate() {
            for phase in 0..2 {
                let gradient = gradient[at][phase] + decay * weight[phase];
                let mean = &mut self.mean[at][phase];
                *mean = BETA1 * *mean + (1.0 - BETA1) * gradient;
                let square = &mut self.square[at][phase];
                *square = BETA2 * *square + (1.0 - BETA2) * gradient * gradient;
                let size = (*square / square_correction).sqrt() + EPSILON;
                weight[phase] -= rate * (*mean / mean_correction) / size;
            }
        }
    }
}

pub(super) struct Adam {
    own: Moments,
    shared: Moments,
    /// The strength of the prior that pulls each weight to zero.
    decay: f32,
    step_number: i32,
}

impl Adam {
    pub(super) fn new(decay: f32) -> Adam {
        Adam {
            own: Moments::new(WEIGHT_COUNT),
            shared: Moments::new(SQUARES_PER_BUCKET),
            decay,
            step_number: 0,
        }
    }

    /// A step against the gradient, which `count` positions have summed up.
    pub(super) fn step(
        &mut self,
        weights: &mut Weights,
        gradient: &Gradient,
        rate: f32,
        count: usize,
    ) {
        self.step_number += 1;
        let scale = 1.0 / count.max(1) as f32;
        let own: Vec<Two> = gradient.own.iter().map(|[mg, eg]| [mg * scale, eg * scale]).collect();
        let mut shared = vec![[0.0; 2]; SQUARES_PER_BUCKET];
        for (weight, gradient) in own.iter().enumerate() {
            if let Some(index) = weights.shared_index(weight) {
                shared[index][0] += gradient[0];
                shared[index][1] += gradient[1];
            }
        }
        self.own.step(&mut weights.own, &own, rate, self.decay, self.step_number);
        self.shared.step(&mut weights.shared, &shared, rate, self.decay, self.step_number);
        weights.update_sum();
    }
}
