//! Replies: the lines an engine sends to its client.

use core::fmt;
use core::str::FromStr;
use std::borrow::Cow;

use crate::info::Info;
use crate::option::EMPTY;
use crate::tokens::{Tokens, quoted};
use crate::{MoveText, OptionKind, OptionSpec};

/// A line from the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// `id name`.
    IdName(String),
    /// `id author`.
    IdAuthor(String),
    /// `option`: one entry of the list that `uci` asks for.
    Option(OptionSpec),
    /// `uciok`: the end of that list.
    UciOk,
    /// `readyok`: the answer to `isready`.
    ReadyOk,
    /// `bestmove`: the answer to `go`.
    BestMove(BestMove),
    /// `info`. Boxed, because it is many times the size of the others.
    Info(Box<Info>),
}

/// The answer to `go`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BestMove {
    /// A move.
    Move {
        /// The move to play.
        best: MoveText,
        /// The reply to ponder on.
        ponder: Option<MoveText>,
    },
    /// Mate or stalemate: `(none)`.
    NoLegalMove,
    /// There was nothing to search: `0000`.
    Null,
}

/// The line is not a reply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplyError {
    /// It does not start with the word of a reply.
    Unknown {
        /// The word in its place.
        word: String,
    },
    /// A `bestmove` without a move.
    BadBestMove {
        /// The word in its place.
        word: Option<String>,
    },
    /// An `option` that cannot be read.
    BadOption {
        /// What is wrong with it.
        reason: &'static str,
    },
}

impl fmt::Display for ReplyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplyError::Unknown { word } => {
                write!(f, "'{word}'; expected id, option, uciok, readyok, bestmove or info")
            }
            ReplyError::BadBestMove { word: Some(word) } => {
                write!(f, "bestmove: '{word}'; expected a move such as e2e4, (none) or 0000")
            }
            ReplyError::BadBestMove { word: None } => {
                f.write_str("bestmove: no move; expected one such as e2e4, (none) or 0000")
            }
            ReplyError::BadOption { reason } => write!(f, "option: {reason}"),
        }
    }
}

impl core::error::Error for ReplyError {}

impl Reply {
    /// An `info string`.
    pub fn info_string(text: impl Into<String>) -> Reply {
        Reply::Info(Box::new(Info::string(text)))
    }
}

impl From<Info> for Reply {
    fn from(info: Info) -> Reply {
        Reply::Info(Box::new(info))
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::IdName(name) => write!(f, "id name {name}"),
            Reply::IdAuthor(author) => write!(f, "id author {author}"),
            Reply::Option(spec) => spec.fmt(f),
            Reply::UciOk => f.write_str("uciok"),
            Reply::ReadyOk => f.write_str("readyok"),
            Reply::BestMove(best) => best.fmt(f),
            Reply::Info(info) => info.fmt(f),
        }
    }
}

impl fmt::Display for BestMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BestMove::Move { best, ponder: None } => write!(f, "bestmove {best}"),
            BestMove::Move { best, ponder: Some(ponder) } => {
                write!(f, "bestmove {best} ponder {ponder}")
            }
            BestMove::NoLegalMove => f.write_str("bestmove (none)"),
            BestMove::Null => f.write_str("bestmove 0000"),
        }
    }
}

impl FromStr for Reply {
    type Err = ReplyError;

    fn from_str(line: &str) -> Result<Reply, ReplyError> {
        let mut tokens = Tokens::new(line);
        match tokens.next().unwrap_or_default() {
            "uciok" => Ok(Reply::UciOk),
            "readyok" => Ok(Reply::ReadyOk),
            "info" => Ok(Reply::from(Info::parse(tokens))),
            "bestmove" => read_best_move(tokens).map(Reply::BestMove),
            "option" => read_option(tokens).map(Reply::Option),
            "id" => match tokens.next() {
                Some("name") => Ok(Reply::IdName(tokens.rest().to_owned())),
                Some("author") => Ok(Reply::IdAuthor(tokens.rest().to_owned())),
                word => Err(ReplyError::Unknown { word: quoted(word.unwrap_or("id")) }),
            },
            word => Err(ReplyError::Unknown { word: quoted(word) }),
        }
    }
}

fn read_best_move(mut tokens: Tokens<'_>) -> Result<BestMove, ReplyError> {
    let word = tokens.next();
    match word {
        Some("(none)") => return Ok(BestMove::NoLegalMove),
        Some("0000") => return Ok(BestMove::Null),
        _ => {}
    }
    let best = word
        .and_then(|word| word.parse().ok())
        .ok_or_else(|| ReplyError::BadBestMove { word: word.map(quoted) })?;
    // A bad ponder move must not lose the best move.
    let ponder = match tokens.next() {
        Some("ponder") => tokens.next().and_then(|word| word.parse().ok()),
        _ => None,
    };
    Ok(BestMove::Move { best, ponder })
}

const OPTION_WORDS: [&str; 4] = ["default", "min", "max", "var"];

fn read_option(mut tokens: Tokens<'_>) -> Result<OptionSpec, ReplyError> {
    let bad = |reason| ReplyError::BadOption { reason };
    if tokens.next() != Some("name") {
        return Err(bad("no name; expected 'option name <name> type <type>'"));
    }
    let name = tokens.joined_until("type");
    let kind = tokens.next().unwrap_or_default();
    let (mut default, mut min, mut max, mut choices) = (None, None, None, Vec::new());
    while let Some(word) = tokens.next() {
        // Values may contain spaces, but never one of the words that start the next value.
        let mut value: Vec<&str> = Vec::new();
        while let Some(part) = tokens.peek().filter(|part| !OPTION_WORDS.contains(part)) {
            value.push(part);
            tokens.next();
        }
        let value = value.join(" ");
        match word {
            "default" => default = Some(value),
            "min" => min = value.parse().ok(),
            "max" => max = value.parse().ok(),
            "var" => choices.push(Cow::Owned(value)),
            _ => {}
        }
    }
    let text = default.clone().filter(|text| text != EMPTY).unwrap_or_default();
    let number = default.as_deref().and_then(|text| text.parse().ok());
    let kind = match kind {
        "check" => OptionKind::Check { default: text.eq_ignore_ascii_case("true") },
        "spin" => match (number, min, max) {
            (Some(default), Some(min), Some(max)) => OptionKind::Spin { default, min, max },
            _ => return Err(bad("a spin needs default, min and max, each of 32 bits")),
        },
        "combo" => OptionKind::Combo { default: Cow::Owned(text), choices: Cow::Owned(choices) },
        "button" => OptionKind::Button,
        "string" => OptionKind::String { default: Cow::Owned(text) },
        _ => return Err(bad("unknown type; expected check, spin, combo, button or string")),
    };
    Ok(OptionSpec { name: Cow::Owned(name), kind })
}
