//! `secateur forge quantise`: makes a network for the engine from a training.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use engine::eval::nnue::net_file::MAGIC;
use forge::quantise::{compare, quantise};
use forge::train::{Cache, Recipe, TrainedNet};
use indicatif::{HumanBytes, HumanCount};
use toolkit::whole_file::write_whole;

use super::{files, reading};

/// Round a trained network to the integers that the engine computes with.
///
/// The recipe is written beside the network, under its name with the extension 'toml'. With
/// --held-out it also prints the error of the rounding.
#[derive(Args, Debug)]
pub(super) struct QuantiseArgs {
    /// The folder of a training, or its checkpoint
    #[arg(value_name = "FOLDER")]
    training: PathBuf,

    /// The network to write; an existing network is overwritten, any other file is not
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Held-out positions made by 'forge pack', to measure the error of the rounding
    #[arg(long, value_name = "CACHE")]
    held_out: Option<PathBuf>,

    /// Maximum positions to compare
    #[arg(long, value_name = "N", default_value_t = 50_000, requires = "held_out",
        value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    positions: u64,
}

pub(super) fn run(args: &QuantiseArgs) -> Result<ExitCode> {
    files::check_overwrite(&args.out, &MAGIC, "a network")?;
    let trained =
        TrainedNet::open(&args.training).with_context(|| args.training.display().to_string())?;
    let net = quantise(&trained);
    let recipe = recipe(&args.out, &trained)?;
    let mut positions = Vec::new();
    if let Some(path) = &args.held_out {
        let mut cache = Cache::open(path).with_context(|| path.display().to_string())?;
        reading::verify(&mut cache)?;
        cache
            .read(0, args.positions as usize, &mut positions)
            .with_context(|| path.display().to_string())?;
        if positions.is_empty() {
            bail!("{}: it holds no positions", path.display());
        }
    }
    let bytes = net.to_bytes();
    write_whole(&args.out, &bytes).with_context(|| args.out.display().to_string())?;
    recipe.write().with_context(|| recipe.path().display().to_string())?;

    let mut out = io::stdout().lock();
    writeln!(out, "{}: {}", args.out.display(), HumanBytes(bytes.len() as u64))?;
    writeln!(out, "{}: its recipe", recipe.path().display())?;
    writeln!(
        out,
        "{} king buckets, width {}, {} output buckets, output unit {}",
        net.input_buckets(),
        net.width,
        net.output_buckets,
        net.output_unit
    )?;
    let at_limit = trained.at_limit();
    writeln!(
        out,
        "after {} steps, at their limits: {} input weights, {} hidden biases, {} output weights",
        HumanCount(trained.step()),
        HumanCount(at_limit.input as u64),
        HumanCount(at_limit.hidden_biases as u64),
        HumanCount(at_limit.output as u64)
    )?;
    if positions.is_empty() {
        writeln!(out, "error not measured; expected --held-out CACHE for that")?;
        return Ok(ExitCode::SUCCESS);
    }
    let error = compare(&trained, &net, &positions);
    writeln!(
        out,
        "error {:.2} centipawns on average over {} positions; 99th percentile {:.1}, maximum {:.1}",
        error.mean,
        HumanCount(error.positions as u64),
        error.p99,
        error.max
    )?;
    Ok(ExitCode::SUCCESS)
}

/// The recipe beside a network. A different recipe there is reported before anything is written.
fn recipe(net: &Path, trained: &TrainedNet) -> Result<Recipe> {
    let path = net.with_extension("toml");
    if path == net {
        bail!("--out {}: recipes have this extension; expected another one", net.display());
    }
    let name = path.display().to_string();
    Recipe::at(path, trained.recipe()).context(name)
}
