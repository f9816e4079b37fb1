//! The manifest of a run: what is played, by which programs, on which machine. It is written
//! before the first game.

use core::fmt;
use std::ffi::OsStr;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::machine;
use crate::plan::{CheckedPlan, Lineup, OpeningChoice};
pub use crate::run_folder::MANIFEST;

/// Raised when older and newer programs cannot read each other's runs. Format 2 added checksums
/// to the lines of the journal.
pub(crate) const FORMAT: u32 = 2;
/// Load per core above which timed games are unreliable.
const BUSY: f64 = 0.5;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    pub format: u32,
    pub plan: CheckedPlan,
    pub started: String,
    pub program: Program,
    /// By the players' places.
    pub players: Vec<Participant>,
    /// In words.
    pub openings: String,
    /// The fingerprint of the book's file, if there is one.
    pub book: Option<String>,
    pub cpu: String,
    pub cores: usize,
    pub load: Option<f64>,
    pub warnings: Vec<String>,
}

/// The program that runs the games and contains our own engine.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Program {
    pub version: String,
    pub fingerprint: Option<String>,
    /// If our own engine takes part.
    pub bench: Option<Bench>,
}

/// The node count of the bench: it identifies the search.
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
    /// Of the external program, if the player is one.
    pub fingerprint: Option<String>,
    /// Of the network file that the player's settings name, if any.
    #[serde(default)]
    network: Option<String>,
}

impl Manifest {
    /// Describes a run that starts now. `names` are the names that the players report.
    pub fn new(
        plan: CheckedPlan,
        program: Program,
        lineup: &Lineup,
        names: &[String],
        workers: usize,
    ) -> Manifest {
        let programs: Vec<Option<&Path>> =
            lineup.players.iter().map(|spec| spec.program().map(Path::new)).collect();
        let names = distinct(&told_apart(names, &programs));
        let players = lineup.players.iter().zip(names).map(|(spec, name)| {
            let program = spec.program().map(Path::new).map(machine::find_program);
            let fingerprint = program.and_then(|path| machine::fingerprint(&path).ok());
            Participant { name, fingerprint, network: spec.network() }
        });
        let players = players.collect();
        let book = plan.openings.fingerprint();
        let (cores, load) = (machine::cores(), machine::load());
        let mut manifest = Manifest {
            format: FORMAT,
            started: machine::now(),
            program,
            players,
            openings: lineup.openings.to_string(),
            book,
            cpu: machine::cpu(),
            cores,
            load,
            warnings: Vec::new(),
            plan,
        };
        manifest.warnings = manifest.warnings_for(lineup, workers);
        manifest
    }

    /// Everything that may spoil the measurement.
    fn warnings_for(&self, lineup: &Lineup, workers: usize) -> Vec<String> {
        let mut warnings = Vec::new();
        if let Some(load) = self.load.filter(|load| *load > BUSY * self.cores as f64)
            && self.plan.is_timed()
        {
            warnings.push(format!(
                "the machine is busy (load {load:.1} on {} cores): timed games are unreliable",
                self.cores
            ));
        }
        if workers > self.cores {
            warnings.push(format!("{workers} concurrent games on {} cores", self.cores));
        }
        if let Some(openings) = lineup.openings.len()
            && (self.plan.pairs as usize) > openings
        {
            warnings.push(match lineup.deterministic {
                true => format!("the run ends when its {openings} openings are used up"),
                false => format!("the book has {openings} openings; later pairs repeat them"),
            });
        }
        warnings
    }

    pub fn names(&self) -> Vec<String> {
        self.players.iter().map(|player| player.name.clone()).collect()
    }

    /// What differs from when the run began: games of different programs must not be mixed.
    pub fn changes(&self, now: &Manifest) -> Vec<String> {
        let mut changes = Vec::new();
        // Our own engine also judges random openings.
        let own = self.plan.openings == OpeningChoice::Random
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

/// Reads a manifest of this format. Other formats are refused by their number, because their
/// fields may mean something else.
pub(crate) fn read_known<T: DeserializeOwned>(text: &[u8]) -> Result<T, String> {
    #[derive(Deserialize)]
    struct Format {
        format: u32,
    }
    let invalid = |why: serde_json::Error| format!("{why}; expected one of this program");
    match serde_json::from_slice(text).map_err(invalid)? {
        Format { format: FORMAT } => serde_json::from_slice(text).map_err(invalid),
        Format { format } => Err(format!("its format is {format}; expected {FORMAT}")),
    }
}

/// Adds the file to names that occur more than once, if the files differ: its name if that
/// suffices, else its path.
fn told_apart(names: &[String], programs: &[Option<&Path>]) -> Vec<String> {
    let all_differ = |texts: &[&OsStr]| (1..texts.len()).all(|i| !texts[..i].contains(&texts[i]));
    let told = |(name, program): (&String, &Option<&Path>)| {
        let equals = names.iter().zip(programs).filter(|(other, _)| *other == name);
        let files: Option<Vec<&Path>> = equals.map(|(_, program)| *program).collect();
        let file = files.filter(|files| files.len() > 1).zip(*program).and_then(|(files, own)| {
            let short: Vec<&OsStr> = files.iter().filter_map(|file| file.file_name()).collect();
            let long: Vec<&OsStr> = files.iter().map(|file| file.as_os_str()).collect();
            match short.len() == files.len() && all_differ(&short) {
                true => own.file_name(),
                false => all_differ(&long).then_some(own.as_os_str()),
            }
        });
        file.map_or_else(|| name.clone(), |file| format!("{name} ({})", file.display()))
    };
    names.iter().zip(programs).map(told).collect()
}

/// Numbers names that occur more than once.
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
    fn equal_names_are_numbered() {
        let names = ["a", "b", "a", "a (2)"].map(str::to_owned);
        assert_eq!(distinct(&names), ["a", "b", "a (2)", "a (2) (2)"]);
    }

    #[test]
    fn equal_names_are_told_apart_by_their_files() {
        let told = |names: [&str; 3], programs: [Option<&str>; 3]| {
            told_apart(&names.map(str::to_owned), &programs.map(|file| file.map(Path::new)))
        };
        assert_eq!(
            told(["X 1", "X 1", "Y"], [Some("a/new"), Some("b/old"), Some("c/new")]),
            ["X 1 (new)", "X 1 (old)", "Y"]
        );
        assert_eq!(
            told(["X 1", "Y", "X 1"], [Some("a/x"), None, Some("b/x")]),
            ["X 1 (a/x)", "Y", "X 1 (b/x)"]
        );
        // Equal files or our own engine are numbered instead.
        for programs in [[Some("x"); 3], [None; 3], [Some("x"), None, Some("y")]] {
            assert_eq!(told(["X"; 3], programs), ["X"; 3]);
        }
    }
}
