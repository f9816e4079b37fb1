//! `go`: translates its limits, starts the search and sends its best move.

use core::fmt::Display;
use std::io::{self, Write};
use std::time::Duration;

use chess::Move;
use engine::Engine;
use engine::Limits;
use uci::{BestMove, Go, Reply};

use super::jobs::Job;
use super::perft::PerftCommand;
use super::search_job::{SearchJob, SearchResult, SpawnError};
use super::{NO_ENGINE, Session, Step};

impl<W: Write> Session<W> {
    pub(super) fn go(&mut self, go: &Go) -> io::Result<()> {
        if let Some(depth) = go.perft {
            return self.perft(depth, PerftCommand::Go);
        }
        if self.position_refused {
            return self.go_failed("no valid position");
        }
        let Some(engine) = self.engine.take() else {
            return self.go_failed(NO_ENGINE);
        };
        let limits = self.limits(go)?;
        // No `stop` can arrive any more, so an infinite search would never end.
        let stop = self.input_ended || self.unattended && (limits.infinite || limits.ponder);
        match self.start_search(engine, &limits) {
            Ok(job) => {
                if stop {
                    job.stop();
                }
                self.job = Some(Job::Search(job));
                Ok(())
            }
            Err(failed) => {
                let SpawnError { engine, error } = *failed;
                self.engine = Some(engine);
                self.go_failed(format_args!("no thread to search on: {error}"))
            }
        }
    }

    /// If the helper threads use up the system's limit, this halves their number until the search
    /// itself gets a thread: a move from fewer threads is better than none.
    fn start_search(
        &mut self,
        mut engine: Engine,
        limits: &Limits,
    ) -> Result<SearchJob, Box<SpawnError>> {
        loop {
            let (game, output) = (self.game.clone(), self.options.search_output());
            let job = SearchJob::start(engine, game, limits.clone(), output, self.events.clone());
            match job {
                Err(failed) if failed.engine.threads() > 1 => {
                    engine = failed.engine;
                    self.options.threads = engine.set_threads(engine.threads() / 2);
                }
                job => return job,
            }
        }
    }

    pub(super) fn search_finished(&mut self, result: SearchResult) -> Step {
        let SearchResult { engine, best, stats } = result;
        self.engine = Some(engine);
        self.job = None;
        for line in stats.iter().flat_map(|stats| stats.lines()) {
            self.send(&Reply::info_string(line))?;
        }
        self.send(&Reply::BestMove(best))?;
        self.run_pending()
    }

    /// A `go` that fails is still answered, so that no client waits for ever.
    pub(super) fn go_failed(&mut self, why: impl Display) -> io::Result<()> {
        self.error(why)?;
        self.null_move()
    }

    pub(super) fn null_move(&mut self) -> io::Result<()> {
        self.send(&Reply::BestMove(BestMove::Null))
    }

    /// Brings the client's limits into range. Without any limit the search is infinite.
    fn limits(&mut self, go: &Go) -> io::Result<Limits> {
        let time = |milliseconds: i64| Duration::from_millis(milliseconds.max(0) as u64);
        let turn = self.game.position().turn();
        let mut clocks = [go.wtime.map(time), go.btime.map(time)];
        // Some clients send only the opponent's clock; ours is about the same.
        if clocks[turn].is_none() {
            clocks[turn] = clocks[!turn];
        }
        let mut limits = Limits {
            depth: go.depth.map(|depth| depth.clamp(1, 1000) as i32),
            nodes: go.nodes.map(|nodes| nodes.max(1) as u64),
            soft_nodes: go.softnodes.map(|nodes| nodes.max(1) as u64),
            move_time: go.movetime.map(time),
            time: clocks,
            increment: [go.winc, go.binc].map(|increment| time(increment.unwrap_or(0))),
            moves_to_go: go.movestogo.map(|moves| moves.clamp(1, 1000) as u32),
            mate: go.mate.map(|moves| moves.clamp(1, 1000) as i32),
            infinite: go.infinite,
            ponder: go.ponder,
            search_moves: self.search_moves(go)?,
            overhead: self.options.overhead,
            will_ponder: self.options.ponder,
        };
        let limited = limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.soft_nodes.is_some()
            || limits.move_time.is_some()
            || limits.mate.is_some()
            || limits.time[turn].is_some();
        limits.infinite |= !limited;
        Ok(limits)
    }

    /// The legal moves of `searchmoves`; reports the others.
    fn search_moves(&mut self, go: &Go) -> io::Result<Vec<Move>> {
        let mut moves = Vec::new();
        for text in &go.searchmoves {
            match self.game.position().parse_uci(&text.to_string()) {
                Ok(mv) => moves.push(mv),
                Err(error) => self.note(format_args!("searchmoves: {error}; ignored"))?,
            }
        }
        Ok(moves)
    }
}
