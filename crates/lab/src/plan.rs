//! The plan of a run: what to play, in a form that can be stored and read again. A run resumes
//! from its plan and its journal, and from nothing else.

mod checked;

#[cfg(test)]
pub(crate) use checked::tests;
pub use checked::{CheckedPlan, Lineup, PlanError};

use core::fmt;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::adjudication::Adjudication;
use crate::limit::Limit;
use crate::machine;
use crate::openings::{Book, BookError, OpeningSource, Order, Starts};
use crate::stats::EloModel;

/// A plan as it is stored. Only a [`CheckedPlan`] can be played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    pub kind: RunKind,
    /// As written on the command line.
    pub players: Vec<String>,
    /// Maximum pairs of games per pairing.
    pub pairs: u32,
    /// For players that set none of their own.
    #[serde(with = "limit_as_text")]
    pub limit: Limit,
    pub margin_ms: u64,
    pub openings: OpeningChoice,
    pub order: Order,
    pub seed: u64,
    pub adjudication: Adjudication,
    /// Folders of tablebases that end games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tables: Option<String>,
    pub chess960: bool,
    pub sprt: Option<SprtPlan>,
    /// Timeout for `uciok` and `readyok`.
    pub ready_ms: u64,
    /// Timeout for a move when the limit sets no time.
    pub stall_ms: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunKind {
    Match,
    Sprt,
    /// The first player meets each of the others.
    Gauntlet,
    /// Every player meets every other.
    RoundRobin,
}

impl fmt::Display for RunKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RunKind::Match => "match",
            RunKind::Sprt => "sprt",
            RunKind::Gauntlet => "gauntlet",
            RunKind::RoundRobin => "round robin",
        })
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OpeningChoice {
    Random,
    /// The path of a book.
    Book(String),
}

impl OpeningChoice {
    /// The fingerprint of the book's file, if there is one.
    pub(crate) fn fingerprint(&self) -> Option<String> {
        match self {
            OpeningChoice::Book(path) => machine::fingerprint(Path::new(path)).ok(),
            OpeningChoice::Random => None,
        }
    }

    /// Reads the book, if there is one.
    pub(crate) fn open(
        &self,
        order: Order,
        seed: u64,
        chess960: bool,
    ) -> Result<OpeningSource, BookError> {
        match self {
            OpeningChoice::Random => {
                let starts = if chess960 { Starts::Chess960 } else { Starts::Initial };
                Ok(OpeningSource::Random { seed, starts })
            }
            OpeningChoice::Book(path) => {
                let book = Book::open(Path::new(path), order.deal(seed))?;
                Ok(OpeningSource::Book(Arc::new(book)))
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct SprtPlan {
    pub elo0: f64,
    pub elo1: f64,
    pub alpha: f64,
    pub beta: f64,
    pub model: EloModel,
}

/// Stores a limit in the form that the command line takes.
pub(crate) mod limit_as_text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use crate::limit::Limit;

    pub(crate) fn serialize<S: Serializer>(limit: &Limit, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(limit)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Limit, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}
