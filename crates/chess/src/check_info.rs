//! Checkers, pins and attacked squares: what the side to move must know before it moves.

use crate::attacks::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use crate::fills::{Compass, slider_lanes};
use crate::side::Side;
use crate::{Bitboard, Board, PieceType};

/// Derived once per position and used by every legality question.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct CheckInfo {
    /// Enemy pieces that give check.
    pub(crate) checkers: Bitboard,
    /// Own pieces that must stay on the line between their king and an enemy slider.
    pub(crate) pinned: Bitboard,
    /// Squares the enemy attacks. Sliders see through our king, so that it cannot retreat
    /// along the line of a check.
    pub(crate) threats: Bitboard,
}

impl CheckInfo {
    #[inline(always)]
    pub(crate) fn of<Us: Side>(board: &Board) -> CheckInfo {
        let us = board.color(Us::COLOR);
        let them = board.color(Us::Enemy::COLOR);
        let occupied = us | them;
        let king = board.king(Us::COLOR);
        let straight = board.straight_sliders() & them;
        let diagonal = board.diagonal_sliders() & them;
        let knights = board.by_type(PieceType::Knight) & them;
        let pawns = board.by_type(PieceType::Pawn) & them;

        let sliders = slider_lanes(straight, diagonal);
        let rays = Compass::slide(sliders, occupied ^ king.bitboard());
        let along_files = rook_attacks(king, occupied);
        let along_diagonals = bishop_attacks(king, occupied);
        CheckInfo {
            checkers: along_files & straight
                | along_diagonals & diagonal
                | knight_attacks(king) & knights
                | pawn_attacks(Us::COLOR, king) & pawns,
            pinned: rays.head_on(king) & (along_files | along_diagonals) & us,
            threats: rays.union(Compass::leap(knights))
                | Us::Enemy::pawn_attacks(pawns)
                | king_attacks(board.king(Us::Enemy::COLOR)),
        }
    }

    /// Where a piece other than the king must land: anywhere when there is no check, else where
    /// it captures the checker or blocks the check.
    #[inline(always)]
    pub(crate) fn answers(&self, king: crate::Square) -> Bitboard {
        if self.checkers.is_empty() {
            Bitboard::ALL
        } else if self.checkers.several() {
            Bitboard::EMPTY
        } else {
            self.checkers | crate::attacks::between(king, self.checkers.lowest())
        }
    }
}
