//! Static exchange evaluation: what the captures on one square come to if both sides always
//! take with their least valuable piece and may stop when they like.
//! CITE: chessprogramming.org/SEE_-_The_Swap_Algorithm

use crate::attacks::{bishop_attacks, line, rook_attacks};
use crate::{Bitboard, Color, Move, PieceType, Position, Square};

/// What each kind of piece is worth in an exchange. The king's value does not matter: it takes
/// only what nobody guards.
pub type ExchangeValues = [i32; PieceType::COUNT];

impl Position {
    /// Whether the exchange that a legal move begins gains at least `threshold` for its side.
    ///
    /// Sliders join in as the pieces before them leave. A piece pinned to its king takes part only
    /// along the line of the pin, or when its pinner has left. Pins and checks that come about
    /// in the course of the exchange are not seen, nor promotions by recapture.
    pub fn exchange_at_least(&self, mv: Move, threshold: i32, values: &ExchangeValues) -> bool {
        if mv.is_castle() {
            return threshold <= 0;
        }
        let (from, to) = (mv.from(), mv.to());
        let Some(moved) = self.piece_type_on(from) else { return false };
        let mut occupied = self.occupied() ^ from.bitboard() | to.bitboard();
        let mut gain = self.piece_type_on(to).map_or(0, |victim| values[victim]);
        if mv.is_en_passant() {
            occupied ^= Square::new(to.file(), from.rank()).bitboard();
            gain = values[PieceType::Pawn];
        }
        let mut at_stake = values[moved];
        if let Some(piece_type) = mv.promotion() {
            gain += values[piece_type] - values[moved];
            at_stake = values[piece_type];
        }

        // `surplus` is what the side that has just captured is ahead of its aim.
        let mut surplus = gain - threshold;
        if surplus < 0 {
            return false;
        }
        if surplus >= at_stake {
            return true;
        }
        let board = self.board();
        let shields = [self.shields(Color::White), self.shields(Color::Black)];
        let mut attackers = board.attackers_to(to, occupied) & occupied;
        let mut side = !self.turn();
        loop {
            let able = attackers & board.color(side);
            let able = able - self.held(able & shields[side], side, to, occupied);
            let Some(piece_type) = PieceType::ALL
                .into_iter()
                .find(|&piece_type| able.meets(board.by_type(piece_type)))
            else {
                break;
            };
            if piece_type == PieceType::King && attackers.meets(board.color(!side)) {
                break;
            }
            // Taking wins what is at stake; falling short even so, the side had better stop.
            surplus = at_stake - surplus - 1;
            if surplus < 0 {
                break;
            }
            at_stake = values[piece_type];
            occupied ^= (able & board.by_type(piece_type)).lowest().bitboard();
            if matches!(piece_type, PieceType::Pawn | PieceType::Bishop | PieceType::Queen) {
                attackers |= bishop_attacks(to, occupied) & board.diagonal_sliders();
            }
            if matches!(piece_type, PieceType::Rook | PieceType::Queen) {
                attackers |= rook_attacks(to, occupied) & board.straight_sliders();
            }
            attackers &= occupied;
            side = !side;
        }
        side != self.turn()
    }

    /// Those of `shields` that their pin keeps from capturing on `to`.
    fn held(&self, shields: Bitboard, side: Color, to: Square, occupied: Bitboard) -> Bitboard {
        let king = self.king(side);
        let board = self.board();
        shields
            .squares()
            .filter(|&piece| {
                let path = line(king, piece);
                let without = occupied ^ piece.bitboard();
                let pinners = rook_attacks(king, without) & board.straight_sliders()
                    | bishop_attacks(king, without) & board.diagonal_sliders();
                !path.has(to) && (pinners & path & occupied).meets(board.color(!side))
            })
            .collect()
    }
}
