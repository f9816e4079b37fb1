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
    // Limits of move numbers: a later cut would be made at another move, which was not sampled.
    let counts_moves = heuristic == "MoveCount";
    let weight =
        |(judged, all): (&[JudgedSample<'_>], u64)| all as f64 / judged.len().max(1) as f64;
    let (cut_weight, near_weight) = (weight(cuts), weight(near));
    let with_slack = |judged: &[JudgedSample<'_>], weight: f64| {
        let slacks = judged.iter().filter_map(move |judged| Some((judged.slack()?, weight)));
        slacks.zip(judged.iter().map(JudgedSample::outcome)).collect::<Vec<_>>()
    };
    let mut samples = with_slack(cuts.0, cut_weight);
    samples.extend(with_slack(near.0, near_weight));
    if samples.len() < POINTS || samples.iter().all(|((slack, _), _)| *slack == 0) {
        return None;
    }
    let mut shifts = shifts(samples.iter().map(|((slack, _), _)| *slack).collect());
    if counts_moves {
        shifts.retain(|&shift| shift <= 0);
    }
    let mut points = Vec::new();
    for shift in shifts {
        let is_cut = |slack: i32| match counts_moves && shift < 0 {
            true => slack == shift,
            false => slack >= shift,
        };
        let chosen = || samples.iter().filter(|((slack, _), _)| is_cut(*slack));
        let trials = chosen().filter_map(|((_, weight), (wrong, _))| Some((*weight, (*wrong)?)));
        let Some(wrong) = Share::weighted(trials) else { continue };
        let cuts: f64 = chosen().map(|((_, weight), _)| weight).sum();
        let nodes_saved: f64 =
            chosen().map(|((_, weight), (_, nodes))| weight * *nodes as f64).sum();
        let errors = cuts * wrong.value;
        let nodes_per_error = (errors > 0.0).then(|| nodes_saved / errors);
        points.push(CurvePoint { shift, cuts, wrong, nodes_saved, nodes_per_error });
    }
    Some(Curve { heuristic: heuristic.to_owned(), points })
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
