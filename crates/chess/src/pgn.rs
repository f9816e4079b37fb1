//! Games as text: PGN, with variations, comments and annotation glyphs.
//!
//! [`PgnReader`] streams: memory holds one buffer and the current game, whatever the size of the
//! file, and the limits below bound that game. A game that cannot be read is an error with its
//! number, its line, the reason and the game before the fault, and the next game is read as usual. Slips (an unclosed comment
//! or variation, a castling right without its rook) are repaired and listed in
//! [`PgnGame::problems`].
//!
//! ```
//! use chess::GameResult;
//! use chess::pgn::PgnReader;
//!
//! let file = b"[White \"Legall\"]\n\n1. e4 e5 2. Nf3 d6 (2... Nc6) 3. Bc4 Bg4 1-0\n\n1. e5 *\n";
//! let mut games = PgnReader::new(&file[..]);
//!
//! let game = games.next().expect("a game")?;
//! assert_eq!(game.tags().get("White"), Some("Legall"));
//! assert_eq!((game.moves().len(), game.result()), (6, Some(GameResult::WhiteWins)));
//!
//! let error = games.next().expect("an error").unwrap_err();
//! assert_eq!(error.to_string(), "game 2, line 5: 'e5' is not legal here");
//! # Ok::<(), chess::pgn::PgnError>(())
//! ```
//!
//! [`PgnGame`] writes itself in the export format:
//!
//! ```
//! use chess::Setup;
//! use chess::pgn::{NodeId, PgnGame};
//!
//! let mut game = PgnGame::new(Setup::initial());
//! game.set_tag("Event", "Casual")?;
//! let e4 = game.add(NodeId::ROOT, game.start().position.parse_san("e4")?)?;
//! let d4 = game.add(NodeId::ROOT, game.start().position.parse_san("d4")?)?;
//! game.comment(d4, "as good");
//! game.annotate(e4, 1);
//! assert!(game.to_string().ends_with("\n1. e4 $1 (1. d4 {as good}) *\n\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Variations nest to any depth: the tree is an arena, and no code here is recursive.

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
pub use game::{PgnGame, Variant, result_text};
pub use reader::PgnReader;
pub use tags::{BadTag, Tags};
pub use tree::{Event, Node, NodeId, Tree, Walk};

/// The longest tag name or value, in bytes.
pub const MAX_TAG_LEN: usize = 4_096;
/// The most tags in one game.
pub const MAX_TAGS: usize = 256;
/// The longest comment on one move, in bytes.
pub const MAX_COMMENT_LEN: usize = 1 << 16;
/// The most bytes in all comments of one game together.
pub const MAX_COMMENTS_LEN: usize = 1 << 22;
/// The most moves in one game, variations included.
pub const MAX_NODES: usize = 100_000;
/// The most annotation glyphs on one move.
pub const MAX_NAGS: usize = 32;
