//! Compares our perft with collections of counts.
//! Usage: perft_files PATH... [--depth N]

use std::process::ExitCode;
use std::time::{Duration, Instant};

use chess::EpdProblem;
use chess::perft::perft;
use referee::args::Args;
use referee::perft_data::{Entry, read};

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("perft_files: {message}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<bool, String> {
    let args = Args::read(std::env::args().skip(1), &["--depth"])?;
    let depth = args.number("--depth")?.unwrap_or(u32::MAX);
    if args.rest.is_empty() {
        return Err("no file; usage: perft_files PATH... [--depth N]".to_owned());
    }
    let mut clean = true;
    for path in &args.rest {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
        let entries = read(&text).map_err(|error| format!("{path}: {error}"))?;
        clean &= run_file(path, &entries, depth);
    }
    Ok(clean)
}

/// Returns whether there were counts and all agree. A refused position is reported, but is no
/// difference.
fn run_file(path: &str, entries: &[Entry], depth: u32) -> bool {
    let (mut counts, mut differences, mut refused, mut leaves) = (0, 0, 0, 0);
    let mut busy = Duration::ZERO;
    for (index, entry) in entries.iter().enumerate() {
        let Entry { line, text, record } = entry;
        let epd = match record {
            Ok(epd) => epd,
            Err(error) => {
                refused += 1;
                println!("{path}:{line}: refused {text}: {error}");
                continue;
            }
        };
        for problem in epd.problems() {
            if let EpdProblem::Repaired(repair) = problem {
                println!("{path}:{line}: repaired {text}: {repair}");
            }
        }
        for (depth, expected) in epd.perft().into_iter().filter(|count| count.0 <= depth) {
            let begin = Instant::now();
            let found = perft(&epd.setup().position, depth);
            busy += begin.elapsed();
            leaves += found;
            counts += 1;
            if found != expected {
                differences += 1;
                println!("{path}:{line}: {text} depth {depth}: ours {found}, expected {expected}");
            }
        }
        if (index + 1) % 50 == 0 {
            eprintln!("{path}: {} of {} positions", index + 1, entries.len());
        }
    }
    println!(
        "{path}: {} positions, {refused} refused, {counts} counts, {differences} differences; \
         {leaves} leaves in {:.2} s, {:.1} Mnps",
        entries.len(),
        busy.as_secs_f64(),
        leaves as f64 / busy.as_secs_f64().max(1e-9) / 1e6,
    );
    counts > 0 && differences == 0
}
