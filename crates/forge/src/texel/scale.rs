//! From centipawns to shares of games won, and what a position is tuned towards.

/// The share of points that a score foretells.
pub fn win_share(centipawns: f64, steepness: f64) -> f64 {
    1.0 / (1.0 + (-steepness * centipawns).exp())
}

/// What a judgement should come to: how the game ended, mixed with what a search thought.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Aim {
    /// White's points: 0, a half or 1.
    pub result: f32,
    /// What the search said, in centipawns for White.
    pub score: f32,
}

impl Aim {
    /// `result_share` of the result, the rest of what the search foretold.
    pub fn blend(self, result_share: f64, steepness: f64) -> f64 {
        let foretold = win_share(f64::from(self.score), steepness);
        result_share * f64::from(self.result) + (1.0 - result_share) * foretold
    }
}

/// How steeply points follow scores: the constant with which the scores of the searches foretell
/// the results best. It keeps a centipawn what the search takes it for.
pub fn steepness(aims: &[Aim]) -> f64 {
    let loss = |steepness: f64| -> f64 {
        aims.iter()
            .map(|aim| (f64::from(aim.result) - win_share(f64::from(aim.score), steepness)).powi(2))
            .sum()
    };
    // The loss has one valley between a flat and a very steep curve: a golden section finds it.
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
    fn the_steepness_that_made_the_results_is_found() {
        let truth = 0.0062;
        let mut aims = Vec::new();
        for score in (-900..=900).step_by(5) {
            let wins = (win_share(f64::from(score), truth) * 1000.0).round() as usize;
            let aim = |result| Aim { result, score: score as f32 };
            aims.extend(std::iter::repeat_n(aim(1.0), wins));
            aims.extend(std::iter::repeat_n(aim(0.0), 1000 - wins));
        }
        assert!((steepness(&aims) - truth).abs() < 2e-5, "{}", steepness(&aims));
    }
}
