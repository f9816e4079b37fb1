//! A position: the pieces, the rights, whose turn it is, and all that follows from these and is
//! asked for at every node. Clocks and earlier positions are kept beside it, in `Trail`.

use core::fmt;

use crate::attacks::{between, bishop_attacks, pawn_attacks, rook_attacks};
use crate::check_info::CheckInfo;
use crate::keys::Keys;
use crate::side::{Black, Side, White};
use crate::{
    Bitboard, Board, CastlingRights, Color, File, Piece, PieceType, Rank, Square, zobrist,
};

/// Small enough to copy: making a move is writing the next position beside this one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub(crate) board: Board,
    pub(crate) mailbox: [Option<PieceType>; Square::COUNT],
    pub(crate) keys: Keys,
    pub(crate) castling: CastlingRights,
    pub(crate) sight: CheckInfo,
    /// Only where an en passant capture is legal, so that equal positions are equal.
    pub(crate) en_passant: Option<Square>,
    pub(crate) turn: Color,
}

const _: () = assert!(size_of::<Position>() <= 224);

/// Runs generic code for the side to move.
macro_rules! for_turn {
    ($turn:expr, $Us:ident => $body:expr) => {
        match $turn {
            Color::White => {
                type $Us = White;
                $body
            }
            Color::Black => {
                type $Us = Black;
                $body
            }
        }
    };
}
pub(crate) use for_turn;

impl Position {
    /// Derives everything from the essentials, which must describe a valid position. The en
    /// passant square is dropped if no capture there is legal.
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
            sight: for_turn!(turn, Us => CheckInfo::of::<Us>(&board)),
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

    /// The same position with everything derived anew: the referee of incremental updates.
    pub fn recomputed(&self) -> Position {
        Position::assemble(self.board, self.turn, self.castling, self.en_passant)
    }

    /// Keeps the en passant square if `Us`, to move, may really capture there.
    #[inline(always)]
    pub(crate) fn allow_en_passant<Us: Side>(&mut self, square: Option<Square>) {
        self.en_passant =
            square.filter(|&square| en_passant_captures::<Us>(&self.board, square).any());
        if let Some(square) = self.en_passant {
            self.keys.toggle_state(zobrist::en_passant(square.file()));
        }
    }

    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    #[inline]
    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// The name of the whole position.
    #[inline]
    pub fn key(&self) -> u64 {
        self.keys.position()
    }

    #[inline]
    pub fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// The square behind a pawn that may be captured en passant now.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    #[inline]
    pub fn piece_type_on(&self, square: Square) -> Option<PieceType> {
        self.mailbox[square]
    }

    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        let color =
            if self.board.color(Color::White).has(square) { Color::White } else { Color::Black };
        self.mailbox[square].map(|piece_type| Piece::new(color, piece_type))
    }

    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.board.king(color)
    }

    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.board.occupied()
    }

    #[inline]
    pub fn in_check(&self) -> bool {
        self.sight.checkers.any()
    }

    /// Enemy pieces that give check.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.sight.checkers
    }

    /// Pieces of the side to move that are pinned to their king.
    #[inline]
    pub fn pinned(&self) -> Bitboard {
        self.sight.pinned
    }

    /// Squares attacked by the side not to move, seen through the king of the side to move.
    #[inline]
    pub fn threats(&self) -> Bitboard {
        self.sight.threats
    }

    /// Pieces of either colour that alone stand between the king of `color` and an enemy slider.
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

    /// Whether a king or rook that may castle stands where standard chess does not put it.
    pub fn needs_chess960(&self) -> bool {
        Color::ALL.into_iter().any(|color| {
            let rooks = self.castling().rooks_of(color);
            rooks.any() && self.king(color).file() != File::E
                || rooks.squares().any(|rook| !matches!(rook.file(), File::A | File::H))
        })
    }

    /// Knights, bishops, rooks or queens of `color`: without them, zugzwang is near.
    #[inline]
    pub fn has_pieces(&self, color: Color) -> bool {
        let plain = self.board.by_type(PieceType::Pawn) | self.board.by_type(PieceType::King);
        (self.board.color(color) - plain).any()
    }
}

/// Pawns of `Us` that may legally capture en passant on `square`.
#[inline]
pub(crate) fn en_passant_captures<Us: Side>(board: &Board, square: Square) -> Bitboard {
    let candidates =
        pawn_attacks(Us::Enemy::COLOR, square) & board.pieces(Us::COLOR, PieceType::Pawn);
    let captured = Us::behind(square).bitboard();
    let king = board.king(Us::COLOR);
    candidates
        .squares()
        .filter(|from| {
            // Two pieces leave the rank at once, so pins do not tell: look at the result.
            let occupied = (board.occupied() ^ from.bitboard() ^ captured) | square.bitboard();
            let enemies = board.color(Us::Enemy::COLOR) - captured;
            !board.attackers_to(king, occupied).meets(enemies)
        })
        .collect()
}

/// Draws the board, rank 8 on top.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            writeln!(f)?;
            for file in File::ALL {
                let piece = self.piece_on(Square::new(file, rank));
                write!(f, " {}", piece.map_or('.', Piece::letter))?;
            }
        }
        write!(f, "\n {} to move", self.turn)
    }
}
