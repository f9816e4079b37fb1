//! Analyses one position: a row for each line of each depth as the search finds them, and at the end
//! all lines in full.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use chess::{CastlingField, Game, Move, Setup};
use engine::Limits;
use engine::probe::Silent;
use engine::tt::Bound;
use engine::{Control, Engine, Listener, Progress, RootMove, ScoreScale};
use indicatif::{HumanCount, ProgressBar};
use lab::review::{Evaluation, numbered};
use toolkit::stop::StopAll;

use super::width;
use crate::commands::folded::folded;
use crate::commands::{interrupt, note, progress};

pub(super) fn run(engine: &mut Engine, limits: &Limits, setup: Setup) -> Result<ExitCode> {
    let game = Game::new(setup);
    let mut out = io::stdout();
    writeln!(out, "{}, {} to move", game.fen(CastlingField::XFen), game.position().turn())?;
    if let Some(outcome) = game.outcome() {
        writeln!(out, "The game is over: {outcome}.")?;
        return Ok(ExitCode::SUCCESS);
    }
    let heading = "Scores in pawns and results (win/draw/loss in %) from White's point of view.";
    writeln!(out, "{}\n", folded("", heading, width()))?;
    writeln!(
        out,
        "{:>5} {:>4} {:>7} {:>9} {:>8}   variation",
        "depth", "line", "score", "w/d/l", "nodes"
    )?;
    let stop = StopAll::default();
    interrupt::listen(&stop)?;
    let handle = stop.handle();
    let control = handle.next_control();
    let mut table = ProgressTable {
        out,
        width: width(),
        game: &game,
        scale: engine.scale(game.position()),
        control: &control,
        bar: progress::ticking("{elapsed} {spinner} {msg}"),
        outcome: Ok(()),
        start: Instant::now(),
        lines: Vec::new(),
    };
    let answer = engine.go::<Silent>(&game, limits, &control, &mut table);
    table.bar.finish_and_clear();
    table.outcome?;
    let ProgressTable { mut out, width, lines, start, .. } = table;
    writeln!(out, "\nLine{}", if lines.len() == 1 { "" } else { "s" })?;
    for (index, LastLine { depth, evaluation, line }) in lines.iter().enumerate() {
        let (number, wdl) = (index + 1, in_percent(*evaluation));
        let first = format!("{depth:>5} {number:>4} {evaluation:>7} {wdl:>9}   ");
        writeln!(out, "{}", folded(&first, &numbered(&game, line), width))?;
    }
    if let Some(best) = answer.best {
        let scale = engine.scale(game.position());
        let score = Evaluation::new(answer.score, game.position().turn(), scale);
        let (line, nodes) = (numbered(&game, &[best]), HumanCount(answer.nodes));
        let seconds = start.elapsed().as_secs_f64();
        writeln!(out, "\nBest: {line}  {score}  ({nodes} nodes, {seconds:.2} s)")?;
    }
    if stop.is_requested() {
        note("interrupted");
        return Ok(ExitCode::from(interrupt::INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

/// The chances of a White win, a draw and a Black win.
fn in_percent(evaluation: Evaluation) -> String {
    let [win, draw, loss] = evaluation.wdl.map(|thousandths| f64::from(thousandths) / 10.0);
    format!("{win:.0}/{draw:.0}/{loss:.0}")
}

/// Prints the progress of the search, and stops it if the output is closed.
struct ProgressTable<'a, W> {
    out: W,
    width: usize,
    game: &'a Game,
    scale: ScoreScale,
    control: &'a Control,
    bar: ProgressBar,
    outcome: io::Result<()>,
    start: Instant,
    /// The last lines, best first.
    lines: Vec<LastLine>,
}

struct LastLine {
    depth: i32,
    evaluation: Evaluation,
    line: Vec<Move>,
}

impl<W: Write> ProgressTable<'_, W> {
    /// Keeps the lines. A search that was stopped may report a new best line alone; the others are
    /// those of the last depth.
    fn keep(&mut self, progress: &Progress<'_>) {
        let (turn, depth) = (self.game.position().turn(), progress.depth);
        let line = |root: &RootMove| LastLine {
            depth,
            evaluation: Evaluation::new(root.score, turn, self.scale),
            line: root.pv.clone(),
        };
        let mut new: Vec<LastLine> = progress.moves.iter().map(line).collect();
        let count = new.len().max(self.lines.len());
        for old in self.lines.drain(..) {
            if new.iter().all(|known| known.line.first() != old.line.first()) {
                new.push(old);
            }
        }
        new.truncate(count);
        self.lines = new;
    }

    fn write(&mut self, progress: &Progress<'_>) -> io::Result<()> {
        let new = self.lines.iter().take(progress.moves.len());
        for (index, LastLine { depth, evaluation, line }) in new.enumerate() {
            let (number, wdl) = (index + 1, in_percent(*evaluation));
            let (nodes, line) = (compact(progress.nodes), numbered(self.game, line));
            let row =
                format!("{depth:>5} {number:>4} {evaluation:>7} {wdl:>9} {nodes:>8}   {line}");
            writeln!(self.out, "{}", cut(&row, self.width))?;
        }
        self.out.flush()
    }
}

impl<W: Write> Listener for ProgressTable<'_, W> {
    fn progress(&mut self, progress: &Progress<'_>) {
        let bar = self.bar.clone();
        bar.set_message(format!("depth {}", progress.depth));
        // A bound is not a final score; its row follows when the iteration ends.
        if progress.bound == Bound::Exact && self.outcome.is_ok() {
            self.keep(progress);
            self.outcome = bar.suspend(|| self.write(progress));
        }
        if self.outcome.is_err() {
            self.control.stop();
        }
    }
}

/// A row that fits the width; it ends between words.
fn cut(row: &str, width: usize) -> &str {
    match row.char_indices().nth(width) {
        None => row,
        Some((end, _)) => row[..end].rsplit_once(' ').map_or(&row[..end], |(kept, _)| kept),
    }
}

/// A count in at most six characters.
fn compact(count: u64) -> String {
    match count {
        0..=99_999 => count.to_string(),
        100_000..=9_999_999 => format!("{}k", count / 1_000),
        10_000_000..=9_999_999_999 => format!("{}M", count / 1_000_000),
        _ => format!("{}G", count / 1_000_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_counts_are_abbreviated() {
        let counts = [0, 99_999, 123_456, 12_345_678, 12_345_678_901].map(compact);
        assert_eq!(counts, ["0", "99999", "123k", "12M", "12G"]);
    }

    #[test]
    fn rows_end_between_words() {
        assert_eq!(cut("1. e4 e5", 8), "1. e4 e5");
        assert_eq!(cut("1. e4 e5 2. Nf3", 8), "1. e4");
        assert_eq!(cut("1. e4 e5 2. Nf3", 10), "1. e4 e5");
    }
}
