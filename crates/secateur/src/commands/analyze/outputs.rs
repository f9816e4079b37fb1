//! The files that a review is written to.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use chess::pgn::{PgnGame, result_text};
use lab::report::{ReviewedGame, page_of_review};
use lab::review::{Review, annotate};
use serde_json::json;
use toolkit::whole_file::write_whole;

use super::AnalyzeArgs;

/// The name of standard output.
const STDOUT: &str = "-";

/// A game of the input and its review.
pub(super) struct Finished {
    /// Its number in the file.
    pub(super) number: usize,
    pub(super) pgn: PgnGame,
    pub(super) review: Review,
}

pub(super) struct Outputs {
    pgn: Option<PathBuf>,
    page: Option<PathBuf>,
    json: Option<PathBuf>,
}

impl Outputs {
    /// Refuses what would fail after hours of analysis: files that exist, unless they may be
    /// replaced, folders that do not, and one file for two purposes.
    pub(super) fn new(args: &AnalyzeArgs) -> Result<Outputs> {
        let outputs =
            Outputs { pgn: args.out.clone(), page: args.report.clone(), json: args.json.clone() };
        let named = outputs.named();
        for (index, (option, path)) in named.iter().enumerate() {
            let shown = path.display();
            if let Some((other, _)) = named[..index].iter().find(|(_, earlier)| earlier == path) {
                bail!("{option} {shown}: the file of {other}; expected another name");
            }
            if is_stdout(path) {
                continue;
            }
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            if folder.is_some_and(|folder| !folder.is_dir()) {
                bail!("{option} {shown}: no such folder; expected one that exists");
            }
            if path.is_dir() {
                bail!("{option} {shown}: a folder; expected the name of a file");
            }
            if path.exists() && !args.force {
                bail!("{option} {shown}: the file exists already; expected a new name, or --force");
            }
        }
        Ok(outputs)
    }

    fn named(&self) -> Vec<(&'static str, &Path)> {
        let all = [("--out", &self.pgn), ("--report", &self.page), ("--json", &self.json)];
        all.into_iter().filter_map(|(name, path)| Some((name, path.as_deref()?))).collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.named().is_empty()
    }

    /// Whether one of them goes to standard output, which then holds nothing else.
    pub(super) fn take_stdout(&self) -> bool {
        self.named().iter().any(|(_, path)| is_stdout(path))
    }

    /// Writes all files and returns a line for each.
    pub(super) fn write(&self, games: &[Finished], effort: &str) -> Result<Vec<String>> {
        let mut lines = Vec::new();
        for (option, path) in self.named() {
            let content = match option {
                "--out" => games.iter().map(|game| annotate(&game.pgn, &game.review)).collect(),
                "--report" => page(games, effort),
                _ => json(games, effort)?,
            };
            if is_stdout(path) {
                io::stdout().write_all(content.as_bytes())?;
                continue;
            }
            let shown = path.display();
            write_whole(path, content.as_bytes()).with_context(|| format!("{option} {shown}"))?;
            lines.push(format!("{:<9} {shown}", option.trim_start_matches('-')));
        }
        Ok(lines)
    }
}

fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == STDOUT
}

fn page(games: &[Finished], effort: &str) -> String {
    let games: Vec<ReviewedGame<'_>> = games
        .iter()
        .map(|game| ReviewedGame { number: game.number, pgn: &game.pgn, review: &game.review })
        .collect();
    page_of_review(&games, effort)
}

fn json(games: &[Finished], effort: &str) -> Result<String> {
    let games: Vec<serde_json::Value> = games
        .iter()
        .map(|game| {
            let tag = |name| game.pgn.tags().get(name);
            json!({
                "game": game.number,
                "white": tag("White"),
                "black": tag("Black"),
                "result": result_text(game.pgn.result()),
                "review": game.review,
            })
        })
        .collect();
    Ok(serde_json::to_string_pretty(&json!({ "limit": effort, "games": games }))? + "\n")
}
