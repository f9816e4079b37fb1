//! `secateur forge stats`: prints statistics of files of games.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use chess::GameResult;
use clap::Args;
use engine::eval::nnue::features::output_bucket;
use forge::archive::Archive;
use forge::stats::{GameStats, Histogram, KeptPositions, OUTPUT_BUCKETS, Phase, count};
use indicatif::HumanCount;
use lab::machine;

use super::files;
use super::filter_args::FilterArgs;
use crate::commands::progress;
use crate::commands::table::aligned;

/// Print statistics of files of games.
///
/// Quiet positions are those that the filter keeps, as 'forge export' would write them.
#[derive(Args, Debug)]
pub(super) struct StatsArgs {
    /// Files of games made by 'forge selfplay'
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// Threads to count with; one for each core by default
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::session::MAX_THREADS)))]
    threads: Option<u32>,

    #[command(flatten)]
    filter: FilterArgs,
}

/// Length of the longest bar.
const BAR: u64 = 40;

pub(super) fn run(args: &StatsArgs) -> Result<ExitCode> {
    let archives = files::open(&args.files)?;
    let threads = args.threads.map_or_else(machine::cores, |threads| threads as usize);
    let bar = progress::ticking("{elapsed} counting");
    let stats = count(&archives, &args.filter.filter(), threads, |archive, fault| {
        bar.suspend(|| super::report_fault(archive.path(), &fault));
    });
    bar.finish_and_clear();
    let mut out = io::stdout().lock();
    for archive in &archives {
        file(&mut out, archive)?;
    }
    write(&mut out, &stats)?;
    Ok(ExitCode::SUCCESS)
}

fn file(out: &mut impl Write, archive: &Archive) -> io::Result<()> {
    let (path, bytes) = (archive.path().display(), HumanCount(archive.length()));
    writeln!(out, "{path}: {bytes} bytes, {}", super::origin(archive.header()))
}

fn write(out: &mut impl Write, stats: &GameStats) -> io::Result<()> {
    let kept = &stats.kept;
    writeln!(out)?;
    let mut rows = vec![vec!["games".to_owned(), HumanCount(stats.games).to_string()]];
    rows.push(vec!["positions".to_owned(), HumanCount(stats.plies).to_string()]);
    rows.push(vec![
        "quiet".to_owned(),
        HumanCount(kept.positions).to_string(),
        format!("{:.1} %", percent(kept.positions, stats.plies)),
    ]);
    rows.push(vec![
        "with the endgame budget".to_owned(),
        HumanCount(stats.endgame_plies).to_string(),
        format!("{:.1} %", percent(stats.endgame_plies, stats.plies)),
    ]);
    let openings = &stats.openings;
    rows.push(vec![
        "decided openings".to_owned(),
        HumanCount(openings.decided).to_string(),
        format!("{:.1} %", percent(openings.decided, openings.scored)),
    ]);
    let plies_a_game = stats.plies as f64 / stats.games.max(1) as f64;
    rows.push(vec!["plies a game".to_owned(), format!("{plies_a_game:.1}")]);
    aligned(out, &rows, 1)?;
    let sample = match kept.duplicates.one_in() {
        1 => "all counted".to_owned(),
        one_in => format!(
            "by one in {one_in} positions, {} in all",
            HumanCount(kept.duplicates.sampled())
        ),
    };
    let share = 100.0 * kept.duplicates.share();
    writeln!(out, "{share:.2} % of the quiet positions repeat others ({sample})")?;

    let result = |result| match result {
        GameResult::WhiteWins => "White wins",
        GameResult::Draw => "draw",
        GameResult::BlackWins => "Black wins",
    };
    let results = stats.results().map(|(it, count)| (result(it).to_owned(), count));
    group(out, "results of games", results.collect())?;
    let results = GameResult::ALL.into_iter().zip(kept.results);
    let results = results.map(|(it, count)| (result(it).to_owned(), count));
    group(out, "results of the games of quiet positions", results.collect())?;
    let endings = stats.endings().map(|(it, count)| (it.name().to_owned(), count));
    group(out, "how games ended", endings.collect())?;
    histogram(out, "plies of games", &stats.lengths)?;
    let buckets = (0..OUTPUT_BUCKETS).map(|bucket| {
        let pieces: Vec<usize> =
            (2..=32).filter(|&pieces| output_bucket(pieces, OUTPUT_BUCKETS) == bucket).collect();
        let name = format!("{bucket} ({} to {} pieces)", pieces[0], pieces[pieces.len() - 1]);
        (name, kept.output_buckets[bucket])
    });
    group(out, "output buckets, quiet positions", buckets.collect())?;
    phases(out, kept)?;
    histogram(out, "scores for White, quiet positions", &kept.scores)
}

/// Results and scores by phase. A half-win is the score that wins half of the games with the
/// material on the board.
fn phases(out: &mut impl Write, kept: &KeptPositions) -> io::Result<()> {
    let count = |phase: Phase| kept.phases[phase as usize].results.iter().sum::<u64>();
    let counts = Phase::ALL.map(|phase| (phase.name().to_owned(), count(phase)));
    group(out, "phases, quiet positions", counts.into())?;
    let header = |names: &[&str]| {
        [&["in percent"], names].concat().into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let row = |phase: Phase, counts: Vec<u64>| {
        let shares = counts.into_iter().map(|part| format!("{:.1}", percent(part, count(phase))));
        core::iter::once(format!("  {}", phase.name())).chain(shares).collect::<Vec<_>>()
    };
    writeln!(out, "\nresults by phase, quiet positions")?;
    let mut rows = vec![header(&["White wins", "draw", "Black wins"])];
    rows.extend(Phase::ALL.map(|phase| {
        let [black, draw, white] = kept.phases[phase as usize].results;
        row(phase, vec![white, draw, black])
    }));
    aligned(out, &rows, 1)?;
    writeln!(out, "\ndistance from equal by phase in half-wins, quiet positions")?;
    let mut rows = vec![header(&["to 1/2", "to 1", "to 2", "to 4", "beyond"])];
    rows.extend(Phase::ALL.map(|phase| {
        let half_wins = &kept.phases[phase as usize].half_wins;
        row(phase, half_wins.rows().map(|(_, count)| count).collect())
    }));
    aligned(out, &rows, 1)
}

fn histogram(out: &mut impl Write, title: &str, histogram: &Histogram) -> io::Result<()> {
    group(out, title, histogram.rows().collect())
}

/// A table of counts, their shares and bars.
fn group(out: &mut impl Write, title: &str, counts: Vec<(String, u64)>) -> io::Result<()> {
    let total = counts.iter().map(|(_, count)| count).sum();
    let most = counts.iter().map(|(_, count)| *count).max().unwrap_or(0).max(1);
    writeln!(out, "\n{title}")?;
    for (name, count) in counts {
        let share = percent(count, total);
        let bar = "#".repeat((BAR * count).div_ceil(most) as usize);
        let line =
            format!("  {name:<22} {:>13} {share:>5.1} %  {bar}", HumanCount(count).to_string());
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}
