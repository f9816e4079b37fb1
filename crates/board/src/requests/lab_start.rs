//! Starts, stops and resumes runs of the lab. A run is a process of this program. Its players are our
//! own engine with settings from the table: a browser cannot name a program or a file.

use std::fs::{self, File};
use std::io::{ErrorKind, Read as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use engine::knobs::{Knob, Knobs};
use lab::journal::JOURNAL;
use lab::manifest::MANIFEST;
use lab::plan::RunKind;
use lab::player::PlayerSpec;
use lab::run::Run;
use lab::study::{STUDY, StudyKind, StudyManifest};
use serde_json::json;
use toolkit::presets::NAMES;
use toolkit::stop::StopAll;

use crate::board::Board;
use crate::fields::Fields;
use crate::job::{Reports, Work};
use crate::refusal::{Answer, Refusal};
use crate::runs::{RunContent, RunState, Runs};
use crate::search_settings::MAX_HASH;

/// Where a run that was started here writes its complaints.
const LOG: &str = "board.log";
/// How often a starting run is looked at.
const GLANCE: Duration = Duration::from_millis(50);
const LONGEST_NAME: usize = 60;
const LONGEST_PLAYER: usize = 1_000;

/// What the process is called with, without the folder.
struct Task {
    kind: &'static str,
    arguments: Vec<String>,
}

pub(crate) fn start(board: &Arc<Board>, fields: &Fields) -> Result<Work, Refusal> {
    let task = task(fields, board.cores)?;
    let name = match fields.optional_text("name")?.filter(|name| !name.is_empty()) {
        Some(name) => checked_name(name)?.to_owned(),
        None => new_name(&board.runs, task.kind),
    };
    let board = Arc::clone(board);
    Ok(Box::new(move |_: &Reports, _: &StopAll| begin(&board.runs, &name, &task)))
}

/// Reads what to play.
fn task(fields: &Fields, cores: usize) -> Result<Task, Refusal> {
    let kind = match fields.text("kind")? {
        "sprt" => "sprt",
        "match" => "match",
        "ablate" => "ablate",
        _ => return Err(Refusal::new("kind: expected sprt, match or ablate")),
    };
    let nodes = fields.number("nodes", 1..=10_000_000_u64)?;
    let games = fields.number("games", 2..=1_000_000_u32)?;
    // One core is left for the board itself.
    let workers = cores.saturating_sub(1).max(1);
    let mut arguments = Vec::new();
    let mut add = |name: &str, value: String| arguments.extend([name.to_owned(), value]);
    add("--nodes", nodes.to_string());
    add("--games", games.to_string());
    add("--concurrency", workers.to_string());
    let first = own_player("a", fields.optional_text("a")?.unwrap_or("self"))?;
    if kind == "ablate" {
        // Few games are spread over all heuristics, and nothing else is measured.
        add("--min-games", "2".to_owned());
        add("--depth", "0".to_owned());
        for word in &first {
            match word.split_once('=') {
                Some(("preset", preset)) => add("--preset", preset.to_owned()),
                _ => add("--set", word.clone()),
            }
        }
        return Ok(Task { kind, arguments });
    }
    let second = own_player("b", fields.optional_text("b")?.unwrap_or("self"))?;
    let player = |words: Vec<String>| [vec!["self".to_owned()], words].concat().join(" ");
    add("--a", player(first));
    add("--b", player(second));
    if kind == "sprt" {
        let elo0 = fields.optional_real("elo0", -400.0..=400.0)?.unwrap_or(0.0);
        let elo1 = fields.optional_real("elo1", -400.0..=400.0)?.unwrap_or(5.0);
        if elo0 >= elo1 {
            return Err(Refusal::new("elo1: expected more than elo0"));
        }
        add("--elo0", elo0.to_string());
        add("--elo1", elo1.to_string());
    }
    Ok(Task { kind, arguments })
}

/// The words after `self`: settings from the table, a built-in preset, or a size of the table.
fn own_player(field: &str, text: &str) -> Result<Vec<String>, Refusal> {
    let refuse = |why: &str| Refusal(format!("{field}: {why}"));
    let is_plain = |letter: char| letter.is_ascii_graphic() && !"\"'\\".contains(letter);
    if text.len() > LONGEST_PLAYER || !text.chars().all(|letter| letter == ' ' || is_plain(letter))
    {
        return Err(refuse("expected 'self' with settings, in plain letters without quotes"));
    }
    let mut words = text.split(' ').filter(|word| !word.is_empty());
    if words.next() != Some("self") {
        return Err(refuse("expected 'self', perhaps with settings such as UseNullMove=false"));
    }
    let check = |word: &str| {
        let Some((name, value)) = word.split_once('=') else {
            return Err(refuse("expected settings such as UseNullMove=false"));
        };
        match (name, Knob::find(name)) {
            (_, Some(knob)) => {
                knob.set(&mut Knobs::default(), value).map_err(|why| refuse(&why.to_string()))?;
            }
            ("preset", _) if NAMES.iter().any(|known| known == value) => {}
            ("preset", _) => return Err(refuse("preset: expected a built-in one")),
            ("Hash", _) if (1..=MAX_HASH).contains(&value.parse().unwrap_or(0)) => {}
            ("Hash", _) => return Err(refuse(&format!("Hash: expected 1 to {MAX_HASH}"))),
            _ => return Err(refuse("expected settings that the board lists, preset= or Hash=")),
        }
        Ok(word.to_owned())
    };
    words.map(check).collect()
}

/// A name that is a plain folder and nothing else.
fn checked_name(name: &str) -> Result<&str, Refusal> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    match (1..=LONGEST_NAME).contains(&name.len()) && name.bytes().all(is_plain) {
        true => Ok(name),
        false => Err(Refusal(format!(
            "name: expected at most {LONGEST_NAME} letters, digits, '-' and '_'"
        ))),
    }
}

/// A name made of the kind and the time.
fn new_name(runs: &Runs, kind: &str) -> String {
    let time: String = lab::machine::now().chars().filter(char::is_ascii_alphanumeric).collect();
    let base = format!("{kind}-{time}");
    let numbered = (2..).map(|number| format!("{base}-{number}"));
    let mut names = core::iter::once(base.clone()).chain(numbered);
    names.find(|name| !runs.folder.join(name).exists()).unwrap_or(base)
}

/// Starts a run and waits until it has written its plan.
fn begin(runs: &Runs, name: &str, task: &Task) -> Answer {
    fs::create_dir_all(&runs.folder)?;
    let folder = runs.folder.join(name);
    fs::create_dir(&folder).map_err(|why| match why.kind() {
        ErrorKind::AlreadyExists => Refusal(format!("name: {name} exists; expected another")),
        _ => Refusal(format!("name: {name}: {why}")),
    })?;
    let mut command = command(runs, &folder, task.kind)?;
    command.args(&task.arguments).arg("--out").arg(&folder);
    let begun = || folder.join(MANIFEST).exists() || folder.join(STUDY).exists();
    let started = runs.processes.start(name, &mut command).map_err(Refusal::from);
    let answer = started.and_then(|()| wait(runs, name, &folder, 0, begun));
    if answer.is_err() && !begun() {
        // Only the log is in it.
        let _ = fs::remove_dir_all(&folder);
    }
    answer.map(|()| json!({"run": name}))
}

/// The process of a run; it writes to nothing but its folder.
fn command(runs: &Runs, folder: &Path, kind: &str) -> Result<Command, Refusal> {
    let log = File::options().create(true).append(true).open(folder.join(LOG))?;
    let mut command = Command::new(&runs.program);
    command.args(["lab", kind]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
    Ok(command)
}

/// Waits until a run has begun, or has ended instead. `logged` is the length of its log before.
fn wait(
    runs: &Runs,
    name: &str,
    folder: &Path,
    logged: u64,
    begun: impl Fn() -> bool,
) -> Result<(), Refusal> {
    loop {
        let running = runs.processes.is_running(name);
        if begun() {
            return Ok(());
        }
        if !running {
            return Err(Refusal(complaint(&folder.join(LOG), logged)));
        }
        thread::sleep(GLANCE);
    }
}

/// The last line that a run has written to its log.
fn complaint(log: &Path, logged: u64) -> String {
    /// More than any complaint.
    const LONGEST: u64 = 1 << 16;
    let mut text = Vec::new();
    let read = File::open(log).and_then(|file| file.take(LONGEST).read_to_end(&mut text));
    let text = String::from_utf8_lossy(text.get(logged as usize..).unwrap_or_default());
    let line = text.lines().rev().find(|line| !line.trim().is_empty());
    match (read, line) {
        (Ok(_), Some(line)) => line.trim_start_matches("secateur: ").to_owned(),
        _ => "the run has ended before its first game".to_owned(),
    }
}

pub(crate) fn stop(board: &Board, fields: &Fields) -> Answer {
    let name = fields.text("run")?;
    let (path, _) = board.runs.find(name)?;
    if board.runs.processes.interrupt(name) {
        return Ok(json!({}));
    }
    Err(Refusal::new(match board.runs.state(name, &path) {
        RunState::Running => "run: it was started elsewhere; expected it to be stopped there",
        _ => "run: it is not being played",
    }))
}

pub(crate) fn resume(board: &Arc<Board>, fields: &Fields) -> Result<Work, Refusal> {
    let name = fields.text("run")?.to_owned();
    let (folder, content) = board.runs.find(&name)?;
    match board.runs.state(&name, &folder) {
        RunState::Running => return Err(Refusal::new("run: it is being played")),
        RunState::Finished => return Err(Refusal::new("run: it is finished")),
        RunState::Stopped => {}
    }
    let kind = subcommand(&folder, content)?;
    let board = Arc::clone(board);
    let work = move |_: &Reports, _: &StopAll| go_on(&board.runs, &name, &folder, kind);
    Ok(Box::new(work))
}

/// The subcommand that resumes a run, if only our own engine plays in it.
fn subcommand(folder: &Path, content: RunContent) -> Result<&'static str, Refusal> {
    match content {
        RunContent::Games => {
            let plan = Run::read_manifest(folder)?.plan;
            let is_own =
                |text: &String| text.parse::<PlayerSpec>().is_ok_and(|player| player.is_own());
            if !plan.players.iter().all(is_own) {
                let why = "run: other programs play in it; expected it to be resumed in a terminal";
                return Err(Refusal::new(why));
            }
            Ok(match plan.kind {
                RunKind::Match => "match",
                RunKind::Sprt => "sprt",
                RunKind::Gauntlet | RunKind::RoundRobin => "gauntlet",
            })
        }
        RunContent::Study => Ok(match StudyManifest::read(folder)?.plan.kind {
            StudyKind::Ablation => "ablate",
            StudyKind::Comparison => "compare",
        }),
        RunContent::Other(_) => Err(Refusal::new("run: it cannot be resumed here")),
    }
}

/// Resumes a run and waits until it has noted so in its journal.
fn go_on(runs: &Runs, name: &str, folder: &Path, kind: &str) -> Answer {
    let length = |file: &str| fs::metadata(folder.join(file)).map_or(0, |file| file.len());
    let (before, logged) = (length(JOURNAL), length(LOG));
    let mut command = command(runs, folder, kind)?;
    let workers = lab::machine::cores().saturating_sub(1).max(1);
    command.arg("--concurrency").arg(workers.to_string()).arg("--resume").arg(folder);
    runs.processes.start(name, &mut command)?;
    wait(runs, name, folder, logged, || length(JOURNAL) > before)?;
    Ok(json!({}))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn arguments(value: Value) -> Result<String, String> {
        let task = task(&Fields::of(value), 4).map_err(|why| why.0)?;
        Ok(task.arguments.join(" "))
    }

    #[test]
    fn a_run_is_a_list_of_checked_arguments() {
        let sprt = json!({"kind": "sprt", "a": "self FutilityBase=90", "b": "self", "nodes": 2000,
            "games": 400, "elo0": 0, "elo1": 5});
        assert_eq!(
            arguments(sprt).unwrap(),
            "--nodes 2000 --games 400 --concurrency 3 --a self FutilityBase=90 --b self --elo0 0 --elo1 5"
        );
        let ablate = json!({"kind": "ablate", "a": "self preset=bare UseNullMove=true",
            "nodes": 500, "games": 40});
        assert_eq!(
            arguments(ablate).unwrap(),
            "--nodes 500 --games 40 --concurrency 3 --min-games 2 --depth 0 --preset bare --set UseNullMove=true"
        );
    }

    #[test]
    fn players_are_our_own_engine_with_known_settings() {
        for player in [
            "cmd=/bin/sh",
            "self cmd=/bin/sh",
            "self EvalFile=/etc/passwd",
            "self preset=/etc/passwd",
            "self preset=../x.toml",
            "self UseNullMove=true\nquit",
            "self 'UseNullMove=true'",
            "self UseNullMove=maybe",
            "self nodes=5",
            "self Hash=99999",
            "self --out=/tmp",
            "--a",
            "",
        ] {
            assert!(own_player("a", player).is_err(), "{player:?}");
        }
        assert!(own_player("a", "self Hash=8 preset=laser futilitybase=90").is_ok());
    }

    #[test]
    fn names_are_plain_folders() {
        for name in ["a/b", "..", ".hidden", "a b", "", "a\0", "über", "--out", "a\nb"] {
            let plain = checked_name(name).is_ok();
            // A dash in front is harmless: the name follows the folder's.
            assert_eq!(plain, name == "--out", "{name:?}");
        }
    }
}
