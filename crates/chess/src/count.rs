//! Counting legal moves without listing them.

use crate::attacks::king_attacks;
use crate::check_info::CheckInfo;
use crate::fills::{Compass, lines_through, slider_lanes};
use crate::lanes::Lanes;
use crate::position::en_passant_captures;
use crate::side::Side;
use crate::side::for_turn;
use crate::{Bitboard, Board, CastlingPath, CastlingRights, PieceType, Position, Square};

impl Position {
    /// The number of legal moves. Faster than [`Position::legal_moves`].
    ///
    /// ```
    /// use chess::Position;
    ///
    /// let start = Position::initial();
    /// assert_eq!(start.count_legal() as usize, start.legal_moves().len());
    /// ```
    pub fn count_legal(&self) -> u32 {
        for_turn!(self.turn, Us => {
            count::<Us>(&self.board, &self.check_info, self.castling, self.en_passant)
        })
    }
}

/// Works on sets instead of looping over pieces. A pinned piece may still move along the line
/// through its king, so each direction admits the free pieces and those on its line. Then every
/// bit reached is one move.
#[inline(always)]
pub(crate) fn count<Us: Side>(
    board: &Board,
    check_info: &CheckInfo,
    castling: CastlingRights,
    en_passant: Option<Square>,
) -> u32 {
    let us = board.color(Us::COLOR);
    let them = board.color(Us::Enemy::COLOR);
    let occupied = us | them;
    let king = board.king(Us::COLOR);
    let mut total = (king_attacks(king) - us - check_info.threats).len();
    if check_info.checkers.several() {
        return total;
    }

    let answers = check_info.answers(king);
    let targets = answers - us;
    let free = us - check_info.pinned;
    let lines = lines_through(king);
    let on_lines = Lanes::splat(us.0).and(Lanes::load(lines));
    let movable = Lanes::splat(free.0).or(on_lines);
    let sliders = slider_lanes(board.straight_sliders(), board.diagonal_sliders()).and(movable);
    let slides = Compass::slide(sliders, occupied);
    let leaps = Compass::leap(board.by_type(PieceType::Knight) & free);
    total += slides.count(leaps, targets);
    let allowed = |lane: usize| free | us & Bitboard(lines.0[lane]);
    total +=
        pawn_moves::<Us>(board.by_type(PieceType::Pawn) & us, allowed, occupied, them, answers);

    if let Some(square) = en_passant {
        total += en_passant_captures::<Us>(board, square).len();
    }
    let rooks = castling.rooks() & Us::BACK_RANK;
    if rooks.any() && check_info.checkers.is_empty() {
        for rook in rooks {
            total += u32::from(may_castle(king, rook, occupied, check_info));
        }
    }
    total
}

#[inline(always)]
fn pawn_moves<Us: Side>(
    pawns: Bitboard,
    allowed: impl Fn(usize) -> Bitboard,
    occupied: Bitboard,
    them: Bitboard,
    answers: Bitboard,
) -> u32 {
    let pushed = Us::forward(pawns & allowed(0)) - occupied;
    let twice = Us::forward(pushed & Us::SECOND_STEP) - occupied;
    let east = Us::capture_east(pawns & allowed(Us::EAST_LANE)) & them & answers;
    let west = Us::capture_west(pawns & allowed(Us::WEST_LANE)) & them & answers;
    let pushed = pushed & answers;
    let mut total = pushed.len() + (twice & answers).len() + east.len() + west.len();
    if (pawns & Us::SEVENTH).any() {
        let last = Bitboard::BACK_RANKS;
        total += 3 * ((pushed & last).len() + (east & last).len() + (west & last).len());
    }
    total
}

/// Whether the king, not in check, may castle with this rook.
#[inline(always)]
pub(crate) fn may_castle(
    king: Square,
    rook: Square,
    occupied: Bitboard,
    check_info: &CheckInfo,
) -> bool {
    let path = CastlingPath::new(king, rook);
    // A rook pinned along the back rank would expose its king. This happens in Chess960 only.
    !path.clear.meets(occupied)
        && !path.safe.meets(check_info.threats)
        && !check_info.pinned.has(rook)
}
