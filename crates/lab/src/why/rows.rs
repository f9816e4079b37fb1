//! What an investigation found, written as the rows of its answer.

use std::collections::HashMap;

use chess::{Game, Move};
use engine::ScoreScale;
use engine::score::Score;

use super::answer::{PardonRow, ProofRow, ShamRow, StepRow, TableRow, TruthRow};
use super::controls::Controls;
use super::pardon::{Pardon, Scope, Spared};
use super::truth::TrueScores;
use super::walk::{Suspect, Walk};
use crate::tree::reason_words;

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
