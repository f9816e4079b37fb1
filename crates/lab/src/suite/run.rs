//! A suite run: workers put the questions of a sheet to the players. Every answer is written before
//! it counts. A player that fails has not solved the position and is restarted.

use core::fmt;
use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::Sender;

use chess::Game;
use toolkit::stop::StopAll;
use toolkit::workers;

use super::answer::{Answer, Question};
use super::sheet::AnswerSheet;
use super::task::{Suite, Task};
use crate::limit::Limit;
use crate::line_file::LineFile;
use crate::manifest::distinct;
use crate::player::{Clocks, Fault, Player, PlayerSpec, StartError, Timeouts};
use crate::run::MAX_FAULTS;
pub use crate::run_folder::SUITE_ANSWERS as ANSWERS;
use crate::run_folder::is_taken;

/// A player of a suite run.
#[derive(Clone, Debug)]
pub struct SuitePlayer {
    pub spec: PlayerSpec,
    pub name: String,
    /// The fingerprint of its program.
    pub program: Option<String>,
}

/// Numbers players with equal names.
pub fn with_distinct_names(mut players: Vec<SuitePlayer>) -> Vec<SuitePlayer> {
    let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
    for (player, name) in players.iter_mut().zip(distinct(&names)) {
        player.name = name;
    }
    players
}

#[derive(Debug)]
pub enum SuiteRunError {
    /// The folder holds a run of another kind.
    Taken {
        folder: PathBuf,
    },
    File {
        path: PathBuf,
        why: io::Error,
    },
    Start(StartError),
    Faults {
        player: String,
        last: String,
    },
}

impl fmt::Display for SuiteRunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SuiteRunError::Taken { folder } => write!(
                f,
                "{} holds a run of another kind; expected another folder",
                folder.display()
            ),
            SuiteRunError::File { path, why } => write!(f, "{}: {why}", path.display()),
            SuiteRunError::Start(error) => error.fmt(f),
            SuiteRunError::Faults { player, last } => {
                write!(f, "{player} has failed {MAX_FAULTS} times in a row, the last time: {last}")
            }
        }
    }
}

impl core::error::Error for SuiteRunError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            SuiteRunError::File { why, .. } => Some(why),
            SuiteRunError::Start(error) => Some(error),
            SuiteRunError::Taken { .. } | SuiteRunError::Faults { .. } => None,
        }
    }
}

/// Why a suite run ended without an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SuiteFinish {
    AllAnswered,
    /// Somebody stopped it.
    Stopped,
}

pub struct SuiteRun {
    path: PathBuf,
    file: LineFile<Answer>,
    sheet: AnswerSheet,
    /// The positions of the sheet with their goals.
    tasks: Vec<Task>,
    players: Vec<SuitePlayer>,
    foreign: usize,
}

impl SuiteRun {
    /// Creates or resumes the run in a folder: answered questions are not asked again.
    pub fn open(
        folder: &Path,
        suites: &[Suite],
        tasks: Vec<Task>,
        players: Vec<SuitePlayer>,
        limit: Limit,
    ) -> Result<SuiteRun, SuiteRunError> {
        let mut sheet = AnswerSheet::new(suites, &tasks, &players, limit);
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |why| SuiteRunError::File { path, why }
        };
        fs::create_dir_all(folder).map_err(failed(folder))?;
        if is_taken(folder, ANSWERS) {
            return Err(SuiteRunError::Taken { folder: folder.to_owned() });
        }
        let path = folder.join(ANSWERS);
        let mut foreign = 0;
        let file = LineFile::open(&path, |answer| foreign += usize::from(!sheet.add(answer)));
        let file = file.map_err(failed(&path))?;
        sheet.write(folder).map_err(failed(folder))?;
        Ok(SuiteRun { path, file, sheet, tasks, players, foreign })
    }

    pub fn sheet(&self) -> &AnswerSheet {
        &self.sheet
    }

    /// The number of answers in the folder to other questions: of other players, programs,
    /// positions or limits.
    pub fn foreign_answers(&self) -> usize {
        self.foreign
    }

    /// Asks the unanswered questions and passes the sheet after each answer to `watch`.
    pub fn play(
        &mut self,
        workers: usize,
        timeouts: Timeouts,
        stop: &StopAll,
        mut watch: impl FnMut(&AnswerSheet),
    ) -> Result<SuiteFinish, SuiteRunError> {
        let open = self.sheet.open_questions();
        let workers = workers.clamp(1, open.len().max(1));
        let limit = self.sheet.limit;
        let queue = Mutex::new(open.into_iter());
        let (tasks, players) = (self.tasks.clone(), self.players.clone());
        let mut failure = None;
        let mut in_a_row = vec![0; players.len()];
        let work = |sender| {
            let worker = SuiteWorker {
                tasks: &tasks,
                players: &players,
                queue: &queue,
                limit,
                timeouts,
                stop,
                started: HashMap::new(),
                sender,
            };
            worker.run();
        };
        workers::run("questions", workers, work, |message| {
            // Answers after a failure are unreliable: the searches were stopped.
            if failure.is_some() {
                return;
            }
            let kept = message.and_then(|(player, answer)| {
                self.keep(&answer)?;
                watch(&self.sheet);
                count_faults(&mut in_a_row[player], &answer)
            });
            if let Err(error) = kept {
                failure = Some(error);
                stop.request();
            }
        });
        match failure {
            Some(failure) => Err(failure),
            None if self.sheet.answered() == self.sheet.questions() => Ok(SuiteFinish::AllAnswered),
            None => Ok(SuiteFinish::Stopped),
        }
    }

    /// Writes an answer first and counts it afterwards.
    fn keep(&mut self, answer: &Answer) -> Result<(), SuiteRunError> {
        let failed = |why| SuiteRunError::File { path: self.path.clone(), why };
        self.file.add(answer).map_err(failed)?;
        self.sheet.add(answer.clone());
        Ok(())
    }
}

fn count_faults(in_a_row: &mut u32, answer: &Answer) -> Result<(), SuiteRunError> {
    let Some(last) = &answer.fault else {
        *in_a_row = 0;
        return Ok(());
    };
    *in_a_row += 1;
    if *in_a_row < MAX_FAULTS {
        return Ok(());
    }
    Err(SuiteRunError::Faults { player: answer.player.clone(), last: last.clone() })
}

/// A question and the places of its task and its player.
type OpenQuestion = (Question, usize, usize);

struct SuiteWorker<'a> {
    tasks: &'a [Task],
    players: &'a [SuitePlayer],
    queue: &'a Mutex<std::vec::IntoIter<OpenQuestion>>,
    limit: Limit,
    timeouts: Timeouts,
    stop: &'a StopAll,
    /// By place. Each is started once and answers many questions.
    started: HashMap<usize, Box<dyn Player>>,
    sender: Sender<Result<(usize, Answer), SuiteRunError>>,
}

impl SuiteWorker<'_> {
    fn run(mut self) {
        while !self.stop.is_requested() {
            let (tasks, next) = (self.tasks, workers::lock(self.queue).next());
            let Some((question, task, place)) = next else { return };
            let message = match self.ask(question, &tasks[task], place) {
                Ok(Some(answer)) => Ok((place, answer)),
                Ok(None) => return,
                // An engine that was stopped while starting has not failed.
                Err(_) if self.stop.is_requested() => return,
                Err(error) => Err(SuiteRunError::Start(error)),
            };
            if self.sender.send(message).is_err() {
                return;
            }
        }
    }

    /// `None` if the search was stopped.
    fn ask(
        &mut self,
        question: Question,
        task: &Task,
        place: usize,
    ) -> Result<Option<Answer>, StartError> {
        let asked = &self.players[place];
        let mut player = match self.started.remove(&place) {
            Some(player) => player,
            None => asked.spec.start(self.timeouts, self.stop)?,
        };
        let game = Game::new(task.setup.clone());
        let no_clocks = Clocks::default();
        let mut choices = Vec::new();
        let thought = player.begin(task.setup.position.needs_chess960()).and_then(|()| {
            player.think_aloud(&game, self.limit, &no_clocks, &mut |choice| choices.push(choice))
        });
        Ok(match thought {
            Ok(last) => {
                self.started.insert(place, player);
                Some(Answer::new(question, &asked.name, task, &choices, &last))
            }
            Err(Fault::Abandoned) => None,
            Err(fault) => Some(Answer::failed(question, &asked.name, task, &fault)),
        })
    }
}
