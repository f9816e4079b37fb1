//! The answer sheet: the questions, and the answers so far. The questions are stored beside the
//! answers, so that a report does not need the suite files.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use toolkit::whole_file::write_whole;

use super::answer::{Answer, Question};
use super::run::{ANSWERS, SuitePlayer, SuiteRunError};
use super::task::{Suite, Task};
use crate::limit::Limit;
use crate::line_file;
use crate::manifest::{FORMAT, read_known};
use crate::plan::limit_as_text;

/// The questions of the last run in a folder.
pub const SUITE: &str = "suite.json";

#[derive(Serialize, Deserialize)]
pub struct AnswerSheet {
    format: u32,
    pub suites: Vec<String>,
    /// Their names.
    pub players: Vec<String>,
    #[serde(with = "limit_as_text")]
    pub limit: Limit,
    engines: Vec<EngineIdentity>,
    positions: Vec<SuitePosition>,
    /// By position and then by player, like the answers.
    #[serde(skip)]
    questions: Vec<Question>,
    #[serde(skip)]
    answers: Vec<Option<Answer>>,
    #[serde(skip)]
    places: HashMap<Question, usize>,
}

/// A player as written, and the fingerprint of its program.
#[derive(Clone, Serialize, Deserialize)]
struct EngineIdentity {
    text: String,
    program: Option<String>,
}

/// A position of a suite.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SuitePosition {
    /// The place of its suite.
    pub suite: usize,
    pub id: String,
    pub fen: String,
    /// The goal in words.
    pub goal: String,
}

/// A player's score in a suite.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct SuiteScore {
    /// The number of answered positions.
    pub asked: usize,
    pub solved: usize,
    pub points: u64,
    /// The maximum points.
    pub of: u64,
    pub faults: usize,
    /// The names of unsolved positions.
    pub missed: Vec<String>,
}

impl SuiteScore {
    pub fn percent(&self) -> f64 {
        100.0 * self.points as f64 / self.of.max(1) as f64
    }
}

/// A position on which the players differ in success or points.
pub struct Difference<'a> {
    pub position: &'a SuitePosition,
    /// By player.
    pub answers: Vec<&'a Answer>,
}

impl AnswerSheet {
    /// A sheet without answers.
    pub fn new(
        suites: &[Suite],
        tasks: &[Task],
        players: &[SuitePlayer],
        limit: Limit,
    ) -> AnswerSheet {
        let sheet = AnswerSheet {
            format: FORMAT,
            suites: suites.iter().map(|suite| suite.name.clone()).collect(),
            players: players.iter().map(|player| player.name.clone()).collect(),
            limit,
            engines: players
                .iter()
                .map(|it| EngineIdentity { text: it.spec.to_string(), program: it.program.clone() })
                .collect(),
            positions: tasks
                .iter()
                .map(|task| SuitePosition {
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

    /// Reads the sheet of a folder with its answers. Another program may be appending to it.
    pub fn read(folder: &Path) -> Result<AnswerSheet, SuiteRunError> {
        let path = folder.join(SUITE);
        let failed = |why| SuiteRunError::File { path: path.clone(), why };
        let invalid = |why: String| io::Error::new(io::ErrorKind::InvalidData, why);
        let text = fs::read(&path).map_err(failed)?;
        let sheet: AnswerSheet = read_known(&text).map_err(|why| failed(invalid(why)))?;
        let is_whole = sheet.engines.len() == sheet.players.len()
            && sheet.positions.iter().all(|position| position.suite < sheet.suites.len());
        if !is_whole {
            return Err(failed(invalid("it is incomplete; expected one of this program".into())));
        }
        let mut sheet = sheet.with_questions();
        let path = folder.join(ANSWERS);
        let read = line_file::read_only(&path, |answer| {
            // Answers to the questions of other runs are ignored.
            let _ = sheet.add(answer);
        });
        read.map_err(|why| SuiteRunError::File { path, why })?;
        Ok(sheet)
    }

    /// Stores the questions.
    pub(super) fn write(&self, folder: &Path) -> io::Result<()> {
        write_whole(&folder.join(SUITE), &serde_json::to_vec_pretty(self)?)
    }

    /// Makes a question of every position for every player.
    fn with_questions(mut self) -> AnswerSheet {
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

    /// Adds an answer. Returns whether it is the first answer to a question of this sheet.
    pub fn add(&mut self, answer: Answer) -> bool {
        match self.places.get(&answer.question).map(|&place| &mut self.answers[place]) {
            Some(free @ None) => {
                *free = Some(answer);
                true
            }
            Some(Some(_)) | None => false,
        }
    }

    /// The number of questions.
    pub fn questions(&self) -> usize {
        self.questions.len()
    }

    pub fn positions(&self) -> &[SuitePosition] {
        &self.positions
    }

    pub fn answered(&self) -> usize {
        self.answers().count()
    }

    pub fn answers(&self) -> impl Iterator<Item = &Answer> {
        self.answers.iter().flatten()
    }

    /// The answers of one player.
    pub fn answers_of(&self, player: usize) -> impl Iterator<Item = &Answer> {
        self.answers.iter().skip(player).step_by(self.players.len().max(1)).flatten()
    }

    /// The unanswered questions, each with the places of its position and its player.
    pub(super) fn open_questions(&self) -> Vec<(Question, usize, usize)> {
        let players = self.players.len().max(1);
        let open = self.questions.iter().zip(&self.answers).enumerate();
        open.filter(|(_, (_, answer))| answer.is_none())
            .map(|(place, (question, _))| (question.clone(), place / players, place % players))
            .collect()
    }

    pub fn score(&self, suite: usize, player: usize) -> SuiteScore {
        self.count(player, |position| position.suite == suite)
    }

    /// The score of every player in every suite and, if there are several, in all suites together.
    pub fn scores(&self) -> Vec<(&str, &str, SuiteScore)> {
        let mut scores = Vec::new();
        for (suite, name) in self.suites.iter().enumerate() {
            for (player, called) in self.players.iter().enumerate() {
                scores.push((name.as_str(), called.as_str(), self.score(suite, player)));
            }
        }
        if self.suites.len() > 1 {
            for (player, called) in self.players.iter().enumerate() {
                scores.push(("all", called.as_str(), self.total(player)));
            }
        }
        scores
    }

    /// A player's score in all suites.
    pub fn total(&self, player: usize) -> SuiteScore {
        self.count(player, |_| true)
    }

    fn count(&self, player: usize, wanted: impl Fn(&SuitePosition) -> bool) -> SuiteScore {
        let mut score = SuiteScore::default();
        for (position, answers) in self.by_position().filter(|(position, _)| wanted(position)) {
            let Some(answer) = answers.get(player).and_then(Option::as_ref) else { continue };
            score.asked += 1;
            score.points += u64::from(answer.points);
            score.of += u64::from(answer.of);
            score.faults += usize::from(answer.fault.is_some());
            match answer.solved {
                true => score.solved += 1,
                false => score.missed.push(position.id.clone()),
            }
        }
        score
    }

    fn by_position(&self) -> impl Iterator<Item = (&SuitePosition, &[Option<Answer>])> {
        self.positions.iter().zip(self.answers.chunks(self.players.len().max(1)))
    }

    /// The positions that all players have answered, but not all alike.
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
