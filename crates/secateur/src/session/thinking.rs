//! `go` without `perft`: a search is started, and its answer given.

use std::io::{self, Write};
use std::time::Duration;

use chess::{Color, Move};
use engine::Engine;
use engine::knobs::Evaluator;
use engine::limits::Limits;
use uci::{Go, Reply};

use super::job::Job;
use super::perft_job::AskedBy;
use super::search_job::{SearchJob, Searched, Unstarted};
use super::{MAX_THREADS, NO_ENGINE, Session, Step};
use crate::bench::{self, Task};
use crate::evaluation_view::EvaluationView;
use crate::network_view::NetworkView;

impl<W: Write> Session<W> {
    pub(super) fn think(&mut self, go: &Go) -> io::Result<()> {
        if self.position_refused {
            return self.fail(AskedBy::Go, "no valid position");
        }
        let Some(engine) = self.engine.take() else {
            return self.fail(AskedBy::Go, NO_ENGINE);
        };
        let limits = self.limits(go)?;
        // A search without end makes no sense where nobody is left to end it.
        let stops = self.input_ended || self.unattended && (limits.infinite || limits.ponder);
        match self.start_search(engine, &limits) {
            Ok(job) => {
                if stops {
                    job.stop();
                }
                self.job = Some(Job::Search(job));
                Ok(())
            }
            Err(unstarted) => {
                let Unstarted { engine, error } = *unstarted;
                self.engine = Some(engine);
                self.fail(AskedBy::Go, format_args!("no thread to search on: {error}"))
            }
        }
    }

    /// Where the helpers have taken every thread there was, some give theirs up: fewer threads
    /// find a move, and none finds none.
    fn start_search(
        &mut self,
        mut engine: Engine,
        limits: &Limits,
    ) -> Result<SearchJob, Box<Unstarted>> {
        loop {
            let (game, manner) = (self.game.clone(), self.options.manner());
            let job = SearchJob::start(engine, game, limits.clone(), manner, self.events.clone());
            match job {
                Err(unstarted) if unstarted.engine.threads() > 1 => {
                    engine = unstarted.engine;
                    self.options.threads = engine.set_threads(engine.threads() / 2);
                }
                job => return job,
            }
        }
    }

    pub(super) fn evaluate(&mut self) -> io::Result<()> {
        let position = self.game.position();
        writeln!(self.out, "{}", EvaluationView(position))?;
        let Some(engine) = &self.engine else {
            return self.error(format_args!("eval: {NO_ENGINE}, and so none for a network"));
        };
        writeln!(self.out, "\n{}", NetworkView { network: &engine.network, position })?;
        let in_use = match engine.knobs.evaluator {
            Evaluator::Nnue => "the network",
            Evaluator::Classical => "the classical evaluation",
        };
        writeln!(self.out, "In use: {in_use}")
    }

    /// `bench [depth] [threads] [hash]`, on an engine of its own with the knobs and the
    /// network of this one.
    pub(super) fn bench(&mut self, words: &str) -> io::Result<()> {
        let numbers: Result<Vec<u32>, _> = words.split_whitespace().map(str::parse).collect();
        let Ok(numbers) = numbers else {
            return self.error(format_args!("bench: '{words}'; expected depth, threads and hash"));
        };
        let number = |place: usize, default: u32| numbers.get(place).copied().unwrap_or(default);
        let task = Task {
            depth: number(0, bench::DEPTH),
            threads: number(1, bench::THREADS),
            hash: number(2, bench::HASH),
        };
        if !(1..=MAX_THREADS as u32).contains(&task.threads) {
            let threads = task.threads;
            return self
                .error(format_args!("bench: {threads} threads; expected 1 to {MAX_THREADS}"));
        }
        let make = |megabytes| match &self.engine {
            Some(engine) => engine.alike(megabytes),
            None => Engine::new(megabytes),
        };
        match bench::print(&mut self.out, task, make) {
            Ok(()) => Ok(()),
            Err(error) => self.error(format_args!("bench: {error:#}")),
        }
    }

    pub(super) fn searched(&mut self, searched: Searched) -> Step {
        let Searched { engine, best, stats } = searched;
        self.engine = Some(engine);
        self.job = None;
        for line in stats.iter().flat_map(|stats| stats.lines()) {
            self.say(&Reply::info_string(line))?;
        }
        self.say(&Reply::BestMove(best))?;
        self.go_on()
    }

    /// What the client asks for, brought into range.
    fn limits(&mut self, go: &Go) -> io::Result<Limits> {
        let time = |milliseconds: i64| Duration::from_millis(milliseconds.max(0) as u64);
        let turn = self.game.position().turn();
        let mut clocks = [go.wtime.map(time), go.btime.map(time)];
        // With only the opponent's clock to go by, ours will be much the same.
        if clocks[turn].is_none() {
            clocks[turn] = clocks[!turn];
        }
        let mut limits = Limits {
            depth: go.depth.map(|depth| depth.clamp(1, 1000) as i32),
            nodes: go.nodes.map(|nodes| nodes.max(1) as u64),
            soft_nodes: go.softnodes.map(|nodes| nodes.max(1) as u64),
            move_time: go.movetime.map(time),
            time: clocks,
            increment: [Color::White, Color::Black]
                .map(|color| if color == Color::White { go.winc } else { go.binc })
                .map(|increment| time(increment.unwrap_or(0))),
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

    /// The legal ones among the moves asked for, with a word on the others.
    fn search_moves(&mut self, go: &Go) -> io::Result<Vec<Move>> {
        let mut moves = Vec::new();
        for text in &go.searchmoves {
            match self.game.position().parse_uci(&text.to_string()) {
                Ok(mv) => moves.push(mv),
                Err(error) => self.note(format_args!("searchmoves: {error}; left out"))?,
            }
        }
        Ok(moves)
    }
}
