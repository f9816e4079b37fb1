//! How often scores win, draw and lose, by the material on the board, and the curve of four numbers
//! that describes it.

use core::ops::Range;

use engine::{WinCurve, material};

use crate::sample::Sample;
use chess::GameResult;

/// Width of a bin of scores, in centipawns.
const BIN: i32 = 10;
/// Scores beyond this are not counted: the game is over.
const MAX_SCORE: i32 = 1_500;
const SCORES: usize = (2 * MAX_SCORE / BIN + 1) as usize;
/// Points of material that are distinguished; more count as the last.
const MATERIAL_BINS: usize = 96;
/// Limit on the rounds of the fit: where all games end alike, no curve is the best one and the
/// steps would never shrink.
const MAX_ROUNDS: u32 = 2_000;

/// Positions by material, score and result, from White's point of view.
#[derive(Clone)]
pub struct Outcomes {
    counts: Vec<[u64; 3]>,
}

impl Default for Outcomes {
    fn default() -> Outcomes {
        Outcomes { counts: vec![[0; 3]; SCORES * MATERIAL_BINS] }
    }
}

/// Positions within bounds of score and material.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Band {
    /// Won, drawn and lost.
    pub counted: [u64; 3],
    /// The same as a curve predicts it.
    pub predicted: [f64; 3],
}

impl Band {
    /// All positions of the band.
    pub fn games(&self) -> u64 {
        self.counted.iter().sum()
    }

    fn add(&mut self, counted: [u64; 3], shares: [f64; 3]) {
        let games = counted.iter().sum::<u64>() as f64;
        self.counted.iter_mut().zip(counted).for_each(|(sum, more)| *sum += more);
        self.predicted.iter_mut().zip(shares).for_each(|(sum, share)| *sum += games * share);
    }
}

impl Outcomes {
    /// Counts a position.
    pub fn add(&mut self, sample: &Sample) {
        self.count(sample.score.into(), material(&sample.position), sample.result);
    }

    fn count(&mut self, score: i32, material: u32, result: GameResult) {
        if score.abs() <= MAX_SCORE {
            let bin = ((score + MAX_SCORE) / BIN) as usize;
            let row = (material as usize).min(MATERIAL_BINS - 1);
            self.counts[row * SCORES + bin][result as usize] += 1;
        }
    }

    /// The number of positions counted.
    pub fn positions(&self) -> u64 {
        self.counts.iter().flatten().sum()
    }

    /// Every bin that is not empty: centipawns, material, and positions lost, drawn and won by
    /// White.
    fn bins(&self) -> impl Iterator<Item = (f64, u32, &[u64; 3])> {
        self.counts.iter().enumerate().filter(|(_, counts)| counts.iter().any(|&it| it > 0)).map(
            |(at, counts)| {
                let score = (at % SCORES) as i32 * BIN - MAX_SCORE + BIN / 2;
                (f64::from(score), (at / SCORES) as u32, counts)
            },
        )
    }

    /// The results of positions within these bounds, from the side that has the score, and what a
    /// curve predicts for the very same positions. The middle of the bounds would not do: most
    /// positions of a band lie near its lower end.
    pub fn between(&self, scores: Range<i32>, points: Range<u32>, curve: &WinCurve) -> Band {
        let mut band = Band::default();
        for (score, material, counts) in self.bins().filter(|(_, it, _)| points.contains(it)) {
            for (score, order) in [(score, [2, 1, 0]), (-score, [0, 1, 2])] {
                if scores.contains(&(score as i32)) {
                    let [won, drawn, lost] = order.map(|result| counts[result]);
                    let (win, loss) = (curve.wins(score, material), curve.wins(-score, material));
                    band.add([won, drawn, lost], [win, 1.0 - win - loss, loss]);
                }
            }
        }
        band
    }

    /// The cross-entropy of the results under a curve: the mean negative logarithm of the predicted
    /// probabilities. Less is better.
    pub fn cross_entropy(&self, curve: &WinCurve) -> f64 {
        let mut sum = 0.0;
        for (score, material, &[lost, drawn, won]) in self.bins() {
            let (win, loss) = (curve.wins(score, material), curve.wins(-score, material));
            let log = |share: f64| share.max(1e-6).ln();
            let draw = 1.0 - win - loss;
            sum -= won as f64 * log(win) + drawn as f64 * log(draw) + lost as f64 * log(loss);
        }
        sum / self.positions().max(1) as f64
    }

    /// The curve with the lowest cross-entropy, by coordinate descent: each round tries a step up
    /// and down in every number, and the steps are halved when none helps.
    pub fn fit(&self) -> WinCurve {
        let mut curve = WinCurve { half: [200.0, 0.0], spread: [80.0, 0.0] };
        let mut steps = [64.0, 1.0, 32.0, 0.5];
        let mut best = self.cross_entropy(&curve);
        for _ in 0..MAX_ROUNDS {
            if steps[0] <= 0.05 {
                break;
            }
            let before = best;
            for (number, &step) in steps.iter().enumerate() {
                for step in [step, -step] {
                    let mut moved = curve;
                    let [half, spread] = [&mut moved.half, &mut moved.spread];
                    *half.iter_mut().chain(spread).nth(number).expect("four numbers") += step;
                    let cross_entropy = self.cross_entropy(&moved);
                    if cross_entropy < best {
                        (curve, best) = (moved, cross_entropy);
                    }
                }
            }
            if best >= before {
                steps = steps.map(|step| step / 2.0);
            }
        }
        curve
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_all_end_alike_have_a_curve() {
        for result in GameResult::ALL {
            let mut outcomes = Outcomes::default();
            (-50..=50).for_each(|score| outcomes.count(score, 30, result));
            assert!(outcomes.cross_entropy(&outcomes.fit()).is_finite());
        }
    }

    /// Nearly all positions lie at the edge of the band, far from its middle.
    #[test]
    fn predictions_are_for_the_positions_that_were_counted() {
        let curve = WinCurve { half: [150.0, 0.0], spread: [40.0, 0.0] };
        let mut outcomes = Outcomes::default();
        for (score, result, count) in [
            (200, GameResult::WhiteWins, 700),
            (200, GameResult::Draw, 200),
            (-210, GameResult::BlackWins, 50),
            (-210, GameResult::WhiteWins, 50),
            (299, GameResult::WhiteWins, 1),
            (300, GameResult::BlackWins, 1_000),
        ] {
            (0..count).for_each(|_| outcomes.count(score, 30, result));
        }
        outcomes.count(200, 60, GameResult::BlackWins);
        let band = outcomes.between(200..300, 0..50, &curve);
        assert_eq!((band.counted, band.games()), ([751, 200, 50], 1_001));
        let wins = 1_000.0 * curve.wins(205.0, 30) + curve.wins(295.0, 30);
        assert!((band.predicted[0] - wins).abs() < 1e-6, "{band:?}");
        assert!((band.predicted.iter().sum::<f64>() - 1_001.0).abs() < 1e-6, "{band:?}");
        assert_eq!(outcomes.between(450..700, 0..50, &curve), Band::default());
    }

    #[test]
    fn the_fit_finds_the_curve_that_made_the_results() {
        let truth = WinCurve { half: [120.0, 1.5], spread: [50.0, 0.4] };
        let mut outcomes = Outcomes::default();
        for material in (10..78).step_by(4) {
            for score in (-900..=900).step_by(10) {
                let middle = f64::from(score + BIN / 2);
                let (win, loss) = (truth.wins(middle, material), truth.wins(-middle, material));
                let games = |share: f64| (200.0 * share).round() as usize;
                for (result, count) in [
                    (GameResult::WhiteWins, games(win)),
                    (GameResult::BlackWins, games(loss)),
                    (GameResult::Draw, games(1.0 - win - loss)),
                ] {
                    (0..count).for_each(|_| outcomes.count(score, material, result));
                }
            }
        }
        let found = outcomes.fit();
        for material in [20, 45, 70] {
            for score in [0.0, 100.0, 300.0] {
                let (fitted, true_share) =
                    (found.wins(score, material), truth.wins(score, material));
                assert!(
                    (fitted - true_share).abs() < 0.01,
                    "{material} {score}: {fitted} {true_share}"
                );
            }
        }
    }
}
