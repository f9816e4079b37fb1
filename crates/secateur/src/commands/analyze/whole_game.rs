//! Analyses a game: compares every move played with the best one.

use std::io::{self, Write};
use std::sync::Arc;

use anyhow::{Context, Result};
use chess::pgn::{PgnGame, result_text};
use chess::{Color, Game, Move};
use engine::Limits;
use engine::probe::Silent;
use engine::{Control, Engine};
use indicatif::ProgressBar;

use super::loss::{MARKS, SideSummary, loss, mark};
use super::score_view::ScoreView;
use super::variation::number;
use crate::commands::progress;

pub(super) fn run(engine: &mut Engine, limits: &Limits, count: usize, pgn: &PgnGame) -> Result<()> {
    let mut out = io::stdout();
    write_heading(&mut out, count, pgn)?;
    let moves = pgn.moves();
    let bar = progress::ticking("{elapsed} {wide_bar} {pos}/{len} positions");
    bar.set_length(moves.len() as u64 + 1);
    engine.new_game();
    let mut analyzer = Analyzer { engine, limits, bar };
    let mut game = Game::new(pgn.start().clone());
    let mut summaries = [SideSummary::default(), SideSummary::default()];
    let mut before = analyzer.search(&game);
    for played in moves {
        let number = number(&game);
        let (position, mover) = (*game.position(), game.position().turn());
        game.play(played).with_context(|| format!("game {count}"))?;
        let after = analyzer.search(&game);
        // Two searches never give exactly the same score, so the best move has no loss by definition.
        let cost = match before.best == Some(played) {
            true => 0,
            false => loss(before.view, after.view.with_scale_of(before.view), mover),
        };
        let (san, symbol) = (position.san(played), mark(cost).map_or("", |mark| mark.symbol));
        let best = before.best.map(|best| position.san(best).to_string()).unwrap_or_default();
        let row = format!(
            "{number:>7} {:<10} {:>7} {:>7}  {best:<8} {cost:>5}",
            format!("{san}{symbol}"),
            before.view,
            after.view
        );
        analyzer.bar.suspend(|| writeln!(out, "{row}"))?;
        summaries[mover].add(cost, || format!("{number} {san}{symbol}"));
        before = after;
    }
    analyzer.bar.finish_and_clear();
    writeln!(out)?;
    for (color, name) in [(Color::White, "White"), (Color::Black, "Black")] {
        writeln!(out, "{name}: {}", summaries[color])?;
    }
    Ok(())
}

fn write_heading(out: &mut impl Write, count: usize, pgn: &PgnGame) -> io::Result<()> {
    let tag = |name| pgn.tags().get(name).filter(|value| !value.contains('?'));
    let (white, black) = (tag("White").unwrap_or("White"), tag("Black").unwrap_or("Black"));
    let rest: Vec<&str> = ["Event", "Date"].into_iter().filter_map(tag).collect();
    let rest: String = rest.into_iter().map(|value| format!(", {value}")).collect();
    writeln!(out, "Game {count}: {white} - {black}{rest}, {}", result_text(pgn.result()))?;
    for problem in pgn.problems() {
        writeln!(out, "Note: {problem}")?;
    }
    let marks: Vec<String> =
        MARKS.iter().map(|mark| format!("{} from {}", mark.symbol, mark.from)).collect();
    writeln!(out, "Scores in pawns from White's point of view; loss in centipawns, where scores")?;
    writeln!(out, "beyond ten pawns count as ten. Marks by loss: {}.\n", marks.join(", "))?;
    let columns = ["move", "played", "before", "after", "best", "loss"];
    let [number, played, before, after, best, loss] = columns;
    writeln!(out, "{number:>7} {played:<10} {before:>7} {after:>7}  {best:<8} {loss:>5}")
}

/// The result of searching a position.
struct Assessment {
    view: ScoreView,
    best: Option<Move>,
}

struct Analyzer<'a> {
    engine: &'a mut Engine,
    limits: &'a Limits,
    bar: ProgressBar,
}

impl Analyzer<'_> {
    fn search(&mut self, game: &Game) -> Assessment {
        let control = Arc::new(Control::default());
        let answer = self.engine.go::<Silent>(game, self.limits, &control, &mut ());
        self.bar.inc(1);
        let (turn, scale) = (game.position().turn(), self.engine.scale(game.position()));
        Assessment { view: ScoreView::new(answer.score, turn, scale), best: answer.best }
    }
}
