//! `secateur tb`: looks a position up in Syzygy tablebases, or checks their files.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use chess::{Game, Move};
use clap::{Args, Subcommand};
use engine::tablebase::{Prober, RankedMove, Ranking, Tablebase, Wdl};
use tablebase::{Syzygy, checked_files};

use super::table::aligned;

/// Names the folders if `--path` does not.
const VARIABLE: &str = "SECATEUR_SYZYGY";

#[derive(Args, Debug)]
pub(crate) struct TbArgs {
    #[command(subcommand)]
    tool: TbTool,
}

#[derive(Subcommand, Debug)]
enum TbTool {
    /// Print the result of a position, its distance to zeroing, and every move ranked
    Probe(ProbeArgs),
    /// Check every file: name, size, magic, list of pieces, checksum
    Check(FolderArgs),
}

#[derive(Args, Debug)]
struct ProbeArgs {
    /// The position
    #[arg(long, value_name = "FEN")]
    fen: String,

    #[command(flatten)]
    folders: FolderArgs,

    /// Count cursed wins and blessed losses as wins and losses
    #[arg(long)]
    no_fifty_moves: bool,
}

#[derive(Args, Debug)]
struct FolderArgs {
    /// Folders of tablebases, separated as in PATH; default: the variable SECATEUR_SYZYGY
    #[arg(long, value_name = "FOLDERS")]
    path: Option<String>,
}

impl FolderArgs {
    fn folders(&self) -> Result<String> {
        let folders = self.path.clone().or_else(|| std::env::var(VARIABLE).ok());
        folders.filter(|folders| !folders.is_empty()).with_context(|| {
            format!("no folder of tablebases; expected --path FOLDERS or {VARIABLE}")
        })
    }
}

pub(crate) fn run(args: &TbArgs) -> Result<ExitCode> {
    match &args.tool {
        TbTool::Probe(args) => probe(args),
        TbTool::Check(args) => check(args),
    }
}

fn probe(args: &ProbeArgs) -> Result<ExitCode> {
    let game = Game::new(super::setup(Some(&args.fen))?);
    let tables = Arc::new(Syzygy::open(&args.folders.folders()?)?);
    for file in tables.bad_files() {
        super::note(format_args!("{file}; left out"));
    }
    let position = game.position();
    let pieces = position.occupied().len();
    if pieces > tables.max_pieces() {
        bail!("the position has {pieces} pieces; found {tables}");
    }
    let wdl = tables.probe_wdl(position)?;
    let mut out = io::stdout().lock();
    writeln!(out, "result  {} after a capture or pawn move", words(wdl))?;
    match tables.probe_dtz(position) {
        Ok(dtz) => writeln!(out, "DTZ     {dtz}")?,
        Err(error) => writeln!(out, "DTZ     not known: {error}")?,
    }
    let rules = Tablebase {
        prober: Some(tables),
        fifty_move_rule: !args.no_fifty_moves,
        ..Tablebase::default()
    };
    let legal: Vec<Move> = position.legal_moves().to_vec();
    if legal.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    let Some(ranking) = rules.rank(&game, &legal) else {
        bail!("the tables do not know every position after a move");
    };
    let clock = game.trail().halfmove_clock();
    writeln!(out, "\nMoves by rank, with the halfmove clock at {clock}:")?;
    aligned(&mut out, &rows(&game, &ranking), 2)?;
    Ok(ExitCode::SUCCESS)
}

fn rows(game: &Game, ranking: &Ranking) -> Vec<Vec<String>> {
    let best = ranking.moves.first().map(|best| best.rank);
    let header = ["move", "result", "DTZ", "keeps the result"].map(str::to_owned).to_vec();
    let row = |ranked: &RankedMove| {
        vec![
            game.position().san(ranked.mv).to_string(),
            words(ranked.wdl).to_owned(),
            ranked.dtz.map_or("-".to_owned(), |dtz| dtz.to_string()),
            if Some(ranked.rank) == best { "yes" } else { "" }.to_owned(),
        ]
    };
    core::iter::once(header).chain(ranking.moves.iter().map(row)).collect()
}

fn words(wdl: Wdl) -> &'static str {
    match wdl {
        Wdl::Loss => "loss",
        Wdl::BlessedLoss => "blessed loss",
        Wdl::Draw => "draw",
        Wdl::CursedWin => "cursed win",
        Wdl::Win => "win",
    }
}

fn check(args: &FolderArgs) -> Result<ExitCode> {
    let folders = args.folders()?;
    let mut out = io::stdout().lock();
    let (mut sound, mut bad) = (0, 0);
    for file in checked_files(&folders)? {
        match file {
            Ok(_) => sound += 1,
            Err(file) => {
                bad += 1;
                writeln!(out, "{file}")?;
            }
        }
    }
    writeln!(out, "{sound} sound files, {bad} bad ones")?;
    Ok(if bad == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
