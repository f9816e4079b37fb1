//! Threats: pieces that could be won or driven away next move. And space.

use chess::attacks::{attacks_of_pawns, bishop_attacks, knight_attacks, rook_attacks};
use chess::{Bitboard, Color, PieceType, Rank};

use super::geometry::forward;
use super::pair::Pair;
use super::terms::*;
use super::trace::{Tally, Trace};
use super::view::View;

/// The value of the threats and the space of `color`.
#[inline(always)]
pub(super) fn threats(view: &View, color: Color, trace: &mut impl Trace) -> Pair {
    let mut tally = Tally::new(color, trace);
    let board = view.board;
    let theirs = board.color(!color);
    let pieces = theirs - board.by_type(PieceType::Pawn) - board.by_type(PieceType::King);
    let (ours_by, theirs_by) = (&view.by[color], &view.by[!color]);
    let firm = theirs_by[PieceType::Pawn] | (view.twice[!color] - view.twice[color]);
    let attacked = view.attacked[color];
    let weak = theirs & (attacked - firm - board.by_type(PieceType::King));
    let held = pieces & firm;

    for (place, piece_type) in
        [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen]
            .into_iter()
            .enumerate()
    {
        let targets = ours_by[PieceType::Pawn] & board.pieces(!color, piece_type);
        tally.times(THREAT_BY_PAWN + place, targets.len() as i32);
    }
    let minors = ours_by[PieceType::Knight] | ours_by[PieceType::Bishop];
    let majors = board.by_type(PieceType::Rook) | board.by_type(PieceType::Queen);
    attacked_pieces(&mut tally, view, color, THREAT_BY_MINOR, minors & (weak | held & majors));
    let queens = board.by_type(PieceType::Queen);
    attacked_pieces(
        &mut tally,
        view,
        color,
        THREAT_BY_ROOK,
        ours_by[PieceType::Rook] & (weak | held & queens),
    );
    if weak.any() {
        if ours_by[PieceType::King].meets(weak) {
            tally.add(THREAT_BY_KING);
        }
        let loose = !view.attacked[!color] | pieces & view.twice[color];
        tally.times(THREAT_HANGING, (weak & loose).len() as i32);
        let only_queen = theirs_by[PieceType::Queen] - view.twice[!color];
        tally.times(THREAT_QUEEN_GUARDS, (weak & only_queen).len() as i32);
    }

    let safe = !view.attacked[!color] | attacked;
    let empty = !view.occupied;
    let once = forward(color, board.pieces(color, PieceType::Pawn)) & empty;
    let pushes = (once | forward(color, once & third_rank(color)) & empty)
        & (safe - theirs_by[PieceType::Pawn]);
    tally.times(THREAT_BY_PUSH, (attacks_of_pawns(color, pushes) & pieces).len() as i32);

    let enemy_queens = board.pieces(!color, PieceType::Queen);
    if enemy_queens.any() && !enemy_queens.several() {
        let queen = enemy_queens.lowest();
        let landing = !board.color(color) - firm - theirs_by[PieceType::Pawn];
        let knights = ours_by[PieceType::Knight] & knight_attacks(queen) & landing;
        tally.times(THREAT_TO_QUEEN, knights.len() as i32);
        let supported = landing & view.twice[color];
        let bishops = ours_by[PieceType::Bishop] & bishop_attacks(queen, view.occupied) & supported;
        tally.times(THREAT_TO_QUEEN + 1, bishops.len() as i32);
        let rooks = ours_by[PieceType::Rook] & rook_attacks(queen, view.occupied) & supported;
        tally.times(THREAT_TO_QUEEN + 2, rooks.len() as i32);
    }

    let restricted = view.attacked[!color] & (attacked - firm);
    tally.times(SPACE_RESTRICTED, restricted.len() as i32);
    let centre = attacked & (CENTRE - theirs_by[PieceType::Pawn]);
    tally.times(SPACE_CENTRE, centre.len() as i32);
    tally.times(SPACE_BEHIND, behind_the_front(view, color));
    tally.sum
}

/// Counts each enemy piece on the attacked squares by its type.
#[inline(always)]
fn attacked_pieces(
    tally: &mut Tally<impl Trace>,
    view: &View,
    color: Color,
    weight: usize,
    attacked: Bitboard,
) {
    for square in attacked & view.board.color(!color) {
        if let Some(piece_type) = view.position.piece_type_on(square) {
            tally.add(weight + piece_type.index().min(4));
        }
    }
}

/// Squares in the middle that no enemy pawn attacks, counted twice behind an own pawn. Space is worth
/// more with more pieces to use it.
#[inline(always)]
fn behind_the_front(view: &View, color: Color) -> i32 {
    let pawns = view.board.pieces(color, PieceType::Pawn);
    let space = home_middle(color) - pawns - view.by[!color][PieceType::Pawn];
    let mut behind = pawns | forward(!color, pawns);
    behind |= forward(!color, forward(!color, behind));
    let squares = (space.len() + (space & (behind - view.attacked[!color])).len()) as i32;
    let pieces = (view.board.color(color) - pawns).len() as i32;
    squares * pieces / 8
}

const CENTRE: Bitboard = Bitboard(0x0000_003c_3c00_0000);

const fn third_rank(color: Color) -> Bitboard {
    Rank::R3.seen_by(color).bitboard()
}

/// The second to the fourth rank, from the side of `color`, on the four middle files.
const fn home_middle(color: Color) -> Bitboard {
    match color {
        Color::White => Bitboard(0x0000_0000_3c3c_3c00),
        Color::Black => Bitboard(0x003c_3c3c_0000_0000),
    }
}
