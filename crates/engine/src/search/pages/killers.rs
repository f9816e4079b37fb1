//! Killers and countermoves. A quiet move that cut a sibling node, or that refuted the last move
//! somewhere else, often cuts here: it comes early. Only the order of moves changes, so they cannot
//! be wrong, only useless.
//! CITE: chessprogramming.org/Killer_Heuristic, chessprogramming.org/Countermove_Heuristic

use chess::Move;

use crate::heuristics::Heuristic;
use crate::history::PreviousMoves;
use crate::probe::Probe;
use crate::search::Searcher;
use crate::search::context::{MoveContext, NodeContext};
use crate::search::picker::Stage;

impl<P: Probe> Searcher<'_, P> {
    /// The killers of a node, or none if they are off.
    #[inline(always)]
    pub(in crate::search) fn killers(
        &mut self,
        node: &NodeContext<'_>,
        previous: &PreviousMoves,
    ) -> [Option<Move>; 2] {
        let on = Heuristic::Killers.is_on(&self.knobs);
        let killers = if on { self.stack.at(node.ply).killers } else { [None; 2] };
        if P::WATCHES {
            if killers[0].is_some() {
                self.probe.asked(Heuristic::Killers, node.depth);
            }
            if self.countermove(previous).is_some() {
                self.probe.asked(Heuristic::Countermoves, node.depth);
            }
        }
        killers
    }

    /// The countermove to the last move, if countermoves are on.
    fn countermove(&self, previous: &PreviousMoves) -> Option<Move> {
        let on = Heuristic::Countermoves.is_on(&self.knobs);
        self.histories.countermove(previous[0]).filter(|_| on)
    }

    /// Reports a move that has cut, if it came early as a killer or as a countermove.
    #[inline(always)]
    pub(in crate::search) fn report_refutation(
        &mut self,
        node: &NodeContext<'_>,
        this: &MoveContext,
        previous: &PreviousMoves,
    ) {
        if !P::WATCHES {
            return;
        }
        if this.stage == Stage::Killers {
            self.probe.acted(Heuristic::Killers, node.depth, None);
        } else if this.stage == Stage::Quiet && self.countermove(previous) == Some(this.mv) {
            self.probe.acted(Heuristic::Countermoves, node.depth, None);
        }
    }

    /// Whether a move is a killer or the countermove to the last move, if a heuristic spares these.
    /// Both are noted and spared whether or not they also order the moves.
    #[inline(always)]
    pub(in crate::search) fn is_refutation(
        &self,
        mv: Move,
        ply: usize,
        previous: &PreviousMoves,
    ) -> bool {
        (self.knobs.futility_spare_killers || self.knobs.move_count_spare_killers)
            && (self.stack.at(ply).killers.contains(&Some(mv))
                || self.histories.countermove(previous[0]) == Some(mv))
    }

    /// Remembers a quiet move that has cut.
    #[inline]
    pub(in crate::search) fn note_refutation(
        &mut self,
        ply: usize,
        mv: Move,
        previous: &PreviousMoves,
    ) {
        let killers = &mut self.frame(ply).killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        self.histories.set_countermove(previous[0], mv);
    }
}

#[cfg(test)]
mod driver_tests;
