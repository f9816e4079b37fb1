//! Commands outside the specification that tools and people rely on: `d`, `eval`, `bench`,
//! `genfens`, `compiler` and `help`.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use engine::Engine;
use engine::eval::nnue::Network;
use engine::knobs::Evaluator;
use lab::openings::{Book, Deal, Distinct, Starts, Walks};
use uci::{Genfens, Reply};

use super::options::MAX_THREADS;
use super::{NO_ENGINE, Session};
use crate::bench::{self, Task};
use crate::board_view::BoardView;
use crate::eval_view::{ClassicalView, NetworkView};

const HELP: &[(&str, &str)] = &[
    ("uci", "identify the engine and list its options"),
    ("isready", "answer readyok, even during a search"),
    ("setoption name <name> [value <value>]", "set an option; case does not matter"),
    ("setoption name Preset value <name>", "reset the search, then set a preset's settings"),
    ("ucinewgame", "start a new game"),
    ("position startpos [moves <move>..]", "set the position"),
    ("position fen <fen> [moves <move>..]", "set the position; missing fields are w - - 0 1"),
    ("go [<limit> <number>..] [infinite]", "search; without a limit until stop"),
    ("ponderhit", "the move pondered on was played"),
    ("go perft <depth>", "count the leaves below each move"),
    ("perft <depth>", "the same, without a bestmove if it fails"),
    ("stop", "end a search or perft early"),
    ("d", "draw the position"),
    ("flip", "exchange the colours"),
    ("debug on|off", "print more"),
    ("bench [depth] [threads] [hash]", "search fixed positions with the current options"),
    ("eval", "show the static evaluation"),
    ("genfens <n> seed <s> book <file|None>", "make random openings"),
    ("compiler", "show how this program was built"),
    ("help", "show this list"),
    ("# ...", "a comment"),
    ("quit", "exit at once; at the end of input a perft may finish first"),
];

/// More openings than any test needs, and few enough to be made within a day.
const MAX_OPENINGS: u64 = 1_000_000;

impl<W: Write> Session<W> {
    pub(super) fn help(&mut self) -> io::Result<()> {
        HELP.iter().try_for_each(|(line, what)| writeln!(self.out, "{line:<40}{what}"))
    }

    pub(super) fn draw(&mut self) -> io::Result<()> {
        let view = BoardView { game: &self.game, style: self.options.castling_field() };
        writeln!(self.out, "{view}")?;
        if self.position_refused {
            writeln!(self.out, "The last 'position' was refused; this is the one before it.")?;
        }
        Ok(())
    }

    pub(super) fn eval(&mut self) -> io::Result<()> {
        let position = self.game.position();
        writeln!(self.out, "{}", ClassicalView(position))?;
        let Some(engine) = &self.engine else {
            return self.error(format_args!("eval: {NO_ENGINE}, and so no network"));
        };
        writeln!(self.out, "\n{}", NetworkView { network: &engine.network, position })?;
        let in_use = match engine.knobs.evaluator {
            Evaluator::Nnue => "the network",
            Evaluator::Classical => "the classical evaluation",
        };
        writeln!(self.out, "In use: {in_use}")
    }

    /// Runs on an engine of its own, with the knobs and the network of this one, so that the
    /// session's hash table is untouched.
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

    /// Sends each opening as soon as it is made.
    pub(super) fn genfens(&mut self, request: &Genfens) -> io::Result<()> {
        if request.count > MAX_OPENINGS {
            let count = request.count;
            return self.error(format_args!("genfens: {count}; expected 0 to {MAX_OPENINGS}"));
        }
        if !request.extra.is_empty() {
            self.note(format_args!("genfens: '{}' is not used", request.extra))?;
        }
        let mut openings = match openings(request) {
            Ok(openings) => openings,
            Err(error) => return self.error(format_args!("genfens: {error:#}")),
        };
        for _ in 0..request.count {
            match openings.one_more() {
                Ok(opening) => {
                    let fen = opening.fen(self.options.castling_field());
                    self.send(&Reply::info_string(format!("genfens {fen}")))?;
                    self.out.flush()?;
                }
                Err(error) => return self.error(format_args!("genfens: {error}")),
            }
        }
        Ok(())
    }

    pub(super) fn describe_build(&mut self) -> io::Result<()> {
        let (version, rust) = (env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_RUST_VERSION"));
        let (arch, os) = (std::env::consts::ARCH, std::env::consts::OS);
        let kind = if cfg!(debug_assertions) { "with assertions" } else { "release" };
        let features: Vec<&str> = [
            ("popcnt", cfg!(target_feature = "popcnt")),
            ("bmi2", cfg!(target_feature = "bmi2")),
            ("avx2", cfg!(target_feature = "avx2")),
            ("avx512f", cfg!(target_feature = "avx512f")),
            ("neon", cfg!(target_feature = "neon")),
        ]
        .into_iter()
        .filter_map(|(name, present)| present.then_some(name))
        .collect();
        writeln!(self.out, "Secateur {version}, Rust {rust} or later, {arch} {os}, {kind}")?;
        writeln!(self.out, "features: {}", features.join(" "))?;
        writeln!(self.out, "rules: {}", chess::build_features().join(", "))?;
        // Chosen when the program starts, by what the processor offers.
        writeln!(self.out, "network: {} loops", Network::instructions())
    }
}

/// Random walks from a book or from the initial position.
fn openings(request: &Genfens) -> Result<Distinct> {
    let starts = match &request.book {
        Some(path) => Starts::Book(Arc::new(Book::open(Path::new(path), Deal::InOrder)?)),
        None => Starts::Initial,
    };
    Ok(Distinct::new(Walks::new(request.seed, starts)?))
}
