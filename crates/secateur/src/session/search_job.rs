//! A search on a thread of its own. The engine goes along and comes back with the answer.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{SyncSender, TrySendError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use chess::{CastlingNotation, Game, Move};
use engine::limits::Limits;
use engine::probe::{Ledger, Probe, Silent};
use engine::score::Score;
use engine::tt::Bound;
use engine::{Answer, Control, Engine, Listener, Progress, STACK_BYTES, ScoreScale};
use uci::{BestMove, Info, MoveText, ScoreValue};

use super::Event;

/// More than a client has use for after the fact.
const MOST_NEWS: usize = 1_000;

/// How to tell what the search finds.
#[derive(Clone, Copy)]
pub(super) struct Manner {
    pub(super) notation: CastlingNotation,
    pub(super) show_wdl: bool,
    /// Count what the heuristics do.
    pub(super) stats: bool,
}

/// The end of a search.
pub(super) struct Searched {
    pub(super) engine: Engine,
    pub(super) best: BestMove,
    /// The ledger, if one was kept.
    pub(super) stats: Option<String>,
}

/// No thread was to be had; the engine is as it was.
pub(super) struct Unstarted {
    pub(super) engine: Engine,
    pub(super) error: io::Error,
}

/// A running search. Dropping it stops it and waits for its end.
pub(super) struct SearchJob {
    control: Arc<Control>,
    /// The client wants its move, however long the search would have gone on.
    wanted: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl SearchJob {
    pub(super) fn start(
        engine: Engine,
        game: Game,
        limits: Limits,
        manner: Manner,
        events: SyncSender<Event>,
    ) -> Result<SearchJob, Box<Unstarted>> {
        let control = Arc::new(Control::new(limits.ponder));
        let wanted = Arc::new(AtomicBool::new(false));
        let (shared, awaited) = (Arc::clone(&control), Arc::clone(&wanted));
        // Handed over once there is a thread: one that cannot be started would take it along.
        let (hand_over, handed_over) = channel::<Engine>();
        let think = move || {
            let Ok(mut engine) = handed_over.recv() else { return };
            let mut teller = Teller {
                events: events.clone(),
                manner,
                start: Instant::now(),
                scale: engine.scale(game.position()),
                backlog: VecDeque::new(),
            };
            let (best, stats) = if manner.stats {
                let answer = engine.go::<Ledger>(&game, &limits, &shared, &mut teller);
                let stats = answer.probe.to_string();
                (teller.best_move(&game, &answer), Some(stats))
            } else {
                let answer = engine.go::<Silent>(&game, &limits, &shared, &mut teller);
                (teller.best_move(&game, &answer), None)
            };
            teller.tell_the_rest();
            // Nobody may hear the move before they have asked for it.
            while (limits.infinite || shared.is_pondering()) && !awaited.load(Relaxed) {
                thread::sleep(Duration::from_millis(1));
            }
            // Nobody listens any more when the session is ending.
            let _ = events.send(Event::Searched(Box::new(Searched { engine, best, stats })));
        };
        let thread =
            thread::Builder::new().name("search".to_owned()).stack_size(STACK_BYTES).spawn(think);
        match thread {
            Ok(thread) => {
                // The thread waits for it, so nobody can refuse it.
                let _ = hand_over.send(engine);
                Ok(SearchJob { control, wanted, thread: Some(thread) })
            }
            Err(error) => Err(Box::new(Unstarted { engine, error })),
        }
    }

    pub(super) fn stop(&self) {
        self.wanted.store(true, Relaxed);
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

struct Teller {
    events: SyncSender<Event>,
    manner: Manner,
    start: Instant,
    /// Of the position that is searched.
    scale: ScoreScale,
    backlog: VecDeque<Info>,
}

impl Teller {
    fn text(&self, mv: Move) -> MoveText {
        mv.uci(self.manner.notation)
    }

    fn value(&self, score: Score) -> ScoreValue {
        match score.moves_to_mate() {
            Some(moves) => ScoreValue::Mate(moves),
            None => ScoreValue::Centipawns(self.scale.normalised(score)),
        }
    }

    /// A ponder move that ends the game is none.
    fn best_move<P: Probe>(&mut self, game: &Game, answer: &Answer<P>) -> BestMove {
        let Some(best) = answer.best else {
            self.tell(Info {
                depth: Some(0),
                score: Some(uci::Score {
                    value: self.value(answer.score),
                    bound: uci::Bound::Exact,
                }),
                // The game is over, and nothing is left to chance.
                wdl: self.manner.show_wdl.then_some(match answer.score.is_decisive() {
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

    /// Never waits: the clock matters more than the news. What the session cannot take yet is
    /// kept for later, the oldest given up first if it is too much.
    fn tell(&mut self, info: Info) {
        self.backlog.push_back(info);
        if self.backlog.len() > MOST_NEWS {
            self.backlog.pop_front();
        }
        while let Some(info) = self.backlog.pop_front() {
            if let Err(TrySendError::Full(Event::Told(info))) =
                self.events.try_send(Event::Told(Box::new(info)))
            {
                self.backlog.push_front(*info);
                return;
            }
        }
    }

    /// The search is over: now there is time to wait.
    fn tell_the_rest(&mut self) {
        for info in self.backlog.drain(..) {
            let _ = self.events.send(Event::Told(Box::new(info)));
        }
    }
}

impl Listener for Teller {
    fn progress(&mut self, progress: &Progress<'_>) {
        let elapsed = self.start.elapsed();
        let speed = progress.nodes as f64 / elapsed.as_secs_f64().max(1e-3);
        for (line, root) in progress.moves.iter().enumerate() {
            let bound = match (line, progress.bound) {
                (0, Bound::Lower) => uci::Bound::Lower,
                (0, Bound::Upper) => uci::Bound::Upper,
                _ => uci::Bound::Exact,
            };
            self.tell(Info {
                depth: Some(i64::from(progress.depth)),
                seldepth: Some(root.selective_depth as i64),
                multipv: Some(line as i64 + 1),
                score: Some(uci::Score { value: self.value(root.score), bound }),
                wdl: self.manner.show_wdl.then(|| self.scale.win_draw_loss(root.score)),
                nodes: Some(progress.nodes as i64),
                nps: Some(speed as i64),
                hashfull: Some(progress.permille_used() as i64),
                tbhits: Some(0),
                time: Some(elapsed.as_millis() as i64),
                pv: root.pv.iter().map(|&mv| self.text(mv)).collect(),
                ..Info::default()
            });
        }
    }

    fn current_move(&mut self, depth: i32, mv: Move, number: usize) {
        self.tell(Info {
            depth: Some(i64::from(depth)),
            currmove: Some(self.text(mv)),
            currmovenumber: Some(number as i64),
            ..Info::default()
        });
    }
}
