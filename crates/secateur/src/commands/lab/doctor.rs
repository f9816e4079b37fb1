//! `secateur lab doctor`: checks a UCI engine for faults that break clients.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use lab::doctor::{CheckVerdict, Doctor, DoctorReport, groups};
use lab::player::{EngineCommand, PlayerSpec};
use toolkit::stop::StopAll;

use super::doctor_view::DoctorView;
use crate::commands::interrupt::{INTERRUPTED, listen};

/// Check a UCI engine for faults that break clients
///
/// Every check starts a new process and ends in bounded time. The exit code is 1 if a check fails.
/// Some checks measure time, so keep the machine idle.
#[derive(Args, Debug)]
pub(super) struct DoctorArgs {
    /// Engine: a program, `cmd=./engine args='--quiet' option.Hash=16`, or `self` for this program
    #[arg(required_unless_present = "list")]
    engine: Option<String>,

    /// Timeout for one answer; a whole check takes at most four times as long
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = crate::duration::parse)]
    patience: Duration,

    /// Run only this check; may be given several times
    #[arg(long, value_name = "CHECK")]
    only: Vec<String>,

    /// Write a JSON object instead of a table
    #[arg(long)]
    json: bool,

    /// List the checks without running them
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
    let engine = engine(args.engine.as_deref().unwrap_or_default())?;
    let doctor = Doctor { engine, patience: args.patience, stop: stop.clone() };
    let wanted = |check: &lab::doctor::Check| {
        args.only.is_empty() || args.only.iter().any(|name| name == check.name)
    };
    let start = Instant::now();
    let mut view = DoctorView::new(io::stdout());
    // If the output is closed, the examination stops.
    let mut shown = Ok(());
    let report = doctor.examine(wanted, |diagnosis| {
        if !args.json && shown.is_ok() {
            shown = view.show(diagnosis);
            if shown.is_err() {
                stop.request();
            }
        }
    });
    shown?;
    if args.json {
        write_json(&report)?;
    } else {
        view.end(&report, start.elapsed())?;
    }
    Ok(match report.worst() {
        _ if stop.is_requested() => ExitCode::from(INTERRUPTED),
        CheckVerdict::Fail => ExitCode::FAILURE,
        _ => ExitCode::SUCCESS,
    })
}

/// An engine by its path, or written as a player.
fn engine(text: &str) -> Result<EngineCommand> {
    let program = match text.trim() {
        "" => bail!("no engine is named; expected a program or 'cmd=PROGRAM'"),
        "self" => std::env::current_exe().context("the path of this program")?.into_os_string(),
        text if text.starts_with("cmd=") => {
            let spec = PlayerSpec::under_one_limit(text)?;
            return spec.command().cloned().context("expected 'cmd=PROGRAM'");
        }
        text => text.into(),
    };
    Ok(EngineCommand { name: None, program, arguments: Vec::new(), options: Vec::new() })
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

fn write_json(report: &DoctorReport) -> Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, report)?;
    writeln!(out)?;
    Ok(())
}
