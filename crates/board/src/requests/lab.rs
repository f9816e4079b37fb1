//! The lab live: the runs of a folder, one run while it is played, and its games.

use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use chess::pgn::result_text;
use lab::manifest::Manifest;
use lab::stats::{Elo, SprtVerdict, fixed};
use serde_json::{Value, json};
use toolkit::stop::StopAll;
use toolkit::workers::lock;

use crate::board::Board;
use crate::fields::Fields;
use crate::game_json::GameJson;
use crate::job::{Reports, Work};
use crate::refusal::{Answer, Refusal};
use crate::runs::{GameJournal, RunContent, RunState, Runs, StudyFigures, changed_ms, thinned};

/// The most games of one answer.
const MAX_COUNT: usize = 200;
/// The most points of an LLR path.
const MAX_POINTS: usize = 400;
/// How often a watched run is looked at, and how often the watcher asks whether to stop.
const LOOK: Duration = Duration::from_millis(1_000);
const GLANCE: Duration = Duration::from_millis(100);

/// All runs, the last changed first.
pub(crate) fn runs(board: &Board) -> Answer {
    let runs = &board.runs;
    let mut rows: Vec<(u64, Value)> = runs
        .names()
        .into_iter()
        .filter_map(|name| {
            let (path, content) = runs.find(&name).ok()?;
            let changed = changed_ms(&path);
            Some((changed, row(runs, &name, &path, content, changed)))
        })
        .collect();
    rows.sort_by_key(|&(changed, _)| core::cmp::Reverse(changed));
    let rows: Vec<Value> = rows.into_iter().map(|(_, row)| row).collect();
    Ok(json!({"runs": rows}))
}

/// A run that cannot be read is listed with its fault.
fn row(runs: &Runs, name: &str, path: &Path, content: RunContent, changed: u64) -> Value {
    let read = || match figures(runs, name, path, content) {
        Ok(figures) => figures,
        Err(Refusal(why)) => {
            json!({"kind": "unknown", "title": name, "games": null, "verdict": why})
        }
    };
    let figures = runs.figures(name, changed, read);
    json!({
        "name": name,
        "kind": figures["kind"],
        "title": figures["title"],
        "state": runs.state(name, path),
        "games": figures["games"],
        "summary": figures["verdict"],
        "changed_ms": changed,
    })
}

/// What a run has shown so far.
fn figures(runs: &Runs, name: &str, path: &Path, content: RunContent) -> Answer {
    match content {
        RunContent::Games => Ok(games_figures(&lock(&*runs.games(name)?))),
        RunContent::Study => Ok(study_figures(&StudyFigures::read(path)?, name)),
        RunContent::Other(kind) => {
            Ok(json!({"kind": kind, "title": name, "players": [], "games": null, "verdict": ""}))
        }
    }
}

fn title(manifest: &Manifest) -> String {
    let names = manifest.names();
    match manifest.plan.is_duel() {
        true => names.join(" against "),
        false => format!("{}, {} players", manifest.plan.kind, names.len()),
    }
}

fn games_figures(journal: &GameJournal) -> Value {
    let GameJournal { manifest, state, path, .. } = journal;
    let plan = &manifest.plan;
    let mut figures = json!({
        "kind": plan.kind.to_string(),
        "title": title(manifest),
        "players": manifest.names(),
        "limit": plan.limits_text(),
        "games": state.finished(),
        "planned": plan.games(),
        "verdict": "",
    });
    if !plan.is_duel() {
        return figures;
    }
    let standing = state.duel();
    let elo = standing.pairs.logistic();
    figures["score"] = json!([standing.games.wins, standing.games.draws, standing.games.losses]);
    figures["pentanomial"] = json!(standing.pairs.pairs);
    figures["elo"] = elo_json(elo);
    let name = manifest.names().swap_remove(0);
    figures["verdict"] = json!(match plan.test() {
        Some(test) => {
            let (low, high) = test.bounds();
            let points = thinned(path.len(), MAX_POINTS).into_iter();
            let points: Vec<f64> = points.map(|place| test.llr(&path[place])).collect();
            figures["llr"] = json!(core::iter::once(0.0).chain(points).collect::<Vec<f64>>());
            figures["bounds"] = json!([low, high]);
            let llr = fixed(test.llr(&standing.pairs), 2);
            match test.verdict(&standing.pairs) {
                SprtVerdict::Continue => format!("Not decided: LLR {llr}, Elo {elo}."),
                verdict => format!("{verdict}; Elo {elo}."),
            }
        }
        None => format!("{}: Elo {elo}.", elo.finding().words(&name)),
    });
    figures
}

fn study_figures(study: &StudyFigures, name: &str) -> Value {
    let variants = study.variants.iter().map(|variant| {
        json!({"name": variant.name, "elo": elo_json(variant.elo), "games": variant.games})
    });
    json!({
        "kind": study.kind,
        "title": name,
        "players": [],
        "games": study.games,
        "planned": study.planned,
        "variants": variants.collect::<Vec<_>>(),
        "verdict": format!("{} variants, {} games", study.variants.len(), study.games),
    })
}

/// Ends that are not finite are left open.
fn elo_json(elo: Elo) -> Value {
    let Some(elo) = elo.known() else { return Value::Null };
    // Adding zero removes the sign of a negative one.
    let finite = |number: f64| Some(number + 0.0).filter(|number| number.is_finite());
    json!({"value": finite(elo.estimate), "low": finite(elo.low), "high": finite(elo.high)})
}

/// Follows a run until the watcher goes away.
pub(crate) fn watch(board: &Arc<Board>, fields: &Fields) -> Result<Work, Refusal> {
    let name = fields.text("run")?.to_owned();
    board.runs.find(&name)?;
    let board = Arc::clone(board);
    let work = move |reports: &Reports, stop: &StopAll| {
        let (mut last, mut seen) = (json!({}), None);
        let mut pace = Pace::default();
        while !stop.is_requested() {
            let (path, content) = board.runs.find(&name)?;
            let now = (changed_ms(&path), board.runs.state(&name, &path));
            // A run that plays may write twice within the clock's resolution.
            if seen != Some(now) || now.1 == RunState::Running {
                seen = Some(now);
                let mut update = figures(&board.runs, &name, &path, content)?;
                update["state"] = json!(now.1);
                update["stoppable"] = json!(board.runs.processes.is_running(&name));
                update["eta"] = json!(pace.seconds_left(&update, now.1));
                if update != last {
                    last = update;
                    reports.send(last.clone());
                }
            }
            wait(stop);
        }
        Ok(last)
    };
    Ok(Box::new(work))
}

/// Waits for the next look, or until somebody stops the watcher.
fn wait(stop: &StopAll) {
    let start = Instant::now();
    while start.elapsed() < LOOK && !stop.is_requested() {
        thread::sleep(GLANCE);
    }
}

/// How fast the games of a run end, since somebody watches.
#[derive(Default)]
struct Pace(Option<(Instant, u64)>);

impl Pace {
    /// The seconds until all games are played; `None` if nobody can tell yet.
    fn seconds_left(&mut self, update: &Value, state: RunState) -> Option<u64> {
        let (games, planned) = (update["games"].as_u64()?, update["planned"].as_u64()?);
        if state != RunState::Running {
            self.0 = None;
            return None;
        }
        let &mut (since, first) = self.0.get_or_insert((Instant::now(), games));
        let played = games.saturating_sub(first);
        let seconds = since.elapsed().as_secs_f64() * planned.saturating_sub(games) as f64;
        (played > 0).then(|| (seconds / played as f64) as u64)
    }
}

/// A page of the games of a run.
pub(crate) fn games(board: &Board, fields: &Fields) -> Answer {
    let name = fields.text("run")?;
    let from = fields.optional_number("from", 0..=usize::MAX >> 1)?.unwrap_or(0);
    let count = fields.optional_number("count", 1..=MAX_COUNT)?.unwrap_or(MAX_COUNT);
    if board.runs.find(name)?.1 != RunContent::Games {
        return Ok(json!({"games": [], "total": 0}));
    }
    let journal = board.runs.games(name)?;
    let journal = lock(&journal);
    let names = journal.manifest.names();
    let player = |place: usize| names.get(place).map_or("?", String::as_str);
    let records = journal.records(from, count)?;
    let rows = records.iter().map(|record| {
        json!({
            "number": record.number + 1,
            "white": player(record.white),
            "black": player(record.black),
            "result": result_text(record.result),
            "reason": record.words,
            "plies": record.moves.split_ascii_whitespace().count(),
        })
    });
    Ok(json!({"games": rows.collect::<Vec<_>>(), "total": journal.state.finished()}))
}

/// One game of a run, numbered from 1.
pub(crate) fn game(board: &Board, fields: &Fields) -> Answer {
    let journal = board.runs.games(fields.text("run")?)?;
    let number: u32 = fields.number("number", 1..=u32::MAX)?;
    let journal = lock(&journal);
    let record = journal.game(number - 1)?;
    let pgn = record.pgn(&journal.manifest.names(), &[("Event", "secateur lab")]);
    let pgn = pgn.ok_or_else(|| Refusal::new("number: the record of this game is damaged"))?;
    Ok(json!({"game": GameJson::from(&pgn)}))
}
