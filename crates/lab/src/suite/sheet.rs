//! The sheet of answers: what is asked, and who has solved what so far. What is asked is written
//! down beside the answers, so that they mean something without the files it came from.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use toolkit::whole_file::write_whole;

use super::answer::{Answer, Question};
use super::exam::{ANSWERS, ExamError, Examinee};
use super::task::{Suite, Task};
use crate::limit::Limit;
use crate::line_file;
use crate::manifest::{FORMAT, read_known};
use crate::plan::limit_as_text;

/// What was asked last in a folder.
pub const SUITE: &str = "suite.json";

#[derive(Serialize, Deserialize)]
pub struct Sheet {
    format: u32,
    pub suites: Vec<String>,
    /// What they are called.
    pub players: Vec<String>,
    #[serde(with = "limit_as_text")]
    pub limit: Limit,
    engines: Vec<Engine>,
    positions: Vec<Posed>,
    /// By position and then by player, like the answers.
    #[serde(skip)]
    questions: Vec<Question>,
    #[serde(skip)]
    answers: Vec<Option<Answer>>,
    #[serde(skip)]
    places: HashMap<Question, usize>,
}

/// A player, as people write it, and the fingerprint of its program.
#[derive(Clone, Serialize, Deserialize)]
struct Engine {
    text: String,
    program: Option<String>,
}

/// A position as it is asked.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Posed {
    /// The place of its suite.
    pub suite: usize,
    pub id: String,
    pub fen: String,
    /// What is wanted, in words.
    pub goal: String,
}

/// What a player has come to in a suite.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Tally {
    /// Positions answered.
    pub asked: usize,
    pub solved: usize,
    pub points: u64,
    /// Points that could be had.
    pub of: u64,
    pub faults: usize,
    /// The names of what was not solved.
    pub missed: Vec<String>,
}

impl Tally {
    pub fn percent(&self) -> f64 {
        100.0 * self.points as f64 / self.of.max(1) as f64
    }
}

/// A position that some have solved and others have not, or for different points.
pub struct Difference<'a> {
    pub position: &'a Posed,
    /// By player.
    pub answers: Vec<&'a Answer>,
}

impl Sheet {
    /// An empty one.
    pub fn new(suites: &[Suite], tasks: &[Task], examinees: &[Examinee], limit: Limit) -> Sheet {
        let sheet = Sheet {
            format: FORMAT,
            suites: suites.iter().map(|suite| suite.name.clone()).collect(),
            players: examinees.iter().map(|examinee| examinee.name.clone()).collect(),
            limit,
            engines: examinees
                .iter()
                .map(|it| Engine { text: it.contender.to_string(), program: it.program.clone() })
                .collect(),
            positions: tasks
                .iter()
                .map(|task| Posed {
                    suite: task.suite,
                    id: task.id.clone(),
                    fen: task.fen(),
                    goal: task.goal_text(),
                })
                .collect(),
            questions: Vec::new(),
            answers: Vec::new(),
            places: HashMap::new(),
        };
        sheet.with_questions()
    }

    /// That of a folder, with the answers it holds; somebody may be at it.
    pub fn read(folder: &Path) -> Result<Sheet, ExamError> {
        let path = folder.join(SUITE);
        let failed = |why| ExamError::File { path: path.clone(), why };
        let strange = |why: String| io::Error::new(io::ErrorKind::InvalidData, why);
        let text = fs::read(&path).map_err(failed)?;
        let sheet: Sheet = read_known(&text).map_err(|why| failed(strange(why)))?;
        let is_whole = sheet.engines.len() == sheet.players.len()
            && sheet.positions.iter().all(|position| position.suite < sheet.suites.len());
        if !is_whole {
            return Err(failed(strange("it is not whole; expected one of this program".into())));
        }
        let mut sheet = sheet.with_questions();
        let path = folder.join(ANSWERS);
        let read = line_file::read_only(&path, |answer| {
            // Answers to other questions are somebody else's.
            let _ = sheet.add(answer);
        });
        read.map_err(|why| ExamError::File { path, why })?;
        Ok(sheet)
    }

    /// Writes down what is asked.
    pub(super) fn write(&self, folder: &Path) -> io::Result<()> {
        write_whole(&folder.join(SUITE), &serde_json::to_vec_pretty(self)?)
    }

    /// Every position is put to every player.
    fn with_questions(mut self) -> Sheet {
        let limit = self.limit.to_string();
        let questions = self.positions.iter().flat_map(|position| {
            let (suites, limit) = (&self.suites, &limit);
            self.engines.iter().map(move |engine| Question {
                suite: suites[position.suite].clone(),
                id: position.id.clone(),
                fen: position.fen.clone(),
                goal: position.goal.clone(),
                engine: engine.text.clone(),
                program: engine.program.clone(),
                limit: limit.clone(),
            })
        });
        let questions: Vec<Question> = questions.collect();
        self.questions = questions;
        self.answers = vec![None; self.questions.len()];
        self.places = self.questions.iter().cloned().zip(0..).collect();
        self
    }

    /// Takes an answer in; says whether it belongs here and is the first to its question.
    pub fn add(&mut self, answer: Answer) -> bool {
        match self.places.get(&answer.question).map(|&place| &mut self.answers[place]) {
            Some(free @ None) => {
                *free = Some(answer);
                true
            }
            Some(Some(_)) | None => false,
        }
    }

    /// How many questions there are in all.
    pub fn questions(&self) -> usize {
        self.questions.len()
    }

    pub fn positions(&self) -> &[Posed] {
        &self.positions
    }

    pub fn answered(&self) -> usize {
        self.answers().count()
    }

    pub fn answers(&self) -> impl Iterator<Item = &Answer> {
        self.answers.iter().flatten()
    }

    /// Those of one player.
    pub fn answers_of(&self, player: usize) -> impl Iterator<Item = &Answer> {
        self.answers.iter().skip(player).step_by(self.players.len().max(1)).flatten()
    }

    /// The questions without an answer, each with the places of its position and of its player.
    pub(super) fn open_questions(&self) -> Vec<(Question, usize, usize)> {
        let players = self.players.len().max(1);
        let open = self.questions.iter().zip(&self.answers).enumerate();
        open.filter(|(_, (_, answer))| answer.is_none())
            .map(|(place, (question, _))| (question.clone(), place / players, place % players))
            .collect()
    }

    pub fn tally(&self, suite: usize, player: usize) -> Tally {
        self.count(player, |position| position.suite == suite)
    }

    /// Every suite with every player and, if there are several suites, all of them together.
    pub fn tallies(&self) -> Vec<(&str, &str, Tally)> {
        let mut tallies = Vec::new();
        for (suite, name) in self.suites.iter().enumerate() {
            for (player, called) in self.players.iter().enumerate() {
                tallies.push((name.as_str(), called.as_str(), self.tally(suite, player)));
            }
        }
        if self.suites.len() > 1 {
            for (player, called) in self.players.iter().enumerate() {
                tallies.push(("all", called.as_str(), self.total(player)));
            }
        }
        tallies
    }

    /// Over all suites.
    pub fn total(&self, player: usize) -> Tally {
        self.count(player, |_| true)
    }

    fn count(&self, player: usize, wanted: impl Fn(&Posed) -> bool) -> Tally {
        let mut tally = Tally::default();
        for (position, answers) in self.by_position().filter(|(position, _)| wanted(position)) {
            let Some(answer) = answers.get(player).and_then(Option::as_ref) else { continue };
            tally.asked += 1;
            tally.points += u64::from(answer.points);
            tally.of += u64::from(answer.of);
            tally.faults += usize::from(answer.fault.is_some());
            match answer.solved {
                true => tally.solved += 1,
                false => tally.missed.push(position.id.clone()),
            }
        }
        tally
    }

    fn by_position(&self) -> impl Iterator<Item = (&Posed, &[Option<Answer>])> {
        self.positions.iter().zip(self.answers.chunks(self.players.len().max(1)))
    }

    /// The positions that everybody has answered and not all alike.
    pub fn differences(&self) -> Vec<Difference<'_>> {
        let all = self.by_position().filter_map(|(position, answers)| {
            let answers: Vec<&Answer> =
                answers.iter().map(Option::as_ref).collect::<Option<_>>()?;
            let alike = |pair: &[&Answer]| {
                (pair[0].solved, pair[0].points) == (pair[1].solved, pair[1].points)
            };
            let differ = !answers.windows(2).all(alike);
            differ.then_some(Difference { position, answers })
        });
        all.collect()
    }
}
