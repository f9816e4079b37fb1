//! `secateur lab doctor`: examines an engine and says who would break over it.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use lab::contender::Contender;
use lab::doctor::{Chart, Doctor, Verdict, groups};
use lab::player::EngineSpec;
use toolkit::stop::StopAll;

use super::doctor_view::View;
use crate::commands::interrupt::{INTERRUPTED, listen};

/// Examine a UCI engine: what it does wrong, and which clients break over it.
///
/// Every check starts the engine anew and ends in bounded time. The exit code is 1 if a check
/// fails. Some checks time the engine, so let nothing else keep the machine busy.
#[derive(Args, Debug)]
pub(super) struct DoctorArgs {
    /// A program, or `cmd=./engine args='--quiet' option.Hash=16`; 'self' for this very program
    #[arg(required_unless_present = "list")]
    engine: Option<String>,

    /// How long the engine may take for one answer; a check as a whole takes four times as
    /// long at most
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = crate::duration::parse)]
    patience: Duration,

    /// Only this check; may be given several times
    #[arg(long, value_name = "CHECK")]
    only: Vec<String>,

    /// Write one JSON object instead of a table
    #[arg(long)]
    json: bool,

    /// Name the checks and what each does, without an engine
    #[arg(long)]
    list: bool,
}

pub(super) fn run(args: &DoctorArgs) -> Result<ExitCode> {
    if args.list {
        return list();
    }
    let names: Vec<&str> =
        groups().iter().flat_map(|group| group.checks).map(|check| check.name).collect();
    if let Some(unknown) = args.only.iter().find(|name| !names.contains(&name.as_str())) {
        bail!("--only {unknown}: no such check; expected one of {}", names.join(", "));
    }
    let stop = StopAll::default();
    listen(&stop)?;
    let spec = engine(args.engine.as_deref().unwrap_or_default())?;
    let doctor = Doctor { spec, patience: args.patience, stop: stop.clone() };
    let wanted = |check: &lab::doctor::Check| {
        args.only.is_empty() || args.only.iter().any(|name| name == check.name)
    };
    let start = Instant::now();
    let mut view = View::new(io::stdout());
    // Whoever reads the table may go away; then there is nobody left to examine for.
    let mut shown = Ok(());
    let chart = doctor.examine(wanted, |diagnosis| {
        if !args.json && shown.is_ok() {
            shown = view.show(diagnosis);
            if shown.is_err() {
                stop.request();
            }
        }
    });
    shown?;
    if args.json {
        write_json(&chart)?;
    } else {
        view.end(&chart, start.elapsed())?;
    }
    Ok(match chart.worst() {
        _ if stop.is_requested() => ExitCode::from(INTERRUPTED),
        Verdict::Fail => ExitCode::FAILURE,
        _ => ExitCode::SUCCESS,
    })
}

/// A program by its name, or described as other parts of the lab have it.
fn engine(text: &str) -> Result<EngineSpec> {
    let program = match text.trim() {
        "" => bail!("no engine is named; expected a program or 'cmd=PROGRAM'"),
        "self" => std::env::current_exe().context("the path of this program")?.into_os_string(),
        text if text.starts_with("cmd=") => {
            let contender = Contender::under_one_limit(text)?;
            return contender.engine().cloned().context("expected 'cmd=PROGRAM'");
        }
        text => text.into(),
    };
    Ok(EngineSpec { name: None, program, arguments: Vec::new(), options: Vec::new() })
}

fn list() -> Result<ExitCode> {
    let mut out = io::stdout().lock();
    for group in groups() {
        writeln!(out, "{}", group.title)?;
        for check in group.checks {
            writeln!(out, "  {:24} {}", check.name, check.done)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn write_json(chart: &Chart) -> Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, chart)?;
    writeln!(out)?;
    Ok(())
}
