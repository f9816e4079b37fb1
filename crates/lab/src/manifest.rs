//! What a run is and where it takes place, written down before its first game.

use core::fmt;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::contender::Contender;
use crate::machine;
use crate::openings::Source;
use crate::plan::{Opening, Plan};

pub const MANIFEST: &str = "manifest.json";
/// Raised when programs before and after could not make sense of each other's runs. Since the
/// second, lines of the journal have checksums.
pub(crate) const FORMAT: u32 = 2;
/// A machine with more to do than this, for each core, is no place to scale time.
const BUSY: f64 = 0.5;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    pub format: u32,
    pub plan: Plan,
    pub started: String,
    pub program: Program,
    /// By the players' places.
    pub players: Vec<Participant>,
    /// In words.
    pub openings: String,
    /// Of the book's file, if there is one.
    pub book: Option<String>,
    pub cpu: String,
    pub cores: usize,
    pub load: Option<f64>,
    pub warnings: Vec<String>,
}

/// The program that runs the games and, within it, our own engine.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Program {
    pub version: String,
    pub fingerprint: Option<String>,
    /// If our own engine takes part.
    pub bench: Option<Bench>,
}

/// What the bench counts at some depth: it names the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bench {
    pub depth: i32,
    pub nodes: u64,
}

impl fmt::Display for Bench {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes at depth {}", self.nodes, self.depth)
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Participant {
    pub name: String,
    /// Of its program, if it is not ours.
    pub fingerprint: Option<String>,
    /// Of the network it is given, if it is given one.
    #[serde(default)]
    network: Option<String>,
}

impl Manifest {
    /// Everything as it is now. `names` are what the players call themselves.
    pub fn new(
        plan: Plan,
        program: Program,
        contenders: &[Contender],
        names: &[String],
        source: &Source,
        workers: usize,
    ) -> Manifest {
        let players = contenders.iter().zip(distinct(names)).map(|(contender, name)| {
            let program = contender.program().map(Path::new).map(machine::find_program);
            let fingerprint = program.and_then(|path| machine::fingerprint(&path).ok());
            Participant { name, fingerprint, network: contender.network() }
        });
        let players = players.collect();
        let book = plan.openings.fingerprint();
        let (cores, load) = (machine::cores(), machine::load());
        let mut manifest = Manifest {
            format: FORMAT,
            started: machine::now(),
            program,
            players,
            openings: source.to_string(),
            book,
            cpu: machine::cpu(),
            cores,
            load,
            warnings: Vec::new(),
            plan,
        };
        manifest.warnings = manifest.doubts(source, workers);
        manifest
    }

    /// What may spoil the measurement.
    fn doubts(&self, source: &Source, workers: usize) -> Vec<String> {
        let mut doubts = Vec::new();
        if let Some(load) = self.load.filter(|load| *load > BUSY * self.cores as f64)
            && self.plan.is_timed()
        {
            doubts.push(format!(
                "the machine is busy (load {load:.1} on {} cores): clocks scale that too",
                self.cores
            ));
        }
        if workers > self.cores {
            doubts.push(format!("{workers} games at once on {} cores", self.cores));
        }
        if let Some(openings) = source.len()
            && (self.plan.pairs as usize) > openings
        {
            doubts.push(match self.plan.repeats() {
                true => format!("the run ends when its {openings} openings are used up"),
                false => format!("there are {openings} openings; after so many pairs they repeat"),
            });
        }
        doubts
    }

    pub fn names(&self) -> Vec<String> {
        self.players.iter().map(|player| player.name.clone()).collect()
    }

    /// What is not as it was when the run began: games of different things must not be mixed.
    pub fn changes(&self, now: &Manifest) -> Vec<String> {
        let mut changes = Vec::new();
        // Random openings are weighed by our own engine.
        let own = self.plan.openings == Opening::Random
            || self.players.iter().any(|player| player.fingerprint.is_none());
        if own && self.program.fingerprint != now.program.fingerprint {
            changes.push("this program, and with it our own engine".to_owned());
        }
        for (then, now) in self.players.iter().zip(&now.players) {
            if then.fingerprint != now.fingerprint {
                changes.push(format!("the program of {}", then.name));
            }
            if then.network != now.network {
                changes.push(format!("the network of {}", then.name));
            }
        }
        if self.book != now.book {
            changes.push("the book".to_owned());
        }
        changes
    }
}

/// Reads what a run is, if it is of this format: what is to be expected of others, nobody knows.
pub(crate) fn read_known<T: DeserializeOwned>(text: &[u8]) -> Result<T, String> {
    #[derive(Deserialize)]
    struct Format {
        format: u32,
    }
    let strange = |why: serde_json::Error| format!("{why}; expected one of this program");
    match serde_json::from_slice(text).map_err(strange)? {
        Format { format: FORMAT } => serde_json::from_slice(text).map_err(strange),
        Format { format } => Err(format!("its format is {format}; expected {FORMAT}")),
    }
}

/// Names that occur twice get numbers.
pub(crate) fn distinct(names: &[String]) -> Vec<String> {
    let mut given: Vec<String> = Vec::new();
    for name in names {
        let numbered = (2..).map(|number| format!("{name} ({number})"));
        let mut candidates = core::iter::once(name.clone()).chain(numbered);
        given.extend(candidates.find(|candidate| !given.contains(candidate)));
    }
    given
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_names_are_told_apart() {
        let names = ["a", "b", "a", "a (2)"].map(str::to_owned);
        assert_eq!(distinct(&names), ["a", "b", "a (2)", "a (2) (2)"]);
    }
}
