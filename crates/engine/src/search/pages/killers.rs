//! Killers and countermoves. A quiet move that cut a sibling node, or that refuted the last move
//! somewhere else, often cuts here: it comes early. Only the order of moves changes, so they cannot
//! be wrong, only useless.
//! CITE: chessprogramming.org/Killer_Heuristic, chessprogramming.org/Countermove_Heuristic

use chess::Move;

use crate::history::PreviousMoves;
use crate::probe::Probe;
use crate::search::Searcher;

impl<P: Probe> Searcher<'_, P> {
    /// The killers of a ply, or none if they are off.
    #[inline(always)]
    pub(in crate::search) fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        if self.knobs.use_killers { self.stack.at(ply).killers } else { [None; 2] }
    }

    /// Whether a move is a killer or the countermove to the last move, if a heuristic spares these.
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
