//! `secateur lab report`: the report of a run, rewritten from its journal.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use lab::audit::{AUDIT, AuditResults};
use lab::report::{PAGE, page_of_audit, page_of_run, page_of_suite, page_of_why};
use lab::spsa::{SPSA_MANIFEST, SpsaManifest, SpsaProgress};
use lab::study::{STUDY, StudyManifest, StudyRun};
use lab::suite::{AnswerSheet, SUITE};
use lab::why::{self, WhyAnswer};
use toolkit::whole_file::write_whole;

use super::{spsa, study};

/// Rewrite the report of a run
#[derive(Args, Debug)]
pub(super) struct ReportArgs {
    /// Folder of a run of games, an SPSA run, a suite run, an audit, an ablation, a comparison or a
    /// run of `lab why`
    folder: PathBuf,
}

pub(super) fn run(args: &ReportArgs) -> Result<ExitCode> {
    let folder = args.folder.as_path();
    if folder.join(SPSA_MANIFEST).exists() {
        let manifest = SpsaManifest::read(folder)?;
        let progress = SpsaProgress::read(folder, &manifest)?;
        spsa::write_output(folder, &manifest, &progress)?;
    } else if folder.join(SUITE).exists() {
        write_of_suite(folder, &AnswerSheet::read(folder)?)?;
    } else if folder.join(AUDIT).exists() {
        put(folder, &page_of_audit(&AuditResults::read(folder)?))?;
    } else if folder.join(STUDY).exists() {
        let manifest = StudyManifest::read(folder)?;
        study::write_output(folder, &manifest, &StudyRun::read(folder, &manifest)?)?;
    } else if folder.join(why::ANSWERS).exists() {
        let answers = why::read_answers(folder)?;
        let answers: Vec<&WhyAnswer> = answers.iter().collect();
        put(folder, &page_of_why(&answers, answers.len()))?;
    } else {
        write(folder)?;
    }
    writeln!(io::stdout(), "{}", folder.join(PAGE).display())?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the report of a run of games into its folder.
pub(super) fn write(folder: &Path) -> Result<()> {
    put(folder, &page_of_run(folder)?)
}

pub(super) fn write_of_suite(folder: &Path, sheet: &AnswerSheet) -> Result<()> {
    put(folder, &page_of_suite(sheet))
}

fn put(folder: &Path, page: &str) -> Result<()> {
    let path = folder.join(PAGE);
    write_whole(&path, page.as_bytes()).with_context(|| path.display().to_string())
}
