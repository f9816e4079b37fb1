//! `secateur lab openbench`: the engine's configuration for OpenBench.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use lab::adjudication::{Draw, Resign};
use lab::spsa::{A_RATIO, ALPHA, GAMMA, declared};
use serde_json::json;

/// Write the engine's configuration for OpenBench
#[derive(Args, Debug)]
pub(super) struct OpenBenchArgs {
    /// URL of the engine's repository
    #[arg(long, value_name = "URL")]
    source: String,
}

/// Nodes per second to which OpenBench scales clocks: the bench of a `make` build on a typical
/// server core.
const REFERENCE_NPS: u64 = 1_800_000;

pub(super) fn run(args: &OpenBenchArgs) -> Result<ExitCode> {
    let Resign { moves, centipawns } = Resign::DEFAULT;
    let win = format!("movecount={moves} score={centipawns}");
    let Draw { from_move, moves, centipawns } = Draw::DEFAULT;
    let draw = format!("movenumber={from_move} movecount={moves} score={centipawns}");
    let preset = |bounds: &str, control: &str, threads: u32, hash: u32| {
        json!({
            "base_branch": "main",
            "book_name": "UHO_Lichess_4852_v1.epd",
            "test_bounds": bounds,
            "test_confidence": "[0.05, 0.05]",
            "both_options": format!("Threads={threads} Hash={hash}"),
            "both_time_control": control,
            "workload_size": 32,
            "win_adj": win,
            "draw_adj": draw,
        })
    };
    let lines: Vec<String> = declared().map(|parameter| parameter.to_string()).collect();
    let engine = json!({
        "private": false,
        "nps": REFERENCE_NPS,
        "source": args.source,
        "build": {
            "path": "",
            "compilers": [concat!("cargo>=", env!("CARGO_PKG_RUST_VERSION"))],
            "cpuflags": ["AVX2", "POPCNT"],
            "systems": ["Windows", "Linux", "Darwin"],
        },
        "test_presets": {
            "default": {},
            "STC": preset("[0.00, 3.00]", "8.0+0.08", 1, 16),
            "LTC": preset("[0.00, 3.00]", "40.0+0.4", 1, 64),
            "SMP STC": preset("[0.00, 3.00]", "5.0+0.05", 8, 64),
            "Regression": preset("[-3.00, 0.00]", "8.0+0.08", 1, 16),
        },
        "tune_presets": {
            "default": {
                "book_name": "UHO_Lichess_4852_v1.epd",
                "dev_options": "Threads=1 Hash=16",
                "dev_time_control": "8.0+0.08",
                "spsa_alpha": ALPHA,
                "spsa_gamma": GAMMA,
                "spsa_A_ratio": A_RATIO,
                "spsa_iterations": 2500,
                "spsa_pairs_per": 8,
                "spsa_reporting_type": "BATCHED",
                "spsa_distribution_type": "SINGLE",
                "win_adj": win,
                "draw_adj": draw,
            },
        },
        "datagen_presets": { "default": {} },
        // OpenBench refuses unknown keys within presets but ignores them here: these lines are to
        // be copied into the form of a tuning session.
        "spsa_inputs": lines,
    });
    let mut out = io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, &engine)?;
    writeln!(out)?;
    Ok(ExitCode::SUCCESS)
}
