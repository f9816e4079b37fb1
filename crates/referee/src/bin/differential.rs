//! Plays random games on three boards and compares them at every position.
//! Usage: differential [--positions N] [--seed S] [--threads N]

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

use referee::args::Args;
use referee::differential::{Plan, run};

const PROGRESS_STEP: u64 = 20_000;

fn main() -> ExitCode {
    match plan() {
        Ok(plan) => judge(plan),
        Err(message) => {
            eprintln!("differential: {message}");
            ExitCode::from(2)
        }
    }
}

fn plan() -> Result<Plan, String> {
    let args = Args::read(std::env::args().skip(1), &["--positions", "--seed", "--threads"])?;
    if let Some(word) = args.rest.first() {
        return Err(format!("'{word}' is no option"));
    }
    Ok(Plan {
        positions: args.number("--positions")?.unwrap_or(200_000),
        seed: args.number("--seed")?.unwrap_or(1),
        threads: args.number("--threads")?.unwrap_or(1),
    })
}

fn judge(plan: Plan) -> ExitCode {
    let announced = AtomicU64::new(0);
    let progress = |positions: u64| {
        let step = positions / PROGRESS_STEP;
        if announced.fetch_max(step, Ordering::Relaxed) < step {
            eprintln!("{positions} of {} positions", plan.positions);
        }
    };
    match run(plan, progress) {
        Ok(tally) => {
            println!("{tally}");
            println!("{} positions, {} plies, 0 differences", tally.positions, tally.plies);
            ExitCode::SUCCESS
        }
        Err(difference) => {
            println!("{difference}");
            ExitCode::FAILURE
        }
    }
}
