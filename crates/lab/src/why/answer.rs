//! The answer to "why was this move not played?", as it is stored and shown.

use chess::{CastlingField, CastlingNotation, Game, Move};
use engine::knobs::{KNOBS, Knobs};
use serde::{Deserialize, Serialize};

use super::WhySettings;

/// What was asked. Equal questions have equal answers.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct WhyQuestion {
    pub fen: String,
    /// The moves before this position, as UCI writes them, if there were any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// The moves that solve it, in SAN.
    pub wanted: Vec<String>,
    pub limit: String,
    pub hash: usize,
    pub effort: u64,
    /// The settings that differ from the defaults.
    pub settings: Vec<String>,
    /// The fingerprint of the program.
    #[serde(default)]
    pub program: Option<String>,
}

impl WhyQuestion {
    pub fn new(game: &Game, targets: &[Move], settings: &WhySettings) -> WhyQuestion {
        let position = game.position();
        let defaults = Knobs::default();
        let changed =
            KNOBS.iter().filter(|knob| knob.text(&settings.knobs) != knob.text(&defaults));
        WhyQuestion {
            fen: game.fen(CastlingField::XFen),
            moves: game
                .moves()
                .iter()
                .map(|mv| mv.uci(CastlingNotation::Standard).to_string())
                .collect(),
            wanted: targets.iter().map(|&mv| position.san(mv).to_string()).collect(),
            limit: settings.limit.to_string(),
            hash: settings.hash,
            effort: settings.effort,
            settings: changed
                .map(|knob| format!("{}={}", knob.option(), knob.text(&settings.knobs)))
                .collect(),
            program: None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The search plays the move: there is nothing to explain.
    Found,
    /// With the pardons the search plays it, and the controls agree.
    Proved,
    /// With the pardons the search plays it, but a control does not agree.
    Unproved,
    /// No pardon that was tried makes the search play it.
    Unexplained,
}

/// The true score and line of a root move.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TruthRow {
    pub mv: String,
    pub score: String,
    pub line: Vec<String>,
    /// The search cut and skipped nothing.
    pub careful: bool,
}

/// A node of the walk.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StepRow {
    pub line: Vec<String>,
    pub node: u32,
    pub key: String,
    /// The side whose true moves are followed is to move.
    pub follows_truth: bool,
    /// The move followed, or the one that is missing at the last step.
    pub mv: Option<String>,
    pub depth: i32,
    pub reduction: i32,
    pub alpha: i32,
    pub beta: i32,
    pub score: Option<i32>,
    pub eval: Option<i32>,
    /// What ended the node.
    pub ended_by: String,
    /// The next step is the node that stored the table's score.
    pub from_table: bool,
}

/// A pardon, or a suspect.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PardonRow {
    pub heuristic: String,
    /// `decision`, `node`, `subtree` or `everywhere`.
    pub granularity: String,
    /// The moves to it.
    pub line: Vec<String>,
    pub key: Option<String>,
    pub mv: Option<String>,
    pub depth: Option<i32>,
    pub value: Option<i32>,
    pub threshold: Option<i32>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TableRow {
    pub megabytes: usize,
    pub without: String,
    pub with: String,
    pub held: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ShamRow {
    pub pardons: usize,
    pub best: String,
    pub found: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProofRow {
    pub tables: Vec<TableRow>,
    pub shams: Vec<ShamRow>,
    pub held: usize,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WhyAnswer {
    /// The suite and the name of the position, if it comes from one.
    #[serde(default)]
    pub suite: String,
    #[serde(default)]
    pub id: String,
    pub question: WhyQuestion,
    pub verdict: Verdict,
    pub mv: String,
    pub uci: String,
    pub choice: String,
    /// In normalised centipawns, or moves to mate.
    pub choice_score: String,
    pub depth: i32,
    /// A longer search rates the move above the choice.
    pub confirmed: bool,
    pub truth: Vec<TruthRow>,
    /// The root move that the walk goes below: the wanted one if it is underrated, else the choice.
    pub below: String,
    pub steps: Vec<StepRow>,
    pub walk_end: String,
    pub suspects: Vec<PardonRow>,
    pub pardons: Vec<PardonRow>,
    pub proof: Option<ProofRow>,
    pub searches: u32,
    pub nodes: u64,
}

impl WhyAnswer {
    pub(super) fn new(question: WhyQuestion, mv: String) -> WhyAnswer {
        WhyAnswer {
            suite: String::new(),
            id: String::new(),
            question,
            verdict: Verdict::Unexplained,
            mv,
            uci: String::new(),
            choice: String::new(),
            choice_score: String::new(),
            depth: 0,
            confirmed: false,
            truth: Vec::new(),
            below: String::new(),
            steps: Vec::new(),
            walk_end: String::new(),
            suspects: Vec::new(),
            pardons: Vec::new(),
            proof: None,
            searches: 0,
            nodes: 0,
        }
    }

    /// The heuristics that hid the move, each once, in order of their names.
    pub fn hidden_by(&self) -> Vec<String> {
        let mut names: Vec<String> =
            self.pardons.iter().map(|pardon| pardon.heuristic.clone()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}
