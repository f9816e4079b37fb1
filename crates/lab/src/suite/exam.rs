//! Puts the questions of a sheet to the players, many at once, and writes every answer down
//! before it counts. Who fails has not solved the position and is started anew.

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
use super::sheet::Sheet;
use super::task::{Suite, Task};
use crate::contender::Contender;
use crate::journal::JOURNAL;
use crate::limit::Limit;
use crate::line_file::LineFile;
use crate::manifest::distinct;
use crate::player::{Clocks, Fault, Player, StartError, Waiting};
use crate::run::MOST_FAULTS;

/// Every answer, one line each.
pub const ANSWERS: &str = "answers.jsonl";

/// Who is asked.
#[derive(Clone, Debug)]
pub struct Examinee {
    pub contender: Contender,
    pub name: String,
    /// The fingerprint of its program.
    pub program: Option<String>,
}

/// Numbers those whose names are the same.
pub fn with_distinct_names(mut examinees: Vec<Examinee>) -> Vec<Examinee> {
    let names: Vec<String> = examinees.iter().map(|examinee| examinee.name.clone()).collect();
    for (examinee, name) in examinees.iter_mut().zip(distinct(&names)) {
        examinee.name = name;
    }
    examinees
}

#[derive(Debug)]
pub enum ExamError {
    /// The folder holds games.
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

impl fmt::Display for ExamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExamError::Taken { folder } => write!(
                f,
                "{} holds a run of another kind; expected a folder of its own",
                folder.display()
            ),
            ExamError::File { path, why } => write!(f, "{}: {why}", path.display()),
            ExamError::Start(error) => error.fmt(f),
            ExamError::Faults { player, last } => {
                write!(f, "{player} has failed {MOST_FAULTS} times in a row, the last time: {last}")
            }
        }
    }
}

impl core::error::Error for ExamError {}

/// Why no more questions are asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finish {
    /// All have been answered.
    Answered,
    Halted,
}

pub struct Exam {
    path: PathBuf,
    file: LineFile<Answer>,
    sheet: Sheet,
    /// Those of the sheet, as they are judged.
    tasks: Vec<Task>,
    examinees: Vec<Examinee>,
    strangers: usize,
}

impl Exam {
    /// Opens the folder, new or broken off: answers that are there are not asked for again.
    pub fn open(
        folder: &Path,
        suites: &[Suite],
        tasks: Vec<Task>,
        examinees: Vec<Examinee>,
        limit: Limit,
    ) -> Result<Exam, ExamError> {
        let mut sheet = Sheet::new(suites, &tasks, &examinees, limit);
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |why| ExamError::File { path, why }
        };
        fs::create_dir_all(folder).map_err(failed(folder))?;
        if folder.join(JOURNAL).exists() {
            return Err(ExamError::Taken { folder: folder.to_owned() });
        }
        let path = folder.join(ANSWERS);
        let mut strangers = 0;
        let file = LineFile::open(&path, |answer| strangers += usize::from(!sheet.add(answer)));
        let file = file.map_err(failed(&path))?;
        sheet.write(folder).map_err(failed(folder))?;
        Ok(Exam { path, file, sheet, tasks, examinees, strangers })
    }

    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// How many answers the folder holds to other questions: of other players, programs,
    /// positions or limits.
    pub fn strangers(&self) -> usize {
        self.strangers
    }

    /// Asks what has not been answered. `watch` is shown how the sheet then stands.
    pub fn take(
        &mut self,
        workers: usize,
        waiting: Waiting,
        stop: &StopAll,
        mut watch: impl FnMut(&Sheet),
    ) -> Result<Finish, ExamError> {
        let open = self.sheet.open_questions();
        let workers = workers.clamp(1, open.len().max(1));
        let limit = self.sheet.limit;
        let queue = Mutex::new(open.into_iter());
        let (tasks, examinees) = (self.tasks.clone(), self.examinees.clone());
        let mut failure = None;
        let mut in_a_row = vec![0; examinees.len()];
        let work = |told| {
            let examiner = Examiner {
                tasks: &tasks,
                examinees: &examinees,
                queue: &queue,
                limit,
                waiting,
                stop,
                players: HashMap::new(),
                told,
            };
            examiner.run();
        };
        workers::run("questions", workers, work, |item| {
            // What comes after the end is not an answer to be relied on.
            if failure.is_some() {
                return;
            }
            let heard = item.and_then(|(player, answer)| {
                self.keep(&answer)?;
                watch(&self.sheet);
                count_faults(&mut in_a_row[player], &answer)
            });
            if let Err(error) = heard {
                failure = Some(error);
                stop.request();
            }
        });
        match failure {
            Some(failure) => Err(failure),
            None if self.sheet.answered() == self.sheet.questions() => Ok(Finish::Answered),
            None => Ok(Finish::Halted),
        }
    }

    /// Writes an answer down, and only then counts it.
    fn keep(&mut self, answer: &Answer) -> Result<(), ExamError> {
        let failed = |why| ExamError::File { path: self.path.clone(), why };
        self.file.add(answer).map_err(failed)?;
        self.sheet.add(answer.clone());
        Ok(())
    }
}

fn count_faults(in_a_row: &mut u32, answer: &Answer) -> Result<(), ExamError> {
    let Some(last) = &answer.fault else {
        *in_a_row = 0;
        return Ok(());
    };
    *in_a_row += 1;
    if *in_a_row < MOST_FAULTS {
        return Ok(());
    }
    Err(ExamError::Faults { player: answer.player.clone(), last: last.clone() })
}

/// A question and the places of its task and of the player it is for.
type Open = (Question, usize, usize);

struct Examiner<'a> {
    tasks: &'a [Task],
    examinees: &'a [Examinee],
    queue: &'a Mutex<std::vec::IntoIter<Open>>,
    limit: Limit,
    waiting: Waiting,
    stop: &'a StopAll,
    /// By place. They are started once and serve for question after question.
    players: HashMap<usize, Box<dyn Player>>,
    told: Sender<Result<(usize, Answer), ExamError>>,
}

impl Examiner<'_> {
    fn run(mut self) {
        while !self.stop.is_requested() {
            let (tasks, next) = (self.tasks, workers::lock(self.queue).next());
            let Some((question, task, place)) = next else { return };
            let news = match self.ask(question, &tasks[task], place) {
                Ok(Some(answer)) => Ok((place, answer)),
                Ok(None) => return,
                // An engine that is not let live long enough to start has not failed.
                Err(_) if self.stop.is_requested() => return,
                Err(error) => Err(ExamError::Start(error)),
            };
            if self.told.send(news).is_err() {
                return;
            }
        }
    }

    /// `None` if the question was called off.
    fn ask(
        &mut self,
        question: Question,
        task: &Task,
        place: usize,
    ) -> Result<Option<Answer>, StartError> {
        let examinee = &self.examinees[place];
        let mut player = match self.players.remove(&place) {
            Some(player) => player,
            None => examinee.contender.start(self.waiting, self.stop)?,
        };
        let game = Game::new(task.setup.clone());
        let no_clocks = Clocks::default();
        let mut choices = Vec::new();
        let thought = player.begin(task.setup.position.needs_chess960()).and_then(|()| {
            player.think_aloud(&game, self.limit, &no_clocks, &mut |choice| choices.push(choice))
        });
        Ok(match thought {
            Ok(last) => {
                self.players.insert(place, player);
                Some(Answer::new(question, &examinee.name, task, &choices, &last))
            }
            Err(Fault::CalledOff) => None,
            Err(fault) => Some(Answer::failed(question, &examinee.name, task, &fault)),
        })
    }
}
