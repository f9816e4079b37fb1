//! Measures how fast each library counts leaves. They take turns, so that changes in the speed of
//! the machine affect all of them. Single thread, bulk counting, no hash table.
//! Usage: perft_speed [--rounds N]

use std::process::ExitCode;
use std::time::Instant;

use referee::args::Args;
use referee::oracle_perft::{perft_of_cozy, perft_of_shakmaty};
use referee::trio::Trio;

const TASKS: [(&str, &str, u32); 2] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
];

const LIBRARIES: [&str; 3] = [
    "ours",
    if cfg!(feature = "cozy-pext") { "cozy-chess (pext)" } else { "cozy-chess" },
    "shakmaty",
];

fn main() -> ExitCode {
    let rounds = Args::read(std::env::args().skip(1), &["--rounds"])
        .and_then(|args| args.number::<usize>("--rounds"));
    match rounds.map(|rounds| rounds.unwrap_or(11).max(1)).and_then(race) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("perft_speed: {message}");
            ExitCode::FAILURE
        }
    }
}

fn race(rounds: usize) -> Result<(), String> {
    println!("| position | library | median Mnps | ours / library |");
    println!("|---|---|---|---|");
    for (name, fen, depth) in TASKS {
        let trio = Trio::from_fen(fen)?;
        // Speeds in Mnps, one row per round, one column per library.
        let mut speeds = Vec::new();
        let mut leaves = 0;
        for round in 0..=rounds {
            let (found, speed) = one_round(&trio, depth)?;
            leaves = found;
            eprintln!("{name} round {round}: {speed:.1?} Mnps");
            // The first round only warms the caches.
            if round > 0 {
                speeds.push(speed);
            }
        }
        for (library, label) in LIBRARIES.iter().enumerate() {
            let speed = median(speeds.iter().map(|row| row[library]));
            let ratio = median(speeds.iter().map(|row| row[0] / row[library]));
            println!("| {name} depth {depth} ({leaves}) | {label} | {speed:.1} | {ratio:.3} |");
        }
    }
    println!("{rounds} rounds, counts equal");
    Ok(())
}

/// Runs each library once. Returns the leaves, which must be equal, and the speeds.
fn one_round(trio: &Trio, depth: u32) -> Result<(u64, [f64; 3]), String> {
    let runs: [&dyn Fn() -> u64; 3] = [
        &|| chess::perft::perft(trio.ours.position(), depth),
        &|| perft_of_cozy(&trio.cozy, depth),
        &|| perft_of_shakmaty(&trio.shakmaty, depth),
    ];
    let mut leaves = [0; 3];
    let mut speeds = [0.0; 3];
    for (library, run) in runs.iter().enumerate() {
        let begin = Instant::now();
        leaves[library] = run();
        speeds[library] = leaves[library] as f64 / begin.elapsed().as_secs_f64() / 1e6;
    }
    match leaves.iter().all(|&count| count == leaves[0]) {
        true => Ok((leaves[0], speeds)),
        false => Err(format!("the libraries count differently: {leaves:?}")),
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_unstable_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 { values[middle] } else { (values[middle - 1] + values[middle]) / 2.0 }
}
