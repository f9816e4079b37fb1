//! `position`: the start position and the moves played from it.

use core::fmt;

use crate::tokens::{Tokens, quoted};

/// Where a game starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StartFrom {
    /// The initial position.
    Startpos,
    /// The fields as sent, separated by single spaces; `chess` decides whether they are a FEN.
    Fen(String),
}

/// The arguments of `position`. Moves stay text: only the position in which a move is played gives
/// it a meaning, and an error must be able to quote it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionCommand {
    /// Where the game starts.
    pub start: StartFrom,
    /// The moves played from there, as sent.
    pub moves: Vec<String>,
}

/// A `position` without a start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// Nothing follows `position`.
    Empty,
    /// Neither `startpos` nor `fen` follows.
    NoStart {
        /// The word in their place.
        word: String,
    },
    /// Nothing follows `fen`.
    NoFen,
    /// Something else than `moves` follows `startpos`.
    NoMoves {
        /// The word in its place.
        word: String,
    },
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Empty => f.write_str("no arguments; expected startpos or fen"),
            PositionError::NoStart { word } => {
                write!(f, "'{word}'; expected startpos or fen")
            }
            PositionError::NoFen => {
                f.write_str("no FEN after 'fen'; expected the fields of a position")
            }
            PositionError::NoMoves { word } => {
                write!(f, "'{word}' after startpos; expected 'moves' or nothing")
            }
        }
    }
}

impl core::error::Error for PositionError {}

impl PositionCommand {
    pub(crate) fn parse(mut tokens: Tokens<'_>) -> Result<PositionCommand, PositionError> {
        let start = match tokens.next() {
            Some("startpos") => {
                match tokens.next() {
                    None | Some("moves") => {}
                    Some(word) => return Err(PositionError::NoMoves { word: quoted(word) }),
                }
                StartFrom::Startpos
            }
            Some("fen") => StartFrom::Fen(tokens.joined_until("moves")),
            Some(word) => return Err(PositionError::NoStart { word: quoted(word) }),
            None => return Err(PositionError::Empty),
        };
        if start == StartFrom::Fen(String::new()) {
            return Err(PositionError::NoFen);
        }
        Ok(PositionCommand { start, moves: tokens.map(str::to_owned).collect() })
    }
}

impl fmt::Display for PositionCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.start {
            StartFrom::Startpos => f.write_str("position startpos")?,
            StartFrom::Fen(fen) => write!(f, "position fen {fen}")?,
        }
        if !self.moves.is_empty() {
            f.write_str(" moves")?;
        }
        self.moves.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}
