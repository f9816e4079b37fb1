//! `secateur forge quantise`: a network for the engine from a training.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use engine::eval::nnue::net_file::MAGIC;
use forge::quantise::{compare, quantise};
use forge::train::{Cache, Recipe, Trained};
use indicatif::{HumanBytes, HumanCount};
use toolkit::whole_file::write_whole;

use super::{overwriting, whole_cache};

/// Turn what was learned into the whole numbers that the engine computes with.
///
/// The recipe is written beside the network, under its name with the ending 'toml'. With positions
/// held out, it says how far what was learned and what was written are apart.
#[derive(Args, Debug)]
pub(super) struct QuantiseArgs {
    /// The folder of a training, or its checkpoint
    #[arg(value_name = "FOLDER")]
    training: PathBuf,

    /// The network to write; only a network is written over
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Positions to compare both on, as 'forge pack' has made them
    #[arg(long, value_name = "CACHE")]
    held_out: Option<PathBuf>,

    /// Positions to compare on, at most
    #[arg(long, value_name = "N", default_value_t = 50_000, requires = "held_out",
        value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    positions: u64,
}

pub(super) fn run(args: &QuantiseArgs) -> Result<ExitCode> {
    overwriting::check(&args.out, &MAGIC, "a network")?;
    let trained =
        Trained::open(&args.training).with_context(|| args.training.display().to_string())?;
    let net = quantise(&trained);
    let recipe = recipe(&args.out, &trained)?;
    let mut positions = Vec::new();
    if let Some(path) = &args.held_out {
        let mut cache = Cache::open(path).with_context(|| path.display().to_string())?;
        whole_cache::verify(&mut cache)?;
        cache
            .read(0, args.positions as usize, &mut positions)
            .with_context(|| path.display().to_string())?;
        if positions.is_empty() {
            bail!("{}: there are no positions in it", path.display());
        }
    }
    let bytes = net.to_bytes();
    write_whole(&args.out, &bytes).with_context(|| args.out.display().to_string())?;
    recipe.write().with_context(|| recipe.path().display().to_string())?;

    let mut out = io::stdout().lock();
    writeln!(out, "{}: {}", args.out.display(), HumanBytes(bytes.len() as u64))?;
    writeln!(out, "{}: how it was made", recipe.path().display())?;
    writeln!(
        out,
        "{} king buckets, width {}, {} output buckets; an output weight of one is {}",
        net.input_buckets(),
        net.width,
        net.output_buckets,
        net.output_unit
    )?;
    let at_limit = trained.at_limit();
    writeln!(
        out,
        "after {} steps, at their limit: {} input weights, {} hidden biases, {} output weights",
        HumanCount(trained.step()),
        HumanCount(at_limit.input as u64),
        HumanCount(at_limit.hidden_biases as u64),
        HumanCount(at_limit.output as u64)
    )?;
    if positions.is_empty() {
        writeln!(out, "not compared with what was learned; --held-out CACHE does that")?;
        return Ok(ExitCode::SUCCESS);
    }
    let error = compare(&trained, &net, &positions);
    writeln!(
        out,
        "off by {:.2} centipawns on average over {} positions; 99 of 100 by at most {:.1}, none by \
         more than {:.1}",
        error.mean,
        HumanCount(error.positions as u64),
        error.all_but_a_hundredth,
        error.most
    )?;
    Ok(ExitCode::SUCCESS)
}

/// The recipe beside a network. That another one stands there is known before anything is written.
fn recipe(net: &Path, trained: &Trained) -> Result<Recipe> {
    let path = net.with_extension("toml");
    if path == net {
        bail!("--out {}: this is how recipes are called; expected another ending", net.display());
    }
    let name = path.display().to_string();
    Recipe::at(path, trained.recipe()).context(name)
}
