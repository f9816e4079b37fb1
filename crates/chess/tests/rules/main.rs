//! Tests of the public interface.

mod builder;
mod epd;
mod errors;
mod exchange;
mod fen;
mod games;
mod moves;
mod perft;
mod pgn_limits;
mod pgn_reading;
mod pgn_writing;
mod san;
