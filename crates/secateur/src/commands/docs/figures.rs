//! Measured figures of each heuristic: Elo, nodes and wrong cuts, with the search and the command that
//! gave them. `docs/results/heuristics.json` holds them; `secateur docs --take` adds those of a run.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use engine::Engine;
use engine::heuristics::Heuristic;
use engine::knobs::Knobs;
use serde::{Deserialize, Serialize};

use crate::bench;

/// The file of figures, in the folder of documents.
pub(super) const FIGURES: &str = "results/heuristics.json";

/// Figures that are older than this many changes of the search are reported.
const MOST_CHANGES: usize = 3;

/// What gave a figure.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Origin {
    pub(super) date: String,
    /// The bench of the search that was measured.
    pub(super) bench: u64,
    pub(super) command: String,
}

/// Games with the heuristic switched over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct GameFigure {
    pub(super) elo: f64,
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) games: u64,
    pub(super) limit: String,
    #[serde(flatten)]
    pub(super) origin: Origin,
}

/// Nodes to a depth with the heuristic switched over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct NodeFigure {
    /// As a multiple of the default's.
    pub(super) ratio: f64,
    /// A search was aborted: the ratio is at least this.
    pub(super) is_least: bool,
    pub(super) depth: i32,
    #[serde(flatten)]
    pub(super) origin: Origin,
}

/// Cuts that were judged.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct CutFigure {
    pub(super) rate: f64,
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) judged: u64,
    pub(super) nodes_saved: f64,
    pub(super) limit: String,
    #[serde(flatten)]
    pub(super) origin: Origin,
}

#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub(super) struct HeuristicFigures {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) games: Option<GameFigure>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) nodes: Option<NodeFigure>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cuts: Option<CutFigure>,
}

/// By the names of the heuristics, and of the control of an audit.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub(super) struct Figures(pub(super) BTreeMap<String, HeuristicFigures>);

/// The results of a run, as far as they are figures.
#[derive(Deserialize)]
#[serde(untagged)]
enum RunResults {
    Ablation {
        facts: AblationFacts,
        variants: Vec<AblationVariant>,
    },
    Audit {
        date: String,
        bench: Option<u64>,
        command: String,
        limit: String,
        heuristics: Vec<AuditRow>,
    },
}

#[derive(Deserialize)]
struct AblationFacts {
    date: String,
    bench: Option<u64>,
    limit: String,
    depth: i32,
    command: String,
}

#[derive(Deserialize)]
struct AblationVariant {
    name: String,
    games: u64,
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    node_ratio: Option<f64>,
    #[serde(default)]
    aborted: usize,
}

#[derive(Deserialize)]
struct AuditRow {
    name: String,
    rate: f64,
    low: f64,
    high: f64,
    judged: u64,
    nodes_saved: f64,
}

/// The bench of this program, and the short one, by which runs know their search.
struct OwnBench {
    short: u64,
    full: u64,
}

impl OwnBench {
    fn measure() -> Result<OwnBench> {
        let mut engine = Engine::new(bench::HASH as usize)?;
        let short = bench::short(&mut engine)?;
        let mut engine = Engine::new(bench::HASH as usize)?;
        Ok(OwnBench { short, full: bench::full(&mut engine)? })
    }

    /// The origin of a run of this search.
    fn origin(&self, date: &str, short: Option<u64>, command: &str) -> Result<Origin> {
        if short != Some(self.short) {
            bail!(
                "it was measured with another search (bench at depth {} is {}); expected {}",
                bench::SHORT_DEPTH,
                short.map_or("unknown".to_owned(), |nodes| nodes.to_string()),
                self.short
            );
        }
        let date = date.split('T').next().unwrap_or(date).to_owned();
        Ok(Origin { date, bench: self.full, command: without_folders(command) })
    }
}

/// A command with the names of files alone: where they lie differs from machine to machine.
fn without_folders(command: &str) -> String {
    let short = |word: &str| match word.rsplit_once('/') {
        Some((_, name)) if word.starts_with('/') => name.to_owned(),
        _ => word.to_owned(),
    };
    command.split(' ').map(short).collect::<Vec<_>>().join(" ")
}

impl Figures {
    pub(super) fn read(folder: &Path) -> Result<Figures> {
        let path = folder.join(FIGURES);
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        serde_json::from_str(&text).with_context(|| path.display().to_string())
    }

    /// Adds the figures of runs, each given by its file of results, and writes the file.
    pub(super) fn take(folder: &Path, runs: &[impl AsRef<Path>]) -> Result<Figures> {
        let mut figures =
            if folder.join(FIGURES).exists() { Figures::read(folder)? } else { Figures::default() };
        let own = OwnBench::measure()?;
        for run in runs {
            let name = || run.as_ref().display().to_string();
            let text = fs::read_to_string(run).with_context(name)?;
            let results = serde_json::from_str(&text).with_context(|| {
                format!("{}: expected results.json of 'lab audit' or 'lab ablate'", name())
            })?;
            figures.add(results, &own).with_context(name)?;
        }
        let path = folder.join(FIGURES);
        let text = serde_json::to_string_pretty(&figures)? + "\n";
        fs::write(&path, text).with_context(|| path.display().to_string())?;
        Ok(figures)
    }

    fn add(&mut self, results: RunResults, own: &OwnBench) -> Result<()> {
        match results {
            RunResults::Ablation { facts, variants } => {
                let origin = own.origin(&facts.date, facts.bench, &facts.command)?;
                for variant in variants {
                    self.add_variant(variant, &facts, &origin);
                }
            }
            RunResults::Audit { date, bench, command, limit, heuristics } => {
                let origin = own.origin(&date, bench, &command)?;
                for AuditRow { name, rate, low, high, judged, nodes_saved } in heuristics {
                    let (limit, origin) = (limit.clone(), origin.clone());
                    self.0.entry(name).or_default().cuts =
                        Some(CutFigure { rate, low, high, judged, nodes_saved, limit, origin });
                }
            }
        }
        Ok(())
    }

    fn add_variant(&mut self, variant: AblationVariant, facts: &AblationFacts, origin: &Origin) {
        let AblationVariant { name, games, node_ratio, aborted, .. } = variant;
        let figures = self.0.entry(name).or_default();
        if let (Some(elo), Some(low), Some(high)) = (variant.elo, variant.elo_low, variant.elo_high)
        {
            let (limit, origin) = (facts.limit.clone(), origin.clone());
            figures.games = Some(GameFigure { elo, low, high, games, limit, origin });
        }
        if let Some(ratio) = node_ratio {
            let (is_least, depth, origin) = (aborted > 0, facts.depth, origin.clone());
            figures.nodes = Some(NodeFigure { ratio, is_least, depth, origin });
        }
    }

    pub(super) fn of(&self, heuristic: Heuristic) -> HeuristicFigures {
        self.0.get(&format!("{heuristic:?}")).cloned().unwrap_or_default()
    }

    /// What is missing, a line each.
    pub(super) fn missing(&self) -> Vec<String> {
        let mut missing = Vec::new();
        for &heuristic in Heuristic::ALL {
            let figures = self.of(heuristic);
            if figures.games.is_none() {
                missing.push(format!("no Elo of {heuristic:?}: 'lab ablate' measures it"));
            }
            if figures.nodes.is_none() {
                missing.push(format!("no nodes of {heuristic:?}: 'lab ablate' measures them"));
            }
            let cuts = heuristic.claims() && heuristic.is_on(&Knobs::default());
            if cuts && figures.cuts.is_none() {
                missing.push(format!("no wrong cuts of {heuristic:?}: 'lab audit' measures them"));
            }
        }
        missing
    }

    /// Figures that are older than some changes of the search, a line each. Nothing is known without
    /// git and the history.
    pub(super) fn outdated(&self) -> Vec<String> {
        let Some(benches) = benches_of_history() else { return Vec::new() };
        let mut outdated = Vec::new();
        for (name, figures) in &self.0 {
            let origins = [
                figures.games.as_ref().map(|figure| &figure.origin),
                figures.nodes.as_ref().map(|figure| &figure.origin),
                figures.cuts.as_ref().map(|figure| &figure.origin),
            ];
            let oldest =
                origins.into_iter().flatten().map(|origin| changes_since(&benches, origin.bench));
            if let Some(changes) = oldest.max().filter(|&changes| changes > MOST_CHANGES) {
                outdated.push(format!(
                    "figures of {name} are {changes} or more changes of the search old"
                ));
            }
        }
        outdated
    }
}

/// The benches of the commits, the latest first, each once for a row of commits.
fn benches_of_history() -> Option<Vec<u64>> {
    let output = Command::new("git").args(["log", "--format=%B"]).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let benches = text.lines().filter_map(|line| line.strip_prefix("Bench: ")?.trim().parse().ok());
    let mut benches: Vec<u64> = benches.collect();
    benches.dedup();
    Some(benches).filter(|benches| output.status.success() && !benches.is_empty())
}

/// Changes of the search since it had this bench; all of them if it never had.
fn changes_since(benches: &[u64], bench: u64) -> usize {
    benches.iter().position(|&known| known == bench).unwrap_or(benches.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own() -> OwnBench {
        OwnBench { short: 200, full: 5_000 }
    }

    fn add(figures: &mut Figures, text: &str) -> Result<()> {
        figures.add(serde_json::from_str(text)?, &own())
    }

    const ABLATION: &str = r#"{"facts": {"date": "2026-11-18T07:31:48Z", "bench": 200,
        "limit": "nodes=3000", "depth": 12,
        "command": "secateur lab ablate --openings /some/where/book.zip"},
        "variants": [{"name": "StaticNull", "games": 400, "elo": -70.0, "elo_low": -80.0,
        "elo_high": -60.0, "node_ratio": 1.5, "aborted": 1}]}"#;
    const AUDIT: &str = r#"{"date": "2026-11-18", "bench": 200, "command": "secateur lab audit",
        "limit": "depth 14", "heuristics": [{"name": "StaticNull", "rate": 0.05, "low": 0.04,
        "high": 0.07, "judged": 800, "nodes_saved": 3.0}]}"#;

    #[test]
    fn figures_of_several_runs_are_joined_with_their_origins() {
        let mut figures = Figures::default();
        add(&mut figures, ABLATION).unwrap();
        add(&mut figures, AUDIT).unwrap();
        let of = figures.of(Heuristic::StaticNull);
        let games = of.games.unwrap();
        assert_eq!((games.elo, games.games, games.origin.bench), (-70.0, 400, 5_000));
        assert_eq!(games.origin.command, "secateur lab ablate --openings book.zip");
        assert_eq!(games.origin.date, "2026-11-18");
        assert!(of.nodes.unwrap().is_least);
        assert_eq!(of.cuts.unwrap().judged, 800);
    }

    #[test]
    fn results_of_another_search_are_refused() {
        let other = ABLATION.replace("\"bench\": 200", "\"bench\": 201");
        let error = add(&mut Figures::default(), &other).unwrap_err().to_string();
        assert!(error.contains("another search") && error.contains("expected 200"), "{error}");
    }

    #[test]
    fn a_heuristic_without_figures_is_named() {
        let mut figures = Figures::default();
        add(&mut figures, ABLATION).unwrap();
        let missing = figures.missing();
        let has = |text: &str| missing.iter().any(|line| line.contains(text));
        assert!(has("no wrong cuts of StaticNull") && !has("no Elo of StaticNull"));
        assert!(has("no Elo of NullMove"));
        assert!(!has("no wrong cuts of Killers"), "it makes no claims");
        assert!(!has("no wrong cuts of NodeFutility"), "it is off");
    }

    #[test]
    fn changes_of_the_search_are_counted_by_bench() {
        assert_eq!(changes_since(&[9, 8, 7], 9), 0);
        assert_eq!(changes_since(&[9, 8, 7], 7), 2);
        assert_eq!(changes_since(&[9, 8, 7], 1), 3);
    }
}
