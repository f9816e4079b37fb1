//! Whether a move gives check, known before the move is made.

use crate::attacks::{attacks, bishop_attacks, knight_attacks, line, pawn_attacks, rook_attacks};
use crate::{Bitboard, CastlingPath, Move, PieceType, Position, Square};

/// Knows which moves of a position give check. Build it once per position, then ask for each move.
///
/// ```
/// use chess::{Checks, Setup};
///
/// let position = "4k3/8/8/8/8/8/3N4/R3K2R w KQ - 0 1".parse::<Setup>()?.position;
/// let checks = Checks::new(&position);
/// let giving: Vec<String> = position
///     .legal_moves()
///     .iter()
///     .filter(|mv| checks.gives_check(&position, **mv))
///     .map(|mv| position.san(*mv).to_string())
///     .collect();
/// assert_eq!(giving, ["Ra8+", "Rh8+"]);
/// # Ok::<(), chess::FenError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Checks {
    king: Square,
    /// Where a piece of each type would attack the king.
    squares: [Bitboard; PieceType::COUNT],
    /// Own pieces that stand alone between the king and an own slider.
    screens: Bitboard,
}

impl Checks {
    /// The checks that the side to move can give.
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

    /// The squares from which a piece of this type would give check.
    #[inline]
    pub fn squares(&self, piece_type: PieceType) -> Bitboard {
        self.squares[piece_type]
    }

    /// Whether a legal move gives check. `position` must be the one these checks were built for.
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

    /// En passant empties two squares at once, so this looks at the lines after the move.
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
