//! The summary of a run in a few lines.

use std::io::{self, Write};

use lab::run::{Run, RunFinish};
use lab::stats::ratings;

use super::run_view::score;

/// `finish` says why the run ended; `None` if it failed.
pub(super) fn write(out: &mut impl Write, run: &Run, finish: Option<&RunFinish>) -> io::Result<()> {
    let manifest = run.manifest();
    let names = manifest.names();
    writeln!(out, "{} of {}", manifest.plan.kind, names.join(" against "))?;
    writeln!(out, "{}, openings: {}", manifest.plan.limits_text(), manifest.openings)?;
    if manifest.plan.is_duel() {
        duel(out, run, finish)?;
    } else {
        table(out, run, &names)?;
    }
    let endings: Vec<String> =
        run.state().endings().iter().map(|(ending, count)| format!("{count} {ending}")).collect();
    writeln!(out, "endings      {}", endings.join(", "))?;
    if let Some(warning) = run.state().time_alarm() {
        writeln!(out, "warning      {warning}")?;
    }
    writeln!(out, "run          {}", run.folder().display())
}

fn duel(out: &mut impl Write, run: &Run, finish: Option<&RunFinish>) -> io::Result<()> {
    let (state, standing) = (run.state(), run.state().duel());
    let pairs = standing.pairs;
    writeln!(out, "games        {} {}", state.finished(), score(state))?;
    let (normalized, draws) = (pairs.normalized(), standing.games.draw_rate());
    if pairs.count() > 0 {
        writeln!(out, "nElo         {:+.1} +- {:.1}", normalized.value, normalized.error)?;
    }
    writeln!(
        out,
        "superiority  {:.1} %, draws {:.1} %",
        100.0 * pairs.superiority(),
        100.0 * draws
    )?;
    let Some(test) = run.manifest().plan.test() else { return Ok(()) };
    let ((low, high), (elo0, elo1)) = (test.bounds(), test.elo_bounds());
    let (llr, model) = (test.llr(&pairs), test.model());
    writeln!(out, "LLR          {llr:.2} ({low:.2}, {high:.2}) for [{elo0}, {elo1}] {model}")?;
    match finish {
        Some(RunFinish::Decided(verdict)) => writeln!(out, "verdict      {verdict}")?,
        Some(RunFinish::AllPlayed) => {
            writeln!(out, "verdict      none: all games have been played")?;
        }
        Some(RunFinish::Stopped) | None => {
            let left = test.games_to_go(&pairs);
            writeln!(out, "verdict      none yet, about {left:.0} games to go")?;
        }
    }
    writeln!(out, "unbiased     {:+.1} {model} Elo", test.unbiased(&pairs))
}

fn table(out: &mut impl Write, run: &Run, names: &[String]) -> io::Result<()> {
    let rated = ratings(names.len(), &run.state().encounters());
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&a, &b| rated[b].elo.total_cmp(&rated[a].elo));
    writeln!(out, "{:>8} {:>7} {:>7} {:>7}  player", "Elo", "+-", "games", "score")?;
    for place in order {
        let rating = &rated[place];
        writeln!(
            out,
            "{:>+8.1} {:>7.1} {:>7} {:>5.1} %  {}",
            rating.elo,
            rating.error,
            rating.games,
            100.0 * rating.score,
            names[place]
        )?;
    }
    Ok(())
}
