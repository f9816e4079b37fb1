//! The heuristics, one page each. A page says what it assumes, how it fails and where it comes
//! from; it holds the gate, the decision, the search it needs and the events it reports, and the tests
//! of what it computes. The registry (`crate::heuristics`) names the page of every heuristic.
//!
//! A page that does not ask `is_on` is switched off by its depth limit or margin, which
//! `Heuristic::folded` makes unreachable.

pub(super) mod aspiration;
pub(super) mod delta;
pub(super) mod extended_futility;
pub(super) mod forcing_extensions;
pub(super) mod futility;
pub(super) mod hindsight;
pub(super) mod history_pruning;
pub(super) mod internal_iteration;
pub(super) mod killers;
pub(super) mod move_count;
pub(super) mod null_move;
pub(super) mod prob_cut;
pub(super) mod razoring;
pub(super) mod reductions;
pub(super) mod see_pruning;
pub(super) mod singular;
pub(super) mod static_null;
pub(super) mod table_cutoff;

use chess::{Color, PieceType, Position};

use crate::knobs::Knobs;
use crate::score::Score;

/// Values of material counts, in centipawns: those of SeaJay, whose guards they serve.
const MATERIAL: [(PieceType, i32); 4] = [
    (PieceType::Knight, 320),
    (PieceType::Bishop, 330),
    (PieceType::Rook, 500),
    (PieceType::Queen, 900),
];
const PAWN: i32 = 100;

/// Whether a margin may say that a score fails low: not against a mate, which no margin measures,
/// unless the settings want it.
#[inline(always)]
fn may_fail_low(k: &Knobs, alpha: Score) -> bool {
    !alpha.is_decisive() || k.prune_at_mates
}

/// How far a score is beyond a bound; `None` if a mate is on either side, which no margin measures.
#[inline(always)]
pub(super) fn slack(score: Score, bound: Score) -> Option<i32> {
    let measurable = !score.is_decisive() && !bound.is_decisive();
    measurable.then(|| (score - bound).abs())
}

/// Pieces of a side, without pawns: the guards against zugzwang go by them.
fn non_pawn_material(position: &Position, color: Color) -> i32 {
    let count = |piece_type| position.board().pieces(color, piece_type).len() as i32;
    MATERIAL.iter().map(|&(piece_type, value)| count(piece_type) * value).sum()
}

/// Pieces and pawns of the mover less those of the opponent.
fn balance(position: &Position) -> i32 {
    let side = |color| {
        let pawns = position.board().pieces(color, PieceType::Pawn).len() as i32;
        non_pawn_material(position, color) + PAWN * pawns
    };
    side(position.turn()) - side(!position.turn())
}
