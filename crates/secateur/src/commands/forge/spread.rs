//! `secateur forge spread`: how far the score of a search is from the evaluation. The margins of
//! the search depend on it.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use chess::Game;
use clap::Args;
use engine::Control;
use engine::Limits;
use engine::probe::Silent;
use forge::archive::{Archive, Fault};
use forge::filter::Filter;

use super::engine_args::EngineArgs;

/// Search quiet positions of recorded games and compare the scores with the evaluation.
///
/// If another evaluation changes the spread by more than a tenth, multiply the margins of the
/// search by the ratio.
#[derive(Args, Debug)]
pub(super) struct SpreadArgs {
    /// A file of games made by 'forge selfplay'
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Positions to search, each of another game
    #[arg(long, value_name = "N", default_value_t = 1_000,
        value_parser = clap::value_parser!(u32).range(2..))]
    positions: u32,

    /// Depth of the searches
    #[arg(long, value_name = "PLIES", default_value_t = 8,
        value_parser = clap::value_parser!(i32).range(1..=60))]
    depth: i32,

    #[command(flatten)]
    engine: EngineArgs,
}

const HASH_MEGABYTES: usize = 16;
/// Scores beyond this are left out: the game is over.
const MAX_SCORE: i32 = 1_500;

pub(super) fn run(args: &SpreadArgs) -> Result<ExitCode> {
    let shown = args.file.display();
    let archive = Archive::open(&args.file).with_context(|| shown.to_string())?;
    let limits = Limits { depth: Some(args.depth), ..Limits::default() };
    let mut engine = args.engine.setup()?.engine(HASH_MEGABYTES)?;
    let filter = Filter { max_score: MAX_SCORE as u16, ..Filter::default() };
    let mut differences = Vec::new();
    for game in archive.games()? {
        if differences.len() >= args.positions as usize {
            break;
        }
        let game = match game {
            Ok(game) => game,
            Err(Fault::Io(error)) => return Err(error).with_context(|| shown.to_string()),
            Err(fault) => {
                super::report_fault(&args.file, &fault);
                continue;
            }
        };
        let quiet: Vec<_> =
            game.samples().map_while(Result::ok).filter(|sample| filter.keeps(sample)).collect();
        let Some(sample) = quiet.get(game.number as usize * 7 % quiet.len().max(1)) else {
            continue;
        };
        engine.new_game();
        let control = Arc::new(Control::default());
        let setup = Game::new(sample.setup());
        let answer = engine.go::<Silent>(&setup, &limits, &control, &mut ());
        let evaluation = engine.evaluate(&sample.position);
        if !answer.score.is_decisive() && answer.score.centipawns().abs() <= MAX_SCORE {
            differences.push(f64::from(answer.score.centipawns() - evaluation));
        }
    }
    if differences.len() < 2 {
        bail!("{shown}: too few quiet positions; expected at least two games with some");
    }
    let count = differences.len() as f64;
    let mean = differences.iter().sum::<f64>() / count;
    let deviation = (differences.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / count).sqrt();
    differences.sort_by(f64::total_cmp);
    let quantile = |part: f64| differences[((count - 1.0) * part) as usize];
    println!(
        "{count} quiet positions, score at depth {} minus evaluation, in centipawns",
        args.depth
    );
    println!("mean {mean:+.1}  standard deviation {deviation:.1}");
    println!(
        "5 % {:+.0}  25 % {:+.0}  median {:+.0}  75 % {:+.0}  95 % {:+.0}",
        quantile(0.05),
        quantile(0.25),
        quantile(0.5),
        quantile(0.75),
        quantile(0.95)
    );
    Ok(ExitCode::SUCCESS)
}
