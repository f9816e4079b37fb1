//! `secateur lab compare`: several settings of our engine side by side, all of it measured.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use lab::study::{Audit, StudyKind, comparison_players};

use super::command_line::CommandLine;
use super::study;
use super::study_args::StudyArgs;
use crate::{bench, memory};

/// Compare settings of our engine by measurement
///
/// Prints and draws where the settings differ, in internal and in normalised centipawns, the cuts of
/// each heuristic by depth, nodes and time to depth, cut and hit rates, changes of the best move,
/// solved positions and the Elo of each against each. The same command with the same --out resumes
/// a run that was stopped.
#[derive(Args, Debug)]
pub(super) struct CompareArgs {
    /// Presets by name, perhaps with settings as in 'laser StaticNullMaxDepth=3', or players as
    /// in 'self UseNullMove=false'; the first is the one that ratios refer to
    #[arg(value_name = "SETTINGS", required_unless_present = "resume", conflicts_with = "resume",
        num_args = 2..)]
    settings: Vec<String>,

    /// Size of the hash table in megabytes, unless the settings say another
    #[arg(long, value_name = "MB", default_value_t = bench::HASH, conflicts_with = "resume",
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(memory::MAX_MEGABYTES)))]
    hash: u32,

    /// Show the error rates of an audit of one of the players: its name, '=' and a JSON file; may be
    /// given several times
    #[arg(long = "audit", value_name = "NAME=FILE")]
    audits: Vec<String>,

    #[command(flatten)]
    study: StudyArgs,
}

pub(super) fn run(args: &CompareArgs, line: &CommandLine) -> Result<ExitCode> {
    if engine::CONSTANT_KNOBS {
        bail!("settings are constants in this build; expected one made without that feature");
    }
    let audits = args.audits.iter().map(|text| audit(text)).collect::<Result<Vec<_>>>()?;
    let audited: Vec<String> = audits.iter().map(|audit| audit.player.clone()).collect();
    study::run(&args.study, StudyKind::Comparison, audits, line, || {
        memory::check(args.hash).context("--hash")?;
        let players = comparison_players(&args.settings, args.hash)?;
        for name in &audited {
            if !players.iter().any(|player| player.name == *name) {
                let names: Vec<&str> = players.iter().map(|player| &*player.name).collect();
                bail!("--audit {name}: no such player; expected one of {}", names.join(", "));
            }
        }
        args.study.plan(StudyKind::Comparison, players)
    })
}

/// The name may contain '=', the file rarely does.
fn audit(text: &str) -> Result<Audit> {
    let (name, file) = text.rsplit_once('=').with_context(|| {
        format!("--audit {text}: expected the name of a player, '=' and a file")
    })?;
    Audit::read(Path::new(file), name).context("--audit")
}
