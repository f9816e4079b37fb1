//! What an audit has found: shares of wrong cuts with their intervals.

use engine::heuristics::Heuristic;
use serde::{Deserialize, Serialize};

use super::curve::{Curve, curve};
use super::judge::{Judgement, Truth};
use super::regression::{Phase, Regression, ScoredPosition, regressions};
use super::sample::{CONTROL, Sample};
use super::sampler::Stratum;
use crate::stats::Share;

/// A sample with its judgement.
#[derive(Clone, Copy)]
pub(super) struct JudgedSample<'a> {
    pub(super) sample: &'a Sample,
    pub(super) judgement: &'a Judgement,
}

impl JudgedSample<'_> {
    pub(super) fn slack(&self) -> Option<i32> {
        self.sample.slack
    }

    /// Whether it is wrong, if that is known, and the nodes saved.
    pub(super) fn outcome(&self) -> (Option<bool>, u64) {
        (self.judgement.wrong, self.judgement.nodes)
    }
}

/// The cuts of a group.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Group {
    pub name: String,
    pub wrong: usize,
    pub judged: usize,
    pub share: Share,
    /// The mean of nodes that a cut saves.
    pub nodes_saved: f64,
}

impl Group {
    fn new<'a>(name: String, judged: impl Iterator<Item = JudgedSample<'a>>) -> Option<Group> {
        let (mut wrong, mut count, mut nodes) = (0, 0, 0);
        for judged in judged {
            let (Some(is_wrong), saved) = judged.outcome() else { continue };
            wrong += usize::from(is_wrong);
            count += 1;
            nodes += saved;
        }
        let share = Share::new(wrong as f64, count as f64)?;
        let nodes_saved = nodes as f64 / count as f64;
        Some(Group { name, wrong, judged: count, share, nodes_saved })
    }
}

/// The cuts of one heuristic.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct HeuristicAudit {
    pub name: String,
    /// Cuts in all searches.
    pub cuts: u64,
    pub wrong: usize,
    pub judged: usize,
    /// Searches that had to be stopped: nothing is known of these cuts.
    pub undecided: usize,
    /// The share of wrong cuts with its 95 % interval.
    pub rate: f64,
    pub low: f64,
    pub high: f64,
    /// The share of cuts that are wrong and that the search would have noticed at the reduced depth of
    /// the move; `None` where whole nodes are cut.
    pub noticed: Option<Share>,
    /// The share of wrong moves among all moves that were skipped, where one cut skips several.
    pub by_move: Option<Share>,
    /// Compared with a search two plies deeper without pruning.
    pub deeper: Option<Group>,
    /// The mean of nodes that a cut saves.
    pub nodes_saved: f64,
    /// Nodes that all cuts save, for each node of the searches. Savings overlap.
    pub saving: f64,
    pub by_depth: Vec<Group>,
    pub by_phase: Vec<Group>,
    pub by_kind: Vec<Group>,
    pub by_slack: Vec<Group>,
    pub by_ply: Vec<Group>,
    pub curve: Option<Curve>,
}

impl HeuristicAudit {
    /// The share of wrong cuts.
    pub fn share(&self) -> Share {
        Share { value: self.rate, low: self.low, high: self.high }
    }
}

/// The audit of one player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayerAudit {
    pub name: String,
    pub settings: String,
    /// Nodes of the searches that were watched, and of the same searches unwatched.
    pub nodes: u64,
    pub unwatched_nodes: u64,
    pub heuristics: Vec<HeuristicAudit>,
    pub regressions: Vec<Regression>,
}

/// A whole audit, as its file has it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AuditResults {
    pub date: String,
    pub version: String,
    pub bench: Option<u64>,
    pub command: String,
    pub limit: String,
    pub positions: usize,
    pub seed: u64,
    /// Samples that are not judged yet.
    pub open: usize,
    pub players: Vec<PlayerAudit>,
    /// Those of the first player.
    pub heuristics: Vec<HeuristicAudit>,
}

/// Plies from the root in groups.
fn ply_group(ply: usize) -> (usize, &'static str) {
    match ply {
        0..=3 => (0, "1 to 3"),
        4..=6 => (1, "4 to 6"),
        7..=9 => (2, "7 to 9"),
        10..=12 => (3, "10 to 12"),
        13..=16 => (4, "13 to 16"),
        _ => (5, "17 or more"),
    }
}

/// Distances from the threshold in groups.
fn slack_group(slack: i32) -> (i32, String) {
    // Edges that double: 0, 10, 20, 40, ...
    let mut low = 0;
    let mut high = 10;
    while slack >= high && high < 10_240 {
        (low, high) = (high, 2 * high);
    }
    match slack >= high {
        true => (low, format!("{high} or more")),
        false => (low, format!("{low} to {}", high - 1)),
    }
}

/// Splits samples by a key and names the groups.
fn grouped<'a, K: Ord + Copy>(
    judged: &[JudgedSample<'a>],
    key: impl Fn(&Sample) -> Option<(K, String)>,
) -> Vec<Group> {
    let mut keys: Vec<(K, String)> = judged.iter().filter_map(|j| key(j.sample)).collect();
    keys.sort();
    keys.dedup_by_key(|(key, _)| *key);
    let of = |wanted: K| {
        let is_it = move |(found, _): (K, String)| found == wanted;
        judged.iter().filter(|j| key(j.sample).is_some_and(&is_it)).copied().collect::<Vec<_>>()
    };
    keys.into_iter().filter_map(|(key, name)| Group::new(name, of(key).into_iter())).collect()
}

/// The judgements of all samples, by number.
#[derive(Default)]
pub(super) struct Verdicts {
    pub(super) same: Vec<Option<Judgement>>,
    pub(super) deeper: Vec<Option<Judgement>>,
}

impl Verdicts {
    pub(super) fn new(samples: usize) -> Verdicts {
        Verdicts { same: vec![None; samples], deeper: vec![None; samples] }
    }

    pub(super) fn of(&mut self, truth: Truth) -> &mut Vec<Option<Judgement>> {
        match truth {
            Truth::Same => &mut self.same,
            Truth::Deeper => &mut self.deeper,
        }
    }
}

/// The samples of a stratum that have a judgement. They are numbered on from `first`.
fn judged<'a>(
    samples: &'a [Sample],
    first: usize,
    verdicts: &'a [Option<Judgement>],
) -> Vec<JudgedSample<'a>> {
    let of = |(index, sample): (usize, &'a Sample)| {
        let judgement = verdicts.get(first + index)?.as_ref()?;
        Some(JudgedSample { sample, judgement })
    };
    samples.iter().enumerate().filter_map(of).collect()
}

/// The audits of all heuristics that have cut anything, the most frequent first, and the control. The samples are
/// numbered on from `first`.
pub(super) fn heuristic_audits(
    strata: &[Stratum],
    mut first: usize,
    verdicts: &Verdicts,
    nodes: u64,
) -> Vec<HeuristicAudit> {
    let mut numbered = Vec::new();
    for stratum in strata {
        numbered.push((stratum, first));
        first += stratum.all.len() + stratum.more.len();
    }
    let near_of = |heuristic: &str| {
        numbered.iter().find(|(other, _)| other.near && other.heuristic == heuristic)
    };
    let mut audits: Vec<HeuristicAudit> = numbered
        .iter()
        .filter(|(stratum, _)| !stratum.near)
        .filter_map(|&(stratum, first)| {
            let near = near_of(&stratum.heuristic).map_or((Vec::new(), 0), |&(near, first)| {
                let all = judged(&near.all, first, &verdicts.same);
                let acting: Vec<JudgedSample<'_>> =
                    all.iter().filter(|judged| !judged.judgement.idle).copied().collect();
                let share = acting.len() as f64 / all.len().max(1) as f64;
                (acting, (near.population() as f64 * share) as u64)
            });
            audit(stratum, first, (&near.0, near.1), verdicts, nodes)
        })
        .collect();
    audits.sort_by_key(|audit| (audit.name == CONTROL, core::cmp::Reverse(audit.cuts)));
    audits
}

fn audit(
    stratum: &Stratum,
    first: usize,
    near: (&[JudgedSample<'_>], u64),
    verdicts: &Verdicts,
    nodes: u64,
) -> Option<HeuristicAudit> {
    let all = judged(&stratum.all, first, &verdicts.same);
    let more = judged(&stratum.more, first + stratum.all.len(), &verdicts.same);
    let total = Group::new(String::new(), all.iter().copied())?;
    let deeper = judged(&stratum.all, first, &verdicts.deeper);
    let cuts = stratum.population();
    let noticed = all.iter().filter_map(|j| Some((1.0, j.judgement.noticed?)));
    let skipped = all.iter().filter_map(|j| j.judgement.moves);
    let [moves, wrong_moves] =
        skipped.fold([0, 0], |[moves, wrong], [more, also]| [moves + more, wrong + also]);
    let several = moves > all.len();
    let by_depth: Vec<JudgedSample<'_>> = all.iter().chain(&more).copied().collect();
    Some(HeuristicAudit {
        name: stratum.heuristic.clone(),
        cuts,
        wrong: total.wrong,
        judged: total.judged,
        undecided: all.iter().filter(|j| j.judgement.wrong.is_none()).count(),
        rate: total.share.value,
        low: total.share.low,
        high: total.share.high,
        noticed: Share::weighted(noticed),
        by_move: several.then(|| Share::new(wrong_moves as f64, moves as f64)).flatten(),
        deeper: Group::new("two plies deeper".to_owned(), deeper.into_iter()),
        nodes_saved: total.nodes_saved,
        saving: total.nodes_saved * cuts as f64 / nodes.max(1) as f64,
        by_depth: grouped(&by_depth, |sample| {
            let depth = sample.depth.max(0);
            Some((depth, if depth == 0 { "qs".to_owned() } else { depth.to_string() }))
        }),
        by_phase: grouped(&all, |sample| {
            let phase = Phase::of(sample.pieces);
            Some((phase, phase.name().to_owned()))
        }),
        by_kind: grouped(&all, |sample| Some((sample.kind, sample.kind.name().to_owned()))),
        by_slack: grouped(&all, |sample| Some(slack_group(sample.slack?))),
        by_ply: grouped(&all, |sample| {
            let (group, name) = ply_group(sample.line.len());
            Some((group, name.to_owned()))
        }),
        curve: curve(&stratum.heuristic, (&all, cuts), near),
    })
}

impl PlayerAudit {
    /// A heuristic's audit by its name.
    pub fn heuristic(&self, heuristic: Heuristic) -> Option<&HeuristicAudit> {
        let name = format!("{heuristic:?}");
        self.heuristics.iter().find(|audit| audit.name == name)
    }
}

/// The regressions of one player.
pub(super) fn regressions_of(player: usize, positions: &[ScoredPosition]) -> Vec<Regression> {
    let own: Vec<ScoredPosition> =
        positions.iter().filter(|scored| scored.player == player).cloned().collect();
    regressions(&own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_grouped_by_edges_that_double() {
        let name = |slack| slack_group(slack).1;
        assert_eq!(name(0), "0 to 9");
        assert_eq!(name(9), "0 to 9");
        assert_eq!(name(10), "10 to 19");
        assert_eq!(name(159), "80 to 159");
        assert_eq!(name(1_000_000), "10240 or more");
    }

    #[test]
    fn plies_are_grouped() {
        assert_eq!(ply_group(1).1, "1 to 3");
        assert_eq!(ply_group(4).1, "4 to 6");
        assert_eq!(ply_group(30).1, "17 or more");
    }
}
