//! Static exchange evaluation: what the captures on one square come to if both sides always
//! take with their least valuable man and may stop when they like.
//! CITE: chessprogramming.org/SEE_-_The_Swap_Algorithm

use crate::attacks::{bishop_attacks, line, rook_attacks};
use crate::{Bitboard, Color, Kind, Move, Position, Square};

/// What each kind of man is worth in an exchange. The king's value does not matter: it takes
/// only what nobody guards.
pub type ExchangeValues = [i32; Kind::COUNT];

impl Position {
    /// Whether the exchange that a legal move begins gains at least `threshold` for its side.
    ///
    /// Sliders join in as the men before them leave. A man pinned to its king takes part only
    /// along the line of the pin, or when its pinner has left. Pins and checks that come about
    /// in the course of the exchange are not seen, nor promotions by recapture.
    pub fn exchange_at_least(&self, mv: Move, threshold: i32, values: &ExchangeValues) -> bool {
        if mv.is_castle() {
            return threshold <= 0;
        }
        let (from, to) = (mv.from(), mv.to());
        let Some(moved) = self.kind_on(from) else { return false };
        let mut occupied = self.occupied() ^ from.bitboard() | to.bitboard();
        let mut gain = self.kind_on(to).map_or(0, |victim| values[victim]);
        if mv.is_en_passant() {
            occupied ^= Square::new(to.file(), from.rank()).bitboard();
            gain = values[Kind::Pawn];
        }
        let mut at_stake = values[moved];
        if let Some(kind) = mv.promotion() {
            gain += values[kind] - values[moved];
            at_stake = values[kind];
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
            let Some(kind) = Kind::ALL.into_iter().find(|&kind| able.meets(board.kind(kind)))
            else {
                break;
            };
            if kind == Kind::King && attackers.meets(board.color(!side)) {
                break;
            }
            // Taking wins what is at stake; falling short even so, the side had better stop.
            surplus = at_stake - surplus - 1;
            if surplus < 0 {
                break;
            }
            at_stake = values[kind];
            occupied ^= (able & board.kind(kind)).lowest().bitboard();
            if matches!(kind, Kind::Pawn | Kind::Bishop | Kind::Queen) {
                attackers |= bishop_attacks(to, occupied) & board.diagonal_sliders();
            }
            if matches!(kind, Kind::Rook | Kind::Queen) {
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
            .filter(|&man| {
                let path = line(king, man);
                let without = occupied ^ man.bitboard();
                let pinners = rook_attacks(king, without) & board.straight_sliders()
                    | bishop_attacks(king, without) & board.diagonal_sliders();
                !path.has(to) && (pinners & path & occupied).meets(board.color(!side))
            })
            .collect()
    }
}
