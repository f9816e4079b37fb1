//! A position: the pieces, castling rights, en passant square and side to move, and the derived
//! data that every node of a search needs. Clocks and earlier positions live in `Trail`.

use core::fmt;

use crate::attacks::{between, bishop_attacks, pawn_attacks, rook_attacks};
use crate::check_info::CheckInfo;
use crate::keys::Keys;
use crate::side::{Side, for_turn};
use crate::{Bitboard, Board, CastlingRights, Color, File, Piece, PieceType, Square, zobrist};

/// A position without its clocks. It is small and `Copy`; making a move returns a new value.
///
/// Positions come from [`Position::initial`], from FEN (see [`Setup`]) or from a
/// [`SetupBuilder`], and are always legal. They are equal in the sense of the repetition rule: the
/// same pieces on the same squares, the same side to move, castling rights and en passant capture.
///
/// ```
/// use chess::{Color, Position, Square};
///
/// let start = Position::initial();
/// assert_eq!(start.turn(), Color::White);
/// assert_eq!(start.king(Color::White), Square::E1);
/// assert!(!start.in_check());
/// println!("{start:?}"); // draws the board
/// ```
///
/// [`Setup`]: crate::Setup
/// [`SetupBuilder`]: crate::SetupBuilder
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub(crate) board: Board,
    pub(crate) mailbox: [Option<PieceType>; Square::COUNT],
    pub(crate) keys: Keys,
    pub(crate) castling: CastlingRights,
    pub(crate) check_info: CheckInfo,
    /// Only set where an en passant capture is legal, so that equal positions compare equal.
    pub(crate) en_passant: Option<Square>,
    pub(crate) turn: Color,
}

const _: () = assert!(size_of::<Position>() <= 224);

impl Position {
    /// Derives everything else from the essentials, which must describe a legal position. Drops
    /// the en passant square if no capture there is legal.
    pub(crate) fn assemble(
        board: Board,
        turn: Color,
        castling: CastlingRights,
        en_passant: Option<Square>,
    ) -> Position {
        let mut position = Position {
            board,
            mailbox: [None; Square::COUNT],
            keys: Keys::default(),
            castling,
            check_info: for_turn!(turn, Us => CheckInfo::of::<Us>(&board)),
            en_passant: None,
            turn,
        };
        for square in board.occupied() {
            if let Some(Piece { color, piece_type }) = board.piece_on(square) {
                position.mailbox[square] = Some(piece_type);
                position.keys.toggle_piece(color, piece_type, square);
            }
        }
        position.keys.toggle_state(CastlingRights::key_of(castling.rooks()));
        if turn == Color::Black {
            position.keys.toggle_state(zobrist::black_to_move());
        }
        for_turn!(turn, Us => position.allow_en_passant::<Us>(en_passant));
        position
    }

    /// The same position with all incremental data computed from scratch. Tests compare the two.
    pub fn recomputed(&self) -> Position {
        Position::assemble(self.board, self.turn, self.castling, self.en_passant)
    }

    /// Keeps the en passant square if `Us`, to move, has a legal capture there.
    #[inline(always)]
    pub(crate) fn allow_en_passant<Us: Side>(&mut self, square: Option<Square>) {
        self.en_passant =
            square.filter(|&square| en_passant_captures::<Us>(&self.board, square).any());
        if let Some(square) = self.en_passant {
            self.keys.toggle_state(zobrist::en_passant(square.file()));
        }
    }

    /// The pieces.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The hash keys of the position and its parts.
    #[inline]
    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// The hash key of the whole position.
    #[inline]
    pub fn key(&self) -> u64 {
        self.keys.position()
    }

    /// The castling rights of both sides.
    #[inline]
    pub fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// The square on which a legal en passant capture is possible now.
    ///
    /// ```
    /// use chess::{Position, Square};
    ///
    /// let mut position = Position::initial();
    /// for uci in ["e2e4", "a7a6", "e4e5", "d7d5"] {
    ///     // No capture is possible yet, so the square is not set.
    ///     assert_eq!(position.en_passant(), None);
    ///     position = position.after(position.parse_uci(uci)?);
    /// }
    /// assert_eq!(position.en_passant(), Some(Square::D6));
    /// # Ok::<(), chess::UciMoveError>(())
    /// ```
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The type of the piece on `square`.
    #[inline]
    pub fn piece_type_on(&self, square: Square) -> Option<PieceType> {
        self.mailbox[square]
    }

    /// The piece on `square`.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        let color =
            if self.board.color(Color::White).has(square) { Color::White } else { Color::Black };
        self.mailbox[square].map(|piece_type| Piece::new(color, piece_type))
    }

    /// The square of the king of `color`.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.board.king(color)
    }

    /// The squares that hold a piece.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.board.occupied()
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.check_info.checkers.any()
    }

    /// The pieces that give check to the side to move.
    ///
    /// ```
    /// use chess::{Setup, Square};
    ///
    /// // A double check: only the king can move.
    /// let position = "4k3/8/8/8/4r3/5n2/8/4K3 w - - 0 1".parse::<Setup>()?.position;
    /// assert_eq!(position.checkers(), Square::E4.bitboard() | Square::F3.bitboard());
    /// assert!(position.legal_moves().iter().all(|mv| mv.from() == Square::E1));
    /// # Ok::<(), chess::FenError>(())
    /// ```
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.check_info.checkers
    }

    /// The pieces of the side to move that are pinned to their king.
    #[inline]
    pub fn pinned(&self) -> Bitboard {
        self.check_info.pinned
    }

    /// The squares the opponent attacks. Sliders see through the king of the side to move, so the
    /// set holds exactly the squares that king must not enter.
    #[inline]
    pub fn threats(&self) -> Bitboard {
        self.check_info.threats
    }

    /// The pieces of either colour that alone stand between the king of `color` and a slider of
    /// the opponent. Those of the same colour are pinned; the others can discover a check.
    ///
    /// ```
    /// use chess::{Color, Setup, Square};
    ///
    /// let position = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1".parse::<Setup>()?.position;
    /// assert_eq!(position.shields(Color::White), Square::E2.bitboard());
    /// assert_eq!(position.pinned(), Square::E2.bitboard());
    /// # Ok::<(), chess::FenError>(())
    /// ```
    pub fn shields(&self, color: Color) -> Bitboard {
        let king = self.king(color);
        let snipers = (rook_attacks(king, Bitboard::EMPTY) & self.board.straight_sliders()
            | bishop_attacks(king, Bitboard::EMPTY) & self.board.diagonal_sliders())
            & self.board.color(!color);
        snipers.squares().fold(Bitboard::EMPTY, |shields, sniper| {
            let standing = between(king, sniper) & self.occupied();
            if standing.several() { shields } else { shields | standing }
        })
    }

    /// Whether a king or rook that may castle stands away from its square of standard chess.
    ///
    /// ```
    /// use chess::Setup;
    ///
    /// assert!(!Setup::initial().position.needs_chess960());
    /// assert!(Setup::chess960(0).position.needs_chess960());
    /// ```
    pub fn needs_chess960(&self) -> bool {
        Color::ALL.into_iter().any(|color| {
            let rooks = self.castling().rooks_of(color);
            rooks.any() && self.king(color).file() != File::E
                || rooks.squares().any(|rook| !matches!(rook.file(), File::A | File::H))
        })
    }

    /// Whether `color` has a knight, bishop, rook or queen. Without one, zugzwang is likely.
    #[inline]
    pub fn has_pieces(&self, color: Color) -> bool {
        let plain = self.board.by_type(PieceType::Pawn) | self.board.by_type(PieceType::King);
        (self.board.color(color) - plain).any()
    }
}

/// The pawns of `Us` that have a legal en passant capture on `square`.
#[inline]
pub(crate) fn en_passant_captures<Us: Side>(board: &Board, square: Square) -> Bitboard {
    let candidates =
        pawn_attacks(Us::Enemy::COLOR, square) & board.pieces(Us::COLOR, PieceType::Pawn);
    let captured = Us::behind(square).bitboard();
    let king = board.king(Us::COLOR);
    candidates
        .squares()
        .filter(|from| {
            // Two pieces leave the rank at once, so pins are not enough: look at the result.
            let occupied = (board.occupied() ^ from.bitboard() ^ captured) | square.bitboard();
            let enemies = board.color(Us::Enemy::COLOR) - captured;
            !board.attackers_to(king, occupied).meets(enemies)
        })
        .collect()
}

/// Draws the board, rank 8 on top.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}\n {} to move", self.board, self.turn)
    }
}
