//! The legal move generator: all moves, or noisy and quiet ones separately.

use crate::attacks::{
    bishop_attacks, king_attacks, knight_attacks, line, queen_attacks, rook_attacks,
};
use crate::count::may_castle;
use crate::fills::lines_through;
use crate::position::en_passant_captures;
use crate::side::Side;
use crate::side::for_turn;
use crate::{Bitboard, Move, MoveKind, MoveList, PieceType, Position, Square};

/// Which moves to generate. Captures and queen promotions are noisy; all others are quiet.
pub trait MoveClass {
    /// Whether the class has the noisy moves.
    const NOISY: bool;
    /// Whether the class has the quiet moves.
    const QUIET: bool;
}

/// Every legal move.
#[derive(Clone, Copy, Debug)]
pub struct All;
/// Captures, en passant, and promotions to a queen.
#[derive(Clone, Copy, Debug)]
pub struct Noisy;
/// All other moves, castling and underpromotions without capture among them.
#[derive(Clone, Copy, Debug)]
pub struct Quiet;

impl MoveClass for All {
    const NOISY: bool = true;
    const QUIET: bool = true;
}

impl MoveClass for Noisy {
    const NOISY: bool = true;
    const QUIET: bool = false;
}

impl MoveClass for Quiet {
    const NOISY: bool = false;
    const QUIET: bool = true;
}

const UNDERPROMOTIONS: [PieceType; 3] = [PieceType::Rook, PieceType::Bishop, PieceType::Knight];

impl Position {
    /// Every legal move.
    ///
    /// ```
    /// use chess::Position;
    ///
    /// let start = Position::initial();
    /// let moves = start.legal_moves();
    /// assert_eq!(moves.len(), 20);
    /// for mv in &moves {
    ///     assert!(start.is_legal(mv));
    /// }
    /// ```
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate::<All>(&mut moves);
        moves
    }

    /// Appends the legal moves of one class to a list: [`All`], [`Noisy`] or [`Quiet`].
    ///
    /// ```
    /// use chess::{MoveList, Noisy, Quiet, Setup};
    ///
    /// let position = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1".parse::<Setup>()?.position;
    /// let mut moves = MoveList::new();
    /// position.generate::<Noisy>(&mut moves);
    /// assert_eq!(position.san(moves[0]).to_string(), "exd5");
    /// position.generate::<Quiet>(&mut moves);
    /// assert_eq!(moves.len(), position.legal_moves().len());
    /// # Ok::<(), chess::FenError>(())
    /// ```
    #[inline]
    pub fn generate<C: MoveClass>(&self, moves: &mut MoveList) {
        for_turn!(self.turn, Us => self.generate_by::<Us, C>(moves));
    }

    pub(crate) fn generate_by<Us: Side, C: MoveClass>(&self, moves: &mut MoveList) {
        let board = &self.board;
        let us = board.color(Us::COLOR);
        let them = board.color(Us::Enemy::COLOR);
        let occupied = us | them;
        let king = board.king(Us::COLOR);

        let mut add = |from: Square, reach: Bitboard| {
            if C::NOISY {
                for to in reach & them {
                    moves.push(Move::new(from, to, MoveKind::Capture));
                }
            }
            if C::QUIET {
                for to in reach - occupied {
                    moves.push(Move::new(from, to, MoveKind::Quiet));
                }
            }
        };

        add(king, king_attacks(king) - self.check_info.threats);
        if self.check_info.checkers.several() {
            return;
        }
        let answers = self.check_info.answers(king);
        let pinned = self.check_info.pinned;
        for from in board.by_type(PieceType::Knight) & (us - pinned) {
            add(from, knight_attacks(from) & answers);
        }
        let mut add_sliders = |sliders: Bitboard, attacks: fn(Square, Bitboard) -> Bitboard| {
            for from in sliders & (us - pinned) {
                add(from, attacks(from, occupied) & answers);
            }
            for from in sliders & us & pinned {
                add(from, attacks(from, occupied) & answers & line(king, from));
            }
        };
        add_sliders(board.by_type(PieceType::Bishop), bishop_attacks);
        add_sliders(board.by_type(PieceType::Rook), rook_attacks);
        add_sliders(board.by_type(PieceType::Queen), queen_attacks);

        self.add_pawn_moves::<Us, C>(moves, answers);

        if C::QUIET && self.check_info.checkers.is_empty() {
            for rook in self.castling.rooks() & Us::BACK_RANK {
                if may_castle(king, rook, occupied, &self.check_info) {
                    moves.push(Move::new(king, rook, MoveKind::Castle));
                }
            }
        }
    }

    #[inline(always)]
    fn add_pawn_moves<Us: Side, C: MoveClass>(&self, moves: &mut MoveList, answers: Bitboard) {
        let board = &self.board;
        let us = board.color(Us::COLOR);
        let them = board.color(Us::Enemy::COLOR);
        let empty = !(us | them);
        let pawns = board.by_type(PieceType::Pawn) & us;
        let free = pawns - self.check_info.pinned;
        let lines = lines_through(board.king(Us::COLOR));
        let allowed = |lane: usize| free | pawns & Bitboard(lines.0[lane]);

        let pushed = Us::forward(allowed(0)) & empty;
        let twice = Us::forward(pushed & Us::SECOND_STEP) & empty & answers;
        let pushed = pushed & answers;
        if C::QUIET {
            for to in pushed - Bitboard::BACK_RANKS {
                moves.push(Move::new(to.offset(-Us::FORWARD), to, MoveKind::Quiet));
            }
            for to in twice {
                moves.push(Move::new(to.offset(-2 * Us::FORWARD), to, MoveKind::DoublePush));
            }
        }
        for to in pushed & Bitboard::BACK_RANKS {
            let from = to.offset(-Us::FORWARD);
            if C::NOISY {
                moves.push(Move::new(from, to, MoveKind::PromoteQueen));
            }
            if C::QUIET {
                for piece in UNDERPROMOTIONS {
                    moves.push(Move::new(from, to, MoveKind::promotion(piece, false)));
                }
            }
        }
        if C::NOISY {
            let east = Us::capture_east(allowed(Us::EAST_LANE)) & them & answers;
            let west = Us::capture_west(allowed(Us::WEST_LANE)) & them & answers;
            for (captures, step) in [(east, Us::EAST), (west, Us::WEST)] {
                for to in captures - Bitboard::BACK_RANKS {
                    moves.push(Move::new(to.offset(-step), to, MoveKind::Capture));
                }
                for to in captures & Bitboard::BACK_RANKS {
                    let from = to.offset(-step);
                    moves.push(Move::new(from, to, MoveKind::CapturePromoteQueen));
                    for piece in UNDERPROMOTIONS {
                        moves.push(Move::new(from, to, MoveKind::promotion(piece, true)));
                    }
                }
            }
            if let Some(square) = self.en_passant {
                for from in en_passant_captures::<Us>(board, square) {
                    moves.push(Move::new(from, square, MoveKind::EnPassant));
                }
            }
        }
    }
}
