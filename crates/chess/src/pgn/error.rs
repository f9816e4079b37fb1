//! Faults and problems of games.

use core::fmt;
use std::io;

use super::{
    BadTag, MAX_COMMENT_LEN, MAX_COMMENTS_LEN, MAX_NAGS, MAX_NODES, MAX_TAG_LEN, MAX_TAGS, PgnGame,
};
use crate::{FenError, Repair, SanError};

/// A game that could not be read.
#[derive(Debug)]
pub struct PgnError {
    /// The game, counted from 1, unreadable ones included.
    pub game: usize,
    /// The line of the fault, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub fault: PgnFault,
    /// The game up to the fault; `None` if not even its start is known.
    pub partial: Option<Box<PgnGame>>,
}

/// Why a game could not be read.
#[derive(Debug)]
pub enum PgnFault {
    /// A move was refused.
    Move(SanError),
    /// A null move in the main line, or while in check.
    NullMove,
    /// The `FEN` tag was refused.
    Fen(FenError),
    /// `SetUp` announces a position, but there is no `FEN` tag.
    SetUpWithoutFen,
    /// The `Variant` tag names neither standard chess nor Chess960.
    UnknownVariant(String),
    /// Not of the form `[Name "value"]`.
    MalformedTag(String),
    /// A tag was refused.
    Tag(BadTag),
    /// A tag is longer than [`MAX_TAG_LEN`].
    TagTooLong,
    /// There are more than [`MAX_TAGS`] tags.
    TooManyTags,
    /// The comment on a move is longer than [`MAX_COMMENT_LEN`].
    CommentTooLong,
    /// All comments together are longer than [`MAX_COMMENTS_LEN`].
    TooManyComments,
    /// There are more than [`MAX_NODES`] moves.
    TooManyMoves,
    /// A move has more than [`MAX_NAGS`] glyphs.
    TooManyGlyphs,
    /// `(` without a move to vary from.
    VariationOfNothing,
    /// `)` without its `(`.
    UnopenedVariation,
    /// `}` or another character that has no meaning here.
    StraySign(char),
    /// The file is UTF-16; nothing follows.
    Utf16,
    /// The stream failed; nothing follows.
    Io(io::Error),
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {}: {}", self.game, self.line, self.fault)
    }
}

impl core::error::Error for PgnError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.fault)
    }
}

impl core::error::Error for PgnFault {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            PgnFault::Move(error) => Some(error),
            PgnFault::Fen(error) => Some(error),
            PgnFault::Tag(error) => Some(error),
            PgnFault::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl fmt::Display for PgnFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use PgnFault::*;
        match self {
            Move(error) => error.fmt(f),
            NullMove => {
                f.write_str("a null move; expected one only in variations, and not in check")
            }
            Fen(error) => write!(f, "FEN tag: {error}"),
            SetUpWithoutFen => {
                f.write_str("SetUp tag: it announces a position; expected a FEN tag")
            }
            UnknownVariant(name) => write!(
                f,
                "Variant tag: '{}' is not supported; expected Standard or Chess960",
                name.escape_debug()
            ),
            MalformedTag(text) => {
                write!(f, "'{}' is no tag; expected [Name \"value\"]", text.escape_debug())
            }
            Tag(error) => error.fmt(f),
            TagTooLong => write!(f, "a tag is longer than {MAX_TAG_LEN} bytes"),
            TooManyTags => write!(f, "more than {MAX_TAGS} tags"),
            CommentTooLong => write!(f, "a comment is longer than {MAX_COMMENT_LEN} bytes"),
            TooManyComments => {
                write!(f, "the comments are longer than {MAX_COMMENTS_LEN} bytes together")
            }
            TooManyMoves => write!(f, "more than {MAX_NODES} moves, variations included"),
            TooManyGlyphs => write!(f, "more than {MAX_NAGS} annotation glyphs on one move"),
            VariationOfNothing => f.write_str("'(' before any move; expected a move to vary from"),
            UnopenedVariation => f.write_str("')' closes no variation"),
            StraySign(sign) => write!(f, "'{sign}' begins nothing here"),
            Utf16 => f.write_str("the text is UTF-16; expected UTF-8 or Latin-1"),
            Io(error) => write!(f, "reading failed: {error}"),
        }
    }
}

/// A fault that was repaired while reading a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PgnProblem {
    /// The next game or the end of the file closed a comment. It may have swallowed moves.
    UnclosedComment {
        /// The line on which the comment begins.
        line: usize,
    },
    /// The end of the game closed variations.
    UnclosedVariation {
        /// How many were open.
        depth: usize,
    },
    /// Neither the moves nor a tag gave the result.
    ResultMissing,
    /// The `FEN` tag was repaired.
    Repaired(Repair),
}

impl fmt::Display for PgnProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PgnProblem::UnclosedComment { line } => {
                write!(f, "the comment that begins on line {line} is not closed")
            }
            PgnProblem::UnclosedVariation { depth } => {
                write!(f, "{depth} variations are not closed")
            }
            PgnProblem::ResultMissing => f.write_str("the result is missing"),
            PgnProblem::Repaired(repair) => write!(f, "FEN tag: {repair}"),
        }
    }
}
