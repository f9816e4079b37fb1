//! Correction history: the mean error of the evaluation on positions that share a feature: the
//! pawns, the minor pieces, the pieces of one side, or the last two moves. It assumes that errors
//! are systematic, and fails where the search itself was wrong. The caller leaves out captures, and
//! bounds that say nothing about the error.
//! CITE: chessprogramming.org/Static_Evaluation_Correction_History

use chess::{Color, Position};

use super::gravity::pull;
use super::{PieceTo, boxed};
use crate::knobs::Knobs;
use crate::prefetch::prefetch;
use crate::score::Score;

/// Entries of each table and side: keys share an entry modulo this.
const ROWS: usize = 16_384;
/// Entries stay within ± this, so that the knobs' weights are centipawns at full scale.
const LIMIT: i32 = 1024;
/// One search changes an entry by at most this, a quarter of the limit.
const MAX_STEP: i32 = 256;
/// A step is the error times the depth, divided by this: at depth 8 it is the whole error.
const FULL_STEP_DEPTH: i32 = 8;

type Rows = Box<[[i16; ROWS]; 2]>;

/// The index of a position in each table: by its pawns, its minor pieces, and the pieces of White
/// and of Black.
#[inline(always)]
fn slots(position: &Position) -> [usize; 4] {
    let keys = position.keys();
    let [white, black] = [Color::White, Color::Black].map(|color| keys.non_pawn(color));
    [keys.pawns(), keys.minors(), white, black].map(|key| key as usize % ROWS)
}

/// The correction tables of one thread.
#[derive(Clone)]
pub(crate) struct Corrections {
    /// One table for each of `slots`, by side to move.
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

    /// The correction for `position` in centipawns. `last` is the move that led to it, `before` the
    /// move before that.
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

    /// Prefetches the entries that `sum` will read.
    #[inline]
    pub(crate) fn prefetch(&self, position: &Position, last: PieceTo, before: PieceTo) {
        let side = position.turn().index();
        for (rows, slot) in self.rows.iter().zip(slots(position)) {
            prefetch(&rows[side][slot]);
        }
        prefetch(&self.moves[before.index()][last.index()]);
    }

    /// Learns from a search of `depth` plies that the evaluation was too low by `error` centipawns.
    pub(crate) fn learn(
        &mut self,
        position: &Position,
        last: PieceTo,
        before: PieceTo,
        depth: i32,
        error: i32,
    ) {
        let step = (error * depth / FULL_STEP_DEPTH).clamp(-MAX_STEP, MAX_STEP);
        let side = position.turn().index();
        for (rows, slot) in self.rows.iter_mut().zip(slots(position)) {
            pull(&mut rows[side][slot], step, LIMIT);
        }
        if last != PieceTo::NONE && before != PieceTo::NONE {
            pull(&mut self.moves[before.index()][last.index()], step, LIMIT);
        }
    }
}

/// The evaluation plus its correction, clamped below the decisive scores.
#[inline]
pub(crate) fn corrected(eval: Score, correction: i32) -> Score {
    Score::evaluation(eval.raw() + correction)
}
