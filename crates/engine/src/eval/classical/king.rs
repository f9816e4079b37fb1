//! King safety: the attacks on a king add up to a danger, which counts by its square.

use chess::attacks::{bishop_attacks, knight_attacks, rook_attacks};
use chess::{Bitboard, Color, PieceType, Rank, Square};

use super::geometry::{SURROUNDINGS, flank, from_rank_on};
use super::pair::Pair;
use super::terms::*;
use super::trace::{Tally, Trace};
use super::view::View;

/// In the middlegame the danger costs its square divided by this.
pub const DANGER_UNIT: i32 = 1024;
/// In the endgame the danger costs itself divided by this.
pub const DANGER_ENDGAME_UNIT: i32 = 16;

/// The least phase of an attacking side: without a queen or two rooks there is no mating attack.
const SIEGE_PHASE: i32 = 4;

/// The cost of a danger.
#[inline(always)]
pub(super) fn cost(danger: Pair) -> Pair {
    let mg = danger.mg().max(0);
    let eg = danger.eg().max(0);
    Pair::new(-mg * mg / DANGER_UNIT, -eg / DANGER_ENDGAME_UNIT)
}

/// The defenders next to the king of `color`.
#[inline(always)]
pub(super) fn defence(view: &View, color: Color, trace: &mut impl Trace) -> Pair {
    let mut tally = Tally::new(color, trace);
    let near = SURROUNDINGS[color][view.position.king(color)];
    let plain = view.board.by_type(PieceType::Pawn) | minors(view);
    let defenders = (near & plain & view.board.color(color)).len() as usize;
    tally.add(KING_DEFENDERS + defenders.min(11));
    tally.sum
}

/// The danger of the king of `color` without the part of the pawns; `None` if the enemy has too few
/// attackers.
#[inline(always)]
pub(super) fn danger(
    view: &View,
    color: Color,
    attacker_phase: i32,
    trace: &mut impl Trace,
) -> Option<Pair> {
    let siege = &view.siege[!color];
    let queens = view.board.pieces(!color, PieceType::Queen);
    let attackers: i32 = siege.attackers.iter().sum();
    if attacker_phase < SIEGE_PHASE || attackers < 2 - i32::from(queens.any()) {
        return None;
    }
    let king = view.position.king(color);
    let near = SURROUNDINGS[color][king];
    let (ours, theirs) = (view.attacked[color], view.attacked[!color]);
    let (ours_by, theirs_by) = (&view.by[color], &view.by[!color]);
    let thin = ours_by[PieceType::King] | ours_by[PieceType::Queen];
    let weak = (theirs - view.twice[color]) & (!ours | thin);
    let mut tally = Tally::new(color, trace);
    tally.add(DANGER_BASE);
    for (place, count) in siege.attackers.into_iter().enumerate() {
        tally.times(DANGER_ATTACKER + place, count);
    }
    tally.times(DANGER_ATTACKS, siege.attacks);
    tally.times(DANGER_WEAK_SQUARES, (weak & near).len() as i32);

    let safe = !view.board.color(!color) & (!ours | weak & view.twice[!color]);
    let straight = rook_attacks(king, view.occupied);
    let diagonal = bishop_attacks(king, view.occupied);
    let checks = [knight_attacks(king), diagonal, straight, straight | diagonal];
    let mut unsafe_checks = Bitboard::EMPTY;
    for (place, piece_type) in
        [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen]
            .into_iter()
            .enumerate()
    {
        let squares = checks[place] & (theirs_by[piece_type] - view.board.color(!color));
        tally.times(DANGER_SAFE_CHECK + place, (squares & safe).len() as i32);
        if piece_type != PieceType::Queen {
            unsafe_checks |= squares - safe;
        }
    }
    tally.times(DANGER_UNSAFE_CHECK, unsafe_checks.len() as i32);
    if queens.is_empty() {
        tally.add(DANGER_NO_QUEEN);
    }
    let shields = view.position.shields(color) & view.board.color(color);
    tally.times(DANGER_PINNED, shields.len() as i32);
    let guards = ours_by[PieceType::King] & minors(view) & view.board.color(color);
    tally.times(DANGER_MINOR_DEFENDER, guards.len() as i32);
    let sixth = Square::new(king.file(), Rank::R6.seen_by(color));
    let camp = flank(king.file()) - from_rank_on(color, sixth);
    let pressure = (camp & theirs).len() + (camp & view.twice[!color]).len();
    tally.times(DANGER_FLANK_ATTACKS, pressure as i32);
    tally.times(DANGER_FLANK_DEFENCE, (camp & ours).len() as i32);
    Some(tally.sum)
}

fn minors(view: &View) -> Bitboard {
    view.board.by_type(PieceType::Knight) | view.board.by_type(PieceType::Bishop)
}
