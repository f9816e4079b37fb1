//! Controls of a proof. Another search may find a move by chance, so that a pardon must also work
//! with tables of other sizes, and as many pardons below other root moves must not.

use chess::{Game, Move};
use engine::heuristics::Heuristic;
use engine::knobs::Evaluator;
use engine::probe::tree::{Arrival, ITERATION, NodeId, Reason, Tree};

use super::pardon::{Pardon, Scope, Spared};
use super::searches::{Found, Interrupted, Searches};
use crate::tree::RecordedTree;

/// Sham sets per proof.
const SHAMS: usize = 3;

/// The same two searches with a table of one size.
#[derive(Clone, Debug)]
pub(super) struct TableControl {
    pub megabytes: usize,
    pub without: Option<Move>,
    pub with: Option<Move>,
    /// The pardon finds the move, and the search without it does not.
    pub held: bool,
}

/// A search with pardons that have nothing to do with the move.
#[derive(Clone, Debug)]
pub(super) struct Sham {
    pub pardons: usize,
    pub best: Option<Move>,
    pub found: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Controls {
    /// The first is the size that was asked for.
    pub tables: Vec<TableControl>,
    pub shams: Vec<Sham>,
    /// What the pardons spared, in their order.
    pub spared: Vec<Option<Spared>>,
}

impl Controls {
    /// In how many sizes of the table the pardon finds the move and the plain search does not.
    pub(super) fn held(&self) -> usize {
        self.tables.iter().filter(|table| table.held).count()
    }

    /// It held with the given table, and no sham found the move.
    pub(super) fn is_proof(&self) -> bool {
        self.tables.first().is_some_and(|table| table.held)
            && self.shams.iter().all(|sham| !sham.found)
    }
}

/// Decisions below the other root moves of the search without pardons.
#[derive(Default)]
pub(super) struct ShamDecisions {
    /// Root move, heuristic, position, move, depth.
    decisions: Vec<(Move, Heuristic, u64, Option<Move>, i32)>,
    root_moves: Vec<Move>,
}

impl ShamDecisions {
    /// Reads the decisions of a recorded search.
    pub(super) fn read(&mut self, game: &Game, found: &Found, evaluator: Evaluator) {
        let Some((finished, stopped)) = &found.trees else { return };
        let tree = finished.as_ref().unwrap_or(stopped);
        let recorded = RecordedTree::new(game, tree.clone(), evaluator);
        let Some(root) = tree.children(ITERATION).last() else { return };
        for child in tree.children(root) {
            let Some(mv) = tree.node(child).and_then(|node| node.mv) else { continue };
            if !self.root_moves.contains(&mv) {
                self.root_moves.push(mv);
            }
            self.read_below(&recorded, tree, child, mv);
        }
    }

    fn read_below(&mut self, recorded: &RecordedTree, tree: &Tree, child: NodeId, root: Move) {
        /// Decisions of one heuristic below one root move.
        const MAX_EACH: usize = 400;
        let mut counts = vec![0; Heuristic::COUNT];
        for id in tree.subtree(child) {
            let Some(node) = tree.node(id) else { continue };
            let mut here = Vec::new();
            if let Reason::Left(heuristic) = node.reason {
                here.push((heuristic, None, node.depth));
            }
            for skipped in tree.skipped(id) {
                here.push((skipped.heuristic, Some(skipped.mv), node.depth));
            }
            here.retain(|&(heuristic, ..)| {
                counts[heuristic as usize] += 1;
                counts[heuristic as usize] <= MAX_EACH
            });
            if !here.is_empty() {
                let key = recorded.position(id).key();
                let found = here
                    .into_iter()
                    .map(|(heuristic, mv, depth)| (root, heuristic, key, mv, depth));
                self.decisions.extend(found);
            }
            if node.reduction > 0 && node.arrival == Arrival::Move && node.mv.is_some() {
                let count = &mut counts[Heuristic::Reductions as usize];
                *count += 1;
                if *count <= MAX_EACH {
                    let parent = node.parent.unwrap_or(ITERATION);
                    let key = recorded.position(parent).key();
                    let depth = node.depth + node.reduction + 1;
                    self.decisions.push((root, Heuristic::Reductions, key, node.mv, depth));
                }
            }
        }
    }

    /// As many decisions of the same heuristics as in `set`, below root moves other than those in
    /// `targets`; each `number` gives others.
    fn like(&self, set: &[Pardon], targets: &[Move], side: Move, number: usize) -> Vec<Pardon> {
        let mut shams: Vec<Pardon> = Vec::new();
        for pardon in set {
            let Scope::Decision { .. } = pardon.scope else { continue };
            let fits = self.decisions.iter().filter(|(root, heuristic, ..)| {
                *heuristic == pardon.heuristic && *root != side && !targets.contains(root)
            });
            let mut fits: Vec<_> = fits.collect();
            fits.sort_by_key(|(.., depth)| core::cmp::Reverse(*depth));
            let fresh = fits
                .into_iter()
                .skip(number * set.len())
                .map(|&(_, heuristic, key, mv, _)| Pardon::decision(heuristic, key, mv));
            let mut fresh = fresh.filter(|sham| !set.contains(sham) && !shams.contains(sham));
            let next = fresh.next();
            drop(fresh);
            shams.extend(next);
        }
        shams
    }
}

/// Repeats a proof with other tables and with shams.
pub(super) fn check(
    searches: &mut Searches,
    targets: &[Move],
    set: &[Pardon],
    sides: &[Move],
    decisions: &ShamDecisions,
) -> Result<Controls, Interrupted> {
    let plays = |found: &Found| found.best.is_some_and(|best| targets.contains(&best));
    let hash = searches.hash();
    let mut tables = Vec::new();
    let mut spared = Vec::new();
    for megabytes in [hash, (hash / 2).max(1), hash * 2] {
        let known = tables.iter().any(|table: &TableControl| table.megabytes == megabytes);
        let megabytes = if known { hash * 4 } else { megabytes };
        let Some(without) = searches.search_with_table(megabytes, &[])? else { continue };
        let Some(with) = searches.search_with_table(megabytes, set)? else { continue };
        let held = plays(&with) && !plays(&without);
        if tables.is_empty() {
            spared = with.used;
        }
        tables.push(TableControl { megabytes, without: without.best, with: with.best, held });
    }
    let mut shams = Vec::new();
    let side = sides.first().copied();
    for number in 0..SHAMS {
        let Some(side) = side else { break };
        let mut sham = decisions.like(set, targets, side, number);
        let others = decisions.root_moves.iter().filter(|mv| **mv != side && !targets.contains(mv));
        let other = others.copied().nth(number);
        for pardon in set {
            match (&pardon.scope, other) {
                (Scope::Below(_), Some(other)) => {
                    sham.push(Pardon::below(pardon.heuristic, &[other]));
                }
                (Scope::Everywhere, _) => {
                    let scope = Scope::NotBelow(vec![side]);
                    sham.push(Pardon { heuristic: pardon.heuristic, scope });
                }
                _ => {}
            }
        }
        sham.dedup();
        if sham.is_empty() {
            continue;
        }
        let found = searches.search(&sham)?;
        shams.push(Sham { pardons: sham.len(), best: found.best, found: plays(&found) });
        if set.iter().any(|pardon| pardon.scope == Scope::Everywhere) {
            break;
        }
    }
    Ok(Controls { tables, shams, spared })
}
