//! `go`: what to look for and for how long.

use core::fmt;

use crate::MoveText;
use crate::error::TokenError;
use crate::numbers::{with_numbers, write_numbers};
use crate::tokens::{Tokens, quoted};

with_numbers! {
    /// Numbers are as the client sent them. Clocks below zero are real, and other numbers out of
    /// range are for the search to bring into it; a number that is none counts as not given.
    #[derive(Clone, PartialEq, Eq, Default, Debug)]
    pub struct Go {
        numbers LIMITS {
            /// In milliseconds, as are the next three.
            wtime,
            btime,
            winc,
            binc,
            movestogo,
            depth,
            nodes,
            /// Not in the specification: a limit on nodes that is looked at between iterations
            /// only, so that the last one is whole.
            softnodes,
            mate,
            /// In milliseconds.
            movetime,
            /// Count leaves instead of searching.
            perft,
        }
        /// Empty when every move may be searched.
        pub searchmoves: Vec<MoveText>,
        pub ponder: bool,
        pub infinite: bool,
    }
}

fn is_parameter(word: &str) -> bool {
    Go::number(word).is_some() || matches!(word, "searchmoves" | "ponder" | "infinite")
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
                _ => match Go::number(word) {
                    Some(number) => match read_number(&mut tokens, number.name) {
                        Ok(value) => (number.set)(&mut go, Some(value)),
                        Err(complaint) => complaints.push(complaint),
                    },
                    None => complaints.push(TokenError::Unexpected { word: quoted(word) }),
                },
            }
        }
        (go, complaints)
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
        write_numbers(f, Go::LIMITS, self)
    }
}
