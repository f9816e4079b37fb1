//! `secateur forge spread`: how far a search moves away from the evaluation. Margins follow it.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use chess::Game;
use clap::Args;
use engine::Control;
use engine::limits::Limits;
use engine::probe::Silent;
use forge::archive::{Archive, Fault};
use forge::filter::Filter;

use super::thinker_args::ThinkerArgs;

/// Searches quiet positions of recorded games and compares the scores with the evaluation. When
/// another evaluation changes the spread by more than a tenth, the margins of the search want to
/// be multiplied by the ratio.
#[derive(Args, Debug)]
pub(super) struct SpreadArgs {
    /// A file of games as 'secateur forge selfplay' writes them
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// How many positions, each of another game
    #[arg(long, value_name = "N", default_value_t = 1_000,
        value_parser = clap::value_parser!(u32).range(2..))]
    positions: u32,

    /// How deep to search them
    #[arg(long, value_name = "PLIES", default_value_t = 8,
        value_parser = clap::value_parser!(i32).range(1..=60))]
    depth: i32,

    #[command(flatten)]
    thinker: ThinkerArgs,
}

const HASH_MEGABYTES: usize = 16;
/// Scores beyond this tell of mates, not of margins.
const MAX_SCORE: i32 = 1_500;

pub(super) fn run(args: &SpreadArgs) -> Result<ExitCode> {
    let shown = args.file.display();
    let archive = Archive::open(&args.file).with_context(|| shown.to_string())?;
    let limits = Limits { depth: Some(args.depth), ..Limits::default() };
    let mut engine = args.thinker.thinker()?.engine(HASH_MEGABYTES)?;
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
                super::tell(&args.file, &fault);
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
    println!("{count} quiet positions, score at depth {} less evaluation, centipawns", args.depth);
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
