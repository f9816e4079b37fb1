//! Making moves: the next position is written beside this one, never over it.

use crate::check_info::CheckInfo;
use crate::position::for_turn;
use crate::side::{Black, Side, White};
use crate::{
    Bitboard, Board, CastlingPath, CastlingRights, Color, Move, MoveKind, PieceType, Position,
    Square, zobrist,
};

impl Position {
    /// The position after a legal move. For an illegal one the result means nothing, and a
    /// move of an absent piece panics.
    #[inline]
    pub fn after(&self, mv: Move) -> Position {
        for_turn!(self.turn, Us => self.after_by::<Us>(mv))
    }

    pub(crate) fn after_by<Us: Side>(&self, mv: Move) -> Position {
        debug_assert!(self.is_legal(mv), "{mv:?} in {self:?}");
        let mut next = *self;
        next.board = self.board_after::<Us>(mv);
        self.note_pieces::<Us>(mv, &mut next);
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
        next.sight = CheckInfo::of::<Us::Enemy>(&next.board);
        next
    }

    /// The key of the position after a legal move, unless the move changes castling rights or
    /// an en passant square. Good enough to ask memory for what is stored under it while the
    /// position itself is being made.
    #[inline]
    pub fn likely_key_after(&self, mv: Move) -> u64 {
        let (from, to) = (mv.from(), mv.to());
        let moved = self.moved(mv);
        let arrived = mv.promotion().unwrap_or(moved);
        let captured = self.mailbox[to].map_or(0, |kind| zobrist::piece(!self.turn, kind, to));
        self.keys.position()
            ^ zobrist::black_to_move()
            ^ zobrist::piece(self.turn, moved, from)
            ^ zobrist::piece(self.turn, arrived, to)
            ^ captured
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
        next.sight = for_turn!(next.turn, Us => CheckInfo::of::<Us>(&next.board));
        next
    }

    /// The board alone after `mv`: all that counting the last ply of a perft needs.
    #[inline(always)]
    pub(crate) fn board_after<Us: Side>(&self, mv: Move) -> Board {
        let (from, to) = (mv.from(), mv.to());
        let mut board = self.board;
        if mv.is_castle() {
            // Both leave before either arrives: in Chess960 they may trade squares.
            let path = CastlingPath::new(from, to);
            board.toggle(Us::COLOR, PieceType::King, from);
            board.toggle(Us::COLOR, PieceType::Rook, to);
            board.toggle(Us::COLOR, PieceType::King, path.king_to);
            board.toggle(Us::COLOR, PieceType::Rook, path.rook_to);
            return board;
        }
        let passed = if mv.is_en_passant() { Us::behind(to).bitboard() } else { Bitboard::EMPTY };
        board.clear(from.bitboard() | to.bitboard() | passed);
        board.place(Us::COLOR, mv.promotion().unwrap_or(self.moved(mv)), to);
        board
    }

    /// Brings mailbox and keys of `next` up to date, which start as copies of this position's.
    #[inline(always)]
    fn note_pieces<Us: Side>(&self, mv: Move, next: &mut Position) {
        let (from, to) = (mv.from(), mv.to());
        if mv.is_castle() {
            let path = CastlingPath::new(from, to);
            next.note_lifted(Us::COLOR, PieceType::King, from);
            next.note_lifted(Us::COLOR, PieceType::Rook, to);
            next.note_put(Us::COLOR, PieceType::King, path.king_to);
            next.note_put(Us::COLOR, PieceType::Rook, path.rook_to);
            return;
        }
        if let Some(captured) = self.mailbox[to] {
            next.note_lifted(Us::Enemy::COLOR, captured, to);
        } else if mv.is_en_passant() {
            next.note_lifted(Us::Enemy::COLOR, PieceType::Pawn, Us::behind(to));
        }
        let moved = self.moved(mv);
        next.note_lifted(Us::COLOR, moved, from);
        next.note_put(Us::COLOR, mv.promotion().unwrap_or(moved), to);
    }

    #[inline(always)]
    fn note_lifted(&mut self, color: Color, kind: PieceType, square: Square) {
        self.keys.toggle_piece(color, kind, square);
        self.mailbox[square] = None;
    }

    #[inline(always)]
    fn note_put(&mut self, color: Color, kind: PieceType, square: Square) {
        self.keys.toggle_piece(color, kind, square);
        self.mailbox[square] = Some(kind);
    }

    /// The piece that a legal move moves.
    #[inline(always)]
    fn moved(&self, mv: Move) -> PieceType {
        match self.mailbox[mv.from()] {
            Some(kind) => kind,
            None => panic!("{mv:?} moves an absent piece"),
        }
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
    beside.meets(board.pieces(Us::Enemy::COLOR, PieceType::Pawn)).then(|| Us::behind(mv.to()))
}
