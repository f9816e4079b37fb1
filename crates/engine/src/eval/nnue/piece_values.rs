//! Evaluation from scratch, without accumulators: slower, and the reference for their tests. It also
//! shows what each piece contributes.

use chess::{Bitboard, Color, PieceType, Position, Square};

use super::features::{Perspective, PieceSquare};
use super::kernels::{Block, Rows};
use super::network::Network;

impl Network {
    /// Centipawns for the side to move, computed from scratch.
    pub fn evaluate(&self, position: &Position) -> i32 {
        self.evaluate_pieces(position, position.occupied())
    }

    /// The evaluation, and the value of each piece except the kings for White: the evaluation minus
    /// the evaluation without that piece.
    pub fn explain(&self, position: &Position) -> (i32, Vec<(Square, i32)>) {
        let for_white = |value: i32| if position.turn() == Color::White { value } else { -value };
        let pieces = position.occupied();
        let whole = self.evaluate(position);
        let values = (pieces - position.board().by_type(PieceType::King))
            .squares()
            .map(|square| {
                let without = self.evaluate_pieces(position, pieces - square.bitboard());
                (square, for_white(whole - without))
            })
            .collect();
        (whole, values)
    }

    fn evaluate_pieces(&self, position: &Position, pieces: Bitboard) -> i32 {
        let own = self.hidden(position, position.turn(), pieces);
        let other = self.hidden(position, !position.turn(), pieces);
        self.output(&own, &other, pieces.len() as usize)
    }

    fn hidden(&self, position: &Position, side: Color, pieces: Bitboard) -> Vec<Block> {
        let king = position.king(side);
        let perspective = Perspective::of(side, king);
        let bucket = self.bucket(perspective, king);
        let rows: Vec<u16> = pieces
            .squares()
            .filter_map(|square| {
                let piece = position.piece_on(square)?;
                Some(Network::row(
                    bucket,
                    perspective,
                    PieceSquare::new(piece.color, piece.piece_type, square),
                ))
            })
            .collect();
        let mut hidden = self.hidden_biases.clone();
        let rows = Rows { added: &rows, removed: &[] };
        self.instructions.update(&mut hidden, None, &self.input_weights, rows);
        hidden
    }
}
