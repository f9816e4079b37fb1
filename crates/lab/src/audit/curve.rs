//! The error-saving curve: what another margin would cut, how often that would be wrong, and what it
//! would save. Read off the samples by their distance from the threshold.

use serde::{Deserialize, Serialize};

use super::results::JudgedSample;
use crate::stats::Share;

/// Points of a curve at most.
const POINTS: usize = 13;

/// A margin that is moved by `shift`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CurvePoint {
    /// Below zero the margin is smaller and more is cut.
    pub shift: i32,
    /// Cuts there would be, in all searches.
    pub cuts: f64,
    /// The share of wrong ones.
    pub wrong: Share,
    /// Nodes that these cuts would save, in all searches. Savings overlap: a node that is not cut
    /// here may be cut elsewhere.
    pub nodes_saved: f64,
    /// Nodes saved for each wrong cut.
    pub nodes_per_error: Option<f64>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Curve {
    pub heuristic: String,
    pub points: Vec<CurvePoint>,
}

/// The curve of a heuristic from its cuts and its near misses, each with the number of all of them.
/// `None` if it has no margin, or too few samples.
pub(super) fn curve(
    heuristic: &str,
    cuts: (&[JudgedSample<'_>], u64),
    near: (&[JudgedSample<'_>], u64),
) -> Option<Curve> {
    // A limit of moves cuts every node at its own move: the distance says nothing of another limit.
    if heuristic == "MoveCount" {
        return None;
    }
    let mut samples = weighted(cuts);
    samples.extend(weighted(near));
    if samples.len() < POINTS || samples.iter().all(|sample| sample.slack == 0) {
        return None;
    }
    let mut points = Vec::new();
    for shift in shifts(samples.iter().map(|sample| sample.slack).collect()) {
        let chosen = || samples.iter().filter(|sample| sample.slack >= shift);
        let trials = chosen().filter_map(|sample| Some((sample.weight, sample.wrong?)));
        let Some(wrong) = Share::weighted(trials) else { continue };
        let cuts: f64 = chosen().map(|sample| sample.weight).sum();
        let nodes_saved: f64 = chosen().map(|sample| sample.weight * sample.nodes).sum();
        let errors = cuts * wrong.value;
        let nodes_per_error = (errors > 0.0).then(|| nodes_saved / errors);
        points.push(CurvePoint { shift, cuts, wrong, nodes_saved, nodes_per_error });
    }
    Some(Curve { heuristic: heuristic.to_owned(), points })
}

/// A sample with a distance from its threshold.
struct WeightedSample {
    slack: i32,
    /// Decisions that it stands for.
    weight: f64,
    wrong: Option<bool>,
    nodes: f64,
}

/// The samples of a population, each standing for the same part of it.
fn weighted((judged, population): (&[JudgedSample<'_>], u64)) -> Vec<WeightedSample> {
    let weight = population as f64 / judged.len().max(1) as f64;
    let of = |judged: &JudgedSample<'_>| {
        let (wrong, nodes) = judged.outcome();
        Some(WeightedSample { slack: judged.slack()?, weight, wrong, nodes: nodes as f64 })
    };
    judged.iter().filter_map(of).collect()
}

/// Shifts at even shares of the samples, and always zero, which is the margin as it is.
fn shifts(mut slacks: Vec<i32>) -> Vec<i32> {
    slacks.sort_unstable();
    let mut shifts: Vec<i32> =
        (0..POINTS - 1).map(|part| slacks[part * slacks.len() / POINTS]).collect();
    shifts.push(0);
    shifts.sort_unstable();
    shifts.dedup();
    shifts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::judge::{Judgement, Truth};
    use crate::audit::sample::{NodeKind, Sample, SampledClaim};

    fn sample(slack: i32) -> Sample {
        Sample {
            priority: 0,
            heuristic: "StaticNull".to_owned(),
            near: slack < 0,
            fen: String::new(),
            line: Vec::new(),
            kind: NodeKind::Cut,
            depth: 1,
            alpha: 0,
            beta: 1,
            cut: true,
            root_depth: 5,
            claim: SampledClaim::NodeFailsHigh,
            moves: Vec::new(),
            move_depth: 0,
            reduced_depth: 0,
            slack: Some(slack),
            pieces: 10,
        }
    }

    fn verdict(wrong: bool) -> Judgement {
        Judgement {
            sample: 0,
            truth: Truth::Same,
            wrong: Some(wrong),
            noticed: None,
            moves: None,
            nodes: 10,
            idle: false,
        }
    }

    #[test]
    fn a_smaller_margin_adds_the_near_misses_with_their_own_weight() {
        let cuts: Vec<Sample> = (0..20).map(|slack| sample(5 * slack)).collect();
        let near: Vec<Sample> = (1..=10).map(|slack| sample(-5 * slack)).collect();
        let (right, wrong) = (verdict(false), verdict(true));
        let of = |judgement| move |sample| JudgedSample { sample, judgement };
        // Each cut stands for 10 and each near miss for 5; all cuts are right, near misses wrong.
        let cuts: Vec<JudgedSample<'_>> = cuts.iter().map(of(&right)).collect();
        let near: Vec<JudgedSample<'_>> = near.iter().map(of(&wrong)).collect();
        let curve = curve("StaticNull", (&cuts, 200), (&near, 50)).unwrap();
        let at = |shift| curve.points.iter().find(|point| point.shift == shift).unwrap();
        assert_eq!((at(0).cuts, at(0).wrong.value), (200.0, 0.0));
        assert_eq!(at(0).nodes_per_error, None);
        let least = at(-50);
        assert_eq!(least.cuts, 250.0);
        assert!((least.wrong.value - 0.2).abs() < 1e-12);
        assert!((least.nodes_per_error.unwrap() - 50.0).abs() < 1e-9);
        assert!(super::curve("MoveCount", (&cuts, 200), (&near, 50)).is_none());
    }
}
