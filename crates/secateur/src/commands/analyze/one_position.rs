//! Analyses one position: prints the lines of each depth as the search finds them.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;
use chess::{CastlingField, Game, Setup};
use engine::Limits;
use engine::probe::Silent;
use engine::tt::Bound;
use engine::{Control, Engine, Listener, Progress, ScoreScale};
use indicatif::{HumanCount, ProgressBar};

use super::score_view::ScoreView;
use super::variation::{numbered, wrapped};
use crate::commands::progress;

/// Width of the variation, which makes the table 99 columns wide.
const VARIATION: usize = 60;

pub(super) fn run(engine: &mut Engine, limits: &Limits, setup: Setup) -> Result<ExitCode> {
    let game = Game::new(setup);
    let mut out = io::stdout();
    writeln!(out, "{}, {} to move", game.fen(CastlingField::XFen), game.position().turn())?;
    if let Some(outcome) = game.outcome() {
        writeln!(out, "The game is over: {outcome}.")?;
    }
    if game.position().count_legal() == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(
        out,
        "Scores in pawns and results (win/draw/loss in %) from White's point of view.\n"
    )?;
    writeln!(
        out,
        "{:>5} {:>4} {:>7} {:>9} {:>8}   variation",
        "depth", "line", "score", "w/d/l", "nodes"
    )?;
    let control = Arc::new(Control::default());
    let mut table = ProgressTable {
        out,
        game: &game,
        scale: engine.scale(game.position()),
        control: &control,
        bar: progress::ticking("{elapsed} {spinner} {msg}"),
        outcome: Ok(()),
        start: Instant::now(),
    };
    let answer = engine.go::<Silent>(&game, limits, &control, &mut table);
    table.bar.finish_and_clear();
    table.outcome?;
    if let Some(best) = answer.best {
        let line = numbered(&game, &[best]);
        let score = ScoreView::new(answer.score, game.position().turn(), table.scale);
        let (nodes, seconds) = (HumanCount(answer.nodes), table.start.elapsed().as_secs_f64());
        writeln!(table.out, "\nBest: {line}  {score}  ({nodes} nodes, {seconds:.2} s)")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the progress of the search, and stops it if the output is closed.
struct ProgressTable<'a, W> {
    out: W,
    game: &'a Game,
    scale: ScoreScale,
    control: &'a Control,
    bar: ProgressBar,
    outcome: io::Result<()>,
    start: Instant,
}

impl<W: Write> ProgressTable<'_, W> {
    fn write(&mut self, progress: &Progress<'_>) -> io::Result<()> {
        for (index, root) in progress.moves.iter().enumerate() {
            let view = ScoreView::new(root.score, self.game.position().turn(), self.scale);
            let lines = wrapped(&numbered(self.game, &root.pv), VARIATION);
            for (row, line) in lines.iter().enumerate() {
                if row > 0 {
                    writeln!(self.out, "{:39}{line}", "")?;
                    continue;
                }
                let (depth, number, wdl) = (progress.depth, index + 1, view.win_draw_loss());
                let nodes = compact(progress.nodes);
                writeln!(
                    self.out,
                    "{depth:>5} {number:>4} {view:>7} {wdl:>9} {nodes:>8}   {line}"
                )?;
            }
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
            self.outcome = bar.suspend(|| self.write(progress));
        }
        if self.outcome.is_err() {
            self.control.stop();
        }
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
}
