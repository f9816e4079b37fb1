//! `secateur lab sprt-calc`: what counts of pairs mean.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use lab::plan::SprtPlan;
use lab::stats::{Pentanomial, Verdict};

pub(super) fn run(pairs: &Pentanomial, sprt: SprtPlan) -> Result<ExitCode> {
    let test = sprt.test()?;
    let (low, high) = test.bounds();
    let verdict = match test.verdict(pairs) {
        Verdict::Accept => format!("accepted: hardly worth only {}", sprt.elo0),
        Verdict::Reject => format!("rejected: hardly worth {}", sprt.elo1),
        Verdict::GoOn => format!("undecided, about {:.0} games to go", test.games_to_go(pairs)),
    };
    let (logistic, normalized) = (pairs.logistic(), pairs.normalized());
    let mut out = io::stdout().lock();
    writeln!(out, "games        {}", pairs.games())?;
    writeln!(out, "score        {:.2} %", 100.0 * pairs.score())?;
    writeln!(out, "Elo          {:+.2} +- {:.2}", logistic.value, logistic.error)?;
    writeln!(out, "nElo         {:+.2} +- {:.2}", normalized.value, normalized.error)?;
    writeln!(out, "superiority  {:.2} %", 100.0 * pairs.superiority())?;
    writeln!(
        out,
        "LLR          {:.2} ({low:.2}, {high:.2}) for [{}, {}] {}",
        test.llr(pairs),
        sprt.elo0,
        sprt.elo1,
        sprt.model
    )?;
    writeln!(out, "verdict      {verdict}")?;
    writeln!(out, "unbiased     {:+.2} {} Elo", test.unbiased(pairs), sprt.model)?;
    Ok(ExitCode::SUCCESS)
}
