//! Explains all unsolved positions of suites. Every answer is written before it counts; the same
//! questions resume the run.

use core::fmt;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use chess::{Game, Move};
use serde::{Deserialize, Serialize};
use toolkit::stop::StopAll;
use toolkit::whole_file::write_whole;
use toolkit::workers;

use super::answer::{Verdict, WhyAnswer, WhyQuestion};
use super::{WhyError, WhySettings, explain};
use crate::line_file::{self, LineFile};
pub use crate::run_folder::WHY_ANSWERS as ANSWERS;
use crate::run_folder::is_taken;
use crate::suite::{Suite, Task};

/// The summary and all answers.
const RESULTS: &str = "results.json";

/// Between the names of heuristics that hide a move only together.
const TOGETHER: &str = " + ";

/// A position of a suite and the moves that solve it.
#[derive(Clone, Debug)]
pub struct WhyTask {
    pub suite: String,
    pub id: String,
    pub game: Game,
    pub targets: Vec<Move>,
}

/// The positions with moves to look for, and notes about those without.
pub fn tasks(suites: &[Suite], tasks: &[Task]) -> (Vec<WhyTask>, Vec<String>) {
    let (mut wanted, mut notes) = (Vec::new(), Vec::new());
    for task in tasks {
        let suite = suites[task.suite].name.clone();
        let targets = task.goal.wanted_moves();
        if targets.is_empty() {
            let goal = task.goal_text();
            notes.push(format!(
                "{suite}, {}: skipped, because '{goal}' names no move to look for",
                task.id
            ));
            continue;
        }
        let game = Game::new(task.setup.clone());
        wanted.push(WhyTask { suite, id: task.id.clone(), game, targets });
    }
    (wanted, notes)
}

#[derive(Debug)]
pub enum WhyRunError {
    /// The folder holds a run of another kind.
    Taken {
        folder: PathBuf,
    },
    File {
        path: PathBuf,
        why: io::Error,
    },
    Why(WhyError),
}

impl fmt::Display for WhyRunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WhyRunError::Taken { folder } => write!(
                f,
                "{} holds a run of another kind; expected another folder",
                folder.display()
            ),
            WhyRunError::File { path, why } => write!(f, "{}: {why}", path.display()),
            WhyRunError::Why(why) => why.fmt(f),
        }
    }
}

impl core::error::Error for WhyRunError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            WhyRunError::File { why, .. } => Some(why),
            WhyRunError::Why(why) => Some(why),
            WhyRunError::Taken { .. } => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhyFinish {
    AllAnswered,
    /// Somebody stopped it.
    Stopped,
}

/// A run in a folder.
pub struct WhyRun {
    folder: PathBuf,
    file: LineFile<WhyAnswer>,
    tasks: Vec<WhyTask>,
    settings: WhySettings,
    program: Option<String>,
    /// By task.
    answers: Vec<Option<WhyAnswer>>,
}

impl WhyRun {
    /// Creates or resumes the run in a folder: answered questions are not asked again.
    pub fn open(
        folder: &Path,
        tasks: Vec<WhyTask>,
        settings: WhySettings,
        program: Option<String>,
    ) -> Result<WhyRun, WhyRunError> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |why| WhyRunError::File { path, why }
        };
        fs::create_dir_all(folder).map_err(failed(folder))?;
        if is_taken(folder, ANSWERS) {
            return Err(WhyRunError::Taken { folder: folder.to_owned() });
        }
        let mut answers: Vec<Option<WhyAnswer>> = vec![None; tasks.len()];
        let asked: Vec<(String, String, WhyQuestion)> = tasks
            .iter()
            .map(|task| {
                let question = WhyQuestion::new(&task.game, &task.targets, &settings);
                let question = WhyQuestion { program: program.clone(), ..question };
                (task.suite.clone(), task.id.clone(), question)
            })
            .collect();
        let path = folder.join(ANSWERS);
        let file = LineFile::open(&path, |answer: WhyAnswer| {
            let place = asked.iter().position(|(suite, id, question)| {
                (suite, id, question) == (&answer.suite, &answer.id, &answer.question)
            });
            if let Some(place) = place {
                answers[place] = Some(answer);
            }
        });
        let file = file.map_err(failed(&path))?;
        Ok(WhyRun { folder: folder.to_owned(), file, tasks, settings, program, answers })
    }

    /// The answers so far, in the order of the positions.
    pub fn answers(&self) -> impl Iterator<Item = &WhyAnswer> {
        self.answers.iter().flatten()
    }

    pub fn questions(&self) -> usize {
        self.tasks.len()
    }

    /// Explains what is not explained yet and passes each answer to `watch`.
    pub fn run(
        &mut self,
        workers: usize,
        stop: &StopAll,
        mut watch: impl FnMut(&WhyRun, &WhyAnswer),
    ) -> Result<WhyFinish, WhyRunError> {
        let open: Vec<usize> =
            (0..self.tasks.len()).filter(|&place| self.answers[place].is_none()).collect();
        let workers = workers.clamp(1, open.len().max(1));
        let queue = Mutex::new(open.into_iter());
        let (tasks, settings) = (self.tasks.clone(), self.settings.clone());
        let mut failure = None;
        let work = |sender: std::sync::mpsc::Sender<(usize, Result<WhyAnswer, WhyError>)>| {
            while !stop.is_requested() {
                let Some(place) = workers::lock(&queue).next() else { return };
                let task: &WhyTask = &tasks[place];
                let answer = explain(&task.game, &task.targets, &[], &settings, stop);
                if matches!(answer, Err(WhyError::Interrupted)) {
                    return;
                }
                if sender.send((place, answer)).is_err() {
                    return;
                }
            }
        };
        workers::run("explanations", workers, work, |(place, answer)| {
            if failure.is_some() {
                return;
            }
            let kept = answer.map_err(WhyRunError::Why).and_then(|answer| self.keep(place, answer));
            match kept {
                Ok(()) => {
                    if let Some(answer) = &self.answers[place] {
                        watch(self, answer);
                    }
                }
                Err(error) => {
                    failure = Some(error);
                    stop.request();
                }
            }
        });
        match failure {
            Some(failure) => Err(failure),
            None if self.answers.iter().all(Option::is_some) => Ok(WhyFinish::AllAnswered),
            None => Ok(WhyFinish::Stopped),
        }
    }

    /// Writes an answer first and counts it afterwards.
    fn keep(&mut self, place: usize, mut answer: WhyAnswer) -> Result<(), WhyRunError> {
        let WhyTask { suite, id, .. } = &self.tasks[place];
        (answer.suite, answer.id) = (suite.clone(), id.clone());
        answer.question.program = self.program.clone();
        let path = self.folder.join(ANSWERS);
        self.file.add(&answer).map_err(|why| WhyRunError::File { path, why })?;
        self.answers[place] = Some(answer);
        Ok(())
    }

    /// Writes the summary and all answers for programs.
    pub fn write_results(&self) -> Result<PathBuf, WhyRunError> {
        #[derive(Serialize)]
        struct Results<'a> {
            summary: WhySummary,
            answers: Vec<&'a WhyAnswer>,
        }
        let answers: Vec<&WhyAnswer> = self.answers().collect();
        let results = Results { summary: WhySummary::new(answers.iter().copied()), answers };
        let path = self.folder.join(RESULTS);
        let written = serde_json::to_vec_pretty(&results)
            .map_err(io::Error::from)
            .and_then(|bytes| write_whole(&path, &bytes));
        written.map_err(|why| WhyRunError::File { path: path.clone(), why })?;
        Ok(path)
    }
}

/// The answers that a folder holds, in the order in which they came.
pub fn read_answers(folder: &Path) -> Result<Vec<WhyAnswer>, WhyRunError> {
    let path = folder.join(ANSWERS);
    let mut answers = Vec::new();
    let read = line_file::read_only(&path, |answer| answers.push(answer));
    read.map_err(|why| WhyRunError::File { path, why })?;
    Ok(answers)
}

/// What hid the moves of a run.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct WhySummary {
    pub positions: usize,
    pub solved: usize,
    pub proved: usize,
    pub unproved: usize,
    pub unexplained: usize,
    /// Unsolved positions whose move a longer search does not rate above the choice.
    pub not_confirmed: usize,
    /// Positions by the heuristics that hid their moves, the most frequent first; only proofs count.
    pub hidden_by: Vec<(String, usize)>,
}

impl WhySummary {
    pub fn new<'a>(answers: impl Iterator<Item = &'a WhyAnswer>) -> WhySummary {
        let mut summary = WhySummary::default();
        let mut hidden: BTreeMap<String, usize> = BTreeMap::new();
        for answer in answers {
            summary.positions += 1;
            match answer.verdict {
                Verdict::Found => summary.solved += 1,
                Verdict::Proved => {
                    summary.proved += 1;
                    *hidden.entry(answer.hidden_by().join(TOGETHER)).or_default() += 1;
                }
                Verdict::Unproved => summary.unproved += 1,
                Verdict::Unexplained => summary.unexplained += 1,
            }
            summary.not_confirmed +=
                usize::from(answer.verdict != Verdict::Found && !answer.confirmed);
        }
        summary.hidden_by = hidden.into_iter().collect();
        summary.hidden_by.sort_by_key(|&(_, count)| core::cmp::Reverse(count));
        summary
    }

    pub fn unsolved(&self) -> usize {
        self.positions - self.solved
    }

    /// The result in one sentence.
    pub fn sentence(&self) -> String {
        if self.unsolved() == 0 {
            return format!("All {} positions are solved.", self.positions);
        }
        let (alone, together): (Vec<_>, Vec<_>) =
            self.hidden_by.iter().partition(|(name, _)| !name.contains(TOGETHER));
        let mut hidden: Vec<String> =
            alone.iter().map(|(name, count)| format!("{count} by {name}")).collect();
        let together: usize = together.iter().map(|(_, count)| count).sum();
        if together > 0 {
            hidden.push(format!("{together} by several heuristics together"));
        }
        let hidden = match hidden.is_empty() {
            true => String::new(),
            false => format!(": {}", hidden.join(", ")),
        };
        let (unsolved, proved) = (self.unsolved(), self.proved);
        let positions = if unsolved == 1 { "position" } else { "positions" };
        let were = if proved == 1 { "was" } else { "were" };
        format!("Of {unsolved} unsolved {positions} {proved} {were} hidden by cuts{hidden}.")
    }
}
