//! An audit in its folder. The samples are written when all searches have ended; they follow from the
//! seed, so that an audit that is stopped earlier begins again. Every judgement is written before it
//! counts: an audit that is stopped or killed resumes where it was.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};

use chess::{Game, Setup};
use engine::probe::Silent;
use engine::{Engine, Limits};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use toolkit::stop::StopAll;
use toolkit::whole_file::write_whole;
use toolkit::workers;

use super::judge::Truth;
use super::plan::{AuditError, AuditFinish, AuditPlan, AuditPlayer, AuditStep};
use super::regression::ScoredPosition;
use super::results::{AuditResults, PlayerAudit, Verdicts, heuristic_audits, regressions_of};
use super::sample::Sample;
use super::sampler::{Sampler, Stratum};
use super::worker::{Line, Worker};
use crate::line_file::LineFile;
use crate::machine;
pub use crate::run_folder::AUDIT;
use crate::run_folder::is_taken;

/// The results of an audit.
pub const RESULTS: &str = "results.json";
const SAMPLES: &str = "samples.json";
const JUDGEMENTS: &str = "judgements.jsonl";

/// Samples of a heuristic that are judged in one turn.
const BLOCK: usize = 100;

/// What the searches of one player left.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct PlayerSamples {
    strata: Vec<Stratum>,
    /// Positions for the regression.
    fens: Vec<String>,
    nodes: u64,
    unwatched_nodes: u64,
}

impl PlayerSamples {
    fn samples(&self) -> impl Iterator<Item = &Sample> {
        self.strata.iter().flat_map(|stratum| stratum.all.iter().chain(&stratum.more))
    }
}

/// A question for a worker.
#[derive(Clone, Copy)]
enum Job {
    Judge { number: usize, truth: Truth },
    Score { number: usize },
}

pub struct AuditRun {
    folder: PathBuf,
    plan: AuditPlan,
    players: Vec<AuditPlayer>,
    /// By player; empty until the searches have ended.
    samples: Vec<PlayerSamples>,
    verdicts: Verdicts,
    scored: Vec<Option<ScoredPosition>>,
}

impl AuditRun {
    /// Creates or resumes the audit in a folder.
    pub fn open(
        folder: &Path,
        plan: AuditPlan,
        players: Vec<AuditPlayer>,
    ) -> Result<AuditRun, AuditError> {
        if is_taken(folder, AUDIT) {
            return Err(AuditError::Taken { folder: folder.to_owned() });
        }
        fs::create_dir_all(folder).map_err(|why| file_error(folder, why))?;
        let mut run = AuditRun {
            folder: folder.to_owned(),
            plan,
            players,
            samples: Vec::new(),
            verdicts: Verdicts::default(),
            scored: Vec::new(),
        };
        match run.read::<AuditPlan>(AUDIT)? {
            // The same audit may be asked for in other words.
            Some(known)
                if (AuditPlan { command: known.command.clone(), ..run.plan.clone() }) != known =>
            {
                return Err(AuditError::Other { folder: folder.to_owned() });
            }
            Some(known) => run.plan = known,
            None => run.write(AUDIT, &run.plan)?,
        }
        run.samples = run.read(SAMPLES)?.unwrap_or_default();
        Ok(run)
    }

    /// The content of a file of the folder; `None` if it does not exist.
    fn read<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, AuditError> {
        match read(&self.folder.join(name)) {
            Err(AuditError::File { why, .. }) if why.kind() == io::ErrorKind::NotFound => Ok(None),
            content => content.map(Some),
        }
    }

    fn write<T: Serialize>(&self, name: &str, content: &T) -> Result<(), AuditError> {
        let path = self.folder.join(name);
        let written = serde_json::to_vec(content).map_err(io::Error::from);
        written.and_then(|bytes| write_whole(&path, &bytes)).map_err(|why| file_error(&path, why))
    }

    /// Searches, then judges what is not judged yet, until all is done or a stop is requested.
    pub fn run(
        &mut self,
        workers: usize,
        stop: &StopAll,
        mut watch: impl FnMut(AuditStep),
    ) -> Result<AuditFinish, AuditError> {
        if self.samples.is_empty() {
            match self.sample(stop, &mut watch)? {
                Some(samples) => self.samples = samples,
                None => return Ok(AuditFinish::Stopped),
            }
            self.write(SAMPLES, &self.samples)?;
        }
        let finish = self.judge(workers, stop, &mut watch)?;
        self.write(RESULTS, &self.results())?;
        Ok(finish)
    }

    /// The limits of the audited searches.
    fn limits(&self) -> Limits {
        Limits { depth: self.plan.depth, nodes: self.plan.nodes, ..Limits::default() }
    }

    /// `None` if a stop was requested.
    fn sample(
        &self,
        stop: &StopAll,
        watch: &mut impl FnMut(AuditStep),
    ) -> Result<Option<Vec<PlayerSamples>>, AuditError> {
        let handle = stop.handle();
        let limits = self.limits();
        let mut all = Vec::new();
        for (player, settings) in self.players.iter().enumerate() {
            let engine = Engine::with_network(settings.megabytes, Arc::clone(&settings.network));
            let mut engine = engine.map_err(AuditError::NoMemory)?;
            engine.knobs = settings.knobs;
            let mut sampler = Sampler::new(self.plan.samples);
            let (mut nodes, mut unwatched_nodes) = (0, 0);
            for (number, fen) in self.plan.fens.iter().enumerate() {
                watch(AuditStep::Sampling { player, done: number, of: self.plan.fens.len() });
                let Ok(setup) = fen.parse::<Setup>() else { continue };
                let game = Game::new(setup);
                engine.new_game();
                let control = handle.next_control();
                unwatched_nodes += engine.go::<Silent>(&game, &limits, &control, &mut ()).nodes;
                engine.new_game();
                let begun = sampler.next_root(number as u64, fen.clone());
                let control = handle.next_control();
                let answer = engine.go_with(&game, &limits, &control, &mut (), begun);
                nodes += answer.nodes;
                sampler = answer.probe;
                if stop.is_requested() {
                    return Ok(None);
                }
            }
            let (strata, fens) = sampler.into_strata();
            all.push(PlayerSamples { strata, fens, nodes, unwatched_nodes });
        }
        Ok(Some(all))
    }

    /// The samples with the numbers of their players, in the order of their own numbers.
    fn numbered(&self) -> Vec<(usize, &Sample)> {
        let of =
            |(player, samples)| PlayerSamples::samples(samples).map(move |sample| (player, sample));
        self.samples.iter().enumerate().flat_map(of).collect()
    }

    fn judge(
        &mut self,
        workers: usize,
        stop: &StopAll,
        watch: &mut impl FnMut(AuditStep),
    ) -> Result<AuditFinish, AuditError> {
        let count = self.samples.iter().map(|player| player.samples().count()).sum();
        let fens: Vec<(usize, String)> = self
            .samples
            .iter()
            .enumerate()
            .flat_map(|(player, samples)| samples.fens.iter().map(move |fen| (player, fen.clone())))
            .collect();
        let (mut verdicts, mut scored) = (Verdicts::new(count), vec![None; fens.len()]);
        let path = self.folder.join(JUDGEMENTS);
        let mut file = LineFile::open(&path, |line| keep(line, &mut verdicts, &mut scored))
            .map_err(|why| file_error(&path, why))?;
        let jobs = self.jobs(&verdicts, &scored);
        let numbered = self.numbered();
        let of = jobs.len();
        let queue = Mutex::new(jobs.into_iter());
        let players = &self.players;
        let (most_nodes, limits) = (self.plan.most_nodes, self.limits());
        let work = |sender: Sender<Result<Line, AuditError>>| {
            let mut worker = Worker::new(players, &limits, most_nodes, stop);
            while !stop.is_requested() {
                let Some(job) = workers::lock(&queue).next() else { return };
                let line = match job {
                    Job::Judge { number, truth } => {
                        let (player, sample) = numbered[number];
                        worker.judge(player, number, sample, truth)
                    }
                    Job::Score { number } => {
                        let (player, fen) = &fens[number];
                        worker.score(*player, number, fen)
                    }
                };
                let Some(line) = line.transpose() else { continue };
                if sender.send(line).is_err() {
                    return;
                }
            }
        };
        let (mut done, mut failure) = (0, None);
        workers::run("judges", workers, work, |line| {
            let kept = line.and_then(|line| {
                file.add(&line).map_err(|why| file_error(&path, why))?;
                keep(line, &mut verdicts, &mut scored);
                done += 1;
                watch(AuditStep::Judging { done, of });
                Ok(())
            });
            if let Err(error) = kept {
                failure.get_or_insert(error);
                stop.request();
            }
        });
        drop(numbered);
        (self.verdicts, self.scored) = (verdicts, scored);
        match failure {
            Some(error) => Err(error),
            None if done == of => Ok(AuditFinish::AllJudged),
            None => Ok(AuditFinish::Stopped),
        }
    }

    /// What is not known yet. The samples of a heuristic come in the order of their numbers, so that
    /// those judged so far are nearly a random sample; heuristics take turns. Within a block the roots
    /// are in order, because each must be searched before its samples can be judged.
    fn jobs(&self, verdicts: &Verdicts, scored: &[Option<ScoredPosition>]) -> Vec<Job> {
        let mut jobs: Vec<((usize, &str), Job)> = Vec::new();
        let mut number = 0;
        for stratum in self.samples.iter().flat_map(|player| &player.strata) {
            for (rank, sample) in stratum.all.iter().chain(&stratum.more).enumerate() {
                let turn = (rank / BLOCK, sample.fen.as_str());
                let deeper = !stratum.near && rank < self.plan.deeper.min(stratum.all.len());
                if verdicts.same[number].is_none() {
                    jobs.push((turn, Job::Judge { number, truth: Truth::Same }));
                }
                if deeper && verdicts.deeper[number].is_none() {
                    jobs.push((turn, Job::Judge { number, truth: Truth::Deeper }));
                }
                number += 1;
            }
        }
        let unscored = scored.iter().enumerate().filter(|(_, scored)| scored.is_none());
        jobs.extend(unscored.map(|(number, _)| ((number / BLOCK, ""), Job::Score { number })));
        jobs.sort_by_key(|&(turn, _)| turn);
        jobs.into_iter().map(|(_, job)| job).collect()
    }

    /// What is known so far.
    pub fn results(&self) -> AuditResults {
        let mut first = 0;
        let mut players = Vec::new();
        let scored: Vec<ScoredPosition> = self.scored.iter().flatten().cloned().collect();
        for (number, (player, samples)) in self.players.iter().zip(&self.samples).enumerate() {
            let heuristics =
                heuristic_audits(&samples.strata, first, &self.verdicts, samples.nodes);
            players.push(PlayerAudit {
                name: player.name.clone(),
                settings: player.text.clone(),
                nodes: samples.nodes,
                unwatched_nodes: samples.unwatched_nodes,
                heuristics,
                regressions: regressions_of(number, &scored),
            });
            first += samples.samples().count();
        }
        let judged = self.verdicts.same.iter().flatten().count();
        let plan = &self.plan;
        let depth = plan.depth.map(|depth| format!("depth {depth}"));
        let nodes = plan.nodes.map(|nodes| format!("{nodes} nodes"));
        let limit = depth.into_iter().chain(nodes).collect::<Vec<_>>().join(", ");
        AuditResults {
            date: machine::now(),
            version: plan.version.clone(),
            bench: plan.bench,
            command: plan.command.clone(),
            limit,
            positions: plan.fens.len(),
            seed: plan.samples.seed,
            open: first - judged.min(first),
            heuristics: players.first().map_or(Vec::new(), |player| player.heuristics.clone()),
            players,
        }
    }
}

impl AuditResults {
    /// The results in the folder of an audit.
    pub fn read(folder: &Path) -> Result<AuditResults, AuditError> {
        read(&folder.join(RESULTS))
    }
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<T, AuditError> {
    let bytes = fs::read(path).map_err(|why| file_error(path, why))?;
    let invalid = |why| io::Error::new(io::ErrorKind::InvalidData, why);
    serde_json::from_slice(&bytes).map_err(|why| file_error(path, invalid(why)))
}

fn file_error(path: &Path, why: io::Error) -> AuditError {
    AuditError::File { path: path.to_owned(), why }
}

/// Counts a line, once.
fn keep(line: Line, verdicts: &mut Verdicts, scored: &mut [Option<ScoredPosition>]) {
    match line {
        Line::Judged(judgement) => {
            if let Some(place) = verdicts.of(judgement.truth).get_mut(judgement.sample) {
                place.get_or_insert(judgement);
            }
        }
        Line::Scored(position) => {
            if let Some(place) = scored.get_mut(position.number) {
                place.get_or_insert(position);
            }
        }
    }
}
