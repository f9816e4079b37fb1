//! `go`: what to search, and how long.

use core::fmt;

use crate::MoveText;
use crate::error::TokenError;
use crate::numbers::{with_numbers, write_numbers};
use crate::tokens::{Tokens, quoted};

with_numbers! {
    /// The arguments of `go`. Numbers are as the client sent them: negative clocks are real, and the
    /// search brings the others into range. A number that cannot be read is `None`.
    #[derive(Clone, PartialEq, Eq, Default, Debug)]
    pub struct Go {
        numbers LIMITS {
            /// White's clock, in milliseconds.
            wtime,
            /// Black's clock, in milliseconds.
            btime,
            /// White's increment, in milliseconds.
            winc,
            /// Black's increment, in milliseconds.
            binc,
            /// Moves to the next time control.
            movestogo,
            /// Search this many plies.
            depth,
            /// Search this many nodes.
            nodes,
            /// Not in the specification: a node limit that is checked only between iterations, so
            /// that the last iteration is complete.
            softnodes,
            /// Search for a mate in this many moves.
            mate,
            /// Search for this many milliseconds.
            movetime,
            /// Count the leaves at this depth instead of searching.
            perft,
        }
        /// The root moves to search; empty for all.
        pub searchmoves: Vec<MoveText>,
        /// Search on the opponent's time, until `ponderhit` or `stop`.
        pub ponder: bool,
        /// Search until `stop`.
        pub infinite: bool,
    }
}

fn is_parameter(word: &str) -> bool {
    Go::number(word).is_some() || matches!(word, "searchmoves" | "ponder" | "infinite")
}

impl Go {
    /// Parses all it can, and returns an error for each word it cannot use.
    pub(crate) fn parse(mut tokens: Tokens<'_>) -> (Go, Vec<TokenError>) {
        let mut go = Go::default();
        let mut errors = Vec::new();
        while let Some(word) = tokens.next() {
            match word {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "searchmoves" => {
                    while let Some(word) = tokens.peek().filter(|word| !is_parameter(word)) {
                        tokens.next();
                        match word.parse() {
                            Ok(mv) => go.searchmoves.push(mv),
                            Err(_) => errors.push(TokenError::NotAMove { word: quoted(word) }),
                        }
                    }
                }
                _ => match Go::number(word) {
                    Some(number) => match read_number(&mut tokens, number.name) {
                        Ok(value) => (number.set)(&mut go, Some(value)),
                        Err(error) => errors.push(error),
                    },
                    None => errors.push(TokenError::Unexpected { word: quoted(word) }),
                },
            }
        }
        (go, errors)
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
        for (word, given) in [(" ponder", self.ponder), (" infinite", self.infinite)] {
            f.write_str(if given { word } else { "" })?;
        }
        write_numbers(f, Go::LIMITS, self)
    }
}
