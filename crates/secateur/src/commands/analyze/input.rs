//! What to analyse: a position, or the games of a file.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, Result, bail};
use chess::Setup;

use crate::commands::setup;

/// The name of standard input.
const STDIN: &str = "-";

pub(super) enum Input {
    Position(Box<Setup>),
    Games(Source),
}

/// A stream of PGN and what to call it.
pub(super) struct Source {
    pub(super) name: String,
    pub(super) stream: Box<dyn Read>,
}

impl Source {
    fn open(path: &str) -> Result<Source> {
        let name = path.to_owned();
        if path == STDIN {
            return Ok(Source { name: "standard input".to_owned(), stream: Box::new(io::stdin()) });
        }
        let file = File::open(path).with_context(|| format!("--pgn {path}"))?;
        Ok(Source { name, stream: Box::new(file) })
    }
}

impl Input {
    /// At most one of the arguments is given. Without any, the initial position is analysed.
    pub(super) fn new(words: &[String], fen: Option<&str>, pgn: Option<&str>) -> Result<Input> {
        match (words, pgn) {
            (_, Some(path)) => Ok(Input::Games(Source::open(path)?)),
            ([], None) => Ok(Input::Position(Box::new(setup(fen)?))),
            (words, None) => Input::guess(&words.join(" "), words.len() == 1),
        }
    }

    /// A FEN may be written as one argument or as several.
    fn guess(text: &str, is_one_word: bool) -> Result<Input> {
        if is_one_word && (text == STDIN || Path::new(text).exists()) {
            return Ok(Input::Games(Source::open(text)?));
        }
        match setup(Some(text)) {
            Ok(setup) => Ok(Input::Position(Box::new(setup))),
            // The board of a FEN has seven slashes.
            Err(error) if text.split(' ').next().unwrap_or("").matches('/').count() == 7 => {
                Err(error)
            }
            Err(_) => bail!(
                "'{text}': no such file, and no FEN; expected a PGN file, '-', 'startpos' or a FEN"
            ),
        }
    }
}
