//! `secateur board`: starts the board and opens it in the browser.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

use ::board::{Options, Server, Token};
use anyhow::{Context, Result, bail};
use clap::Args;

use super::note;

#[derive(Args, Debug)]
pub(crate) struct BoardArgs {
    /// Listen on this port [default: 8960, or the next free one]
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,

    /// Print the address and do not open the browser
    #[arg(long)]
    no_open: bool,

    /// Begin with this position
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// Offer the games of this file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,

    /// Show and store the runs of the lab in this folder
    #[arg(long, value_name = "FOLDER", default_value = "runs")]
    runs: PathBuf,

    /// Serve the page from this folder instead of the built-in one, for work on the page
    #[arg(long, value_name = "FOLDER")]
    assets: Option<PathBuf>,
}

pub(crate) fn run(args: &BoardArgs) -> Result<ExitCode> {
    if let Some(folder) = &args.assets
        && !folder.join("index.html").is_file()
    {
        bail!("--assets {}: no index.html in it; expected the page", folder.display());
    }
    let server = Server::bind(Options {
        port: args.port,
        token: Token::of_user().context("the token of the board")?,
        fen: args.fen.as_deref().map(|fen| super::setup(Some(fen))).transpose()?,
        pgn: args.pgn.clone(),
        runs: args.runs.clone(),
        program: std::env::current_exe().context("the path of this program")?,
        assets: args.assets.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    })?;
    let address = server.address();
    let mut out = io::stdout();
    writeln!(out, "board: {address}")?;
    out.flush()?;
    if !args.no_open && !open(&address) {
        note("no browser could be opened; open the address above in one");
    }
    server.run()?;
    Ok(ExitCode::SUCCESS)
}

/// Opens an address in the user's browser. Returns whether a program for it could be started.
fn open(address: &str) -> bool {
    let (program, before): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/c", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(before).arg(address);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}
