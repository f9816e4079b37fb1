//! Making moves by copy-make: the next position is a new value, and this one stays as it is.

use crate::check_info::CheckInfo;
use crate::side::Side;
use crate::side::for_turn;
use crate::{
    Bitboard, Board, CastlingPath, CastlingRights, Color, Move, MoveKind, PieceType, Position,
    Square, zobrist,
};

impl Position {
    /// The position after a legal move. The move must be legal: otherwise the result is
    /// meaningless, and a move from an empty square panics. [`Game::play`] checks its moves.
    ///
    /// ```
    /// use chess::{Color, Position};
    ///
    /// let before = Position::initial();
    /// let after = before.after(before.parse_san("e4")?);
    /// assert_eq!(after.turn(), Color::Black);
    /// // Positions are values: there is nothing to take back.
    /// assert_eq!(before, Position::initial());
    /// # Ok::<(), chess::SanError>(())
    /// ```
    ///
    /// [`Game::play`]: crate::Game::play
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
        next.check_info = CheckInfo::of::<Us::Enemy>(&next.board);
        next
    }

    /// The key of the position after a legal move, unless the move changes castling rights or
    /// the en passant square. Good enough to prefetch a hash table entry before the move is made.
    #[inline]
    pub fn likely_key_after(&self, mv: Move) -> u64 {
        let (from, to) = (mv.from(), mv.to());
        let moved = self.moved(mv);
        let arrived = mv.promotion().unwrap_or(moved);
        let captured =
            self.mailbox[to].map_or(0, |piece_type| zobrist::piece(!self.turn, piece_type, to));
        self.keys.position()
            ^ zobrist::black_to_move()
            ^ zobrist::piece(self.turn, moved, from)
            ^ zobrist::piece(self.turn, arrived, to)
            ^ captured
    }

    /// The position after a null move, which only passes the turn. The side to move must not be
    /// in check.
    ///
    /// ```
    /// use chess::Position;
    ///
    /// let start = Position::initial();
    /// let passed = start.after_null();
    /// assert_eq!(passed.turn(), !start.turn());
    /// assert_eq!(passed.board(), start.board());
    /// ```
    pub fn after_null(&self) -> Position {
        debug_assert!(!self.in_check());
        let mut next = *self;
        next.turn = !self.turn;
        next.keys.toggle_state(zobrist::black_to_move());
        if let Some(square) = self.en_passant {
            next.keys.toggle_state(zobrist::en_passant(square.file()));
            next.en_passant = None;
        }
        next.check_info = for_turn!(next.turn, Us => CheckInfo::of::<Us>(&next.board));
        next
    }

    /// The board alone after `mv`: all that the last ply of a perft needs.
    #[inline(always)]
    pub(crate) fn board_after<Us: Side>(&self, mv: Move) -> Board {
        let (from, to) = (mv.from(), mv.to());
        let mut board = self.board;
        if mv.is_castle() {
            // Both pieces leave before either arrives: in Chess960 they may swap squares.
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

    /// Updates the mailbox and keys of `next`, which start as copies of this position's.
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
    fn note_lifted(&mut self, color: Color, piece_type: PieceType, square: Square) {
        self.keys.toggle_piece(color, piece_type, square);
        self.mailbox[square] = None;
    }

    #[inline(always)]
    fn note_put(&mut self, color: Color, piece_type: PieceType, square: Square) {
        self.keys.toggle_piece(color, piece_type, square);
        self.mailbox[square] = Some(piece_type);
    }

    /// The piece that a legal move moves.
    #[inline(always)]
    fn moved(&self, mv: Move) -> PieceType {
        match self.mailbox[mv.from()] {
            Some(piece_type) => piece_type,
            None => panic!("{mv:?} moves no piece"),
        }
    }

    /// A right is lost when its rook moves or is captured; both are lost when the king moves.
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

/// The square a double push of `Us` passes over, if an enemy pawn attacks it. The capture
/// itself may still be illegal.
#[inline(always)]
pub(crate) fn passed_square<Us: Side>(board: &Board, mv: Move) -> Option<Square> {
    if !mv.is(MoveKind::DoublePush) {
        return None;
    }
    let beside: Bitboard = mv.to().bitboard().east() | mv.to().bitboard().west();
    beside.meets(board.pieces(Us::Enemy::COLOR, PieceType::Pawn)).then(|| Us::behind(mv.to()))
}
