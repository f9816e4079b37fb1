//! The learning rate in the course of a training.

use serde::{Deserialize, Serialize};

/// The form of the schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ScheduleKind {
    /// From `rate` to `final_rate` along half a cosine.
    Cosine,
    /// Multiplied by `step_factor` every `step_every` steps.
    Step,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Schedule {
    /// Steps of the training.
    pub(super) steps: u64,
    pub(super) rate: f32,
    pub(super) warm_up: u64,
    pub(super) kind: ScheduleKind,
    pub(super) final_rate: f32,
    pub(super) step_every: u64,
    pub(super) step_factor: f32,
}

impl Schedule {
    /// The rate of a step, counted from zero.
    pub(super) fn rate(&self, step: u64) -> f32 {
        if step < self.warm_up {
            return self.rate * (step + 1) as f32 / (self.warm_up + 1) as f32;
        }
        match self.kind {
            ScheduleKind::Cosine => {
                let steps = self.steps.saturating_sub(self.warm_up).max(1);
                let progress = ((step - self.warm_up) as f64 / steps as f64).min(1.0);
                let above = 0.5 + 0.5 * (core::f64::consts::PI * progress).cos();
                self.final_rate + (self.rate - self.final_rate) * above as f32
            }
            ScheduleKind::Step => {
                let times = (step / self.step_every.max(1)).min(1_000) as i32;
                self.rate * self.step_factor.powi(times)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COSINE: Schedule = Schedule {
        steps: 1_010,
        rate: 1.0,
        warm_up: 10,
        kind: ScheduleKind::Cosine,
        final_rate: 0.1,
        step_every: 0,
        step_factor: 1.0,
    };

    fn close(one: f32, other: f32) {
        assert!((one - other).abs() < 1e-3, "{one} but {other}");
    }

    #[test]
    fn a_cosine_warms_up_and_falls_to_the_final_rate() {
        close(COSINE.rate(0), 1.0 / 11.0);
        close(COSINE.rate(4), 5.0 / 11.0);
        close(COSINE.rate(10), 1.0);
        close(COSINE.rate(510), 0.55);
        close(COSINE.rate(1_009), 0.1);
        close(COSINE.rate(5_000), 0.1);
        let rates: Vec<f32> = (10..1_010).map(|step| COSINE.rate(step)).collect();
        assert!(rates.is_sorted_by(|one, next| one >= next));
    }

    #[test]
    fn steps_multiply_the_rate_by_their_factor() {
        let stepped =
            Schedule { kind: ScheduleKind::Step, step_every: 100, step_factor: 0.5, ..COSINE };
        close(stepped.rate(5), 6.0 / 11.0);
        close(stepped.rate(99), 1.0);
        close(stepped.rate(100), 0.5);
        close(stepped.rate(250), 0.25);
    }
}
