//! Static exchange evaluation: the material balance of captures on one square when both sides
//! always capture with their least valuable piece and may stop at any time.
//! CITE: chessprogramming.org/SEE_-_The_Swap_Algorithm

use crate::attacks::{bishop_attacks, line, rook_attacks};
use crate::{Bitboard, Color, Move, PieceType, Position, Square};

/// The value of each piece type in an exchange. The king's value does not matter: the king only
/// captures what is undefended.
pub type ExchangeValues = [i32; PieceType::COUNT];

impl Position {
    /// Whether the exchange that a legal move begins gains at least `threshold` for its side
    /// (static exchange evaluation, SEE).
    ///
    /// Sliders join in once the pieces in front of them have left. A piece pinned to its king takes
    /// part only along the line of the pin, or after its pinner has left. Pins and checks that
    /// arise during the exchange are ignored, and so are promotions by recapture.
    ///
    /// ```
    /// use chess::{ExchangeValues, Setup};
    ///
    /// // Pawn, knight, bishop, rook, queen, king.
    /// const VALUES: ExchangeValues = [100, 300, 320, 500, 900, 0];
    ///
    /// // The rook takes a pawn that another pawn defends: 100 - 500.
    /// let position = "4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1".parse::<Setup>()?.position;
    /// let capture = position.parse_uci("d1d5")?;
    /// assert!(position.exchange_at_least(capture, -400, &VALUES));
    /// assert!(!position.exchange_at_least(capture, -399, &VALUES));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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

        // `surplus` is how far the side that captured last is above its own target.
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
            // If a capture that wins all that is at stake still falls short, the side stops.
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

    /// The `shields` that their pin stops from capturing on `to`.
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
