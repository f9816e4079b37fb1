//! From centipawns to expected points, and the target of a position.

/// The expected points of a score, from 0 to 1.
pub fn expected_points(centipawns: f64, steepness: f64) -> f64 {
    1.0 / (1.0 + (-steepness * centipawns).exp())
}

/// What the evaluation should predict: the result of the game, blended with the score of the
/// search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Target {
    /// White's points: 0, a half or 1.
    pub result: f32,
    /// The score of the search, in centipawns for White.
    pub score: f32,
}

impl Target {
    /// The target in points: `result_share` of the result, the rest from the score.
    pub fn blend(self, result_share: f64, steepness: f64) -> f64 {
        let predicted = expected_points(f64::from(self.score), steepness);
        result_share * f64::from(self.result) + (1.0 - result_share) * predicted
    }
}

/// The steepness with which the scores of the searches predict the results best. It keeps a
/// centipawn of the evaluation equal to one of the search.
pub fn steepness(targets: &[Target]) -> f64 {
    let loss = |steepness: f64| -> f64 {
        targets
            .iter()
            .map(|target| {
                (f64::from(target.result) - expected_points(f64::from(target.score), steepness))
                    .powi(2)
            })
            .sum()
    };
    // The loss has one minimum between a flat and a very steep curve: golden-section search finds
    // it.
    let (mut low, mut high) = (1e-4f64.ln(), 0.1f64.ln());
    let golden = (5f64.sqrt() - 1.0) / 2.0;
    for _ in 0..40 {
        let (left, right) = (high - golden * (high - low), low + golden * (high - low));
        if loss(left.exp()) < loss(right.exp()) {
            high = right;
        } else {
            low = left;
        }
    }
    ((low + high) / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fit_finds_the_steepness_that_made_the_results() {
        let truth = 0.0062;
        let mut targets = Vec::new();
        for score in (-900..=900).step_by(5) {
            let wins = (expected_points(f64::from(score), truth) * 1000.0).round() as usize;
            let target = |result| Target { result, score: score as f32 };
            targets.extend(std::iter::repeat_n(target(1.0), wins));
            targets.extend(std::iter::repeat_n(target(0.0), 1000 - wins));
        }
        assert!((steepness(&targets) - truth).abs() < 2e-5, "{}", steepness(&targets));
    }
}
