//! Tablebases inside the tree. After a capture or pawn move into a position with few pieces the
//! result is known, and the search need not look for it. Fails only if a table is wrong: a clock of
//! zero makes the result exact under the fifty-move rule, and tables know no castling.
//! CITE: chessprogramming.org/Syzygy_Bases

use chess::Position;

use super::Searcher;
use super::context::NodeContext;
use crate::probe::{NodeEnd, Probe};
use crate::score::{MAX_PLY, Score};
use crate::tablebase::Tablebase;
use crate::tt::{Bound, Bounded, Entry};
use crate::window::Window;

/// A result from the tables counts in the transposition table as if it had been searched this much
/// deeper than the node.
const EXTRA_DEPTH: i32 = 6;

impl<P: Probe> Searcher<'_, P> {
    /// What the tables know of a node: at least a win, at most a loss, or exactly a draw.
    #[inline(always)]
    pub(super) fn probe_tablebase(&mut self, node: &NodeContext<'_>) -> Option<Bounded<Score>> {
        let tables = self.tablebase?;
        self.look_up_result(tables, node)
    }

    #[inline(never)]
    fn look_up_result(
        &mut self,
        tables: &Tablebase,
        node: &NodeContext<'_>,
    ) -> Option<Bounded<Score>> {
        let prober = tables.prober.as_deref()?;
        if !may_probe(tables, node.position, node.depth) || self.trail.halfmove_clock() != 0 {
            return None;
        }
        let wdl = prober.wdl_after_zeroing(node.position)?;
        self.counters[self.index].count_tablebase_hit();
        let score = tables.score(wdl, node.ply);
        let bound = if score.is_win() {
            Bound::Lower
        } else if score.is_loss() {
            Bound::Upper
        } else {
            Bound::Exact
        };
        Some(Bounded { score, bound })
    }

    /// The score of a node that the tables settle. It goes to the transposition table.
    pub(super) fn tablebase_cutoff(
        &mut self,
        node: &NodeContext<'_>,
        known: Bounded<Score>,
    ) -> Option<Score> {
        if !settles(known, node.window) {
            return None;
        }
        let Bounded { score, bound } = known;
        let result = Some(Bounded { score: score.to_table(node.ply), bound });
        let depth = (node.depth + EXTRA_DEPTH).min(MAX_PLY as i32 - 1);
        self.save(node.position, Entry { mv: None, result, eval: None, depth, pv: node.tt_pv });
        self.detail_ended(node.ply, NodeEnd::Tablebase);
        Some(score)
    }
}

/// Whether a position of this depth is probed, whatever its clock. Probing takes as long as many
/// nodes where the tables are large.
fn may_probe(tables: &Tablebase, position: &Position, depth: i32) -> bool {
    let (pieces, most) = (position.occupied().len(), tables.pieces());
    pieces <= most
        && (pieces < most || depth >= tables.probe_depth)
        && position.castling().rooks().is_empty()
}

/// Whether a known result answers what the window asks. A win may still be a mate, so it answers
/// only a window below it.
fn settles(known: Bounded<Score>, window: Window) -> bool {
    match known.bound {
        Bound::Exact => true,
        Bound::Lower => known.score >= window.beta,
        Bound::Upper => known.score <= window.alpha,
    }
}

#[cfg(test)]
mod driver_tests;
