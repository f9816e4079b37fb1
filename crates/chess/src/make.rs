//! Making moves: the next position is written beside this one, never over it.

use crate::position::for_turn;
use crate::side::{Black, Side, White};
use crate::sight::Sight;
use crate::{
    Bitboard, Board, CastlingPath, CastlingRights, Color, Kind, Move, MoveKind, Position, Square,
    zobrist,
};

/// Somebody who keeps count of the men while a move is made. The board alone is all that
/// counting the last ply of a perft needs; a position keeps mailbox and keys as well.
pub(crate) trait Men {
    fn lift(&mut self, color: Color, kind: Kind, square: Square);
    fn put(&mut self, color: Color, kind: Kind, square: Square);
}

impl Men for Board {
    #[inline(always)]
    fn lift(&mut self, color: Color, kind: Kind, square: Square) {
        self.toggle(color, kind, square);
    }

    #[inline(always)]
    fn put(&mut self, color: Color, kind: Kind, square: Square) {
        self.toggle(color, kind, square);
    }
}

impl Men for Position {
    #[inline(always)]
    fn lift(&mut self, color: Color, kind: Kind, square: Square) {
        self.board.toggle(color, kind, square);
        self.keys.toggle_man(color, kind, square);
        self.mailbox[square] = None;
    }

    #[inline(always)]
    fn put(&mut self, color: Color, kind: Kind, square: Square) {
        self.board.toggle(color, kind, square);
        self.keys.toggle_man(color, kind, square);
        self.mailbox[square] = Some(kind);
    }
}

impl Position {
    /// The position after a legal move. For an illegal one the result means nothing, and a
    /// move of an absent man panics.
    #[inline]
    pub fn after(&self, mv: Move) -> Position {
        for_turn!(self.turn, Us => self.after_by::<Us>(mv))
    }

    pub(crate) fn after_by<Us: Side>(&self, mv: Move) -> Position {
        debug_assert!(self.is_legal(mv), "{mv:?} in {self:?}");
        let mut next = *self;
        self.move_men::<Us>(mv, &mut next);
        next.turn = Us::Enemy::COLOR;
        next.keys.toggle_state(zobrist::black_to_move());
        next.castling = self.castling_after::<Us>(mv);
        let lost = self.castling.rooks() - next.castling.rooks();
        if lost.any() {
            next.keys.toggle_state(CastlingRights::key_of(lost));
        }
        if let Some(square) = self.en_passant {
            next.keys.toggle_state(zobrist::en_passant(square.file()));
        }
        next.allow_en_passant::<Us::Enemy>(passed_square::<Us>(&self.board, mv));
        next.sight = Sight::of::<Us::Enemy>(&next.board);
        next
    }

    /// The position after a pass. Not to be asked for when in check.
    pub fn after_null(&self) -> Position {
        debug_assert!(!self.in_check());
        let mut next = *self;
        next.turn = !self.turn;
        next.keys.toggle_state(zobrist::black_to_move());
        if let Some(square) = self.en_passant {
            next.keys.toggle_state(zobrist::en_passant(square.file()));
            next.en_passant = None;
        }
        next.sight = for_turn!(next.turn, Us => Sight::of::<Us>(&next.board));
        next
    }

    /// Moves the men as `mv` says; `men` starts as a copy of this position's.
    #[inline(always)]
    pub(crate) fn move_men<Us: Side>(&self, mv: Move, men: &mut impl Men) {
        let (from, to) = (mv.from(), mv.to());
        if mv.is_castle() {
            // Both leave before either arrives: in Chess960 they may trade squares.
            let path = CastlingPath::new(from, to);
            men.lift(Us::COLOR, Kind::King, from);
            men.lift(Us::COLOR, Kind::Rook, to);
            men.put(Us::COLOR, Kind::King, path.king_to);
            men.put(Us::COLOR, Kind::Rook, path.rook_to);
            return;
        }
        let Some(moved) = self.mailbox[from] else { panic!("{mv:?} moves an absent man") };
        if let Some(captured) = self.mailbox[to] {
            men.lift(Us::Enemy::COLOR, captured, to);
        } else if mv.is_en_passant() {
            men.lift(Us::Enemy::COLOR, Kind::Pawn, Us::behind(to));
        }
        men.lift(Us::COLOR, moved, from);
        men.put(Us::COLOR, mv.promotion().unwrap_or(moved), to);
    }

    /// A right goes when its rook moves or is captured; both go when the king moves.
    #[inline(always)]
    pub(crate) fn castling_after<Us: Side>(&self, mv: Move) -> CastlingRights {
        let mut castling = self.castling;
        let mut touched = mv.from().bitboard() | mv.to().bitboard();
        if self.board.king(Us::COLOR) == mv.from() {
            touched |= Us::BACK_RANK;
        }
        castling.revoke(touched);
        castling
    }
}

/// The square a double push of `Us` passed over, if an enemy pawn stands ready to use it.
/// Whether the capture would be legal is not asked here.
#[inline(always)]
pub(crate) fn passed_square<Us: Side>(board: &Board, mv: Move) -> Option<Square> {
    if !mv.is(MoveKind::DoublePush) {
        return None;
    }
    let beside: Bitboard = mv.to().bitboard().east() | mv.to().bitboard().west();
    beside.meets(board.men(Us::Enemy::COLOR, Kind::Pawn)).then(|| Us::behind(mv.to()))
}
