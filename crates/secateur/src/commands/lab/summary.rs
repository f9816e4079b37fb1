//! The summary of a run in a few lines.

use std::io::{self, Write};

use lab::run::{Run, RunFinish};
use lab::stats::{fixed, leader, ratings, standings};

use super::run_view::score;

/// `finish` says why the run ended; `None` if it failed.
pub(super) fn write(out: &mut impl Write, run: &Run, finish: Option<&RunFinish>) -> io::Result<()> {
    let manifest = run.manifest();
    let names = manifest.names();
    writeln!(out, "{} of {}", manifest.plan.kind, names.join(" against "))?;
    writeln!(out, "{}, openings: {}", manifest.plan.limits_text(), manifest.openings)?;
    if manifest.plan.is_duel() {
        duel(out, run, &names[0], finish)?;
    } else {
        table(out, run, &names)?;
    }
    let endings: Vec<String> =
        run.state().endings().iter().map(|(ending, count)| format!("{count} {ending}")).collect();
    writeln!(out, "endings      {}", endings.join(", "))?;
    if let Some(warning) = run.state().time_alarm(&names) {
        writeln!(out, "warning      {warning}")?;
    }
    writeln!(out, "run          {}", run.folder().display())
}

fn duel(out: &mut impl Write, run: &Run, name: &str, finish: Option<&RunFinish>) -> io::Result<()> {
    let (state, standing) = (run.state(), run.state().duel());
    let pairs = standing.pairs;
    writeln!(out, "games        {} {}", state.finished(), score(state))?;
    let percent = |share: Option<f64>| match share {
        Some(share) => format!("{:.1} %", 100.0 * share),
        None => "-".to_owned(),
    };
    writeln!(out, "nElo         {}", pairs.normalized())?;
    writeln!(
        out,
        "superiority  {}, draws {}",
        percent(pairs.superiority()),
        percent(standing.games.draw_rate())
    )?;
    let Some(test) = run.manifest().plan.test() else {
        return writeln!(out, "verdict      {}", pairs.logistic().finding().words(name));
    };
    let ((low, high), (elo0, elo1)) = (test.bounds(), test.elo_bounds());
    let (llr, model) = (fixed(test.llr(&pairs), 2), test.model());
    writeln!(out, "LLR          {llr} ({low:.2}, {high:.2}) for [{elo0}, {elo1}] {model}")?;
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
    match test.unbiased(&pairs) {
        Some(unbiased) => writeln!(out, "unbiased     {unbiased} {model} Elo"),
        None => Ok(()),
    }
}

fn table(out: &mut impl Write, run: &Run, names: &[String]) -> io::Result<()> {
    let rated = ratings(names.len(), &run.state().encounters());
    let cells = |player: usize| rated[player].cells();
    let rows = standings(&rated).into_iter().map(|player| (cells(player), names[player].as_str()));
    let head = (["Elo", "games", "score"].map(str::to_owned), "player");
    let rows: Vec<([String; 3], &str)> = core::iter::once(head).chain(rows).collect();
    let width = |column: usize| rows.iter().map(|(cells, _)| cells[column].chars().count()).max();
    let widths = [0, 1, 2].map(|column| width(column).unwrap_or(0));
    for ([elo, games, score], name) in &rows {
        let [w0, w1, w2] = widths;
        writeln!(out, "{elo:>w0$}  {games:>w1$}  {score:>w2$}  {name}")?;
    }
    match leader(&rated) {
        Some(best) => writeln!(out, "verdict      {} leads", names[best]),
        None => writeln!(out, "verdict      nobody leads yet"),
    }
}
