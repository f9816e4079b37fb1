//! The classical evaluation: terms with names that chess players know, counted for both sides alike
//! and multiplied by tuned weights. `terms` declares them, `weights` holds their values, and `trace`
//! records what was counted, for the tuner and for `eval`.

mod breakdown;
mod endings;
mod geometry;
mod king;
mod pair;
mod passed;
mod pawns;
mod squares;
mod terms;
mod threats;
mod trace;
mod view;
#[rustfmt::skip]
mod weights;

pub use breakdown::Row;
pub use endings::{SCALE_TOTAL, with_initiative};
pub use king::{DANGER_ENDGAME_UNIT, DANGER_UNIT};
pub use pair::Pair;
pub use terms::{
    Group, KING_BUCKETS, Role, SQUARES_PER_BUCKET, TERMS, Term, WEIGHT_COUNT, square_weight,
    term_of,
};
pub use trace::{Account, Note};
pub use weights::WEIGHTS;

use chess::{Color, PieceType, Position};

use pawns::{PawnCache, Structure};
use squares::SquareSums;
use trace::{NoTrace, Tally, Trace};
use view::View;

/// The contribution of each piece type to the phase; the initial position has `PHASE_TOTAL`.
const PHASE: [i32; PieceType::COUNT] = [0, 1, 1, 2, 4, 0];
/// The phase of a full middlegame; an endgame without pieces has 0.
pub const PHASE_TOTAL: i32 = 24;

/// The classical evaluation with its caches, which only save time.
#[derive(Default)]
pub struct Classical {
    pawns: PawnCache,
    squares: SquareSums,
}

impl Classical {
    /// Material and piece-square values only, in centipawns for the side to move.
    pub fn quick(&mut self, position: &Position) -> i32 {
        let phases = Color::ALL.map(|color| phase(position, color));
        let pieces = self.squares.value(position) + tempo(position, &mut NoTrace);
        for_mover(position, taper(pieces.mg(), pieces.eg(), total(phases)))
    }

    /// Drops the cached pawn structure of this position.
    pub fn forget_pawns(&mut self, position: &Position) {
        self.pawns.forget(position);
    }

    /// Centipawns for the side to move.
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        let phases = Color::ALL.map(|color| phase(position, color));
        let pieces = self.squares.value(position) + tempo(position, &mut NoTrace);
        let pawns = self.pawns.structure(position);
        let value = pieces + pawns.value + piece_terms(position, pawns, phases, &mut NoTrace);
        let initiative = endings::initiative(position, pawns.passed, &mut NoTrace);
        let (value, _) = settle(position, value, initiative, total(phases));
        for_mover(position, value)
    }

    /// Evaluates from scratch, without caches, and records everything that was counted.
    pub fn explain(position: &Position) -> (i32, Account) {
        let mut account = Account::default();
        let phases = Color::ALL.map(|color| phase(position, color));
        squares::trace(position, &mut account);
        let pieces = SquareSums::default().value(position) + tempo(position, &mut account);
        let pawns = pawns::outline(position);
        let (structure, _) = pawns::value(position, &mut account);
        let value = pieces + structure + piece_terms(position, &pawns, phases, &mut account);
        let initiative = endings::initiative(position, pawns.passed, &mut account);
        account.phase = total(phases);
        let (value, scale) = settle(position, value, initiative, account.phase);
        account.scale = scale;
        (for_mover(position, value), account)
    }
}

/// The contribution of one side to the phase.
fn phase(position: &Position, color: Color) -> i32 {
    let pieces = |piece_type: PieceType| position.board().pieces(color, piece_type).len() as i32;
    PieceType::ALL.into_iter().map(|piece_type| PHASE[piece_type] * pieces(piece_type)).sum()
}

fn total(phases: [i32; 2]) -> i32 {
    (phases[0] + phases[1]).min(PHASE_TOTAL)
}

/// The mean of the middlegame and endgame values, weighted by the phase.
#[inline]
fn taper(mg: i32, eg: i32, phase: i32) -> i32 {
    (mg * phase + eg * (PHASE_TOTAL - phase)) / PHASE_TOTAL
}

/// A value for White, seen from the side to move.
#[inline]
fn for_mover(position: &Position, white: i32) -> i32 {
    if position.turn() == Color::White { white } else { -white }
}

#[inline]
fn tempo(position: &Position, trace: &mut impl Trace) -> Pair {
    let mut tally = Tally::new(position.turn(), trace);
    tally.add(terms::TEMPO);
    if position.turn() == Color::White { tally.sum } else { -tally.sum }
}

/// All terms that depend on pieces, White's minus Black's.
#[inline(always)]
fn piece_terms(
    position: &Position,
    pawns: &Structure,
    phases: [i32; 2],
    trace: &mut impl Trace,
) -> Pair {
    let mut view = View::new(position);
    let mut value = view.add_pieces(pawns, Color::White, trace);
    value -= view.add_pieces(pawns, Color::Black, trace);
    let [white, black] = Color::ALL.map(|color| {
        let mut side = threats::threats(&view, color, trace);
        side += passed::passed(&view, pawns, color, trace);
        side += king::defence(&view, color, trace);
        if let Some(danger) = king::danger(&view, color, phases[!color], trace) {
            side += king::cost(danger + pawns.danger_of(position, color, trace));
        }
        side
    });
    value + white - black
}

/// Both phases of a value, White's minus Black's, as one number, and the scale of the endgame value.
/// Where nothing can be won, the middlegame value does not count either.
#[inline]
fn settle(position: &Position, value: Pair, initiative: i32, phase: i32) -> (i32, i32) {
    let eg = with_initiative(value.eg(), initiative);
    let scale = match eg.signum() {
        1 => endings::scale(position, Color::White),
        -1 => endings::scale(position, Color::Black),
        _ => SCALE_TOTAL,
    };
    if scale == 0 {
        return (0, 0);
    }
    (taper(value.mg(), eg * scale / SCALE_TOTAL, phase), scale)
}

#[cfg(test)]
mod tests;
