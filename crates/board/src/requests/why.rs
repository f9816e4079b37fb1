//! Why was a move not played, and which cut hid it?

use lab::limit::Limit;
use lab::why::{WhyError, WhySettings, explain};
use serde_json::json;
use toolkit::stop::StopAll;

use crate::fields::Fields;
use crate::job::{Reports, Work};
use crate::place::{Place, read_move};
use crate::refusal::Refusal;
use crate::search_settings::SearchSettings;

/// Nodes of each search.
const DEFAULT_NODES: u64 = 100_000;
const MAX_NODES: u64 = 2_000_000;
/// How many times the nodes of a search the truth gets.
const EFFORT: u64 = 20;

pub(crate) fn why(fields: &Fields) -> Result<Work, Refusal> {
    let game = Place::read(fields)?.game;
    let wanted = read_move(game.position(), fields.text("move")?.trim())?;
    let nodes = fields.optional_number("nodes", 1..=MAX_NODES)?.unwrap_or(DEFAULT_NODES);
    let settings = SearchSettings::read(fields, 1)?;
    let settings = WhySettings {
        limit: Limit::Nodes(nodes),
        hash: settings.hash(),
        knobs: settings.knobs,
        effort: EFFORT,
    };
    let work = move |reports: &Reports, stop: &StopAll| {
        reports.send(json!({"phase": "searching with and without single cuts"}));
        match explain(&game, &[wanted], &[], &settings, stop) {
            Ok(answer) => Ok(json!({
                "words": [answer.paragraph()],
                "tree": answer.tree(),
                "answer": answer,
            })),
            Err(WhyError::Interrupted) => Ok(json!({"stopped": true})),
            Err(error) => Err(error.into()),
        }
    };
    Ok(Box::new(work))
}
