//! The first question of a page: what there is to choose from.

use std::collections::BTreeMap;

use engine::heuristics::Heuristic;
use engine::knobs::{KNOBS, Knob, Range};
use lab::review::THRESHOLDS;
use serde::Deserialize;
use serde_json::{Value, json};
use toolkit::presets::Preset;

use crate::board::{Board, MAX_SEARCHES, MAX_TABS};
use crate::levels::{DEFAULT, LEVELS};
use crate::refusal::Answer;
use crate::search_settings::MAX_HASH;

pub(crate) fn hello(board: &Board) -> Answer {
    let presets = Preset::built_in()?;
    let presets = presets.iter().map(|preset| json!({"name": preset.name, "title": preset.title}));
    let marks = THRESHOLDS.iter().map(|row| json!({"mark": row.mark, "loss": row.from}));
    let pgn = board.games.as_ref().map(|file| json!({"name": file.name(), "games": file.len()}));
    let figures = figures()?;
    let heuristics = Heuristic::ALL.iter().map(|&one| heuristic(one, &figures));
    Ok(json!({
        "version": board.version,
        "levels": LEVELS,
        "default_level": DEFAULT,
        "presets": presets.collect::<Vec<_>>(),
        "heuristics": heuristics.collect::<Vec<_>>(),
        "settings": KNOBS.iter().map(setting).collect::<Vec<_>>(),
        "marks": marks.collect::<Vec<_>>(),
        "start": {"fen": board.fen, "pgn": pgn},
        "cores": board.cores,
        "max_hash": MAX_HASH,
        "runs_folder": board.runs.folder.display().to_string(),
    }))
}

/// How much work is under way.
pub(crate) fn status(board: &Board) -> Answer {
    Ok(json!({
        "searches": MAX_SEARCHES - board.searches.available_permits(),
        "trees": board.trees.len(),
        "runs": board.runs.processes.count(),
        "tabs": MAX_TABS - board.tabs.available_permits(),
    }))
}

/// An estimate with its interval.
#[derive(Deserialize)]
struct Figure {
    #[serde(alias = "elo", alias = "rate")]
    value: f64,
    low: f64,
    high: f64,
}

/// What the lab has measured of a heuristic.
#[derive(Default, Deserialize)]
struct Figures {
    /// Elo with the heuristic switched over.
    games: Option<Figure>,
    /// The share of wrong cuts.
    cuts: Option<Figure>,
}

/// By the names of the heuristics.
fn figures() -> serde_json::Result<BTreeMap<String, Figures>> {
    serde_json::from_str(include_str!("../../../../docs/results/heuristics.json"))
}

fn heuristic(heuristic: Heuristic, figures: &BTreeMap<String, Figures>) -> Value {
    let name = format!("{heuristic:?}");
    let mut row = json!({"title": heuristic.doc(), "switch": heuristic.knob().option()});
    let measured = figures.get(&name);
    if let Some(Figure { value, low, high }) = measured.and_then(|figures| figures.games.as_ref()) {
        row["elo"] = json!(value);
        row["elo_error"] = json!(0.5 * (high - low));
    }
    if let Some(Figure { value, low, high }) = measured.and_then(|figures| figures.cuts.as_ref()) {
        row["wrong"] = json!(value);
        row["wrong_low"] = json!(low);
        row["wrong_high"] = json!(high);
    }
    row["name"] = json!(name);
    row
}

fn setting(knob: &Knob) -> Value {
    let mut row = match knob.range {
        Range::Spin { default, min, max, .. } => {
            json!({"type": "spin", "default": default, "min": min, "max": max})
        }
        Range::Check { default } => json!({"type": "check", "default": default}),
        Range::Combo { default, names } => {
            json!({"type": "combo", "default": names[default], "values": names})
        }
    };
    row["name"] = json!(knob.option());
    row["doc"] = json!(knob.doc);
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measured_figures_belong_to_heuristics() {
        let figures = figures().unwrap();
        let null_move = heuristic(Heuristic::NullMove, &figures);
        assert!(null_move["elo"].is_f64() && null_move["wrong"].is_f64(), "{null_move}");
    }
}
