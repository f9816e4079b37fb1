//! A game on the board of shakmaty, with its outcome.

use std::collections::HashMap;

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};

pub(crate) struct Judge {
    position: Chess,
    /// How often each position occurred, by its 64-bit key: unique enough within one game.
    seen: HashMap<u64, u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Mate { white_wins: bool },
    Stalemate,
    Material,
    FiftyMoves,
    Repetition,
}

impl Judge {
    /// Starts from a FEN with either style of castling rights.
    pub(crate) fn new(fen: &str) -> Judge {
        let fen: Fen = fen.parse().unwrap();
        let position: Chess = fen.into_position(CastlingMode::Chess960).unwrap();
        Judge { seen: HashMap::from([(key(&position), 1)]), position }
    }

    /// Plays a move in the UCI notation of Chess960.
    pub(crate) fn play(&mut self, text: &str) {
        let mv = text.parse::<UciMove>().unwrap().to_move(&self.position).unwrap();
        self.position = self.position.clone().play(mv).unwrap();
        *self.seen.entry(key(&self.position)).or_insert(0) += 1;
    }

    pub(crate) fn verdict(&self) -> Option<Verdict> {
        let position = &self.position;
        if position.is_checkmate() {
            Some(Verdict::Mate { white_wins: position.turn().is_black() })
        } else if position.is_stalemate() {
            Some(Verdict::Stalemate)
        } else if position.is_insufficient_material() {
            Some(Verdict::Material)
        } else if position.halfmoves() >= 100 {
            Some(Verdict::FiftyMoves)
        } else {
            (self.seen[&key(position)] >= 3).then_some(Verdict::Repetition)
        }
    }
}

fn key(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}
