//! The rules of chess: positions, legal moves, notation, and the proof of them (perft).
//! No dependencies, no files or streams of its own, no panics on anything a user supplies.

pub mod attacks;
mod bitboard;
mod board;
mod build_info;
mod byte_reader;
mod castling;
mod check_info;
mod checks;
mod color;
mod count;
mod cuckoo;
mod epd;
mod exchange;
mod fen;
mod fills;
mod game;
mod keys;
mod lanes;
mod legality;
mod make;
mod move_list;
mod movegen;
mod moves;
mod notation;
mod packed;
pub mod perft;
pub mod pgn;
mod piece;
mod position;
mod random;
mod san;
mod sanitise;
mod side;
mod sliders;
mod square;
mod starts;
mod trail;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::{Board, MAX_PIECES};
pub use build_info::build_features;
pub use castling::{CastlingPath, CastlingRights, Wing};
pub use checks::Checks;
pub use color::Color;
pub use epd::{
    Epd, EpdFault, EpdLineError, EpdProblem, EpdReader, MAX_EPD_LINE, Operand, Operation,
};
pub use exchange::ExchangeValues;
pub use fen::{
    CastlingField, FenError, MAX_FULLMOVE_NUMBER, MAX_HALFMOVE_CLOCK, Repair, Setup, is_gap,
};
pub use game::{Game, IllegalMove, Outcome};
pub use keys::Keys;
pub use move_list::{MAX_MOVES, MoveList};
pub use movegen::{All, MoveClass, Noisy, Quiet};
pub use moves::{Move, MoveKind};
pub use notation::{CastlingNotation, MoveText, NotAMove, UciMoveError};
pub use packed::{PACKED_BYTES, UnpackError};
pub use piece::{Piece, PieceType};
pub use position::Position;
pub use random::Random;
pub use san::{MAX_SAN_LEN, San, SanError};
pub use square::{File, NotASquare, Rank, Square};
pub use starts::ARRANGEMENTS;
pub use trail::Trail;
