//! Reviews the games of a file.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Result, bail};
use chess::pgn::PgnReader;
use engine::{Engine, Limits};
use indicatif::HumanCount;
use lab::review::{main_line, review};
use toolkit::stop::StopAll;

use super::game_view::GameView;
use super::input::Source;
use super::outputs::{Finished, Outputs};
use super::width;
use crate::commands::{interrupt, note, progress};

/// Reviews the games of a file, or only one of them. A game with a fault is reported and judged up
/// to it. An interruption ends with a summary of what is done.
pub(super) fn run(
    engine: &mut Engine,
    limits: &Limits,
    source: Source,
    only: Option<u32>,
    outputs: &Outputs,
) -> Result<ExitCode> {
    let Source { name, stream } = source;
    let stop = StopAll::default();
    interrupt::listen(&stop)?;
    let quiet = outputs.take_stdout();
    let mut reader = PgnReader::new(stream);
    let mut done: Vec<Finished> = Vec::new();
    let mut has_faults = false;
    while !stop.is_requested()
        && let Some(game) = reader.next()
    {
        let number = reader.games();
        if only.is_some_and(|only| only as usize != number) {
            continue;
        }
        let (pgn, fault) = match game {
            Ok(game) => (Some(game), None),
            Err(error) => {
                let shown = format!("line {}: {}", error.line, error.fault);
                let _ = writeln!(io::stderr(), "secateur: {name}: {error}");
                has_faults = true;
                (error.partial.map(|game| *game), Some(shown))
            }
        };
        if let Some(pgn) = pgn {
            let out: Box<dyn Write> =
                if quiet { Box::new(io::sink()) } else { Box::new(io::stdout()) };
            let mut view = GameView::new(out, width());
            view.heading(number, &pgn, fault.as_deref(), done.is_empty())?;
            let game = main_line(&pgn);
            let bar = progress::ticking("{elapsed} {wide_bar} {pos}/{len} moves");
            bar.set_length(game.moves().len() as u64);
            let mut written = Ok(());
            let found = review(&game, engine, limits, &stop, |progress| {
                bar.set_position(progress.judged as u64);
                if written.is_ok() {
                    written = bar.suspend(|| view.row(progress.last));
                }
                if written.is_err() {
                    stop.request();
                }
            });
            bar.finish_and_clear();
            written?;
            let mut found = found.unwrap_or_else(|interrupted| *interrupted.partial);
            found.fault = fault;
            view.summary(&found)?;
            done.push(Finished { number, pgn, review: found });
        }
        if only.is_some() {
            break;
        }
    }
    if !stop.is_requested() && (only.is_none() || done.is_empty() && !has_faults) {
        match (reader.games(), only) {
            (0, _) => bail!("{name}: no game in it; expected PGN"),
            (games, Some(only)) => {
                bail!("--game {only}: {name} holds {games}; expected 1 to {games}")
            }
            (_, None) => {}
        }
    }
    let lines = outputs.write(&done, &effort(limits))?;
    if !quiet && !lines.is_empty() {
        writeln!(io::stdout(), "\n{}", lines.join("\n"))?;
    }
    if stop.is_requested() {
        note("interrupted");
        return Ok(ExitCode::from(interrupt::INTERRUPTED));
    }
    Ok(if has_faults { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// How long each position is searched, in words.
fn effort(limits: &Limits) -> String {
    let time = limits.move_time.map(|time| format!("{} s", time.as_secs_f64()));
    let depth = limits.depth.map(|depth| format!("depth {depth}"));
    let nodes = limits.nodes.map(|nodes| format!("{} nodes", HumanCount(nodes)));
    let parts: Vec<String> = [time, depth, nodes].into_iter().flatten().collect();
    parts.join(" or ")
}
