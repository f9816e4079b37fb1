//! The network asked without anything remembered: slower, and the measure of what is remembered.

use chess::{Bitboard, Color, Kind, Position, Square};

use super::features::{Man, Outlook};
use super::kernels::{Block, Rows};
use super::network::Network;

impl Network {
    /// Centipawns for the side to move, worked out anew.
    pub fn judge(&self, position: &Position) -> i32 {
        self.judge_men(position, position.occupied())
    }

    /// The same, and what each man but the kings is worth to White: what would be lost without him.
    pub fn explain(&self, position: &Position) -> (i32, Vec<(Square, i32)>) {
        let for_white = |value: i32| if position.turn() == Color::White { value } else { -value };
        let men = position.occupied();
        let whole = self.judge(position);
        let worth = (men - position.board().kind(Kind::King))
            .squares()
            .map(|square| {
                let without = self.judge_men(position, men - square.bitboard());
                (square, for_white(whole - without))
            })
            .collect();
        (whole, worth)
    }

    fn judge_men(&self, position: &Position, men: Bitboard) -> i32 {
        let own = self.hidden(position, position.turn(), men);
        let other = self.hidden(position, !position.turn(), men);
        self.output(&own, &other, men.len() as usize)
    }

    fn hidden(&self, position: &Position, side: Color, men: Bitboard) -> Vec<Block> {
        let king = position.king(side);
        let outlook = Outlook::of(side, king);
        let bucket = self.bucket(outlook, king);
        let rows: Vec<u16> = men
            .squares()
            .filter_map(|square| {
                let man = position.piece_on(square)?;
                Some(Network::row(bucket, outlook, Man::new(man.color, man.kind, square)))
            })
            .collect();
        let mut hidden = self.hidden_biases.clone();
        let rows = Rows { added: &rows, removed: &[] };
        self.instructions.update(&mut hidden, None, &self.input_weights, rows);
        hidden
    }
}
