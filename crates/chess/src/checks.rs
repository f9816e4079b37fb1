//! Does this move give check? Answered before the move is made.

use crate::attacks::{attacks, bishop_attacks, knight_attacks, line, pawn_attacks, rook_attacks};
use crate::{Bitboard, CastlingPath, Move, PieceType, Position, Square};

/// What the enemy king must fear in a position: made once per node, asked for every move.
pub struct Checks {
    king: Square,
    /// Where a piece of each kind would attack the king.
    squares: [Bitboard; PieceType::COUNT],
    /// Own pieces that stand alone between the king and an own slider.
    screens: Bitboard,
}

impl Checks {
    pub fn new(position: &Position) -> Checks {
        let enemy = !position.turn();
        let king = position.king(enemy);
        let occupied = position.occupied();
        let straight = rook_attacks(king, occupied);
        let diagonal = bishop_attacks(king, occupied);
        Checks {
            king,
            squares: [
                pawn_attacks(enemy, king),
                knight_attacks(king),
                diagonal,
                straight,
                straight | diagonal,
                Bitboard::EMPTY,
            ],
            screens: position.shields(enemy) & position.board().color(position.turn()),
        }
    }

    /// Squares from which a piece of `kind` would give check.
    #[inline]
    pub fn squares(&self, piece_type: PieceType) -> Bitboard {
        self.squares[piece_type]
    }

    /// Whether a legal move of `position`, the one these checks were made for, gives check.
    pub fn gives_check(&self, position: &Position, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let Some(moved) = position.piece_type_on(from) else { return false };
        if mv.is_castle() {
            let path = CastlingPath::new(from, to);
            let occupied =
                position.occupied() ^ from.bitboard() ^ to.bitboard() | path.king_to.bitboard();
            return rook_attacks(path.rook_to, occupied).has(self.king);
        }
        let uncovers = self.screens.has(from) && !line(from, self.king).has(to);
        let direct = match mv.promotion() {
            None => self.squares[moved].has(to),
            Some(piece_type) => {
                let occupied = position.occupied() ^ from.bitboard();
                attacks(piece_type, position.turn(), to, occupied).has(self.king)
            }
        };
        direct || uncovers || mv.is_en_passant() && self.uncovers_en_passant(position, mv)
    }

    /// Two pieces leave the board's lines at once: look at the lines as they will be.
    fn uncovers_en_passant(&self, position: &Position, mv: Move) -> bool {
        let captured = Square::new(mv.to().file(), mv.from().rank());
        let occupied =
            position.occupied() ^ mv.from().bitboard() ^ captured.bitboard() | mv.to().bitboard();
        let board = position.board();
        let sliders = rook_attacks(self.king, occupied) & board.straight_sliders()
            | bishop_attacks(self.king, occupied) & board.diagonal_sliders();
        sliders.meets(board.color(position.turn()))
    }
}
