//! The rules of chess: positions, legal moves, notation, and the proof of them (perft).
//! No dependencies, no input or output, no panics on anything a user supplies.

pub mod attacks;
mod bitboard;
mod board;
mod castling;
mod color;
mod count;
mod cuckoo;
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
pub mod perft;
mod piece;
mod position;
mod side;
mod sight;
mod sliders;
mod square;
mod trail;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use castling::{CastlingPath, CastlingRights, Wing};
pub use color::Color;
pub use fen::{CastlingField, FenError, MAX_FULLMOVE_NUMBER, MAX_HALFMOVE_CLOCK, Repair, Setup};
pub use game::{Game, IllegalMove, Outcome};
pub use keys::Keys;
pub use move_list::{MAX_MOVES, MoveList};
pub use movegen::{All, MoveClass, Noisy, Quiet};
pub use moves::{Move, MoveKind};
pub use notation::{CastlingNotation, UciMove, UciMoveError};
pub use piece::{Kind, Piece};
pub use position::Position;
pub use square::{File, NotASquare, Rank, Square};
pub use trail::Trail;
