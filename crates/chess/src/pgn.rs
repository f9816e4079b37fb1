//! Games as text: PGN.
//!
//! Reading streams: whatever the size of the file, memory holds one buffer and the present
//! game, and the limits below bound that game. A game that cannot be read is an error with
//! its number, its line and the reason, and the next game is read all the same. What is merely
//! careless (a comment or variation that is never closed, a castling right without its rook)
//! is mended, and told among the game's problems.
//!
//! Variations nest as deep as they like: the tree is an arena, and nothing here calls itself.

mod capped;
mod draft;
mod error;
mod game;
mod lexer;
mod movetext;
mod reader;
mod tags;
mod tree;
mod writer;

pub use error::{PgnError, PgnFault, PgnProblem};
pub use game::{GameResult, PgnGame, Variant};
pub use reader::PgnReader;
pub use tags::{BadTag, Tags};
pub use tree::{Event, Node, NodeId, Tree};

/// The longest tag name or value read, in bytes.
pub const MAX_TAG_LEN: usize = 4_096;
/// The most tags of one game.
pub const MAX_TAGS: usize = 256;
/// The longest text at one place of a game, in bytes.
pub const MAX_COMMENT_LEN: usize = 1 << 16;
/// The longest text of all comments of one game together, in bytes.
pub const MAX_COMMENTS_LEN: usize = 1 << 22;
/// The most moves of one game, those of its variations included.
pub const MAX_NODES: usize = 100_000;
/// The most annotation glyphs of one move.
pub const MAX_NAGS: usize = 32;
