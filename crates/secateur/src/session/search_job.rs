//! Runs a search on its own thread. The engine moves to that thread and returns with the result.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{SyncSender, TrySendError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use chess::{CastlingNotation, Game, Move};
use engine::Limits;
use engine::probe::{Ledger, Probe, Silent};
use engine::score::Score;
use engine::tt::Bound;
use engine::{Answer, Control, Engine, Listener, Progress, STACK_BYTES, ScoreScale};
use uci::{BestMove, Info, MoveText, ScoreValue};

use super::Event;
use crate::ledger_view::LedgerView;

/// Older `info` lines than this are useless to a client that fell behind.
const MAX_BACKLOG: usize = 1_000;

/// Which output a search produces, and how.
#[derive(Clone, Copy)]
pub(super) struct SearchOutput {
    pub(super) notation: CastlingNotation,
    pub(super) show_wdl: bool,
    /// Count the events of each heuristic.
    pub(super) stats: bool,
}

/// The result of a search.
pub(super) struct SearchResult {
    pub(super) engine: Engine,
    pub(super) best: BestMove,
    /// The counts of the heuristics, if they were asked for.
    pub(super) stats: Option<String>,
}

/// The thread could not be started; the engine is unchanged.
pub(super) struct SpawnError {
    pub(super) engine: Engine,
    pub(super) error: io::Error,
}

/// A running search. Dropping it stops it and joins its thread.
pub(super) struct SearchJob {
    control: Arc<Control>,
    /// Set by `stop`: the best move may be sent even if the search is infinite.
    release: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl SearchJob {
    pub(super) fn start(
        engine: Engine,
        game: Game,
        limits: Limits,
        output: SearchOutput,
        events: SyncSender<Event>,
    ) -> Result<SearchJob, Box<SpawnError>> {
        let control = Arc::new(Control::new(limits.ponder));
        let release = Arc::new(AtomicBool::new(false));
        let (shared, released) = (Arc::clone(&control), Arc::clone(&release));
        // The engine follows once the thread runs: a closure that cannot be spawned is dropped, and
        // the engine would be lost with it.
        let (engine_sender, engine_receiver) = channel::<Engine>();
        let search = move || {
            let Ok(mut engine) = engine_receiver.recv() else { return };
            let mut reporter = SearchReporter {
                events: events.clone(),
                output,
                start: Instant::now(),
                scale: engine.scale(game.position()),
                backlog: VecDeque::new(),
            };
            let (best, stats) = if output.stats {
                let answer = engine.go::<Ledger>(&game, &limits, &shared, &mut reporter);
                let stats = LedgerView(&answer.probe).to_string();
                (reporter.best_move(&game, &answer), Some(stats))
            } else {
                let answer = engine.go::<Silent>(&game, &limits, &shared, &mut reporter);
                (reporter.best_move(&game, &answer), None)
            };
            reporter.flush();
            // UCI forbids a best move before `stop` or `ponderhit`, even if the search has ended.
            while (limits.infinite || shared.is_pondering()) && !released.load(Relaxed) {
                thread::sleep(Duration::from_millis(1));
            }
            let result = Box::new(SearchResult { engine, best, stats });
            // Sending fails only if the session is ending.
            let _ = events.send(Event::SearchFinished(result));
        };
        let thread =
            thread::Builder::new().name("search".to_owned()).stack_size(STACK_BYTES).spawn(search);
        match thread {
            Ok(thread) => {
                // The thread is waiting for it, so sending cannot fail.
                let _ = engine_sender.send(engine);
                Ok(SearchJob { control, release, thread: Some(thread) })
            }
            Err(error) => Err(Box::new(SpawnError { engine, error })),
        }
    }

    pub(super) fn stop(&self) {
        self.release.store(true, Relaxed);
        self.control.stop();
    }

    pub(super) fn ponder_hit(&self) {
        self.control.ponder_hit();
    }
}

impl Drop for SearchJob {
    fn drop(&mut self) {
        self.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A score as UCI reports it, in normalised centipawns or moves to mate.
pub(crate) fn score_value(scale: &ScoreScale, score: Score) -> ScoreValue {
    match score.moves_to_mate() {
        Some(moves) => ScoreValue::Mate(moves),
        None => ScoreValue::Centipawns(scale.normalised(score)),
    }
}

/// Turns the engine's progress into `info` lines and its answer into a `bestmove`.
struct SearchReporter {
    events: SyncSender<Event>,
    output: SearchOutput,
    start: Instant,
    /// The scale of the root position.
    scale: ScoreScale,
    /// Lines that the session's inbox had no room for.
    backlog: VecDeque<Info>,
}

impl SearchReporter {
    fn text(&self, mv: Move) -> MoveText {
        mv.uci(self.output.notation)
    }

    fn value(&self, score: Score) -> ScoreValue {
        score_value(&self.scale, score)
    }

    /// A move that ends the game, or a reply that does, leaves nothing to ponder on.
    fn best_move<P: Probe>(&mut self, game: &Game, answer: &Answer<P>) -> BestMove {
        let Some(best) = answer.best else {
            self.send(Info {
                depth: Some(0),
                score: Some(uci::Score {
                    value: self.value(answer.score),
                    bound: uci::Bound::Exact,
                }),
                // The game is over, so the result is certain.
                wdl: self.output.show_wdl.then_some(match answer.score.is_decisive() {
                    true => [0, 0, 1000],
                    false => [0, 1000, 0],
                }),
                ..Info::default()
            });
            return BestMove::NoLegalMove;
        };
        let ponder = answer.ponder.filter(|&reply| {
            let mut game = game.clone();
            game.play(best).is_ok()
                && game.outcome().is_none()
                && game.play(reply).is_ok()
                && game.outcome().is_none()
        });
        BestMove::Move { best: self.text(best), ponder: ponder.map(|mv| self.text(mv)) }
    }

    /// Never blocks: the clock is more important than the output. Lines that the session cannot
    /// take yet stay in the backlog; if it overflows, the oldest are dropped.
    fn send(&mut self, info: Info) {
        self.backlog.push_back(info);
        if self.backlog.len() > MAX_BACKLOG {
            self.backlog.pop_front();
        }
        while let Some(info) = self.backlog.pop_front() {
            if let Err(TrySendError::Full(Event::Info(info))) =
                self.events.try_send(Event::Info(Box::new(info)))
            {
                self.backlog.push_front(*info);
                return;
            }
        }
    }

    /// Sends the backlog. The search is over, so this may block.
    fn flush(&mut self) {
        for info in self.backlog.drain(..) {
            let _ = self.events.send(Event::Info(Box::new(info)));
        }
    }
}

impl Listener for SearchReporter {
    fn progress(&mut self, progress: &Progress<'_>) {
        let elapsed = self.start.elapsed();
        let speed = progress.nodes as f64 / elapsed.as_secs_f64().max(1e-3);
        for (line, root) in progress.moves.iter().enumerate() {
            let bound = match (line, progress.bound) {
                (0, Bound::Lower) => uci::Bound::Lower,
                (0, Bound::Upper) => uci::Bound::Upper,
                _ => uci::Bound::Exact,
            };
            self.send(Info {
                depth: Some(i64::from(progress.depth)),
                seldepth: Some(root.selective_depth as i64),
                multipv: Some(line as i64 + 1),
                score: Some(uci::Score { value: self.value(root.score), bound }),
                wdl: self.output.show_wdl.then(|| self.scale.win_draw_loss(root.score)),
                nodes: Some(progress.nodes as i64),
                nps: Some(speed as i64),
                hashfull: Some(progress.permille_used() as i64),
                tbhits: Some(progress.tablebase_hits as i64),
                time: Some(elapsed.as_millis() as i64),
                pv: root.pv.iter().map(|&mv| self.text(mv)).collect(),
                ..Info::default()
            });
        }
    }

    fn current_move(&mut self, depth: i32, mv: Move, number: usize) {
        self.send(Info {
            depth: Some(i64::from(depth)),
            currmove: Some(self.text(mv)),
            currmovenumber: Some(number as i64),
            ..Info::default()
        });
    }
}
