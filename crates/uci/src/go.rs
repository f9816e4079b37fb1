//! `go`: what to look for and for how long.

use core::fmt;

use crate::MoveText;
use crate::error::TokenError;
use crate::tokens::{Tokens, quoted};

/// Numbers are as the client sent them. Clocks below zero are real, and other numbers out of
/// range are for the search to bring into it; a number that is none counts as not given.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Go {
    /// Empty when every move may be searched.
    pub searchmoves: Vec<MoveText>,
    pub ponder: bool,
    pub infinite: bool,
    /// Clocks and increments, in milliseconds.
    pub wtime: Option<i64>,
    pub btime: Option<i64>,
    pub winc: Option<i64>,
    pub binc: Option<i64>,
    pub movestogo: Option<i64>,
    pub depth: Option<i64>,
    pub nodes: Option<i64>,
    pub mate: Option<i64>,
    /// In milliseconds.
    pub movetime: Option<i64>,
    /// Count leaves instead of searching.
    pub perft: Option<i64>,
}

const NUMBERS: [&str; 10] =
    ["wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime", "perft"];

fn is_parameter(word: &str) -> bool {
    NUMBERS.contains(&word) || matches!(word, "searchmoves" | "ponder" | "infinite")
}

impl Go {
    /// Reads all it can and says what it could not.
    pub(crate) fn parse(mut tokens: Tokens<'_>) -> (Go, Vec<TokenError>) {
        let mut go = Go::default();
        let mut complaints = Vec::new();
        while let Some(word) = tokens.next() {
            match word {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "searchmoves" => {
                    while let Some(word) = tokens.peek().filter(|word| !is_parameter(word)) {
                        tokens.next();
                        match word.parse() {
                            Ok(mv) => go.searchmoves.push(mv),
                            Err(_) => complaints.push(TokenError::NotAMove { word: quoted(word) }),
                        }
                    }
                }
                _ => match NUMBERS.into_iter().find(|name| *name == word) {
                    Some(parameter) => match read_number(&mut tokens, parameter) {
                        Ok(number) => *go.number(parameter) = Some(number),
                        Err(complaint) => complaints.push(complaint),
                    },
                    None => complaints.push(TokenError::Unexpected { word: quoted(word) }),
                },
            }
        }
        (go, complaints)
    }

    fn number(&mut self, parameter: &str) -> &mut Option<i64> {
        match parameter {
            "wtime" => &mut self.wtime,
            "btime" => &mut self.btime,
            "winc" => &mut self.winc,
            "binc" => &mut self.binc,
            "movestogo" => &mut self.movestogo,
            "depth" => &mut self.depth,
            "nodes" => &mut self.nodes,
            "mate" => &mut self.mate,
            "movetime" => &mut self.movetime,
            _ => &mut self.perft,
        }
    }
}

fn read_number(tokens: &mut Tokens<'_>, parameter: &'static str) -> Result<i64, TokenError> {
    let word = tokens
        .peek()
        .filter(|word| !is_parameter(word))
        .ok_or(TokenError::ValueMissing { parameter })?;
    tokens.next();
    word.parse().map_err(|_| TokenError::NotANumber { parameter, word: quoted(word) })
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if !self.searchmoves.is_empty() {
            f.write_str(" searchmoves")?;
        }
        self.searchmoves.iter().try_for_each(|mv| write!(f, " {mv}"))?;
        for (word, said) in [(" ponder", self.ponder), (" infinite", self.infinite)] {
            f.write_str(if said { word } else { "" })?;
        }
        let mut copy = self.clone();
        NUMBERS.into_iter().try_for_each(|name| match *copy.number(name) {
            Some(number) => write!(f, " {name} {number}"),
            None => Ok(()),
        })
    }
}
