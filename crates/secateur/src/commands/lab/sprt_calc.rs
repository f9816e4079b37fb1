//! `secateur lab sprt-calc`: LLR and Elo from counts of pairs.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use lab::stats::{Pentanomial, SprtVerdict, fixed};

use super::args::Bounds;
use super::sprt;

/// Maximum count, so that sums cannot overflow.
const MAX_PAIRS: u64 = 1_000_000_000_000;

/// Compute LLR and Elo from counts of pairs, without playing
#[derive(Args, Debug)]
pub(super) struct CalcArgs {
    /// Pairs that brought 0, 1, 2, 3 and 4 half points
    #[arg(long, value_name = "N,N,N,N,N", value_parser = five)]
    pairs: Pentanomial,

    #[command(flatten)]
    bounds: Bounds,
}

fn five(text: &str) -> Result<Pentanomial, String> {
    let expected = format!("expected five numbers up to {MAX_PAIRS}, such as 10,40,100,45,12");
    let number = |part: &str| part.trim().parse().ok().filter(|&count| count <= MAX_PAIRS);
    let counts: Option<Vec<u64>> = text.split(',').map(number).collect();
    let pairs = counts.and_then(|counts| counts.try_into().ok()).ok_or(expected)?;
    Ok(Pentanomial { pairs })
}

pub(super) fn run(args: &CalcArgs) -> Result<ExitCode> {
    let (pairs, sprt) = (&args.pairs, sprt(&args.bounds));
    let test = sprt.test()?;
    let (low, high) = test.bounds();
    let verdict = match test.verdict(pairs) {
        SprtVerdict::Continue => {
            format!("not decided, about {:.0} games to go", test.games_to_go(pairs))
        }
        decided => decided.to_string(),
    };
    let percent = |share: Option<f64>| match share {
        Some(share) => format!("{:.2} %", 100.0 * share),
        None => "-".to_owned(),
    };
    let mut out = io::stdout().lock();
    writeln!(out, "games        {}", pairs.games())?;
    writeln!(out, "score        {}", percent(pairs.score()))?;
    writeln!(out, "Elo          {:.2}", pairs.logistic())?;
    writeln!(out, "nElo         {:.2}", pairs.normalized())?;
    writeln!(out, "superiority  {}", percent(pairs.superiority()))?;
    writeln!(
        out,
        "LLR          {} ({low:.2}, {high:.2}) for [{}, {}] {}",
        fixed(test.llr(pairs), 2),
        sprt.elo0,
        sprt.elo1,
        sprt.model
    )?;
    writeln!(out, "verdict      {verdict}")?;
    if let Some(unbiased) = test.unbiased(pairs) {
        writeln!(out, "unbiased     {unbiased:.2} {} Elo", sprt.model)?;
    }
    Ok(ExitCode::SUCCESS)
}
