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

/// Where a position is found in each set of rows: by its pawns, its minor pieces, and the
/// pieces of White and of Black.
#[inline(always)]
fn slots(position: &Position) -> [usize; 4] {
    let keys = position.keys();
    let [white, black] = [Color::White, Color::Black].map(|color| keys.non_pawn(color));
    [keys.pawns(), keys.minors(), white, black].map(|key| key as usize % ROWS)
}

pub(crate) struct Corrections {
    /// One set for each of `slots`.
    rows: [Rows; 4],
    /// By the last two moves.
    moves: Box<[[i16; PieceTo::COUNT + 1]]>,
}

impl Corrections {
    pub(super) fn new() -> Corrections {
        Corrections {
            rows: core::array::from_fn(|_| boxed([0; ROWS])),
            moves: vec![[0; PieceTo::COUNT + 1]; PieceTo::COUNT + 1].into_boxed_slice(),
        }
    }

    pub(super) fn clear(&mut self) {
        let Corrections { rows, moves } = self;
        for rows in rows {
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
        let [pawns, minors, white, black] = core::array::from_fn(|aspect| {
            i32::from(self.rows[aspect][side][slots(position)[aspect]])
        });
        let total = knobs.correction_pawns * pawns
            + knobs.correction_minors * minors
            + knobs.correction_pieces * (white + black)
            + knobs.correction_moves * i32::from(self.moves[before.index()][last.index()]);
        total / LIMIT
    }

    /// Asks for what `sum` will read.
    #[inline]
    pub(crate) fn prefetch(&self, position: &Position, last: PieceTo, before: PieceTo) {
        let side = position.turn().index();
        for (rows, slot) in self.rows.iter().zip(slots(position)) {
            prefetch(&rows[side][slot]);
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
        for (rows, slot) in self.rows.iter_mut().zip(slots(position)) {
            pull(&mut rows[side][slot], step, LIMIT);
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
