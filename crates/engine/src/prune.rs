//! Reasons to leave a node or a move unsearched. One idea, one page: each says what it assumes,
//! when it fails and where it comes from, and decides in a pure function. How deep it acts stands
//! in the registry of heuristics and is asked before the page is opened.

pub(crate) mod futility;
pub(crate) mod history;
pub(crate) mod move_count;
pub(crate) mod null_move;
pub(crate) mod prob_cut;
pub(crate) mod razor;
pub(crate) mod see;
pub(crate) mod static_null;

use chess::{Color, PieceType, Position};

use crate::knobs::Knobs;
use crate::score::Score;
use crate::window::Window;

/// What the pages may know of a node that is not in check.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) depth: i32,
    pub(crate) window: Window,
    /// The corrected static evaluation.
    pub(crate) static_eval: Score,
    /// The same, or the table's score where its bound tells more.
    pub(crate) eval: Score,
    /// Whether the side to move stands better than at its last turn.
    pub(crate) improving: bool,
}

/// Pieces of a side in the centipawns that the guards against zugzwang are given in.
pub(crate) fn material(position: &Position, color: Color) -> i32 {
    const VALUES: [(PieceType, i32); 4] = [
        (PieceType::Knight, 320),
        (PieceType::Bishop, 330),
        (PieceType::Rook, 500),
        (PieceType::Queen, 900),
    ];
    let pieces = |piece_type| position.board().pieces(color, piece_type).len() as i32;
    VALUES.iter().map(|&(piece_type, value)| pieces(piece_type) * value).sum()
}

/// Whether a side has so few pieces that zugzwang is near. The static null move's guard and the
/// verification of the null move fear the same thing and share its number.
pub(crate) fn is_endgame(k: &Knobs, position: &Position, color: Color) -> bool {
    material(position, color) < k.static_null_endgame_threshold
}
