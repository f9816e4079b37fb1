//! Correction history: how far the evaluation has erred on positions that look alike in one
//! respect. It assumes that errors are systematic; captures and bounds that say nothing of
//! the error are left out by the caller.
//! CITE: chessprogramming.org/Static_Evaluation_Correction_History

use chess::{Color, Position};

use super::gravity::pull;
use super::{PieceTo, boxed};
use crate::knobs::Knobs;
use crate::prefetch::prefetch;
use crate::score::Score;

const ROWS: usize = 16_384;
const LIMIT: i32 = 1024;
const MAX_STEP: i32 = 256;

type Rows = Box<[[i16; ROWS]; 2]>;

pub(crate) struct Corrections {
    pawns: Rows,
    minors: Rows,
    white: Rows,
    black: Rows,
    /// By the last two moves.
    moves: Box<[[i16; PieceTo::COUNT + 1]]>,
}

impl Corrections {
    pub(super) fn new() -> Corrections {
        Corrections {
            pawns: boxed([0; ROWS]),
            minors: boxed([0; ROWS]),
            white: boxed([0; ROWS]),
            black: boxed([0; ROWS]),
            moves: vec![[0; PieceTo::COUNT + 1]; PieceTo::COUNT + 1].into_boxed_slice(),
        }
    }

    pub(super) fn clear(&mut self) {
        let Corrections { pawns, minors, white, black, moves } = self;
        for rows in [pawns, minors, white, black] {
            rows.as_flattened_mut().fill(0);
        }
        moves.as_flattened_mut().fill(0);
    }

    /// What to add to the evaluation of `position`, reached by the moves `last` and the one
    /// before it.
    #[inline]
    pub(crate) fn sum(
        &self,
        knobs: &Knobs,
        position: &Position,
        last: PieceTo,
        before: PieceTo,
    ) -> i32 {
        let side = position.turn().index();
        let keys = position.keys();
        let row = |rows: &Rows, key: u64| i32::from(rows[side][key as usize % ROWS]);
        let pieces = row(&self.white, keys.non_pawn(Color::White))
            + row(&self.black, keys.non_pawn(Color::Black));
        let total = knobs.correction_pawns * row(&self.pawns, keys.pawns())
            + knobs.correction_minors * row(&self.minors, keys.minors())
            + knobs.correction_pieces * pieces
            + knobs.correction_moves * i32::from(self.moves[before.index()][last.index()]);
        total / LIMIT
    }

    /// Asks for what `sum` will read.
    #[inline]
    pub(crate) fn prefetch(&self, position: &Position, last: PieceTo, before: PieceTo) {
        let side = position.turn().index();
        let keys = position.keys();
        for (rows, key) in [
            (&self.pawns, keys.pawns()),
            (&self.minors, keys.minors()),
            (&self.white, keys.non_pawn(Color::White)),
            (&self.black, keys.non_pawn(Color::Black)),
        ] {
            prefetch(&rows[side][key as usize % ROWS]);
        }
        prefetch(&self.moves[before.index()][last.index()]);
    }

    /// Learns that a search of `depth` plies found the evaluation `error` too low.
    pub(crate) fn learn(
        &mut self,
        position: &Position,
        last: PieceTo,
        before: PieceTo,
        depth: i32,
        error: i32,
    ) {
        let step = (error * depth / 8).clamp(-MAX_STEP, MAX_STEP);
        let side = position.turn().index();
        let keys = position.keys();
        for (rows, key) in [
            (&mut self.pawns, keys.pawns()),
            (&mut self.minors, keys.minors()),
            (&mut self.white, keys.non_pawn(Color::White)),
            (&mut self.black, keys.non_pawn(Color::Black)),
        ] {
            pull(&mut rows[side][key as usize % ROWS], step, LIMIT);
        }
        if last != PieceTo::NONE && before != PieceTo::NONE {
            pull(&mut self.moves[before.index()][last.index()], step, LIMIT);
        }
    }
}

/// The evaluation with its correction, kept out of the range of certain ends.
#[inline]
pub(crate) fn corrected(eval: Score, correction: i32) -> Score {
    Score::evaluation(eval.raw() + correction)
}
