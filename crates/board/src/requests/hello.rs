//! The first question of a page: what there is to choose from.

use engine::heuristics::Heuristic;
use engine::knobs::{KNOBS, Knob, Range};
use serde_json::{Value, json};
use toolkit::presets::Preset;

use crate::board::{Board, MAX_SEARCHES, MAX_TABS};
use crate::levels::{DEFAULT, LEVELS};
use crate::refusal::Answer;

/// Marks of bad moves, by the expected points that they lose.
const MARKS: [(&str, f64); 3] = [("?!", 0.05), ("?", 0.1), ("??", 0.2)];

pub(crate) fn hello(board: &Board) -> Answer {
    let presets = Preset::built_in()?;
    let presets = presets.iter().map(|preset| json!({"name": preset.name, "title": preset.title}));
    let marks = MARKS.iter().map(|(mark, loss)| json!({"mark": mark, "loss": loss}));
    Ok(json!({
        "version": board.version,
        "levels": LEVELS,
        "default_level": DEFAULT,
        "presets": presets.collect::<Vec<_>>(),
        "heuristics": Heuristic::ALL.iter().map(heuristic).collect::<Vec<_>>(),
        "settings": KNOBS.iter().map(setting).collect::<Vec<_>>(),
        "marks": marks.collect::<Vec<_>>(),
        "start": {"fen": board.fen},
        "cores": board.cores,
        "runs_folder": board.runs.display().to_string(),
    }))
}

/// How much work is under way.
pub(crate) fn status(board: &Board) -> Answer {
    Ok(json!({
        "searches": MAX_SEARCHES - board.searches.available_permits(),
        "tabs": MAX_TABS - board.tabs.available_permits(),
    }))
}

fn heuristic(heuristic: &Heuristic) -> Value {
    json!({
        "name": format!("{heuristic:?}"),
        "title": heuristic.doc(),
        "switch": heuristic.knob().option(),
    })
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
