//! The lines of a position, reported while the search runs.

use std::sync::Arc;
use std::time::{Duration, Instant};

use chess::{Game, Move, Position};
use engine::probe::Silent;
use engine::score::Score;
use engine::tt::Bound;
use engine::{Engine, Limits, Listener, Progress, RootMove};
use serde_json::{Value, json};
use toolkit::stop::StopAll;

use crate::board::Board;
use crate::fields::Fields;
use crate::job::{Reports, Work};
use crate::live_ledger::{LedgerView, LiveLedger};
use crate::node::color_name;
use crate::place::{Place, passed, uci};
use crate::refusal::Refusal;
use crate::score_json::WhiteView;
use crate::search_settings::SearchSettings;

/// The most lines of an analysis.
const MAX_LINES: usize = 5;
/// The most moves of a line that are sent.
const MAX_PV: usize = 24;
/// The longest search that may be asked for: a day.
const LONGEST_MS: u64 = 86_400_000;

/// The analyses that a tab may run side by side.
pub(crate) const SLOTS: u8 = 2;

/// Reads the request; the slot comes with the work.
pub(crate) fn analyse(board: &Arc<Board>, fields: &Fields) -> Result<(u8, Work), Refusal> {
    let place = Place::read(fields)?;
    let game = if fields.flag("threat")? { passed(&place.game)? } else { place.game };
    let slot = fields.optional_number("slot", 0..=SLOTS - 1)?.unwrap_or(0);
    let lines = fields.optional_number("lines", 1..=MAX_LINES)?.unwrap_or(1);
    let limits = limits(fields)?;
    let settings = SearchSettings::read(fields, board.cores)?;
    let network = Arc::clone(&board.network);
    let ledger = fields.flag("ledger")?.then(LedgerView::default);
    let work = move |reports: &Reports, stop: &StopAll| {
        let mut engine = settings.engine(&network)?;
        engine.multi_pv = lines;
        let mut watcher = Watcher::new(&engine, &game, reports, ledger.clone());
        let control = stop.handle().next_control();
        match ledger {
            Some(view) => {
                let probe = LiveLedger::new(view);
                engine.go_with(&game, &limits, &control, &mut watcher, probe);
            }
            None => {
                engine.go::<Silent>(&game, &limits, &control, &mut watcher);
            }
        }
        watcher.look_again();
        let mut answer = watcher.last;
        answer["stopped"] = json!(stop.is_requested());
        Ok(answer)
    };
    Ok((slot, Box::new(work)))
}

/// Reads `limit`; without one the search runs until it is stopped.
pub(crate) fn limits(fields: &Fields) -> Result<Limits, Refusal> {
    let Some(limit) = fields.object("limit")? else {
        return Ok(Limits { infinite: true, ..Limits::default() });
    };
    let limits = Limits {
        depth: limit.optional_number("depth", 1..=200)?,
        nodes: limit.optional_number("nodes", 1..=i64::MAX as u64)?,
        move_time: limit.optional_number("time_ms", 1..=LONGEST_MS)?.map(Duration::from_millis),
        ..Limits::default()
    };
    if limits.depth.is_none() && limits.nodes.is_none() && limits.move_time.is_none() {
        return Err(Refusal::new("limit: expected time_ms, nodes or depth"));
    }
    Ok(limits)
}

/// Turns the engine's progress into reports.
struct Watcher<'a> {
    root: Position,
    view: WhiteView,
    start: Instant,
    reports: &'a Reports,
    ledger: Option<LedgerView>,
    /// The newest report.
    last: Value,
}

impl<'a> Watcher<'a> {
    fn new(
        engine: &Engine,
        game: &Game,
        reports: &'a Reports,
        ledger: Option<LedgerView>,
    ) -> Watcher<'a> {
        let root = *game.position();
        let view = WhiteView { scale: engine.scale(&root), turn: root.turn() };
        // The evaluation of a position in check means nothing.
        let evaluation =
            (!root.in_check()).then(|| view.score(Score::evaluation(engine.evaluate(&root))));
        let last = json!({
            "depth": 0, "seldepth": 0, "nodes": 0, "nps": 0, "time_ms": 0, "hashfull": 0,
            "lines": [], "static": evaluation, "turn": color_name(root.turn()),
        });
        Watcher { root, view, start: Instant::now(), reports, ledger, last }
    }

    /// Brings the parts of the report up to date that change within an iteration.
    fn look_again(&mut self) {
        if let Some(ledger) = &self.ledger {
            self.last["ledger"] = ledger.rows();
        }
    }

    fn line(&self, rank: usize, root: &RootMove, bound: Bound) -> Value {
        let bound = match bound {
            Bound::Lower => "lower",
            Bound::Upper => "upper",
            _ => "exact",
        };
        json!({
            "rank": rank + 1,
            "score": self.view.score(root.score),
            "bound": bound,
            "wdl": self.view.wdl(root.score),
            "pv": pv(self.root, &root.pv),
        })
    }
}

/// A line as the notation shows it.
pub(crate) fn pv(mut position: Position, moves: &[Move]) -> Vec<Value> {
    let mut line = Vec::new();
    for &mv in moves.iter().take(MAX_PV) {
        line.push(json!({"uci": uci(mv), "san": position.san(mv).to_string()}));
        position = position.after(mv);
    }
    line
}

impl Listener for Watcher<'_> {
    fn progress(&mut self, progress: &Progress<'_>) {
        let elapsed = self.start.elapsed();
        let speed = progress.nodes as f64 / elapsed.as_secs_f64().max(1e-3);
        let lines = progress.moves.iter().enumerate().map(|(rank, root)| {
            let bound = if rank == 0 { progress.bound } else { Bound::Exact };
            self.line(rank, root, bound)
        });
        let lines: Vec<Value> = lines.collect();
        let update = json!({
            "depth": progress.depth,
            "seldepth": progress.moves.first().map_or(0, |root| root.selective_depth),
            "nodes": progress.nodes,
            "nps": speed as u64,
            "time_ms": elapsed.as_millis() as u64,
            "hashfull": progress.permille_used(),
            "lines": lines,
        });
        if let (Value::Object(last), Value::Object(update)) = (&mut self.last, update) {
            last.extend(update);
        }
        self.look_again();
        self.reports.send(self.last.clone());
    }

    fn current_move(&mut self, _depth: i32, _mv: Move, _number: usize) {
        self.last["time_ms"] = json!(self.start.elapsed().as_millis() as u64);
        self.look_again();
        self.reports.send(self.last.clone());
    }
}
