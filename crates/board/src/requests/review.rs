//! The review of a whole game.

use std::sync::Arc;

use engine::Limits;
use lab::review::{Interrupted, Progress, review as judge};
use serde_json::json;
use toolkit::stop::StopAll;

use crate::board::Board;
use crate::fields::Fields;
use crate::job::{Reports, Work};
use crate::place::Place;
use crate::refusal::Refusal;
use crate::search_settings::SearchSettings;

/// How long the review looks at each position: names and nodes.
const EFFORTS: [(&str, u64); 3] = [("quick", 20_000), ("normal", 200_000), ("deep", 2_000_000)];

pub(crate) fn review(board: &Arc<Board>, fields: &Fields) -> Result<Work, Refusal> {
    let game = Place::read(fields)?.game;
    let effort = fields.optional_text("effort")?.unwrap_or("normal");
    let Some((_, nodes)) = EFFORTS.iter().find(|(name, _)| *name == effort) else {
        let names = EFFORTS.map(|(name, _)| name).join(", ");
        return Err(Refusal(format!("effort: expected one of {names}")));
    };
    let limits = Limits { nodes: Some(*nodes), ..Limits::default() };
    let settings = SearchSettings::read(fields, board.cores)?;
    let network = Arc::clone(&board.network);
    let work = move |reports: &Reports, stop: &StopAll| {
        let mut engine = settings.engine(&network)?;
        let report = |progress: &Progress<'_>| {
            let Progress { judged, of, last } = progress;
            reports.send(json!({"done": judged, "total": of, "move": last.name()}));
        };
        // What was judged before a stop is worth showing.
        let review = judge(&game, &mut engine, &limits, stop, report);
        let review = review.unwrap_or_else(|Interrupted { partial }| *partial);
        Ok(json!({"review": review}))
    };
    Ok(Box::new(work))
}
