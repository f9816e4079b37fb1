//! `position`: where to start from, and the moves made since.

use core::fmt;

use crate::tokens::{Tokens, quoted};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StartFrom {
    Startpos,
    /// The fields as sent, parted by single spaces; whether they are a FEN is for the rules
    /// to say.
    Fen(String),
}

/// Moves stay text here: only the position each is made in can tell what it means, and an
/// error must be able to quote it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionCommand {
    pub start: StartFrom,
    pub moves: Vec<String>,
}

/// Why a `position` says nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionError {
    Empty,
    NoStart { word: String },
    NoFen,
    NoMoves { word: String },
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Empty => f.write_str("nothing there; expected startpos or fen"),
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
