//! Whether a move is legal. Exact for all 65,536 bit patterns, because a move from a
//! transposition table may belong to a different position.

use crate::attacks::{attacks, line};
use crate::count::may_castle;
use crate::position::en_passant_captures;
use crate::side::Side;
use crate::side::for_turn;
use crate::{Bitboard, Move, MoveKind, PieceType, Position};

impl Position {
    /// Whether `mv` is legal here. The answer is right for every value of [`Move`], also for moves
    /// of other positions and for bit patterns that belong to no move.
    ///
    /// ```
    /// use chess::{Move, MoveKind, Position, Square};
    ///
    /// let start = Position::initial();
    /// let push = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
    /// assert!(start.is_legal(push));
    /// // The kind must be right as well.
    /// assert!(!start.is_legal(Move::new(Square::E2, Square::E4, MoveKind::Quiet)));
    /// assert!(!start.after(push).is_legal(push));
    /// ```
    pub fn is_legal(&self, mv: Move) -> bool {
        for_turn!(self.turn, Us => self.is_legal_for::<Us>(mv))
    }

    fn is_legal_for<Us: Side>(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let us = self.board.color(Us::COLOR);
        let them = self.board.color(Us::Enemy::COLOR);
        let occupied = us | them;
        let king = self.board.king(Us::COLOR);
        let Some(moved) = self.mailbox[from] else { return false };
        let Some(kind) = mv.kind() else { return false };
        if !us.has(from) {
            return false;
        }
        match kind {
            MoveKind::Castle => {
                return from == king
                    && (self.castling.rooks() & Us::BACK_RANK).has(to)
                    && self.check_info.checkers.is_empty()
                    && may_castle(king, to, occupied, &self.check_info);
            }
            MoveKind::EnPassant => {
                return self.en_passant == Some(to)
                    && moved == PieceType::Pawn
                    && en_passant_captures::<Us>(&self.board, to).has(from);
            }
            _ => {}
        }
        if us.has(to) || them.has(to) != mv.is_capture() {
            return false;
        }
        let promotes = moved == PieceType::Pawn && Us::SEVENTH.has(from);
        if promotes != mv.is_promotion() {
            return false;
        }
        let reaches = if moved == PieceType::Pawn && !mv.is_capture() {
            let once = Us::forward(from.bitboard()) - occupied;
            let twice = Us::forward(once & Us::SECOND_STEP) - occupied;
            if kind == MoveKind::DoublePush { twice.has(to) } else { once.has(to) }
        } else {
            kind != MoveKind::DoublePush && attacks(moved, Us::COLOR, from, occupied).has(to)
        };
        if !reaches {
            return false;
        }
        if moved == PieceType::King {
            return !self.check_info.threats.has(to);
        }
        let path = if self.check_info.pinned.has(from) { line(king, from) } else { Bitboard::ALL };
        (self.check_info.answers(king) & path).has(to)
    }
}
