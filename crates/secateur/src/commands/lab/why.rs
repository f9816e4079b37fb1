//! `secateur lab why`: why was a move not played, and which cut hid it?

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use chess::pgn::PgnReader;
use chess::{Game, Move, Position};
use clap::Args;
use lab::limit::Limit;
use lab::machine;
use lab::report::{PAGE, page_of_why};
use lab::suite::read_suites;
use lab::why::{
    ANSWERS, Verdict, WhyAnswer, WhyError, WhyFinish, WhyRun, WhySettings, WhySummary, explain,
    tasks,
};
use toolkit::stop::StopAll;
use toolkit::whole_file::write_whole;

use super::command_line::CommandLine;
use super::session;
use super::suite::report_problems;
use crate::commands::folded::{folded, width};
use crate::commands::presets::PresetArg;
use crate::commands::{interrupt, note, progress, settings, table};
use crate::memory;

/// Default nodes per search.
const NODES: u64 = 500_000;

/// Explain why a move was not played, and which cut hid it
///
/// One position: give `--fen` or `--pgn`, and the move that should be played. Suites: give EPD
/// files; every position whose `bm` is not played is explained. The search is repeated with single
/// cuts pardoned until it plays the move; controls guard against luck.
#[derive(Args, Debug)]
pub(super) struct WhyArgs {
    /// Explain the unsolved positions of these EPD files
    #[arg(value_name = "FILE", conflicts_with_all = ["fen", "pgn", "mv", "line"])]
    files: Vec<PathBuf>,

    /// Explain this position
    #[arg(long, value_name = "FEN", conflicts_with = "pgn", requires = "mv")]
    fen: Option<String>,

    /// Explain a position of a game in this file
    #[arg(long, value_name = "FILE", requires_all = ["mv", "ply"])]
    pgn: Option<PathBuf>,

    /// The game of the file, counted from 1
    #[arg(long, value_name = "N", conflicts_with_all = ["fen", "files"], default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..))]
    game: u32,

    /// The position before this half-move of the game, counted from 1
    #[arg(long, value_name = "N", requires = "pgn", conflicts_with = "fen",
        value_parser = clap::value_parser!(u32).range(1..))]
    ply: Option<u32>,

    /// The move that should be played, in SAN or as UCI writes it
    #[arg(long = "move", value_name = "MOVE", id = "mv")]
    mv: Option<String>,

    /// The true line, beginning with the move, as far as it is known
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    line: String,

    /// Nodes of each search; default: 500000
    #[arg(long, value_name = "N", conflicts_with = "depth",
        value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Depth of each search in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,

    /// Nodes of the search for the truth, as a multiple of those of the search
    #[arg(long, value_name = "TIMES", default_value_t = 20,
        value_parser = clap::value_parser!(u64).range(1..=10_000))]
    effort: u64,

    /// Size of the hash table in megabytes
    #[arg(long, value_name = "MB", default_value_t = 16,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(crate::memory::MAX_MEGABYTES)))]
    hash: u32,

    #[command(flatten)]
    preset: PresetArg,

    /// Set an option of the search, as in UseNullMove=false; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,

    /// Write the answer as JSON to this file; `-` writes it to standard output instead of the text
    #[arg(long, value_name = "FILE", conflicts_with = "files")]
    json: Option<PathBuf>,

    /// Number of concurrent positions; default: one per core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    concurrency: Option<u32>,

    /// Folder of the run over suites; default: a new folder in runs/
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["fen", "pgn"])]
    out: Option<PathBuf>,
}

pub(super) fn run(args: &WhyArgs, line: &CommandLine) -> Result<ExitCode> {
    memory::check(args.hash).context("--hash")?;
    let mut knobs = args.preset.knobs()?;
    settings::apply(&args.set, &mut knobs)?;
    let nodes = Limit::Nodes(args.nodes.unwrap_or(NODES));
    let limit = args.depth.map_or(nodes, Limit::Depth);
    let settings = WhySettings { limit, hash: args.hash as usize, knobs, effort: args.effort };
    match (&args.files[..], &args.mv) {
        ([], None) => bail!("nothing to explain; expected EPD files, or --fen and --move"),
        ([], Some(mv)) => one(args, mv, &settings),
        (files, _) => suites(args, files, settings, line),
    }
}

/// A move in SAN or as UCI writes it.
fn read_move(position: &Position, word: &str) -> Result<Move> {
    let read = position.parse_san(word);
    Ok(read.or_else(|error| position.parse_uci(word).map_err(|_| error))?)
}

/// The game whose last position is to be explained.
fn game(args: &WhyArgs) -> Result<Game> {
    let Some(path) = &args.pgn else {
        return Ok(Game::new(crate::commands::setup(args.fen.as_deref())?));
    };
    let shown = path.display();
    let file = File::open(path).with_context(|| format!("--pgn {shown}"))?;
    let mut reader = PgnReader::new(file);
    let wanted = args.game as usize;
    let pgn = reader.nth(wanted - 1);
    let Some(pgn) = pgn else {
        bail!("--game {wanted}: {shown} holds {} games", reader.games());
    };
    let pgn = pgn.with_context(|| format!("--pgn {shown}"))?;
    let moves = pgn.moves();
    let ply = args.ply.unwrap_or(1) as usize;
    if ply > moves.len() + 1 {
        bail!(
            "--ply {ply}: the game has {} half-moves; expected 1 to {}",
            moves.len(),
            moves.len() + 1
        );
    }
    let mut game = Game::new(pgn.start().clone());
    for &mv in &moves[..ply - 1] {
        game.play(mv).with_context(|| format!("--pgn {shown}"))?;
    }
    Ok(game)
}

fn one(args: &WhyArgs, mv: &str, settings: &WhySettings) -> Result<ExitCode> {
    let game = game(args)?;
    let wanted = read_move(game.position(), mv).with_context(|| format!("--move '{mv}'"))?;
    let mut line = Vec::new();
    let mut position = *game.position();
    for word in args.line.split_whitespace() {
        let mv = read_move(&position, word).with_context(|| format!("--line: '{word}'"))?;
        line.push(mv);
        position = position.after(mv);
    }
    if line.first().is_some_and(|&first| first != wanted) {
        bail!("--line begins with another move than --move; expected it to begin with {mv}");
    }
    let stop = StopAll::default();
    interrupt::listen(&stop)?;
    let bar = progress::ticking("{elapsed} {msg}");
    bar.set_message("searching with pardons");
    let answer = explain(&game, &[wanted], &line, settings, &stop);
    bar.finish_and_clear();
    let answer = match answer {
        Err(WhyError::Interrupted) => {
            note("interrupted");
            return Ok(ExitCode::from(interrupt::INTERRUPTED));
        }
        answer => answer?,
    };
    let mut out = io::stdout().lock();
    let json = args.json.as_deref().map(|path| (path, path.as_os_str() == "-"));
    if !json.is_some_and(|(_, on_output)| on_output) {
        show(&mut out, &answer)?;
    }
    if let Some((path, on_output)) = json {
        let text = serde_json::to_string_pretty(&answer)? + "\n";
        match on_output {
            true => out.write_all(text.as_bytes())?,
            false => fs::write(path, text).with_context(|| format!("--json {}", path.display()))?,
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn show(out: &mut impl Write, answer: &WhyAnswer) -> Result<()> {
    writeln!(out, "{}", folded("", &answer.paragraph(), width()))?;
    let tree = answer.tree();
    if !tree.is_empty() {
        writeln!(out)?;
        for line in tree {
            writeln!(out, "{line}")?;
        }
    }
    if let Some(proof) = &answer.proof {
        writeln!(out)?;
        let mut rows = vec![["control", "played", "with pardon"].map(str::to_owned).to_vec()];
        for table in &proof.tables {
            let name = format!("table of {} MB", table.megabytes);
            rows.push(vec![name, table.without.clone(), table.with.clone()]);
        }
        for sham in &proof.shams {
            let plural = if sham.pardons == 1 { "" } else { "s" };
            let name = format!("sham of {} pardon{plural}", sham.pardons);
            rows.push(vec![name, String::new(), sham.best.clone()]);
        }
        table::aligned(out, &rows, 3)?;
    }
    writeln!(out, "\n{} searches, {} nodes", answer.searches, answer.nodes)?;
    Ok(())
}

fn suites(
    args: &WhyArgs,
    files: &[PathBuf],
    settings: WhySettings,
    line: &CommandLine,
) -> Result<ExitCode> {
    let (suites, positions) = read_suites(files)?;
    report_problems(files, &suites);
    let (wanted, notes) = tasks(&suites, &positions);
    for text in notes {
        note(text);
    }
    let program = std::env::current_exe().ok().and_then(|path| machine::fingerprint(&path).ok());
    let folder = args.out.clone().unwrap_or_else(|| session::new_folder("why", &machine::now()));
    let mut run = WhyRun::open(&folder, wanted, settings, program)?;
    let stop = StopAll::default();
    interrupt::listen(&stop)?;
    let bar = progress::ticking("{wide_bar} {pos}/{len} positions, {eta} to go\n{msg}");
    bar.set_length(run.questions() as u64);
    bar.set_position(run.answers().count() as u64);
    bar.reset_eta();
    let workers = session::workers(args.concurrency);
    let finish = run.run(workers, &stop, |run, answer| {
        bar.set_position(run.answers().count() as u64);
        if answer.verdict != Verdict::Found {
            let text = format!("{} {}: {}", answer.suite, answer.id, answer.sentence());
            progress::line(&bar, &text);
        }
    });
    bar.finish_and_clear();
    let results = run.write_results()?;
    let answers: Vec<&WhyAnswer> = run.answers().collect();
    let page = folder.join(PAGE);
    write_whole(&page, page_of_why(&answers, run.questions()).as_bytes())
        .with_context(|| page.display().to_string())?;
    let mut out = io::stdout().lock();
    write_table(&mut out, &answers)?;
    writeln!(out, "\nanswers  {}", folder.join(ANSWERS).display())?;
    writeln!(out, "results  {}", results.display())?;
    writeln!(out, "report   {}", page.display())?;
    let resume = || line.resuming(&folder);
    let finish = finish.with_context(|| format!("the run has stopped; to resume: {}", resume()))?;
    if finish == WhyFinish::Stopped {
        writeln!(out, "\nstopped; to resume: {}", resume())?;
        return Ok(ExitCode::from(interrupt::INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

/// The unsolved positions, and what hid their moves.
fn write_table(out: &mut impl Write, answers: &[&WhyAnswer]) -> Result<()> {
    let summary = WhySummary::new(answers.iter().copied());
    let head = ["position", "move", "played", "result", "held", "hidden by"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for answer in answers.iter().filter(|answer| answer.verdict != Verdict::Found) {
        let confirmed = if answer.confirmed { "" } else { ", not confirmed" };
        rows.push(vec![
            format!("{} {}", answer.suite, answer.id),
            answer.mv.clone(),
            answer.choice.clone(),
            format!("{}{confirmed}", answer.result()),
            answer.held(),
            answer.pardons_in_short(),
        ]);
    }
    table::aligned(out, &rows, 6)?;
    writeln!(out, "\n{}", folded("", &summary.sentence(), width()))?;
    writeln!(
        out,
        "{} of {} solved; {} proved, {} with a control that disagrees, {} unexplained",
        summary.solved, summary.positions, summary.proved, summary.unproved, summary.unexplained
    )?;
    Ok(())
}
