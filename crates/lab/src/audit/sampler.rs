//! The probe that samples cuts while it watches. Every cut gets a random number that follows from the
//! seed; the cuts with the smallest numbers are kept. However many there are, each has the same
//! chance, of its heuristic as a whole and of its depth. Watching does not change the search.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::sync::Arc;

use chess::{Move, Random, Setup};
use engine::heuristics::Heuristic;
use engine::probe::{Claim, Decision, MoveView, NodeEnd, NodeView, Probe};
use engine::score::Score;
use serde::{Deserialize, Serialize};

use super::sample::{CONTROL, NodeKind, Sample, SampledClaim, uci, uci_line};

/// Depths that are counted apart; the last counts all greater ones.
pub const DEPTHS: usize = 24;

/// The place of the control among the reservoirs, behind those of the heuristics.
const CONTROL_PLACE: usize = 2 * Heuristic::COUNT;

/// How many cuts are kept, and what counts as near a threshold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SamplePlan {
    pub seed: u64,
    /// Cuts of each heuristic.
    pub cuts: usize,
    /// Cuts of each heuristic at each depth.
    pub cuts_by_depth: usize,
    /// Decisions of each heuristic that fell short.
    pub near: usize,
    /// Positions for the regression of deep scores on shallow ones.
    pub positions: usize,
}

/// How far below its threshold a decision is still near: about as far as a margin might be moved.
fn near_limit(heuristic: Heuristic) -> i32 {
    match heuristic {
        // A lower limit would cut each node at an earlier move, not at more moves: single decisions
        // do not tell what it would do.
        Heuristic::MoveCount => 0,
        // History points.
        Heuristic::HistoryPruning => 6_000,
        // Centipawns.
        _ => 150,
    }
}

/// A cut with its random number. The greatest is the first to be dropped.
struct Kept(Arc<Sample>);

impl PartialEq for Kept {
    fn eq(&self, other: &Kept) -> bool {
        self.0.priority == other.0.priority
    }
}

impl Eq for Kept {}

impl PartialOrd for Kept {
    fn partial_cmp(&self, other: &Kept) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Kept {
    fn cmp(&self, other: &Kept) -> Ordering {
        self.0.priority.cmp(&other.0.priority)
    }
}

/// The cuts with the smallest numbers.
#[derive(Default)]
struct Smallest(BinaryHeap<Kept>);

impl Smallest {
    fn wants(&self, priority: u64, size: usize) -> bool {
        size > 0
            && (self.0.len() < size || self.0.peek().is_some_and(|kept| priority < kept.0.priority))
    }

    fn add(&mut self, sample: &Arc<Sample>, size: usize) {
        if self.wants(sample.priority, size) {
            self.0.push(Kept(Arc::clone(sample)));
            if self.0.len() > size {
                self.0.pop();
            }
        }
    }
}

/// The cuts of one heuristic, or its near misses.
#[derive(Default)]
struct Reservoir {
    met: [u64; DEPTHS],
    all: Smallest,
    by_depth: [Smallest; DEPTHS],
}

/// A node that is being searched.
struct OpenNode {
    /// As it was entered.
    depth: i32,
    alpha: Score,
    beta: Score,
    cut: bool,
    pieces: u32,
    /// A heuristic or the rules ended it, or a move was left out.
    is_partial: bool,
    /// Moves that were looked at.
    seen: Vec<Move>,
}

/// Samples the cuts of one or several searches.
#[derive(Default)]
pub struct Sampler {
    plan: Option<SamplePlan>,
    /// The number and the FEN of the root.
    root: (u64, String),
    root_depth: i32,
    open: Vec<OpenNode>,
    unused: Vec<Vec<Move>>,
    line: Vec<Option<Move>>,
    /// Two for each heuristic: cuts, and decisions that fell short; and one for the control.
    reservoirs: Vec<Reservoir>,
    positions: BinaryHeap<(u64, String)>,
    nodes_met: u64,
}

/// What a heuristic did in all searches, and the samples of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Stratum {
    pub heuristic: String,
    /// These decisions fell short.
    pub near: bool,
    /// How many there were at each depth; 0 is quiescence.
    pub met: Vec<u64>,
    /// Those with the smallest numbers, which are a sample of all.
    pub all: Vec<Sample>,
    /// More of the depths that are rare.
    pub more: Vec<Sample>,
}

impl Stratum {
    pub fn population(&self) -> u64 {
        self.met.iter().sum()
    }
}

impl Sampler {
    pub fn new(plan: SamplePlan) -> Sampler {
        let reservoirs = (0..=CONTROL_PLACE).map(|_| Reservoir::default()).collect();
        Sampler { plan: Some(plan), reservoirs, root_depth: 1, ..Sampler::default() }
    }

    /// Prepares for the search of another root.
    pub fn next_root(mut self, number: u64, fen: String) -> Sampler {
        self.root = (number, fen);
        self.root_depth = 1;
        self.open.clear();
        self.line.clear();
        self
    }

    /// The samples by heuristic, and positions of nodes met.
    pub fn into_strata(self) -> (Vec<Stratum>, Vec<String>) {
        let mut strata = Vec::new();
        for (index, reservoir) in self.reservoirs.into_iter().enumerate() {
            let population: u64 = reservoir.met.iter().sum();
            if population == 0 {
                continue;
            }
            let samples = |kept: Smallest| {
                let sorted = kept.0.into_sorted_vec().into_iter();
                sorted.map(|kept| Arc::unwrap_or_clone(kept.0)).collect::<Vec<Sample>>()
            };
            let all = samples(reservoir.all);
            let last = all.last().map_or(0, |sample| sample.priority);
            let more = reservoir.by_depth.into_iter().flat_map(samples);
            strata.push(Stratum {
                heuristic: match Heuristic::ALL.get(index / 2) {
                    Some(heuristic) => format!("{heuristic:?}"),
                    None => CONTROL.to_owned(),
                },
                near: index % 2 == 1,
                met: reservoir.met.to_vec(),
                more: more.filter(|sample| sample.priority > last).collect(),
                all,
            });
        }
        let positions = self.positions.into_sorted_vec();
        (strata, positions.into_iter().map(|(_, fen)| fen).collect())
    }

    /// Offers a cut, which is only built if it is wanted.
    fn offer(&mut self, index: usize, depth: i32, build: impl FnOnce(&Sampler, u64) -> Sample) {
        let Some(plan) = self.plan else { return };
        let near = index % 2 == 1;
        let reservoir = &mut self.reservoirs[index];
        let row = (depth.max(0) as usize).min(DEPTHS - 1);
        let serial: u64 = reservoir.met.iter().sum();
        let priority = draw(plan.seed, self.root.0, index, serial);
        let (size, size_by_depth) =
            if near { (plan.near, 0) } else { (plan.cuts, plan.cuts_by_depth) };
        let wanted = reservoir.all.wants(priority, size)
            || reservoir.by_depth[row].wants(priority, size_by_depth);
        let built = wanted.then(|| build(self, priority));
        let reservoir = &mut self.reservoirs[index];
        if let Some(sample) = built {
            let sample = Arc::new(sample);
            reservoir.all.add(&sample, size);
            reservoir.by_depth[row].add(&sample, size_by_depth);
        }
        reservoir.met[row] += 1;
    }

    /// The depth as samples have it: in quiescence the plies below its start, negated.
    fn sampled_depth(&self, depth: i32) -> i32 {
        let plies = self.open.iter().rev().take_while(|node| node.depth <= 0).count() as i32;
        if depth > 0 { depth } else { 1 - plies.max(1) }
    }

    /// A sample without its claim.
    fn sample(&self, heuristic: Heuristic, node: &NodeView<'_>, priority: u64) -> Sample {
        let kind = match (node.depth > 0, node.pv, node.cut) {
            (false, ..) => NodeKind::Quiescence,
            (true, true, _) => NodeKind::Pv,
            (true, false, true) => NodeKind::Cut,
            (true, false, false) => NodeKind::All,
        };
        let depth = self.sampled_depth(node.depth);
        Sample {
            priority,
            heuristic: format!("{heuristic:?}"),
            near: false,
            fen: self.root.1.clone(),
            line: uci_line(&self.line[..node.ply.min(self.line.len())]),
            kind,
            depth,
            alpha: node.alpha.raw(),
            beta: node.beta.raw(),
            cut: node.cut,
            root_depth: self.root_depth,
            claim: SampledClaim::NodeFailsLow,
            moves: Vec::new(),
            move_depth: depth - 1,
            reduced_depth: depth - 1,
            slack: None,
            pieces: node.position.occupied().len(),
        }
    }

    /// Offers a node whose moves were searched, as a control.
    fn offer_control(&mut self, ply: usize, score: Score) {
        let Some(&OpenNode { depth, alpha, beta, cut, pieces, is_partial, .. }) = self.open.last()
        else {
            return;
        };
        if is_partial || depth <= 0 || !is_askable(alpha) || !is_askable(beta) {
            return;
        }
        let claim = match score >= beta {
            true => SampledClaim::NodeFailsHigh,
            false => SampledClaim::NodeFailsLow,
        };
        self.offer(CONTROL_PLACE, depth, |sampler, priority| Sample {
            priority,
            heuristic: CONTROL.to_owned(),
            near: false,
            fen: sampler.root.1.clone(),
            line: uci_line(&sampler.line[..ply.min(sampler.line.len())]),
            kind: if cut { NodeKind::Cut } else { NodeKind::All },
            depth,
            alpha: alpha.raw(),
            beta: beta.raw(),
            cut,
            root_depth: sampler.root_depth,
            claim,
            moves: Vec::new(),
            move_depth: depth - 1,
            reduced_depth: depth - 1,
            slack: None,
            pieces,
        });
    }

    /// The moves of which a decision says that they fail low: one, or also all later quiet moves.
    fn moves(&self, decision: &Decision<'_>, claim: Claim) -> Vec<Move> {
        let first = decision.mv;
        let mut moves: Vec<Move> = first.into_iter().collect();
        if claim == Claim::QuietsFailLow {
            let empty = Vec::new();
            let seen = self.open.last().map_or(&empty, |node| &node.seen);
            let legal = decision.node.position.legal_moves();
            let later = legal.iter().copied().filter(|&mv| {
                !mv.is_noisy()
                    && Some(mv) != first
                    && Some(mv) != decision.node.excluded
                    && !seen.contains(&mv)
            });
            moves.extend(later);
        }
        moves
    }
}

/// A random number for the cut with this serial number.
fn draw(seed: u64, root: u64, reservoir: usize, serial: u64) -> u64 {
    let mut random = Random::new(seed ^ root.rotate_left(40) ^ (reservoir as u64).rotate_left(56));
    Random::new(random.word() ^ serial).word()
}

/// Whether a search can be asked about a bound: one at the edge of all scores has no other side.
fn is_askable(bound: Score) -> bool {
    bound > Score::MINUS_INFINITE + 1 && bound < Score::INFINITE - 1
}

impl Probe for Sampler {
    const DETAILED: bool = true;

    fn entered(&mut self, node: &NodeView<'_>) {
        if node.ply > 0 {
            self.line.truncate(node.ply - 1);
            self.line.push(node.last_move);
        }
        let seen = self.unused.pop().unwrap_or_default();
        self.open.push(OpenNode {
            depth: node.depth,
            alpha: node.alpha,
            beta: node.beta,
            cut: node.cut,
            pieces: node.position.occupied().len(),
            is_partial: node.pv || node.excluded.is_some(),
            seen,
        });
    }

    fn exited(&mut self, ply: usize, score: Option<Score>) {
        if let Some(score) = score {
            self.offer_control(ply, score);
        }
        if let Some(mut node) = self.open.pop() {
            node.seen.clear();
            self.unused.push(node.seen);
        }
    }

    fn ended(&mut self, _ply: usize, _end: NodeEnd) {
        if let Some(node) = self.open.last_mut() {
            node.is_partial = true;
        }
    }

    fn opened(&mut self, node: &NodeView<'_>, _left: Option<Score>) {
        let Some(plan) = self.plan else { return };
        // Quiet positions that the search evaluates: no check, and two plies or more left.
        if node.static_eval.is_none() || node.depth < 2 || plan.positions == 0 {
            return;
        }
        self.nodes_met += 1;
        let number = draw(plan.seed, self.root.0, usize::MAX, self.nodes_met);
        let is_wanted = self.positions.len() < plan.positions
            || self.positions.peek().is_some_and(|(greatest, _)| number < *greatest);
        if is_wanted {
            let fen = Setup::from(*node.position).to_string();
            self.positions.push((number, fen));
            if self.positions.len() > plan.positions {
                self.positions.pop();
            }
        }
    }

    fn considered(&mut self, _node: &NodeView<'_>, mv: &MoveView, _skipped: bool) {
        if let Some(node) = self.open.last_mut() {
            node.seen.push(mv.mv);
        }
    }

    fn decided(&mut self, decision: &Decision<'_>) -> bool {
        let Decision { heuristic, ref node, lmr_depth, acts, could_act, .. } = *decision;
        if acts
            && decision.mv.is_none()
            && let Some(open) = self.open.last_mut()
        {
            open.is_partial = true;
        }
        let (Some(claim), slack) = (decision.claim(), decision.slack()) else { return acts };
        let near = !acts;
        if near {
            let is_near = slack.is_some_and(|slack| slack < 0 && slack >= -near_limit(heuristic));
            if !could_act || !is_near {
                return acts;
            }
        }
        if !is_askable(if claim == Claim::FailsHigh { node.beta } else { node.alpha }) {
            return acts;
        }
        let place = 2 * heuristic as usize + usize::from(near);
        self.offer(place, node.depth, |sampler, priority| {
            let mut sample = sampler.sample(heuristic, node, priority);
            let full = sample.move_depth;
            sample.near = near;
            sample.claim = claim.into();
            sample.slack = slack;
            sample.moves = sampler.moves(decision, claim).into_iter().map(uci).collect();
            if let Some(lmr_depth) = lmr_depth {
                sample.reduced_depth = (lmr_depth - 1).clamp(full.min(1), full);
            }
            sample
        });
        acts
    }

    fn reduction_trusted(&mut self, node: &NodeView<'_>, mv: Move, reduced: i32, planned: i32) {
        if !is_askable(node.alpha) {
            return;
        }
        self.offer(2 * Heuristic::Reductions as usize, node.depth, |sampler, priority| {
            let sample = sampler.sample(Heuristic::Reductions, node, priority);
            Sample {
                claim: Claim::MoveFailsLow.into(),
                moves: vec![uci(mv)],
                move_depth: planned,
                reduced_depth: reduced,
                ..sample
            }
        });
    }

    fn iteration(&mut self, depth: i32, _nodes: u64) {
        self.root_depth = depth + 1;
    }
}
