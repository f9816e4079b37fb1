//! The proof: with which pardons does the search play the move? Single decisions of the walk come
//! first, then whole subtrees, then the whole tree. A set that works is reduced to a minimal one.

use std::collections::HashMap;

use chess::Move;
use engine::heuristics::Heuristic;

use super::controls::{self, Controls};
use super::pardon::{Pardon, Scope};
use super::searches::{Found, Interrupted, Searches};
use super::truth::Truth;
use super::walk::{Suspect, Walk, Walker, knows};
use crate::tree::RecordedTree;

/// Rounds of walks that each add a suspect.
const MAX_ROUNDS: usize = 24;
/// Searches that reduce a set to a minimal one.
const MAX_REDUCING: usize = 80;
/// A pardon explains enough if it held with this many sizes of the table.
const ENOUGH_HELD: usize = 2;

/// Heuristics whose decisions can be pardoned, and that may be wrong.
const CAN_HIDE: [Heuristic; 19] = [
    Heuristic::StaticNull,
    Heuristic::NullMove,
    Heuristic::Razoring,
    Heuristic::NodeFutility,
    Heuristic::ProbCut,
    Heuristic::MultiCut,
    Heuristic::MoveCount,
    Heuristic::HistoryPruning,
    Heuristic::Futility,
    Heuristic::ExtendedFutility,
    Heuristic::SeePruning,
    Heuristic::Reductions,
    Heuristic::Iir,
    Heuristic::Hindsight,
    Heuristic::TableCutoff,
    Heuristic::Quiescence,
    Heuristic::DeltaNode,
    Heuristic::Delta,
    Heuristic::UpcomingRepetition,
];

/// A set of pardons with which the search plays the move.
#[derive(Clone, Debug)]
pub(super) struct Explanation {
    pub pardons: Vec<Pardon>,
    pub controls: Controls,
}

impl Explanation {
    fn is_enough(&self) -> bool {
        self.controls.is_proof() && self.controls.held() >= ENOUGH_HELD
    }
}

/// An investigation of one position.
pub(super) struct Inquiry<'a> {
    pub searches: &'a mut Searches,
    pub truth: &'a mut Truth,
    /// The moves that solve the position.
    pub targets: &'a [Move],
    /// The one that is followed.
    pub wanted: Move,
    /// Its true score for the side to move, if it is known.
    pub true_score: Option<engine::score::Score>,
    /// The search without pardons.
    pub choice: Move,
    /// Searches to spend at most.
    pub budget: u32,
    pub walks: Vec<Walk>,
    pub suspects: Vec<Suspect>,
    best: Option<Explanation>,
    shams: controls::ShamDecisions,
    seen_choices: Vec<Move>,
}

impl<'a> Inquiry<'a> {
    pub(super) fn new(
        searches: &'a mut Searches,
        truth: &'a mut Truth,
        targets: &'a [Move],
        wanted: Move,
        true_score: Option<engine::score::Score>,
        choice: Move,
    ) -> Inquiry<'a> {
        Inquiry {
            searches,
            truth,
            targets,
            wanted,
            true_score,
            choice,
            budget: 400,
            walks: Vec::new(),
            suspects: Vec::new(),
            best: None,
            shams: controls::ShamDecisions::default(),
            seen_choices: Vec::new(),
        }
    }

    /// Looks for pardons with which the move is played, the cheapest explanation first.
    pub(super) fn run(&mut self, first: Found) -> Result<Option<Explanation>, Interrupted> {
        let set = self.rounds(first)?;
        if self.try_set(&set)? {
            return Ok(self.best.take());
        }
        let line = [set.clone(), self.on_the_lines()].concat();
        if self.try_set(&line)? {
            return Ok(self.best.take());
        }
        let heuristics = self.heuristics();
        let sides = self.sides();
        for &side in &sides {
            for &heuristic in &heuristics {
                if self.try_set(&[Pardon::below(heuristic, &[side])])? {
                    return Ok(self.best.take());
                }
            }
        }
        for &heuristic in &heuristics {
            if self.try_set(&[Pardon::everywhere(heuristic)])? {
                return Ok(self.best.take());
            }
        }
        for &side in &sides {
            for &heuristic in &heuristics {
                let more = [set.clone(), vec![Pardon::below(heuristic, &[side])]].concat();
                if self.try_set(&more)? {
                    return Ok(self.best.take());
                }
            }
        }
        for (place, &one) in heuristics.iter().enumerate() {
            for &other in &heuristics[place + 1..] {
                let pair = [one, other].map(|heuristic| Pardon::below(heuristic, &sides[..1]));
                if self.try_set(&pair)? {
                    return Ok(self.best.take());
                }
            }
        }
        for (place, &one) in heuristics.iter().enumerate() {
            for &other in &heuristics[place + 1..] {
                if self.try_set(&[one, other].map(Pardon::everywhere))? {
                    return Ok(self.best.take());
                }
            }
        }
        Ok(self.best.take())
    }

    /// The sides to look below: the wanted move if it is underrated, else the choice first.
    fn sides(&self) -> Vec<Move> {
        let first = self.walks.first().map_or(self.wanted, |walk| walk.root_move);
        let other = if first == self.wanted { self.choice } else { self.wanted };
        vec![first, other]
    }

    /// Heuristics that are on, those that the walks met most often first.
    fn heuristics(&self) -> Vec<Heuristic> {
        let met = |heuristic: Heuristic| {
            self.suspects.iter().filter(|suspect| suspect.pardon.heuristic == heuristic).count()
        };
        let knobs = self.searches.knobs();
        let mut all: Vec<Heuristic> =
            CAN_HIDE.into_iter().filter(|heuristic| heuristic.is_on(knobs)).collect();
        all.sort_by_key(|&heuristic| core::cmp::Reverse(met(heuristic)));
        all
    }

    /// Every decision about the positions and moves that the walks met.
    fn on_the_lines(&self) -> Vec<Pardon> {
        let mut pardons = Vec::new();
        for step in self.walks.iter().flat_map(|walk| &walk.steps) {
            for heuristic in self.heuristics() {
                let moves = [None, step.mv].into_iter().take(1 + usize::from(step.mv.is_some()));
                for mv in moves {
                    let pardon = Pardon::decision(heuristic, step.key, mv);
                    if !pardons.contains(&pardon) {
                        pardons.push(pardon);
                    }
                }
            }
        }
        pardons
    }

    /// Adds suspects, walk by walk, until the move is played or no new suspect turns up.
    fn rounds(&mut self, first: Found) -> Result<Vec<Pardon>, Interrupted> {
        let mut set: Vec<Pardon> = Vec::new();
        let mut found = first;
        let evaluator = self.searches.knobs().evaluator;
        self.shams.read(self.searches.game(), &found, evaluator);
        for round in 0..MAX_ROUNDS {
            let Some(best) = found.best else { break };
            if round > 0 && self.targets.contains(&best) {
                break;
            }
            let underrated = self.true_score.is_none_or(|score| score > found.score);
            let order = if underrated { [self.wanted, best] } else { [best, self.wanted] };
            let mut added = false;
            for root_move in order {
                let walk = self.walk(&found, root_move)?;
                let tiers = walk.tiers.clone();
                if self.walks.len() < MAX_ROUNDS {
                    self.walks.push(walk);
                }
                let is_new = |suspect: &&Suspect| !set.contains(&suspect.pardon);
                let Some(tier) = tiers.iter().find(|tier| tier.iter().any(|s| is_new(&s))) else {
                    continue;
                };
                let new: Vec<Suspect> = tier.iter().filter(is_new).cloned().collect();
                set.extend(new.iter().map(|suspect| suspect.pardon.clone()));
                self.suspects.extend(new);
                added = true;
                break;
            }
            if !added {
                break;
            }
            found = self.searches.record(&set)?;
        }
        Ok(set)
    }

    /// Walks below a root move in the tree that knows most of it.
    fn walk(&mut self, found: &Found, root_move: Move) -> Result<Walk, Interrupted> {
        let game = self.searches.game().clone();
        let us = game.position().turn();
        let is_wanted = self.targets.contains(&root_move);
        if !is_wanted && !self.seen_choices.contains(&root_move) {
            self.seen_choices.push(root_move);
            let scores = self.truth.trusted_scores(&game, &[root_move])?;
            for known in &scores.moves {
                self.truth.note_line(&game, &known.line);
            }
        }
        let (finished, stopped) = match &found.trees {
            Some((finished, stopped)) => (finished.as_ref(), stopped),
            None => return Ok(Walk::empty(root_move)),
        };
        let tree = match finished {
            Some(finished) if !knows(stopped, root_move) => finished,
            _ => stopped,
        };
        let recorded = RecordedTree::new(&game, tree.clone(), self.searches.knobs().evaluator);
        let hero = if is_wanted { us } else { !us };
        Walker { recorded: &recorded, game: &game, truth: self.truth, hero }.walk(root_move)
    }

    fn plays(&self, found: &Found) -> bool {
        found.best.is_some_and(|best| self.targets.contains(&best))
    }

    /// Searches with a set of pardons; if the move is played, finds a minimal set and checks it.
    /// Returns whether that explains enough.
    fn try_set(&mut self, set: &[Pardon]) -> Result<bool, Interrupted> {
        if set.is_empty() || self.searches.count >= self.budget {
            return Ok(false);
        }
        let found = self.searches.search(set)?;
        if !self.plays(&found) {
            return Ok(false);
        }
        let used = set.iter().zip(&found.used).filter(|(_, spared)| spared.is_some());
        let used: Vec<Pardon> = used.map(|(pardon, _)| pardon.clone()).collect();
        let minimal = self.minimal(used)?;
        let minimal = self.narrower(minimal)?;
        let sides = self.sides();
        let controls = controls::check(self.searches, self.targets, &minimal, &sides, &self.shams)?;
        let explanation = Explanation { pardons: minimal, controls };
        let enough = explanation.is_enough();
        let is_better = self.best.as_ref().is_none_or(|best| {
            let rank = |e: &Explanation| (e.controls.is_proof(), e.controls.held());
            rank(&explanation) > rank(best)
        });
        if enough || is_better {
            self.best = Some(explanation);
        }
        Ok(enough)
    }

    /// Drops pardons while the move is still played: all of a heuristic, then halves, then one by
    /// one.
    fn minimal(&mut self, mut set: Vec<Pardon>) -> Result<Vec<Pardon>, Interrupted> {
        let mut left = MAX_REDUCING;
        let mut by_heuristic: HashMap<Heuristic, usize> = HashMap::new();
        for pardon in &set {
            *by_heuristic.entry(pardon.heuristic).or_default() += 1;
        }
        let mut groups: Vec<(Heuristic, usize)> = by_heuristic.into_iter().collect();
        groups.sort_by_key(|&(heuristic, count)| (count, heuristic as u8));
        for (heuristic, count) in groups {
            if count > 1 || set.len() > 1 {
                let rest: Vec<Pardon> =
                    set.iter().filter(|pardon| pardon.heuristic != heuristic).cloned().collect();
                self.keep_if_played(&mut set, rest, &mut left)?;
            }
        }
        let mut chunk = set.len() / 2;
        while chunk >= 1 && left > 0 {
            let (mut start, before) = (0, set.len());
            while start < set.len() && set.len() > 1 {
                let end = (start + chunk).min(set.len());
                let rest = [&set[..start], &set[end..]].concat();
                if !self.keep_if_played(&mut set, rest, &mut left)? {
                    start = end;
                }
            }
            // One that was needed may not be, once others are gone.
            if chunk > 1 || set.len() == before {
                chunk /= 2;
            }
        }
        Ok(set)
    }

    fn keep_if_played(
        &mut self,
        set: &mut Vec<Pardon>,
        rest: Vec<Pardon>,
        left: &mut usize,
    ) -> Result<bool, Interrupted> {
        if rest.is_empty() || *left == 0 {
            return Ok(false);
        }
        *left -= 1;
        let found = self.searches.search(&rest)?;
        let plays = self.plays(&found);
        if plays {
            *set = rest;
        }
        Ok(plays)
    }

    /// Pardons of a subtree, moved down the lines of the walks while the move is still played.
    fn narrower(&mut self, mut set: Vec<Pardon>) -> Result<Vec<Pardon>, Interrupted> {
        for place in 0..set.len() {
            let Scope::Below(line) = set[place].scope.clone() else { continue };
            let longest =
                self.walks.iter().map(Walk::line).filter(|walked| walked.starts_with(&line));
            let Some(longest) = longest.max_by_key(Vec::len) else { continue };
            for length in (line.len() + 1..longest.len()).rev() {
                let mut narrow = set.clone();
                narrow[place].scope = Scope::Below(longest[..length].to_vec());
                let found = self.searches.search(&narrow)?;
                if self.plays(&found) {
                    set = narrow;
                    break;
                }
            }
        }
        Ok(set)
    }
}
