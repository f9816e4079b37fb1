//! The plan and the manifest of an SPSA run, written before its first game.

use core::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use engine::knobs::{Knob, Range};
use serde::{Deserialize, Serialize};
use toolkit::whole_file::write_whole;

use crate::adjudication::Adjudication;
use crate::arena::PlayError;
use crate::game::Rules;
use crate::limit::Limit;
use crate::machine;
use crate::manifest::{FORMAT, Program, read_known};
use crate::openings::{BookError, OpeningSource, Order};
use crate::plan::{OpeningChoice, limit_as_text};
use crate::player::{OwnEngine, PlayerSpec, PlayerSpecError};
pub use crate::run_folder::SPSA_MANIFEST;

use super::parameter::{Parameter, ParameterError, parse_lines};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SpsaPlan {
    /// Our own engine with the settings that are not tuned, as written on the command line.
    pub player: String,
    /// The parameters, one per line.
    pub lines: Vec<String>,
    pub iterations: u32,
    /// Pairs of games per iteration.
    pub pairs: u32,
    #[serde(with = "limit_as_text")]
    pub limit: Limit,
    pub openings: OpeningChoice,
    pub order: Order,
    pub seed: u64,
    pub adjudication: Adjudication,
}

impl Default for SpsaPlan {
    fn default() -> SpsaPlan {
        SpsaPlan {
            player: "self".to_owned(),
            lines: Vec::new(),
            iterations: 1_000,
            pairs: 1,
            limit: Limit::Nodes(5_000),
            openings: OpeningChoice::Random,
            order: Order::Random,
            seed: 1,
            adjudication: Adjudication::DEFAULT,
        }
    }
}

#[derive(Debug)]
pub enum SpsaError {
    Parameter(ParameterError),
    NoKnob {
        name: String,
    },
    /// The range of the line exceeds the range of the knob.
    Range {
        name: String,
        min: i32,
        max: i32,
    },
    Player {
        text: String,
        why: PlayerSpecError,
    },
    NotOwn {
        text: String,
    },
    Book(BookError),
    Taken {
        folder: PathBuf,
    },
    NoRun {
        folder: PathBuf,
        why: String,
    },
    File {
        path: PathBuf,
        why: io::Error,
    },
    Play(PlayError),
}

impl fmt::Display for SpsaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpsaError::Parameter(error) => error.fmt(f),
            SpsaError::NoKnob { name } => write!(
                f,
                "{name} is not a tunable number; expected a name that 'secateur spsa-params' lists"
            ),
            SpsaError::Range { name, min, max } => {
                write!(f, "{name}: the range exceeds the engine's range, {min} to {max}")
            }
            SpsaError::Player { text, why } => write!(f, "player '{text}': {why}"),
            SpsaError::NotOwn { text } => {
                write!(f, "player '{text}': expected 'self', perhaps with settings")
            }
            SpsaError::Book(error) => error.fmt(f),
            SpsaError::Taken { folder } => write!(
                f,
                "{} holds a run already; expected another folder, or --resume to continue it",
                folder.display()
            ),
            SpsaError::NoRun { folder, why } => {
                write!(f, "{} holds no SPSA run: {why}", folder.display())
            }
            SpsaError::File { path, why } => write!(f, "{}: {why}", path.display()),
            SpsaError::Play(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for SpsaError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            SpsaError::Parameter(error) => Some(error),
            SpsaError::Player { why, .. } => Some(why),
            SpsaError::Book(error) => Some(error),
            SpsaError::File { why, .. } => Some(why),
            SpsaError::Play(error) => Some(error),
            SpsaError::NoKnob { .. }
            | SpsaError::Range { .. }
            | SpsaError::NotOwn { .. }
            | SpsaError::Taken { .. }
            | SpsaError::NoRun { .. } => None,
        }
    }
}

impl SpsaPlan {
    /// Parses the parameters: numbers of our own engine, within their ranges.
    pub fn parameters(&self) -> Result<Vec<Parameter>, SpsaError> {
        let parameters = parse_lines(&self.lines.join("\n")).map_err(SpsaError::Parameter)?;
        for parameter in &parameters {
            let name = || parameter.name.clone();
            let range = Knob::find(&parameter.name).map(|knob| knob.range);
            let Some(Range::Spin { min, max, .. }) = range else {
                return Err(SpsaError::NoKnob { name: name() });
            };
            if parameter.min < f64::from(min) || parameter.max > f64::from(max) {
                return Err(SpsaError::Range { name: name(), min, max });
            }
        }
        Ok(parameters)
    }

    /// The engine with the settings that are not tuned.
    pub fn base(&self) -> Result<OwnEngine, SpsaError> {
        let text = self.player.clone();
        match PlayerSpec::under_one_limit(&self.player) {
            Err(why) => Err(SpsaError::Player { text, why }),
            Ok(spec) => spec.own_engine().cloned().ok_or(SpsaError::NotOwn { text }),
        }
    }

    pub fn open_openings(&self) -> Result<OpeningSource, SpsaError> {
        self.openings.open(self.order, self.seed, false).map_err(SpsaError::Book)
    }

    pub fn rules(&self) -> Rules {
        Rules {
            limit: self.limit,
            margin: Rules::MARGIN,
            adjudication: self.adjudication,
            tables: None,
            chess960: false,
        }
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SpsaManifest {
    format: u32,
    pub plan: SpsaPlan,
    pub started: String,
    pub program: Program,
    /// The fingerprint of the book's file, if there is one.
    book: Option<String>,
    /// The fingerprint of the network file, if the player names one.
    #[serde(default)]
    network: Option<String>,
    pub cpu: String,
    pub cores: usize,
}

impl SpsaManifest {
    pub fn new(plan: SpsaPlan, program: Program) -> SpsaManifest {
        SpsaManifest {
            format: FORMAT,
            book: plan.openings.fingerprint(),
            network: plan.player.parse::<PlayerSpec>().ok().and_then(|player| player.network()),
            plan,
            started: machine::now(),
            program,
            cpu: machine::cpu(),
            cores: machine::cores(),
        }
    }

    /// What differs from when the run began: results of different programs must not be mixed.
    pub fn changes(&self, now: &SpsaManifest) -> Vec<String> {
        let mut changes = Vec::new();
        if self.program.fingerprint != now.program.fingerprint {
            changes.push("this program, and with it our own engine".to_owned());
        }
        if self.book != now.book {
            changes.push("the book".to_owned());
        }
        if self.network != now.network {
            changes.push("the network".to_owned());
        }
        changes
    }

    pub(super) fn write(&self, folder: &Path) -> Result<(), SpsaError> {
        let path = folder.join(SPSA_MANIFEST);
        let failed = |why| SpsaError::File { path: path.clone(), why };
        fs::create_dir_all(folder).map_err(failed)?;
        if path.exists() || folder.join(crate::journal::JOURNAL).exists() {
            return Err(SpsaError::Taken { folder: folder.to_owned() });
        }
        let text = serde_json::to_vec_pretty(self).map_err(|why| failed(why.into()))?;
        write_whole(&path, &text).map_err(failed)
    }

    pub fn read(folder: &Path) -> Result<SpsaManifest, SpsaError> {
        let no_run = |why: String| SpsaError::NoRun { folder: folder.to_owned(), why };
        let text = fs::read(folder.join(SPSA_MANIFEST))
            .map_err(|why| no_run(format!("{SPSA_MANIFEST}: {why}")))?;
        read_known(&text).map_err(|why| no_run(format!("{SPSA_MANIFEST}: {why}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use toolkit::TempFolder;

    #[test]
    fn another_seed_shuffles_the_book_differently() {
        let folder = TempFolder::new("spsa-book");
        let path = folder.file("book.epd");
        let line = |before| format!("4k3/8/8/8/8/8/{before}P{}/4K3 w - - 0 1\n", 7 - before);
        fs::write(&path, (1..=6).map(line).collect::<String>()).unwrap();
        let first = |seed| {
            let openings = OpeningChoice::Book(path.to_str().unwrap().to_owned());
            let plan = SpsaPlan { openings, seed, ..SpsaPlan::default() };
            let mut openings = plan.open_openings().unwrap().open().unwrap();
            openings.get(0).unwrap().position().key()
        };
        assert_eq!(first(3), first(3));
        assert!((0..20).any(|seed| first(seed) != first(3)));
    }

    #[test]
    fn parameters_that_cannot_be_tuned_are_named() {
        for (line, named) in [
            ("Nonsense, int, 1, 0, 2, 1, 0.002", "Nonsense is not a tunable number"),
            ("UseNullMove, int, 1, 0, 1, 1, 0.002", "UseNullMove is not a tunable number"),
            ("FutilityBase, int, 100, 0, 500, 8, 0.002", "exceeds the engine's range, 50 to 500"),
            ("FutilityBase, int, 100", "3 fields"),
        ] {
            let plan = SpsaPlan { lines: vec![line.to_owned()], ..SpsaPlan::default() };
            let message = plan.parameters().unwrap_err().to_string();
            assert!(message.contains(named), "{message}");
        }
        let plan = SpsaPlan { player: "cmd=./x".to_owned(), ..SpsaPlan::default() };
        assert!(plan.base().unwrap_err().to_string().contains("expected 'self'"));
    }
}
