//! The `secateur` program: the command line, the UCI session and the tools around the engine.
//!
//! Without arguments it is a UCI engine ([`session`]). A subcommand runs a tool ([`commands`]);
//! [`cli`] declares their arguments. Any other arguments are executed as lines of UCI.
//!
//! The crate joins the others: `engine` searches, `uci` reads and writes the protocol, `lab` runs
//! matches and tests, `forge` makes training data and networks. It adds what a person sees: parsing
//! of arguments, tables and progress bars, exit codes. `docs/architecture.md` follows a `go` step by
//! step.
//!
//! Architecture invariants: only this crate reads arguments, standard input or the terminal; it
//! contains no chess rules, no search and no statistics; input from users or files never makes it
//! panic; output nobody reads (a closed pipe) ends it quietly.

mod bench;
mod board_view;
mod cli;
mod commands;
mod duration;
mod eval_view;
mod input;
mod ledger_view;
mod memory;
mod session;

use std::io::{ErrorKind, IsTerminal};
use std::process::ExitCode;

use clap::Parser;

use crate::cli::{Cli, Tool};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let outcome = match cli.tool {
        None if cli.all_options && std::io::stdin().is_terminal() => commands::all_options(),
        None | Some(Tool::Uci) => session::serve(cli.all_options),
        Some(Tool::Board(args)) => commands::board::run(&args),
        Some(Tool::Bench(args)) => commands::bench(&args),
        Some(Tool::Analyze(args)) => commands::analyze::run(&args),
        Some(Tool::Stats(args)) => commands::stats::run(&args),
        Some(Tool::Tree(args)) => commands::tree::run(&args),
        Some(Tool::Tb(args)) => commands::tb::run(&args),
        Some(Tool::Presets(args)) => commands::presets::run(&args),
        Some(Tool::Lab(args)) => commands::lab::run(&args),
        Some(Tool::Forge(args)) => commands::forge::run(&args),
        Some(Tool::Docs(args)) => commands::docs::run(&args),
        Some(Tool::SpsaParams) => commands::spsa_params(),
        Some(Tool::Perft(args)) => commands::perft::run(&args),
        Some(Tool::Lines(lines)) => session::run_lines(&lines),
    };
    match outcome {
        Ok(code) => code,
        // The reader has closed the pipe, as clients and `head` do when they have enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Standard error may be closed as well; the exit code has to do.
            let _ = std::io::Write::write_fmt(
                &mut std::io::stderr(),
                format_args!("secateur: {}\n", toolkit::error_chain(error.as_ref())),
            );
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<std::io::Error>())
        .any(|cause| cause.kind() == ErrorKind::BrokenPipe)
}
