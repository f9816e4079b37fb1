//! Passed pawns: their rank, the distance of the kings, and the pieces in their way.

use chess::attacks::pawn_attacks;
use chess::{Color, PieceType, Rank, Square};

use super::geometry::{PATH, distance, rank_of};
use super::pair::Pair;
use super::pawns::Structure;
use super::terms::*;
use super::trace::{Tally, Trace};
use super::view::View;

/// The value of the passed pawns of `color`.
#[inline(always)]
pub(super) fn passed(view: &View, pawns: &Structure, color: Color, trace: &mut impl Trace) -> Pair {
    let mut tally = Tally::new(color, trace);
    let position = view.position;
    let (king, enemy_king) = (position.king(color), position.king(!color));
    let alone = !position.has_pieces(!color);
    for square in pawns.passed & view.board.color(color) {
        let rank = rank_of(color, square);
        let path = PATH[color][square];
        let next = next_square(color, square);
        let way = if view.occupied.has(next) {
            0
        } else if view.attacked[!color].has(next) {
            1
        } else {
            2
        };
        tally.add(PASSED + way * 8 + rank);
        tally.times(PASSED_OWN_KING + rank, distance(king, next));
        tally.times(PASSED_ENEMY_KING + rank, distance(enemy_king, next));
        if !path.meets(view.attacked[!color] | view.board.color(!color)) {
            tally.add(PASSED_FREE_PATH + rank);
        }
        if pawn_attacks(!color, square).meets(view.board.pieces(color, PieceType::Pawn)) {
            tally.add(PASSED_SUPPORTED + rank);
        }
        let behind = PATH[!color][square] & view.board.straight_sliders();
        if (behind & view.board.color(color)).any() {
            tally.add(PASSED_ROOK_BEHIND);
        } else if (behind & view.board.color(!color)).any() {
            tally.add(PASSED_ROOK_BEHIND + 1);
        }
        if alone && !path.meets(view.occupied) && runs_away(view, color, square) {
            tally.add(PASSED_UNSTOPPABLE);
        }
    }
    tally.sum
}

fn next_square(color: Color, square: Square) -> Square {
    square.offset(if color == Color::White { 8 } else { -8 })
}

/// The rule of the square: the enemy king cannot catch the pawn.
fn runs_away(view: &View, color: Color, square: Square) -> bool {
    let goal = Square::new(square.file(), Rank::R8.seen_by(color));
    let second = usize::from(rank_of(color, square) == 1);
    let steps = (7 - rank_of(color, square) - second) as i32;
    let late = i32::from(view.position.turn() != color);
    distance(view.position.king(!color), goal) - late > steps
}
