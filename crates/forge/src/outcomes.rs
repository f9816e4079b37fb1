//! What scores come to: how many games are won, drawn and lost from positions that a search gives
//! some score, with so much material on the board; and the curve that says it in four numbers.

use core::ops::Range;

use engine::{WinCurve, material};

use crate::format::GameResult;
use crate::sample::Sample;

/// Centipawns that are counted together.
const STEP: i32 = 10;
/// Scores beyond this say only that the game is over.
const MOST: i32 = 1_500;
const SCORES: usize = (2 * MOST / STEP + 1) as usize;
/// Points of material that are told apart; what has more counts as this.
const POINTS: usize = 96;
/// Rounds of looking for a curve. Where all games end alike none is the best, and the search for it
/// would go on for ever.
const MOST_ROUNDS: u32 = 2_000;

/// Games by material, score and result, all as White sees it.
#[derive(Clone)]
pub struct Outcomes {
    counts: Vec<[u64; 3]>,
}

impl Default for Outcomes {
    fn default() -> Outcomes {
        Outcomes { counts: vec![[0; 3]; SCORES * POINTS] }
    }
}

/// Games won, drawn and lost.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Band {
    pub counted: [u64; 3],
    /// As many games, as a curve has them.
    pub foretold: [f64; 3],
}

impl Band {
    pub fn games(&self) -> u64 {
        self.counted.iter().sum()
    }

    fn add(&mut self, counted: [u64; 3], shares: [f64; 3]) {
        let games = counted.iter().sum::<u64>() as f64;
        self.counted.iter_mut().zip(counted).for_each(|(sum, more)| *sum += more);
        self.foretold.iter_mut().zip(shares).for_each(|(sum, share)| *sum += games * share);
    }
}

impl Outcomes {
    pub fn add(&mut self, sample: &Sample) {
        self.note(sample.score.into(), material(&sample.position), sample.result);
    }

    fn note(&mut self, score: i32, material: u32, result: GameResult) {
        if score.abs() <= MOST {
            let place = ((score + MOST) / STEP) as usize;
            let row = (material as usize).min(POINTS - 1);
            self.counts[row * SCORES + place][result as usize] += 1;
        }
    }

    pub fn positions(&self) -> u64 {
        self.counts.iter().flatten().sum()
    }

    /// Every place where there is something: centipawns, material, and games lost, drawn and won
    /// by White.
    fn places(&self) -> impl Iterator<Item = (f64, u32, &[u64; 3])> {
        self.counts.iter().enumerate().filter(|(_, counts)| counts.iter().any(|&it| it > 0)).map(
            |(at, counts)| {
                let score = (at % SCORES) as i32 * STEP - MOST + STEP / 2;
                (f64::from(score), (at / SCORES) as u32, counts)
            },
        )
    }

    /// What was counted where the score is within these bounds, seen from the side that has it, and
    /// what a curve makes of the very same positions. The middle of the bounds would not do: most
    /// positions of a band lie near its lower end.
    pub fn between(&self, scores: Range<i32>, points: Range<u32>, curve: &WinCurve) -> Band {
        let mut band = Band::default();
        for (score, material, counts) in self.places().filter(|(_, it, _)| points.contains(it)) {
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

    /// How badly a curve foretells the results: the mean of the logarithms, less is better.
    pub fn surprise(&self, curve: &WinCurve) -> f64 {
        let mut sum = 0.0;
        for (score, material, &[lost, drawn, won]) in self.places() {
            let (win, loss) = (curve.wins(score, material), curve.wins(-score, material));
            let log = |share: f64| share.max(1e-6).ln();
            let draw = 1.0 - win - loss;
            sum -= won as f64 * log(win) + drawn as f64 * log(draw) + lost as f64 * log(loss);
        }
        sum / self.positions().max(1) as f64
    }

    /// The curve that foretells the results best: steps along each number, halved when none helps.
    pub fn fit(&self) -> WinCurve {
        let mut curve = WinCurve { half: [200.0, 0.0], spread: [80.0, 0.0] };
        let mut steps = [64.0, 1.0, 32.0, 0.5];
        let mut best = self.surprise(&curve);
        for _ in 0..MOST_ROUNDS {
            if steps[0] <= 0.05 {
                break;
            }
            let before = best;
            for (number, &step) in steps.iter().enumerate() {
                for step in [step, -step] {
                    let mut moved = curve;
                    let [half, spread] = [&mut moved.half, &mut moved.spread];
                    *half.iter_mut().chain(spread).nth(number).expect("four numbers") += step;
                    let surprise = self.surprise(&moved);
                    if surprise < best {
                        (curve, best) = (moved, surprise);
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
    fn games_that_all_end_alike_have_a_curve_too() {
        for result in GameResult::ALL {
            let mut outcomes = Outcomes::default();
            (-50..=50).for_each(|score| outcomes.note(score, 30, result));
            assert!(outcomes.surprise(&outcomes.fit()).is_finite());
        }
    }

    /// Nearly all of them stand at the edge of the band, far from its middle.
    #[test]
    fn a_curve_is_asked_about_the_positions_that_were_counted() {
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
            (0..count).for_each(|_| outcomes.note(score, 30, result));
        }
        outcomes.note(200, 60, GameResult::BlackWins);
        let band = outcomes.between(200..300, 0..50, &curve);
        assert_eq!((band.counted, band.games()), ([751, 200, 50], 1_001));
        let wins = 1_000.0 * curve.wins(205.0, 30) + curve.wins(295.0, 30);
        assert!((band.foretold[0] - wins).abs() < 1e-6, "{band:?}");
        assert!((band.foretold.iter().sum::<f64>() - 1_001.0).abs() < 1e-6, "{band:?}");
        assert_eq!(outcomes.between(450..700, 0..50, &curve), Band::default());
    }

    #[test]
    fn the_curve_that_made_the_results_is_found() {
        let truth = WinCurve { half: [120.0, 1.5], spread: [50.0, 0.4] };
        let mut outcomes = Outcomes::default();
        for material in (10..78).step_by(4) {
            for score in (-900..=900).step_by(10) {
                let middle = f64::from(score + STEP / 2);
                let (win, loss) = (truth.wins(middle, material), truth.wins(-middle, material));
                let games = |share: f64| (200.0 * share).round() as usize;
                for (result, count) in [
                    (GameResult::WhiteWins, games(win)),
                    (GameResult::BlackWins, games(loss)),
                    (GameResult::Draw, games(1.0 - win - loss)),
                ] {
                    (0..count).for_each(|_| outcomes.note(score, material, result));
                }
            }
        }
        let found = outcomes.fit();
        for material in [20, 45, 70] {
            for score in [0.0, 100.0, 300.0] {
                let (told, true_share) = (found.wins(score, material), truth.wins(score, material));
                assert!(
                    (told - true_share).abs() < 0.01,
                    "{material} {score}: {told} {true_share}"
                );
            }
        }
    }
}
