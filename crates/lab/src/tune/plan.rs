//! What a climb is to do, written down before its first game.

use core::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use engine::knobs::{Knob, Range};
use serde::{Deserialize, Serialize};
use toolkit::whole_file::write_whole;

use crate::adjudication::Adjudication;
use crate::arena::Broken;
use crate::contender::{Contender, ContenderError, Own};
use crate::game::Rules;
use crate::limit::Limit;
use crate::machine;
use crate::manifest::{FORMAT, Program, read_known};
use crate::openings::{Order, Source};
use crate::plan::{Opening, PlanError, limit_as_text, source_of};
use crate::spsa::{Parameter, ParameterError, parse_lines};

pub const TUNE: &str = "tune.json";

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TunePlan {
    /// Our own engine with the settings that are not tuned, as people write it.
    pub player: String,
    /// The parameters, one line each.
    pub lines: Vec<String>,
    pub iterations: u32,
    /// Pairs of games in each iteration.
    pub pairs: u32,
    #[serde(with = "limit_as_text")]
    pub limit: Limit,
    pub openings: Opening,
    pub order: Order,
    pub seed: u64,
    pub adjudication: Adjudication,
}

impl Default for TunePlan {
    fn default() -> TunePlan {
        TunePlan {
            player: "self".to_owned(),
            lines: Vec::new(),
            iterations: 1_000,
            pairs: 1,
            limit: Limit::Nodes(5_000),
            openings: Opening::Random,
            order: Order::Random,
            seed: 1,
            adjudication: Adjudication::DEFAULT,
        }
    }
}

#[derive(Debug)]
pub enum TuneError {
    Parameter(ParameterError),
    NoKnob {
        name: String,
    },
    /// The line's range is not within the knob's.
    Range {
        name: String,
        min: i32,
        max: i32,
    },
    Player {
        text: String,
        why: ContenderError,
    },
    NotOwn {
        text: String,
    },
    Plan(PlanError),
    Taken {
        folder: PathBuf,
    },
    NoClimb {
        folder: PathBuf,
        why: String,
    },
    File {
        path: PathBuf,
        why: io::Error,
    },
    Broken(Broken),
}

impl fmt::Display for TuneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TuneError::Parameter(error) => error.fmt(f),
            TuneError::NoKnob { name } => write!(
                f,
                "{name} is no number that can be tuned; expected a name that 'secateur \
                 spsa-params' lists"
            ),
            TuneError::Range { name, min, max } => {
                write!(f, "{name}: the range goes beyond what it may be set to, {min} to {max}")
            }
            TuneError::Player { text, why } => write!(f, "player '{text}': {why}"),
            TuneError::NotOwn { text } => {
                write!(f, "player '{text}': expected 'self', perhaps with settings")
            }
            TuneError::Plan(error) => error.fmt(f),
            TuneError::Taken { folder } => write!(
                f,
                "{} holds a run already; expected another folder, or --resume to go on with it",
                folder.display()
            ),
            TuneError::NoClimb { folder, why } => {
                write!(f, "{} holds no climb: {why}", folder.display())
            }
            TuneError::File { path, why } => write!(f, "{}: {why}", path.display()),
            TuneError::Broken(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for TuneError {}

impl TunePlan {
    /// What is tuned: numbers of our engine, within their ranges.
    pub fn parameters(&self) -> Result<Vec<Parameter>, TuneError> {
        let parameters = parse_lines(&self.lines.join("\n")).map_err(TuneError::Parameter)?;
        for parameter in &parameters {
            let name = || parameter.name.clone();
            let range = Knob::find(&parameter.name).map(|knob| knob.range);
            let Some(Range::Spin { min, max, .. }) = range else {
                return Err(TuneError::NoKnob { name: name() });
            };
            if parameter.min < f64::from(min) || parameter.max > f64::from(max) {
                return Err(TuneError::Range { name: name(), min, max });
            }
        }
        Ok(parameters)
    }

    /// The engine, with the settings that stay as they are.
    pub fn base(&self) -> Result<Own, TuneError> {
        let text = self.player.clone();
        match Contender::under_one_limit(&self.player) {
            Err(why) => Err(TuneError::Player { text, why }),
            Ok(contender) => contender.own().cloned().ok_or(TuneError::NotOwn { text }),
        }
    }

    pub fn source(&self) -> Result<Source, TuneError> {
        source_of(&self.openings, self.order, self.seed, false).map_err(TuneError::Plan)
    }

    pub fn rules(&self) -> Rules {
        Rules {
            limit: self.limit,
            margin: Rules::MARGIN,
            adjudication: self.adjudication,
            chess960: false,
        }
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TuneManifest {
    format: u32,
    pub plan: TunePlan,
    pub started: String,
    pub program: Program,
    /// Of the book's file, if there is one.
    book: Option<String>,
    /// Of the network, if another one than that built in was named.
    #[serde(default)]
    network: Option<String>,
    pub cpu: String,
    pub cores: usize,
}

impl TuneManifest {
    pub fn new(plan: TunePlan, program: Program) -> TuneManifest {
        TuneManifest {
            format: FORMAT,
            book: plan.openings.fingerprint(),
            network: plan.player.parse::<Contender>().ok().and_then(|player| player.network()),
            plan,
            started: machine::now(),
            program,
            cpu: machine::cpu(),
            cores: machine::cores(),
        }
    }

    /// What is not as it was when the climb began: results of different things must not be mixed.
    pub fn changes(&self, now: &TuneManifest) -> Vec<String> {
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

    pub(super) fn write(&self, folder: &Path) -> Result<(), TuneError> {
        let path = folder.join(TUNE);
        let failed = |why| TuneError::File { path: path.clone(), why };
        fs::create_dir_all(folder).map_err(failed)?;
        if path.exists() || folder.join(crate::journal::JOURNAL).exists() {
            return Err(TuneError::Taken { folder: folder.to_owned() });
        }
        let text = serde_json::to_vec_pretty(self).map_err(|why| failed(why.into()))?;
        write_whole(&path, &text).map_err(failed)
    }

    pub fn read(folder: &Path) -> Result<TuneManifest, TuneError> {
        let no_climb = |why: String| TuneError::NoClimb { folder: folder.to_owned(), why };
        let text = fs::read(folder.join(TUNE)).map_err(|why| no_climb(format!("{TUNE}: {why}")))?;
        read_known(&text).map_err(|why| no_climb(format!("{TUNE}: {why}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::tests::Folder;

    #[test]
    fn another_seed_deals_a_book_otherwise() {
        let folder = Folder::new("tune-book");
        let path = folder.0.join("book.epd");
        let line = |before| format!("4k3/8/8/8/8/8/{before}P{}/4K3 w - - 0 1\n", 7 - before);
        fs::write(&path, (1..=6).map(line).collect::<String>()).unwrap();
        let first = |seed| {
            let openings = Opening::Book(path.to_str().unwrap().to_owned());
            let plan = TunePlan { openings, seed, ..TunePlan::default() };
            let mut openings = plan.source().unwrap().open().unwrap();
            openings.get(0).unwrap().position().key()
        };
        assert_eq!(first(3), first(3));
        assert!((0..20).any(|seed| first(seed) != first(3)));
    }

    #[test]
    fn what_cannot_be_tuned_is_named() {
        for (line, named) in [
            ("Nonsense, int, 1, 0, 2, 1, 0.002", "Nonsense is no number"),
            ("UseNullMove, int, 1, 0, 1, 1, 0.002", "UseNullMove is no number"),
            ("FutilityBase, int, 100, 0, 500, 8, 0.002", "may be set to, 50 to 500"),
            ("FutilityBase, int, 100", "3 fields"),
        ] {
            let plan = TunePlan { lines: vec![line.to_owned()], ..TunePlan::default() };
            let told = plan.parameters().unwrap_err().to_string();
            assert!(told.contains(named), "{told}");
        }
        let plan = TunePlan { player: "cmd=./x".to_owned(), ..TunePlan::default() };
        assert!(plan.base().unwrap_err().to_string().contains("expected 'self'"));
    }
}
