//! What can be wrong with a game.

use core::fmt;
use std::io;

use super::{
    BadTag, MAX_COMMENT_LEN, MAX_COMMENTS_LEN, MAX_NAGS, MAX_NODES, MAX_TAG_LEN, MAX_TAGS,
};
use crate::{FenError, Repair, SanError};

/// A game that could not be read.
#[derive(Debug)]
pub struct PgnError {
    /// Counted from 1, unreadable games included.
    pub game: usize,
    /// Where the fault is, counted from 1.
    pub line: usize,
    pub fault: PgnFault,
}

/// Why a game could not be read.
#[derive(Debug)]
pub enum PgnFault {
    Move(SanError),
    /// A pass in the main line, or while in check.
    NullMove,
    /// The `FEN` tag.
    Fen(FenError),
    /// `SetUp` announces a position that no `FEN` tag gives.
    SetUpWithoutFen,
    UnknownVariant(String),
    /// Not of the form `[Name "value"]`.
    MalformedTag(String),
    Tag(BadTag),
    TagTooLong,
    TooManyTags,
    CommentTooLong,
    TooManyComments,
    TooManyMoves,
    TooManyGlyphs,
    /// `(` where there is no move to vary from.
    VariationOfNothing,
    /// `)` without its `(`.
    UnopenedVariation,
    /// `}` or another sign that begins nothing.
    StraySign(char),
    Utf16,
    /// The stream failed; nothing follows.
    Io(io::Error),
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {}: {}", self.game, self.line, self.fault)
    }
}

impl core::error::Error for PgnError {}

impl fmt::Display for PgnFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use PgnFault::*;
        match self {
            Move(error) => error.fmt(f),
            NullMove => {
                f.write_str("a null move; expected one only in variations and out of check")
            }
            Fen(error) => write!(f, "FEN tag: {error}"),
            SetUpWithoutFen => {
                f.write_str("SetUp tag: it announces a position; expected a FEN tag")
            }
            UnknownVariant(name) => write!(
                f,
                "Variant tag: '{}' is not played here; expected Standard or Chess960",
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

/// Something that was mended while reading a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PgnProblem {
    /// A comment that the next game or the end of the file closed. Moves may be lost in it.
    UnclosedComment { line: usize },
    /// Variations that the end of the game closed.
    UnclosedVariation { depth: usize },
    /// The result was neither in the moves nor in a tag.
    ResultMissing,
    /// The `FEN` tag was mended.
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
