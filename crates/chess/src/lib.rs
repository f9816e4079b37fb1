//! The rules of chess: positions, legal moves, notation, games and perft.
//!
//! The library has no dependencies, opens no files, and does not panic on text or bytes from
//! outside. It is fast enough for an engine and exact enough for an arbiter: its tests compare it
//! with other libraries on every position of many random games.
//!
//! This page is a tour. Each type has further examples on its own page.
//!
//! # Positions
//!
//! A [`Position`] is a small value: the pieces, the side to move, castling rights and the en
//! passant square. It is always legal. It answers questions about [squares](Square), sets of
//! squares ([`Bitboard`]) and [pieces](Piece):
//!
//! ```
//! use chess::{Color, Piece, PieceType, Position, Square};
//!
//! let position = Position::initial();
//! assert_eq!(position.piece_on(Square::D8), Some(Piece::new(Color::Black, PieceType::Queen)));
//! assert_eq!(position.board().pieces(Color::White, PieceType::Pawn).len(), 8);
//! assert!(!position.in_check());
//! ```
//!
//! # Moves
//!
//! [`Position::legal_moves`] lists the legal moves on the stack. A [`Move`] knows its two squares
//! and what it does:
//!
//! ```
//! use chess::{Position, Square};
//!
//! let position = Position::initial();
//! let moves = position.legal_moves();
//! assert_eq!(moves.len(), 20);
//! let of_knight = moves.iter().filter(|mv| mv.from() == Square::G1);
//! assert_eq!(of_knight.count(), 2);
//! assert!(!moves.iter().any(|mv| mv.is_capture()));
//! ```
//!
//! [`Position::after`] makes a move. It returns the next position and leaves this one alone, so
//! there is nothing to take back:
//!
//! ```
//! use chess::{Color, Position};
//!
//! let start = Position::initial();
//! let mv = start.legal_moves()[0];
//! let next = start.after(mv);
//! assert_eq!((start.turn(), next.turn()), (Color::White, Color::Black));
//! ```
//!
//! Moves from elsewhere, such as a hash table, are checked with [`Position::is_legal`].
//!
//! # FEN
//!
//! A [`Setup`] is a position with its clocks, which is what FEN describes. Impossible positions
//! are refused with a [`FenError`] that names the field; slips are [repaired](Repair) and listed:
//!
//! ```
//! use chess::{FenError, Setup};
//!
//! let setup: Setup = "8/2k5/8/8/8/8/5K2/4R3 b - - 12 61".parse()?;
//! assert_eq!(setup.halfmove_clock, 12);
//! assert!(setup.repairs.is_empty());
//! assert_eq!(setup.to_string(), "8/2k5/8/8/8/8/5K2/4R3 b - - 12 61");
//!
//! let adjacent = "8/8/8/3kK3/8/8/8/8 w - - 0 1".parse::<Setup>();
//! assert_eq!(adjacent, Err(FenError::KingsTouch));
//! # Ok::<(), FenError>(())
//! ```
//!
//! A [`SetupBuilder`] puts pieces on an empty board instead, with the same checks and errors:
//!
//! ```
//! use chess::{Color, Piece, PieceType, Setup, Square};
//!
//! let setup = Setup::builder()
//!     .put(Square::F2, Piece::new(Color::White, PieceType::King))
//!     .put(Square::E1, Piece::new(Color::White, PieceType::Rook))
//!     .put(Square::C7, Piece::new(Color::Black, PieceType::King))
//!     .turn(Color::Black)
//!     .build()?;
//! assert_eq!(setup.to_string(), "8/2k5/8/8/8/8/5K2/4R3 b - - 0 1");
//! # Ok::<(), chess::FenError>(())
//! ```
//!
//! # SAN and UCI
//!
//! People write `Nf3` (SAN), engines `g1f3` (UCI). Both need the position, so both are its
//! methods. Reading accepts only legal moves:
//!
//! ```
//! use chess::{CastlingNotation, Position};
//!
//! let start = Position::initial();
//! let mv = start.parse_san("Nf3")?;
//! assert_eq!(start.parse_uci("g1f3")?, mv);
//! assert_eq!(start.san(mv).to_string(), "Nf3");
//! assert_eq!(mv.uci(CastlingNotation::Standard).to_string(), "g1f3");
//!
//! let error = start.parse_san("Nf4").unwrap_err();
//! assert_eq!(error.to_string(), "'Nf4' is not legal here");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Games, repetition and outcomes
//!
//! A [`Game`] plays legal moves from a setup and knows when it is over. Its [`Trail`] holds what a
//! single position cannot know: repetitions and the halfmove clock.
//!
//! ```
//! use chess::{Game, Outcome};
//!
//! let mut game = Game::default();
//! for uci in ["g1f3", "b8c6", "f3g1", "c6b8"].repeat(2) {
//!     let mv = game.position().parse_uci(uci)?;
//!     game.play(mv)?;
//! }
//! assert_eq!(game.trail().halfmove_clock(), 8);
//! assert_eq!(game.outcome(), Some(Outcome::Repetition));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # PGN
//!
//! The module [`pgn`] reads files of any size game by game, with variations, comments and glyphs,
//! and writes them:
//!
//! ```
//! use chess::Game;
//! use chess::pgn::PgnReader;
//!
//! let file = "[Event \"Casual\"]\n\n1. e4 {best by test} e5 2. Ke2 1/2-1/2\n";
//! for pgn in PgnReader::new(file.as_bytes()) {
//!     let pgn = pgn?;
//!     let mut game = Game::new(pgn.start().clone());
//!     for mv in pgn.moves() {
//!         game.play(mv)?;
//!     }
//!     assert_eq!(
//!         game.setup().to_string(),
//!         "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR b kq - 1 2",
//!     );
//!     assert!(pgn.to_string().contains("1. e4 {best by test} 1... e5 2. Ke2 1/2-1/2"));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # EPD
//!
//! An [`Epd`] record is a position with operations, as test suites use them. [`EpdReader`] reads
//! whole files.
//!
//! ```
//! use chess::Epd;
//!
//! let epd: Epd = "7k/5K2/8/6Q1/8/8/8/8 w - - bm Qg7#; id \"mate in one\";".parse()?;
//! let position = epd.setup().position;
//! for mv in epd.best_moves() {
//!     assert_eq!(position.after(mv).count_legal(), 0);
//! }
//! # Ok::<(), chess::FenError>(())
//! ```
//!
//! # Chess960
//!
//! Nothing needs to be switched on. Castling is encoded as the king moving onto its own rook,
//! castling rights are the squares of the rooks, and FEN is read as X-FEN or Shredder-FEN:
//!
//! ```
//! use chess::{CastlingNotation, Setup, Square};
//!
//! let start = Setup::chess960(0);
//! assert_eq!(start.to_string(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
//!
//! let setup: Setup = "4k3/8/8/8/8/8/8/1R3K2 w B - 0 1".parse()?;
//! let castle = setup.position.parse_san("O-O-O")?;
//! assert_eq!(castle.uci(CastlingNotation::Chess960).to_string(), "f1b1");
//! assert_eq!(setup.position.after(castle).king(chess::Color::White), Square::C1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Static exchange evaluation
//!
//! [`Position::exchange_at_least`] compares the result of all captures on one square with a
//! threshold, using the piece values of the caller:
//!
//! ```
//! use chess::{ExchangeValues, Setup};
//!
//! const VALUES: ExchangeValues = [1, 3, 3, 5, 9, 0];
//! let position = "4k3/2p5/3p4/8/8/8/8/3QK3 w - - 0 1".parse::<Setup>()?.position;
//! let capture = position.parse_san("Qxd6")?;
//! assert!(!position.exchange_at_least(capture, 0, &VALUES), "the queen is lost for a pawn");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Perft
//!
//! The module [`perft`] counts the leaves of the move tree, the usual test of a move generator:
//!
//! ```
//! use chess::Position;
//! use chess::perft::perft;
//!
//! assert_eq!(perft(&Position::initial(), 4), 197_281);
//! ```
//!
//! # Packing
//!
//! [`Setup::pack`] stores a position in [28 bytes](PACKED_BYTES), for files that hold millions:
//!
//! ```
//! use chess::Setup;
//!
//! let setup = Setup::initial();
//! assert_eq!(Setup::unpack(&setup.pack()), Ok(setup));
//! ```
//!
//! # Searching
//!
//! Engines find the rest here: [`Position::generate`] lists [`Noisy`] and [`Quiet`] moves
//! separately, [`Checks`] knows which moves give check, [`Keys`] are the hash keys,
//! [`Position::after_null`] passes the turn, and [`attacks`] has the attack tables.

#![warn(missing_docs)]

pub mod attacks;
mod bitboard;
mod board;
mod build_info;
mod builder;
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
mod game_result;
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
pub use builder::SetupBuilder;
pub use castling::{CastlingPath, CastlingRights, Wing};
pub use checks::Checks;
pub use color::Color;
pub use epd::{
    Epd, EpdFault, EpdLineError, EpdProblem, EpdReader, MAX_EPD_LINE, Operand, Operation,
};
pub use exchange::ExchangeValues;
pub use fen::{CastlingField, FenError, MAX_FULLMOVE_NUMBER, MAX_HALFMOVE_CLOCK, Repair, Setup};
pub use game::{Game, IllegalMove, Outcome};
pub use game_result::GameResult;
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
pub use sanitise::is_gap;
pub use square::{File, NotASquare, Rank, Square};
pub use starts::ARRANGEMENTS;
pub use trail::Trail;

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
