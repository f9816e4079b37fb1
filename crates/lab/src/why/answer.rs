//! The answer to "why was this move not played?", as it is stored and shown.

use std::collections::HashMap;

use chess::{CastlingField, CastlingNotation, Game, Move};
use engine::ScoreScale;
use engine::knobs::{KNOBS, Knobs};
use engine::score::Score;
use serde::{Deserialize, Serialize};

use super::WhySettings;
use super::controls::Controls;
use super::pardon::{Pardon, Scope, Spared};
use super::truth::TrueScores;
use super::walk::{Suspect, Walk};
use crate::tree::reason_words;

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

/// Writes moves, lines and scores for one root position.
pub(super) struct Rows<'a> {
    game: &'a Game,
    scale: ScoreScale,
    /// A line to each position that a walk met.
    lines: HashMap<u64, Vec<Move>>,
}

impl<'a> Rows<'a> {
    pub(super) fn new(game: &'a Game, scale: ScoreScale) -> Rows<'a> {
        Rows { game, scale, lines: HashMap::new() }
    }

    pub(super) fn read_walks(&mut self, walks: &[Walk]) {
        for walk in walks {
            for step in &walk.steps {
                self.lines.entry(step.key).or_insert_with(|| step.line.clone());
            }
        }
    }

    pub(super) fn san(&self, mv: Move) -> String {
        self.game.position().san(mv).to_string()
    }

    pub(super) fn score(&self, score: Score) -> String {
        match score.moves_to_mate() {
            Some(moves) => format!("#{moves}"),
            None => format!("{:+}", self.scale.normalised(score)),
        }
    }

    /// A line from the root, in SAN, with one more move of its last position.
    fn sans(&self, line: &[Move], last: Option<Move>) -> (Vec<String>, Option<String>) {
        let mut position = *self.game.position();
        let mut sans = Vec::new();
        for &mv in line {
            if !position.is_legal(mv) {
                break;
            }
            sans.push(position.san(mv).to_string());
            position = position.after(mv);
        }
        let last = last.filter(|&mv| position.is_legal(mv));
        (sans, last.map(|mv| position.san(mv).to_string()))
    }

    pub(super) fn truth(&self, scores: &TrueScores) -> Vec<TruthRow> {
        let rows = scores.moves.iter().map(|known| TruthRow {
            mv: self.san(known.mv),
            score: self.score(known.score),
            line: self.sans(&known.line, None).0,
            careful: scores.careful,
        });
        rows.collect()
    }

    pub(super) fn steps(&self, walk: &Walk) -> Vec<StepRow> {
        let rows = walk.steps.iter().map(|step| {
            let (line, mv) = self.sans(&step.line, step.mv);
            let node = &step.node;
            StepRow {
                line,
                node: node.id,
                key: format!("{:016x}", step.key),
                follows_truth: step.is_hero,
                mv,
                depth: node.depth,
                reduction: node.reduction,
                alpha: node.alpha.raw(),
                beta: node.beta.raw(),
                score: node.score.map(Score::raw),
                eval: node.eval.map(Score::raw),
                ended_by: reason_words(node.reason),
                from_table: step.from_table,
            }
        });
        rows.collect()
    }

    pub(super) fn suspect(&self, suspect: &Suspect) -> PardonRow {
        let mut row = self.pardon(&suspect.pardon);
        (row.line, row.mv) = self.sans(&suspect.line, suspect.mv);
        row.depth = Some(suspect.depth);
        row.value = suspect.compared.map(|[value, _]| value);
        row.threshold = suspect.compared.map(|[_, threshold]| threshold);
        row
    }

    /// Pardons, with what the walks knew about them and what they spared.
    pub(super) fn pardons(
        &self,
        pardons: &[Pardon],
        spared: &[Option<Spared>],
        suspects: &[Suspect],
    ) -> Vec<PardonRow> {
        let spared = spared.iter().copied().chain(core::iter::repeat(None));
        let row = |(pardon, spared): (&Pardon, Option<Spared>)| {
            let known = suspects.iter().find(|suspect| suspect.pardon == *pardon);
            let row = known.map_or_else(|| self.pardon(pardon), |suspect| self.suspect(suspect));
            match (&pardon.scope, spared) {
                (Scope::Decision { .. }, Some(Spared { comparison, depth })) => PardonRow {
                    depth: Some(depth),
                    value: Some(comparison.value),
                    threshold: Some(comparison.threshold),
                    ..row
                },
                _ => row,
            }
        };
        pardons.iter().zip(spared).map(row).collect()
    }

    fn pardon(&self, pardon: &Pardon) -> PardonRow {
        let mut row = PardonRow {
            heuristic: format!("{:?}", pardon.heuristic),
            granularity: "everywhere".to_owned(),
            line: Vec::new(),
            key: None,
            mv: None,
            depth: None,
            value: None,
            threshold: None,
        };
        match &pardon.scope {
            Scope::Decision { key, mv } => {
                row.granularity = if mv.is_some() { "decision" } else { "node" }.to_owned();
                row.key = Some(format!("{key:016x}"));
                let line = self.lines.get(key).cloned().unwrap_or_default();
                (row.line, row.mv) = self.sans(&line, *mv);
            }
            Scope::Below(line) => {
                row.granularity = "subtree".to_owned();
                row.line = self.sans(line, None).0;
            }
            Scope::NotBelow(_) | Scope::Everywhere => {}
        }
        row
    }

    pub(super) fn proof(&self, controls: &Controls) -> ProofRow {
        let san = |mv: Option<Move>| mv.map(|mv| self.san(mv)).unwrap_or_default();
        ProofRow {
            held: controls.held(),
            tables: controls
                .tables
                .iter()
                .map(|table| TableRow {
                    megabytes: table.megabytes,
                    without: san(table.without),
                    with: san(table.with),
                    held: table.held,
                })
                .collect(),
            shams: controls
                .shams
                .iter()
                .map(|sham| ShamRow {
                    pardons: sham.pardons,
                    best: san(sham.best),
                    found: sham.found,
                })
                .collect(),
        }
    }
}
