//! The sheet of answers: who has solved what so far.

use std::collections::HashMap;

use super::answer::{Answer, Question};
use super::exam::Examinee;
use super::task::{Suite, Task};
use crate::limit::Limit;

pub struct Sheet {
    pub suites: Vec<String>,
    pub players: Vec<String>,
    pub limit: Limit,
    tasks: Vec<Task>,
    /// By task and then by player, like the answers.
    questions: Vec<Question>,
    answers: Vec<Option<Answer>>,
    places: HashMap<Question, usize>,
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
    pub task: &'a Task,
    /// By player.
    pub answers: Vec<&'a Answer>,
}

impl Sheet {
    /// An empty one.
    pub fn new(suites: &[Suite], tasks: Vec<Task>, examinees: &[Examinee], limit: Limit) -> Sheet {
        let mut questions = Vec::with_capacity(tasks.len() * examinees.len());
        for task in &tasks {
            let (fen, goal) = (task.fen(), task.goal_text());
            questions.extend(examinees.iter().map(|examinee| Question {
                suite: suites[task.suite].name.clone(),
                id: task.id.clone(),
                fen: fen.clone(),
                goal: goal.clone(),
                engine: examinee.contender.to_string(),
                program: examinee.program.clone(),
                limit: limit.to_string(),
            }));
        }
        let places = questions.iter().cloned().zip(0..).collect();
        Sheet {
            suites: suites.iter().map(|suite| suite.name.clone()).collect(),
            players: examinees.iter().map(|examinee| examinee.name.clone()).collect(),
            limit,
            answers: vec![None; questions.len()],
            tasks,
            questions,
            places,
        }
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

    pub fn tasks(&self) -> &[Task] {
        &self.tasks
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

    /// The questions without an answer, each with its task and the place of its player.
    pub(super) fn open_questions(&self) -> Vec<(Question, Task, usize)> {
        let players = self.players.len().max(1);
        let open = self.questions.iter().zip(&self.answers).enumerate();
        open.filter(|(_, (_, answer))| answer.is_none())
            .map(|(place, (question, _))| {
                (question.clone(), self.tasks[place / players].clone(), place % players)
            })
            .collect()
    }

    pub fn tally(&self, suite: usize, player: usize) -> Tally {
        self.count(player, |task| task.suite == suite)
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

    fn count(&self, player: usize, wanted: impl Fn(&Task) -> bool) -> Tally {
        let mut tally = Tally::default();
        for (task, answers) in self.by_task().filter(|(task, _)| wanted(task)) {
            let Some(answer) = answers.get(player).and_then(Option::as_ref) else { continue };
            tally.asked += 1;
            tally.points += u64::from(answer.points);
            tally.of += u64::from(answer.of);
            tally.faults += usize::from(answer.fault.is_some());
            match answer.solved {
                true => tally.solved += 1,
                false => tally.missed.push(task.id.clone()),
            }
        }
        tally
    }

    fn by_task(&self) -> impl Iterator<Item = (&Task, &[Option<Answer>])> {
        self.tasks.iter().zip(self.answers.chunks(self.players.len().max(1)))
    }

    /// The positions that everybody has answered and not all alike.
    pub fn differences(&self) -> Vec<Difference<'_>> {
        let all = self.by_task().filter_map(|(task, answers)| {
            let answers: Vec<&Answer> =
                answers.iter().map(Option::as_ref).collect::<Option<_>>()?;
            let alike = |pair: &[&Answer]| {
                (pair[0].solved, pair[0].points) == (pair[1].solved, pair[1].points)
            };
            let differ = !answers.windows(2).all(alike);
            differ.then_some(Difference { task, answers })
        });
        all.collect()
    }
}
