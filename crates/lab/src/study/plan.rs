//! The plan and the manifest of a study, written before its first game.

use std::fs;
use std::path::{Path, PathBuf};

use chess::Setup;
use serde::{Deserialize, Serialize};
use toolkit::whole_file::write_whole;

use super::audit::Audit;
use super::error::StudyError;
use super::measuring::Bench;
use super::schedule::ScheduleRules;
use crate::adjudication::Adjudication;
use crate::game::Rules;
use crate::limit::Limit;
use crate::machine;
use crate::manifest::{FORMAT, Program, read_known};
use crate::openings::{OpeningSource, Order};
use crate::plan::{OpeningChoice, limit_as_text};
use crate::player::{OwnEngine, PlayerSpec};
pub use crate::run_folder::STUDY;
use crate::run_folder::is_taken;
use crate::suite::{Suite, Task, read_suites};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StudyKind {
    /// Every player meets the baseline.
    Ablation,
    /// Every player meets every other.
    Comparison,
}

/// What is measured. A run cannot change it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StudyPlan {
    pub kind: StudyKind,
    /// The baseline first.
    pub players: Vec<StudyPlayer>,
    #[serde(with = "limit_as_text")]
    pub limit: Limit,
    pub openings: OpeningChoice,
    pub order: Order,
    pub seed: u64,
    pub adjudication: Adjudication,
    /// Pairs of games that every contest gets first.
    pub minimum: u64,
    /// Positions to search, as FEN.
    pub positions: Vec<String>,
    /// Depth of these searches.
    pub depth: i32,
    /// Rounds of interleaved timing; 0 measures no time.
    pub timing_rounds: u32,
    /// Paths of EPD files.
    pub suites: Vec<String>,
    /// Nodes per position of a suite.
    pub suite_nodes: u64,
}

/// Settings of our own engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StudyPlayer {
    pub name: String,
    /// As a player of the lab is written, with presets replaced by their settings.
    pub text: String,
    /// The heuristics that differ from the baseline, and whether each is now on.
    #[serde(default)]
    pub switched: Vec<(String, bool)>,
}

/// How much is played. A resumed run may change it.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct StudyBudget {
    /// Games in all.
    pub games: Option<u64>,
    /// Running time in all.
    pub seconds: Option<f64>,
    /// A contest whose error is at most this gets no more games.
    pub until_error: Option<f64>,
}

/// Two players that meet, by their places. Results are those of the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contest {
    pub first: usize,
    pub second: usize,
}

impl StudyPlan {
    pub fn contests(&self) -> Vec<Contest> {
        let players = self.players.len();
        let contest = |first, second| Contest { first, second };
        match self.kind {
            StudyKind::Ablation => (1..players).map(|first| contest(first, 0)).collect(),
            StudyKind::Comparison => (0..players)
                .flat_map(|one| (one + 1..players).map(move |two| contest(one, two)))
                .collect(),
        }
    }

    /// Parses the settings of the players.
    pub fn engines(&self) -> Result<Vec<OwnEngine>, StudyError> {
        if self.players.len() < 2 {
            return Err(StudyError::TooFew { players: self.players.len() });
        }
        self.players.iter().map(|player| own_engine(&player.text)).collect()
    }

    pub fn open_openings(&self) -> Result<OpeningSource, StudyError> {
        self.openings.open(self.order, self.seed, false).map_err(StudyError::Book)
    }

    /// Reads the suites. Each has a name and positions.
    pub fn read_suites(&self) -> Result<(Vec<Suite>, Vec<Task>), StudyError> {
        let paths: Vec<PathBuf> = self.suites.iter().map(PathBuf::from).collect();
        read_suites(&paths).map_err(StudyError::Suite)
    }

    /// Everything that measurements on positions need.
    pub(super) fn bench(&self) -> Result<Bench, StudyError> {
        let setup = |fen: &String| {
            let failed = |why: chess::FenError| StudyError::Position {
                fen: fen.clone(),
                why: why.to_string(),
            };
            fen.parse::<Setup>().map_err(failed)
        };
        Ok(Bench {
            engines: self.engines()?,
            setups: self.positions.iter().map(setup).collect::<Result<_, _>>()?,
            tasks: self.read_suites()?.1,
            depth: self.depth,
            suite_nodes: self.suite_nodes,
            timing_rounds: self.timing_rounds,
        })
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

    /// When a contest gets pairs. Without a budget each gets the minimum.
    pub(super) fn schedule_rules(
        &self,
        budget: &StudyBudget,
        openings: Option<usize>,
    ) -> ScheduleRules {
        let minimum = self.minimum * self.contests().len() as u64;
        let is_open = budget.seconds.is_some() || budget.until_error.is_some();
        let pairs = budget.games.map(|games| games.div_ceil(2));
        ScheduleRules {
            minimum: self.minimum,
            until_error: budget.until_error,
            pairs: pairs.or((!is_open).then_some(minimum)),
            openings: openings.filter(|_| !self.limit.is_timed()).map(|openings| openings as u64),
        }
    }

    /// The names of the parts that differ from another plan.
    fn differences(&self, other: &StudyPlan) -> Vec<String> {
        let parts = [
            ("the kind", self.kind != other.kind),
            ("the players", self.players != other.players),
            ("the limit", self.limit != other.limit),
            ("the openings", (&self.openings, self.order) != (&other.openings, other.order)),
            ("the seed", self.seed != other.seed),
            ("the adjudication", self.adjudication != other.adjudication),
            ("the minimum of games", self.minimum != other.minimum),
            ("the positions", self.positions != other.positions),
            ("the depth", self.depth != other.depth),
            ("the rounds of timing", self.timing_rounds != other.timing_rounds),
            ("the suites", self.suites != other.suites),
            ("the nodes of the suites", self.suite_nodes != other.suite_nodes),
        ];
        parts.into_iter().filter(|(_, differs)| *differs).map(|(name, _)| name.to_owned()).collect()
    }
}

/// Parses settings of our own engine.
pub fn own_engine(text: &str) -> Result<OwnEngine, StudyError> {
    let owned = || text.to_owned();
    match PlayerSpec::under_one_limit(text) {
        Err(why) => Err(StudyError::Player { text: owned(), why }),
        Ok(spec) => spec.own_engine().cloned().ok_or_else(|| StudyError::NotOwn { text: owned() }),
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StudyManifest {
    format: u32,
    pub plan: StudyPlan,
    pub budget: StudyBudget,
    pub started: String,
    pub program: Program,
    /// The command that repeats the run.
    pub command: String,
    /// Openings in words.
    pub openings: String,
    /// Fingerprints of the files that the run reads, by name: networks, the book and the suites.
    files: Vec<(String, Option<String>)>,
    pub cpu: String,
    pub cores: usize,
    /// Error rates that were measured elsewhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub audits: Vec<Audit>,
}

impl StudyManifest {
    pub fn new(
        plan: StudyPlan,
        budget: StudyBudget,
        program: Program,
        command: String,
    ) -> Result<StudyManifest, StudyError> {
        Ok(StudyManifest {
            format: FORMAT,
            budget,
            started: machine::now(),
            program,
            command,
            openings: plan.open_openings()?.to_string(),
            files: files(&plan)?,
            cpu: machine::cpu(),
            cores: machine::cores(),
            audits: Vec::new(),
            plan,
        })
    }

    pub fn with_budget(self, budget: StudyBudget) -> StudyManifest {
        StudyManifest { budget, ..self }
    }

    /// Adds audits; one of the same player is replaced.
    pub fn with_audits(mut self, audits: Vec<Audit>) -> StudyManifest {
        let is_kept = |old: &Audit| audits.iter().all(|new| new.player != old.player);
        self.audits.retain(is_kept);
        self.audits.extend(audits);
        self
    }

    /// What differs from when the run began: results of different programs must not be mixed.
    pub fn changes(&self, now: &StudyManifest) -> Vec<String> {
        let mut changes = Vec::new();
        if self.program.fingerprint != now.program.fingerprint {
            changes.push("this program, and with it our own engine".to_owned());
        }
        let changed = self.files.iter().zip(&now.files).filter(|(then, now)| then != now);
        changes.extend(changed.map(|((name, _), _)| name.clone()));
        changes
    }

    /// Whether the folder holds a study. A run of another kind, or a study with another plan, is an
    /// error.
    pub fn find(folder: &Path, plan: &StudyPlan) -> Result<Option<StudyManifest>, StudyError> {
        if !folder.join(STUDY).exists() {
            return match is_taken(folder, STUDY) {
                true => Err(StudyError::Taken { folder: folder.to_owned() }),
                false => Ok(None),
            };
        }
        let manifest = StudyManifest::read(folder)?;
        match &manifest.plan.differences(plan)[..] {
            [] => Ok(Some(manifest)),
            what => Err(StudyError::Different { folder: folder.to_owned(), what: what.to_vec() }),
        }
    }

    pub fn read(folder: &Path) -> Result<StudyManifest, StudyError> {
        let no_run = |why: String| StudyError::NoRun { folder: folder.to_owned(), why };
        let text = fs::read(folder.join(STUDY)).map_err(|why| no_run(format!("{STUDY}: {why}")))?;
        read_known(&text).map_err(|why| no_run(format!("{STUDY}: {why}")))
    }

    pub(super) fn write(&self, folder: &Path) -> Result<(), StudyError> {
        let path = folder.join(STUDY);
        let failed = |why| StudyError::File { path: path.clone(), why };
        fs::create_dir_all(folder).map_err(failed)?;
        let text = serde_json::to_vec_pretty(self).map_err(|why| failed(why.into()))?;
        write_whole(&path, &text).map_err(failed)
    }
}

fn files(plan: &StudyPlan) -> Result<Vec<(String, Option<String>)>, StudyError> {
    let print = |path: &str| machine::fingerprint(Path::new(path)).ok();
    let mut files = vec![("the book".to_owned(), plan.openings.fingerprint())];
    for (player, engine) in plan.players.iter().zip(plan.engines()?) {
        if !engine.eval_file.is_empty() {
            files.push((format!("the network of {}", player.name), print(&engine.eval_file)));
        }
    }
    files.extend(plan.suites.iter().map(|path| (format!("the suite {path}"), print(path))));
    Ok(files)
}
