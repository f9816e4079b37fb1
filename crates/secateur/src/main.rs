//! The one binary: a UCI engine when started without arguments, tools otherwise.

mod bench;
mod board_view;
mod cli;
mod commands;
mod duration;
mod evaluation_view;
mod input;
mod memory;
mod mirror;
mod network_view;
mod session;

use std::io::ErrorKind;
use std::process::ExitCode;

use clap::Parser;

use crate::cli::{Cli, Tool};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let outcome = match cli.tool {
        None | Some(Tool::Uci) => session::serve(cli.all_options),
        Some(Tool::Bench(args)) => commands::bench(&args),
        Some(Tool::Analyze(args)) => commands::analyze::run(&args),
        Some(Tool::Stats(args)) => commands::stats::run(&args),
        Some(Tool::Ablation(args)) => commands::ablation::run(&args),
        Some(Tool::Lab(args)) => commands::lab::run(&args),
        Some(Tool::Forge(args)) => commands::forge::run(&args),
        Some(Tool::Docs(args)) => commands::docs::run(&args.folder, args.check),
        Some(Tool::SpsaParams) => commands::spsa_params(),
        Some(Tool::Perft(args)) => commands::perft::run(&args),
        Some(Tool::Lines(lines)) => session::run_lines(&lines),
    };
    match outcome {
        Ok(code) => code,
        // Nobody reads on: that is how a client says goodbye, or `head` that it has enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Standard error may be gone as well, and there is nobody left to tell.
            let _ = std::io::Write::write_fmt(
                &mut std::io::stderr(),
                format_args!("secateur: {}\n", message(&error)),
            );
            ExitCode::FAILURE
        }
    }
}

/// The error with its causes. Errors that quote their source in their own text show it once.
fn message(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if text.is_empty() {
            text = cause;
        } else if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<std::io::Error>())
        .any(|cause| cause.kind() == ErrorKind::BrokenPipe)
}
