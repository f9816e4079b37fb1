//! The target of a position, and the loss of an output.

use crate::bullet::PackedPosition;

/// The expected points of an output.
pub(crate) fn sigmoid(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// The loss function.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Loss {
    /// Centipawns of an output of one.
    pub(crate) scale: f32,
    /// The share of the game's result in a target; the rest is the score of the search.
    pub(crate) result_share: f32,
    /// The exponent of errors.
    pub(crate) power: f32,
}

impl Loss {
    /// The points that the network should predict for the side to move.
    pub(crate) fn target(&self, position: &PackedPosition) -> f32 {
        let result = f32::from(position.half_points()) / 2.0;
        let score = sigmoid(f32::from(position.score()) / self.scale);
        self.result_share * result + (1.0 - self.result_share) * score
    }

    /// The loss of an output, and its derivative.
    pub(crate) fn of(&self, output: f32, target: f32) -> (f32, f32) {
        let predicted = sigmoid(output);
        let error = predicted - target;
        let steepness = predicted * (1.0 - predicted);
        if self.power == 2.0 {
            return (error * error, 2.0 * error * steepness);
        }
        let below = error.abs().powf(self.power - 1.0);
        (below * error.abs(), self.power * below * error.signum() * steepness)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::random_pieces;
    use chess::Random;

    const LOSS: Loss = Loss { scale: 400.0, result_share: 0.4, power: 2.0 };

    #[test]
    fn targets_blend_the_score_and_the_result() {
        let pieces = random_pieces(&mut Random::new(1), 4);
        let target = |loss: Loss, score, half_points| {
            loss.target(&PackedPosition::of_pieces(&pieces, score, half_points))
        };
        let close = |one: f32, other: f32| assert!((one - other).abs() < 1e-6, "{one} {other}");
        close(target(LOSS, 0, 1), 0.5);
        close(target(LOSS, 0, 2), 0.7);
        close(target(LOSS, 0, 0), 0.3);
        // A score of 400 is an output of one.
        let expected = 1.0 / (1.0 + (-1.0_f32).exp());
        close(expected, 0.731_058_6);
        close(target(Loss { result_share: 0.0, ..LOSS }, 400, 0), expected);
        close(target(Loss { result_share: 0.0, ..LOSS }, -400, 2), 1.0 - expected);
        close(target(Loss { result_share: 1.0, ..LOSS }, -400, 2), 1.0);
        close(target(LOSS, 400, 0), 0.6 * expected);
    }

    #[test]
    fn losses_are_powers_of_the_error_and_gradients_their_derivatives() {
        assert_eq!(LOSS.of(0.0, 0.25), (0.0625, 2.0 * 0.25 * 0.25));
        for power in [2.0, 2.6] {
            let loss = Loss { power, ..LOSS };
            for (output, target) in [(0.3, 0.9), (-2.0, 0.0), (1.5, 0.1), (0.0, 0.5)] {
                let (value, gradient) = loss.of(output, target);
                let exact = |output: f64| {
                    let error = 1.0 / (1.0 + (-output).exp()) - f64::from(target);
                    error.abs().powf(f64::from(power))
                };
                let output = f64::from(output);
                let measured = (exact(output + 1e-5) - exact(output - 1e-5)) / 2e-5;
                assert!((f64::from(value) - exact(output)).abs() < 1e-6);
                assert!((f64::from(gradient) - measured).abs() < 1e-5, "{gradient} but {measured}");
            }
        }
    }
}
