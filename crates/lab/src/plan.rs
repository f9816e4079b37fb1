//! What a run is to do, in a form that can be written down and read again: a run that was
//! broken off goes on from this and nothing else.

use core::fmt;
use core::time::Duration;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::adjudication::Adjudication;
use crate::contender::{Contender, ContenderError};
use crate::game::Rules;
use crate::limit::Limit;
use crate::machine;
use crate::openings::{Book, BookError, Order, Source, Starts};
use crate::player::Waiting;
use crate::stats::{EloModel, Sprt, SprtError};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    pub kind: Kind,
    /// As people write them.
    pub players: Vec<String>,
    /// Pairs of games, at most, for each two who meet.
    pub pairs: u32,
    #[serde(with = "limit_as_text")]
    pub limit: Limit,
    pub margin_ms: u64,
    pub openings: Opening,
    pub order: Order,
    pub seed: u64,
    pub adjudication: Adjudication,
    pub chess960: bool,
    pub sprt: Option<SprtPlan>,
    /// How long engines may take to get ready, and to answer where no time limits them.
    pub ready_ms: u64,
    pub stall_ms: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Match,
    Sprt,
    /// The first against each of the others.
    Gauntlet,
    /// Everybody against everybody.
    RoundRobin,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Match => "match",
            Kind::Sprt => "sprt",
            Kind::Gauntlet => "gauntlet",
            Kind::RoundRobin => "round robin",
        })
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Opening {
    Random,
    Book(String),
}

impl Opening {
    /// Of the book's file, if there is one.
    pub(crate) fn fingerprint(&self) -> Option<String> {
        match self {
            Opening::Book(path) => machine::fingerprint(Path::new(path)).ok(),
            Opening::Random => None,
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

impl SprtPlan {
    pub fn test(&self) -> Result<Sprt, SprtError> {
        Sprt::new(self.elo0, self.elo1, self.alpha, self.beta, self.model)
    }
}

/// Why a plan cannot be carried out.
#[derive(Debug)]
pub enum PlanError {
    Player { text: String, why: ContenderError },
    TooFew { players: usize },
    TooMany { games: u64 },
    Book(BookError),
    Sprt(SprtError),
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlanError::Player { text, why } => write!(f, "player '{text}': {why}"),
            PlanError::TooFew { players } => {
                write!(f, "{players} players; expected at least two")
            }
            PlanError::TooMany { games } => {
                write!(f, "{games} games; expected at most {}", u32::MAX)
            }
            PlanError::Book(error) => error.fmt(f),
            PlanError::Sprt(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for PlanError {}

impl Plan {
    pub fn contenders(&self) -> Result<Vec<Contender>, PlanError> {
        if self.players.len() < 2 {
            return Err(PlanError::TooFew { players: self.players.len() });
        }
        let read = |text: &String| {
            text.parse().map_err(|why| PlanError::Player { text: text.clone(), why })
        };
        self.players.iter().map(read).collect()
    }

    /// Who meets whom, by their places.
    pub fn pairings(&self) -> Vec<(usize, usize)> {
        let players = self.players.len();
        match self.kind {
            Kind::Match | Kind::Sprt => vec![(0, 1)],
            Kind::Gauntlet => (1..players).map(|other| (0, other)).collect(),
            Kind::RoundRobin => {
                (0..players).flat_map(|one| (one + 1..players).map(move |two| (one, two))).collect()
            }
        }
    }

    /// Games at most.
    pub fn games(&self) -> Result<u32, PlanError> {
        let games = 2 * u64::from(self.pairs) * self.pairings().len() as u64;
        u32::try_from(games).map_err(|_| PlanError::TooMany { games })
    }

    /// Whether the same opening would bring the same games again.
    pub fn repeats(&self) -> bool {
        let own = |player: &String| player.parse().is_ok_and(|it: Contender| it.is_own());
        !self.is_timed() && self.players.iter().all(own)
    }

    /// Each player's own limit, if he has one.
    pub fn own_limits(&self) -> impl Iterator<Item = Option<Limit>> {
        self.players.iter().map(|player| player.parse::<Contender>().ok()?.limit())
    }

    /// Each player's own limit, or that of all.
    pub fn limits(&self) -> impl Iterator<Item = Limit> {
        self.own_limits().map(|own| own.unwrap_or(self.limit))
    }

    /// The limit in words; where players have their own, all there are.
    pub fn limit_of_all(&self) -> String {
        let mut told: Vec<String> = Vec::new();
        for limit in self.limits().map(|limit| limit.to_string()) {
            if !told.contains(&limit) {
                told.push(limit);
            }
        }
        told.join(" against ")
    }

    /// Whether time decides for anybody.
    pub fn is_timed(&self) -> bool {
        self.limits().any(Limit::is_timed)
    }

    pub fn source(&self) -> Result<Source, PlanError> {
        source_of(&self.openings, self.order, self.seed, self.chess960)
    }

    pub fn rules(&self) -> Rules {
        Rules {
            limit: self.limit,
            margin: Duration::from_millis(self.margin_ms),
            adjudication: self.adjudication,
            chess960: self.chess960,
        }
    }

    pub fn test(&self) -> Result<Option<Sprt>, PlanError> {
        self.sprt.map(|sprt| sprt.test().map_err(PlanError::Sprt)).transpose()
    }

    pub fn waiting(&self) -> Waiting {
        Waiting {
            ready: Duration::from_millis(self.ready_ms),
            stall: Duration::from_millis(self.stall_ms),
            grace: Duration::from_millis(self.margin_ms) + Waiting::DEFAULT.grace,
        }
    }
}

pub(crate) fn source_of(
    openings: &Opening,
    order: Order,
    seed: u64,
    chess960: bool,
) -> Result<Source, PlanError> {
    match openings {
        Opening::Random => {
            let starts = if chess960 { Starts::Chess960 } else { Starts::Initial };
            Ok(Source::Random { seed, starts })
        }
        Opening::Book(path) => {
            let book = Book::open(Path::new(path), order.deal(seed)).map_err(PlanError::Book)?;
            Ok(Source::Book(Arc::new(book)))
        }
    }
}

/// A limit is written as people write it.
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

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A short match between these two.
    pub(crate) fn plan(players: [&str; 2]) -> Plan {
        Plan {
            kind: Kind::Match,
            players: players.map(str::to_owned).to_vec(),
            pairs: 1,
            limit: Limit::Nodes(1000),
            margin_ms: 0,
            openings: Opening::Random,
            order: Order::Sequential,
            seed: 1,
            adjudication: Adjudication::DEFAULT,
            chess960: false,
            sprt: None,
            ready_ms: 1,
            stall_ms: 1,
        }
    }

    #[test]
    fn players_bring_limits_of_their_own() {
        let equal = plan(["self", "self UseNullMove=false"]);
        assert_eq!(equal.limit_of_all(), "nodes=1000");
        assert!(equal.repeats() && !equal.is_timed());
        let odds = plan(["self nodes=500", "self"]);
        assert_eq!(odds.limit_of_all(), "nodes=500 against nodes=1000");
        assert!(odds.repeats());
        let timed = plan(["self", "self tc=2+0.02"]);
        assert!(timed.is_timed() && !timed.repeats());
        let own: Vec<bool> = timed.own_limits().map(|own| own.is_some()).collect();
        assert_eq!(own, [false, true]);
    }
}
