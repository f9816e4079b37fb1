//! `secateur lab ablate`: what each heuristic is worth, in Elo, nodes, time and solved positions.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use engine::heuristics::Heuristic;
use lab::study::{Audit, BASELINE, StudyKind, ablation_players, baseline, find_heuristic};

use super::command_line::CommandLine;
use super::study;
use super::study_args::StudyArgs;
use crate::{bench, memory};

/// Measure what each heuristic is worth
///
/// Every heuristic is switched off in turn (on, if it is off), and the engine without it plays
/// against the engine with it. Games go where the Elo error is widest. The same command with the
/// same --out resumes a run that was stopped.
#[derive(Args, Debug)]
pub(super) struct AblateArgs {
    /// Heuristics to switch, separated by commas; default: all
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with = "resume")]
    heuristics: Vec<String>,

    /// Switch two heuristics together, as in NullMove+StaticNull; several are separated by commas
    #[arg(long, value_name = "NAME+NAME", value_delimiter = ',', conflicts_with = "resume")]
    pairs: Vec<String>,

    /// Preset of the baseline: a name that 'secateur presets' lists, or a file
    #[arg(long, value_name = "PRESET", conflicts_with = "resume")]
    preset: Option<String>,

    /// Setting of the baseline, as in Evaluator=classical; may be given several times
    #[arg(long, value_name = "NAME=VALUE", conflicts_with = "resume")]
    set: Vec<String>,

    /// Size of the hash table in megabytes
    #[arg(long, value_name = "MB", default_value_t = bench::HASH, conflicts_with = "resume",
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(memory::MAX_MEGABYTES)))]
    hash: u32,

    /// Show the error rates of this audit: a JSON file with a list 'heuristics'
    #[arg(long, value_name = "FILE")]
    audit: Option<PathBuf>,

    #[command(flatten)]
    study: StudyArgs,
}

pub(super) fn run(args: &AblateArgs, line: &CommandLine) -> Result<ExitCode> {
    if engine::CONSTANT_KNOBS {
        bail!("settings are constants in this build; expected one made without that feature");
    }
    let audit = args.audit.as_ref().map(|path| Audit::read(path, BASELINE));
    let audit = audit.transpose().context("--audit")?;
    study::run(&args.study, StudyKind::Ablation, audit.into_iter().collect(), line, || {
        memory::check(args.hash).context("--hash")?;
        let baseline =
            baseline(args.preset.as_deref(), &args.set, args.hash).context("--preset")?;
        let heuristics = heuristics(&args.heuristics, args.pairs.is_empty())?;
        let pairs = args.pairs.iter().map(|text| pair(text)).collect::<Result<Vec<_>>>()?;
        let players = ablation_players(&baseline, &heuristics, &pairs).context("--set")?;
        args.study.plan(StudyKind::Ablation, players)
    })
}

/// The heuristics of `--heuristics`. Without any, all, unless pairs bring their own.
fn heuristics(names: &[String], or_all: bool) -> Result<Vec<Heuristic>> {
    match names {
        [] if or_all => Ok(Heuristic::ALL.to_vec()),
        names => names.iter().map(|name| heuristic("--heuristics", name)).collect(),
    }
}

fn pair(text: &str) -> Result<[Heuristic; 2]> {
    let Some((one, two)) = text.split_once('+') else {
        bail!("--pairs {text}: expected two heuristics, such as NullMove+StaticNull");
    };
    let pair = [heuristic("--pairs", one)?, heuristic("--pairs", two)?];
    if pair[0] == pair[1] {
        bail!("--pairs {text}: expected two different heuristics");
    }
    Ok(pair)
}

fn heuristic(option: &str, name: &str) -> Result<Heuristic> {
    let all = || {
        let names: Vec<String> = Heuristic::ALL.iter().map(|known| format!("{known:?}")).collect();
        names.join(", ")
    };
    find_heuristic(name)
        .with_context(|| format!("{option}: '{name}' is no heuristic; expected one of {}", all()))
}
