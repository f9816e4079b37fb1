//! How well a shallow search predicts a deep one: v = a v' + b with a standard deviation sigma and a
//! correlation r, by pair of depths and phase. ProbCut and every margin rest on such a relation.
//! CITE: Albert Xin Jiang and Michael Buro, "First experimental results of ProbCut applied to chess"
//! (2003)

use serde::{Deserialize, Serialize};

/// Pairs of a shallow and a deep search.
pub(super) const DEPTH_PAIRS: [(usize, usize); 7] =
    [(1, 3), (2, 4), (3, 5), (2, 6), (4, 6), (3, 7), (4, 8)];
/// The deepest search of the pairs.
pub(super) const DEEPEST: usize = 8;
/// Fewer positions say nothing.
const FEWEST: usize = 10;

/// A phase of the game, by pieces and pawns on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// 24 or more.
    Opening,
    /// 14 to 23.
    Middlegame,
    /// 13 or fewer.
    Endgame,
}

impl Phase {
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middlegame, Phase::Endgame];

    pub fn of(pieces: u32) -> Phase {
        match pieces {
            24.. => Phase::Opening,
            14.. => Phase::Middlegame,
            _ => Phase::Endgame,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Phase::Opening => "24 or more pieces",
            Phase::Middlegame => "14 to 23",
            Phase::Endgame => "13 or fewer",
        }
    }
}

/// A position with the scores of each depth, in internal centipawns; decisive scores end the list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ScoredPosition {
    pub number: usize,
    pub player: usize,
    pub pieces: u32,
    pub scores: Vec<i32>,
}

/// The deep score as a linear function of the shallow one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Regression {
    pub shallow: usize,
    pub deep: usize,
    /// `None` for all phases together.
    pub phase: Option<Phase>,
    pub positions: usize,
    pub a: f64,
    pub b: f64,
    pub sigma: f64,
    pub r: f64,
}

/// The regressions of all pairs of depths, by phase and for all together.
pub fn regressions(positions: &[ScoredPosition]) -> Vec<Regression> {
    let phases = Phase::ALL.into_iter().map(Some).chain([None]);
    let mut found = Vec::new();
    for phase in phases {
        let of_phase =
            |scored: &&ScoredPosition| phase.is_none_or(|phase| Phase::of(scored.pieces) == phase);
        for (shallow, deep) in DEPTH_PAIRS {
            let pairs = positions.iter().filter(of_phase).filter_map(|scored| {
                let score = |depth: usize| scored.scores.get(depth - 1).map(|&s| f64::from(s));
                Some((score(shallow)?, score(deep)?))
            });
            let pairs: Vec<(f64, f64)> = pairs.collect();
            found.extend(fitted(&pairs).map(|[a, b, sigma, r]| Regression {
                shallow,
                deep,
                phase,
                positions: pairs.len(),
                a,
                b,
                sigma,
                r,
            }));
        }
    }
    found
}

/// The least squares fit `y = a x + b`, the deviation from it, and the correlation.
fn fitted(pairs: &[(f64, f64)]) -> Option<[f64; 4]> {
    let n = pairs.len() as f64;
    if pairs.len() < FEWEST {
        return None;
    }
    let mean = |value: fn(&(f64, f64)) -> f64| pairs.iter().map(value).sum::<f64>() / n;
    let (mean_x, mean_y) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let sum = |value: &dyn Fn(f64, f64) -> f64| {
        pairs.iter().map(|&(x, y)| value(x - mean_x, y - mean_y)).sum::<f64>()
    };
    let (xx, yy, xy) = (sum(&|x, _| x * x), sum(&|_, y| y * y), sum(&|x, y| x * y));
    if xx <= 0.0 || yy <= 0.0 {
        return None;
    }
    let a = xy / xx;
    let sigma = ((yy - a * xy).max(0.0) / (n - 2.0)).sqrt();
    Some([a, mean_y - a * mean_x, sigma, xy / (xx * yy).sqrt()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found_and_the_deviation_from_it() {
        let pairs: Vec<(f64, f64)> = (0..100)
            .map(|n| (f64::from(n), 2.0 * f64::from(n) - 7.0 + if n % 2 == 0 { 3.0 } else { -3.0 }))
            .collect();
        let [a, b, sigma, r] = fitted(&pairs).unwrap();
        assert!((a - 2.0).abs() < 0.01 && (b + 7.0).abs() < 0.5);
        assert!((sigma - 3.0).abs() < 0.1 && r > 0.99);
        assert_eq!(fitted(&pairs[..9]), None);
        assert_eq!(fitted(&[(1.0, 2.0); 20]), None);
    }

    #[test]
    fn positions_that_lack_a_depth_are_left_out_of_its_pairs() {
        let scored = |number: usize, depths: i32| ScoredPosition {
            number,
            player: 0,
            pieces: 30,
            scores: (0..depths).map(|depth| number as i32 * 10 + depth).collect(),
        };
        let positions: Vec<ScoredPosition> =
            (0..30).map(|number| scored(number, if number < 20 { 8 } else { 3 })).collect();
        let found = regressions(&positions);
        let counts = |shallow, deep, phase| {
            found
                .iter()
                .find(|fit| (fit.shallow, fit.deep, fit.phase) == (shallow, deep, phase))
                .map(|fit| fit.positions)
        };
        assert_eq!(counts(1, 3, None), Some(30));
        assert_eq!(counts(4, 8, Some(Phase::Opening)), Some(20));
        assert_eq!(counts(1, 3, Some(Phase::Endgame)), None);
    }
}
