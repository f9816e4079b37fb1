//! A stored answer, with everything that identifies its question.

use chess::{CastlingNotation, Position};
use serde::{Deserialize, Serialize};

use super::goal::{Goal, Mark};
use super::task::Task;
use crate::player::{Eval, Fault, Thought};

/// A position, the player that was asked, and the limit.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Question {
    pub suite: String,
    pub id: String,
    pub fen: String,
    pub goal: String,
    /// The player as written.
    pub engine: String,
    /// The fingerprint of its program, if known.
    pub program: Option<String>,
    pub limit: String,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    #[serde(flatten)]
    pub question: Question,
    /// The player's name.
    pub player: String,
    pub solved: bool,
    pub points: u32,
    /// The maximum points.
    pub of: u32,
    /// The move in UCI notation; `None` if the player failed.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The move in SAN.
    pub san: Option<String>,
    pub score: Option<Eval>,
    /// The whole search.
    pub spent: Effort,
    /// When the player made the right choice that it kept to the end.
    pub found: Option<Effort>,
    /// A claim that cannot be right.
    pub remark: Option<String>,
    /// Why there is no move.
    pub fault: Option<String>,
}

/// The cost of a search.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Effort {
    pub depth: u32,
    pub nodes: u64,
    pub milliseconds: f64,
}

impl Effort {
    fn of(thought: &Thought) -> Effort {
        let Thought { depth, nodes, time, .. } = *thought;
        // Microseconds are precise enough.
        let milliseconds = (time.as_secs_f64() * 1e6).round() / 1e3;
        Effort { depth, nodes, milliseconds }
    }
}

impl Answer {
    /// `choices` are the intermediate choices before the last.
    pub(super) fn new(
        question: Question,
        player: &str,
        task: &Task,
        choices: &[Thought],
        last: &Thought,
    ) -> Answer {
        let position: &Position = &task.setup.position;
        let Mark { solved, points, remark } = task.goal.judge(last.mv, last.score);
        let notation = match position.needs_chess960() {
            true => CastlingNotation::Chess960,
            false => CastlingNotation::Standard,
        };
        Answer {
            question,
            player: player.to_owned(),
            solved,
            points,
            of: task.goal.max_points(),
            mv: Some(last.mv.uci(notation).to_string()),
            san: Some(position.san(last.mv).to_string()),
            score: last.score,
            spent: Effort::of(last),
            found: solved.then(|| Effort::of(held_from(&task.goal, choices, last))),
            remark,
            fault: None,
        }
    }

    /// The answer of a player that failed.
    pub(super) fn failed(question: Question, player: &str, task: &Task, fault: &Fault) -> Answer {
        Answer {
            question,
            player: player.to_owned(),
            solved: false,
            points: 0,
            of: task.goal.max_points(),
            mv: None,
            san: None,
            score: None,
            spent: Effort::default(),
            found: None,
            remark: None,
            fault: Some(fault.to_string()),
        }
    }

    /// The move and its score, or why there is none.
    pub fn in_short(&self) -> String {
        match (&self.san, &self.fault) {
            (Some(san), _) => match self.score {
                Some(score) => format!("{san} {score}"),
                None => san.clone(),
            },
            (None, Some(fault)) => fault.clone(),
            (None, None) => "no answer".to_owned(),
        }
    }
}

/// The first right choice that no wrong one follows.
fn held_from<'a>(goal: &Goal, choices: &'a [Thought], last: &'a Thought) -> &'a Thought {
    let right = |choice: &&Thought| goal.judge(choice.mv, choice.score).solved;
    choices.iter().rev().take_while(right).last().unwrap_or(last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{Epd, Game};
    use core::time::Duration;

    fn task(operations: &str) -> Task {
        let epd: Epd = format!("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - {operations}").parse().unwrap();
        let goal = Goal::read(&epd, &mut Vec::new()).unwrap();
        Task { suite: 0, id: "x".to_owned(), setup: epd.setup().clone(), goal }
    }

    fn question() -> Question {
        let text = || "text".to_owned();
        Question {
            suite: text(),
            id: text(),
            fen: text(),
            goal: text(),
            engine: text(),
            program: None,
            limit: text(),
        }
    }

    /// The depth of the right choice that was kept, among choices one ply apart.
    fn found(task: &Task, choices: &[(&str, Eval)]) -> Option<u32> {
        let game = Game::new(task.setup.clone());
        let mut thoughts: Vec<Thought> = choices
            .iter()
            .zip(1..)
            .map(|(&(name, score), depth)| Thought {
                mv: game.position().parse_san(name).unwrap(),
                score: Some(score),
                depth,
                nodes: 100 * u64::from(depth),
                time: Duration::from_micros(u64::from(depth)),
            })
            .collect();
        let last = thoughts.pop().unwrap();
        let answer = Answer::new(question(), "x", task, &thoughts, &last);
        let found = answer.found?;
        assert_eq!(
            (found.nodes, found.milliseconds),
            (100 * u64::from(found.depth), f64::from(found.depth) / 1e3)
        );
        Some(found.depth)
    }

    #[test]
    fn only_a_choice_kept_to_the_end_counts_as_found() {
        let task = task("bm Ra8;");
        let choices = |names: &[&'static str]| -> Vec<(&'static str, Eval)> {
            names.iter().map(|&name| (name, Eval::Centipawns(0))).collect()
        };
        assert_eq!(found(&task, &choices(&["Ra8"])), Some(1));
        assert_eq!(found(&task, &choices(&["h3", "Ra8", "Ra8"])), Some(2));
        assert_eq!(found(&task, &choices(&["Ra8", "h3", "Ra8", "Ra8"])), Some(3));
        assert_eq!(found(&task, &choices(&["Ra8", "h3", "Ra8"])), Some(3));
        assert_eq!(found(&task, &choices(&["Ra8", "Ra8", "h3"])), None);
    }

    #[test]
    fn a_mate_is_found_once_its_distance_is_right() {
        let scores = [Eval::Centipawns(900), Eval::Mate(3), Eval::Mate(1), Eval::Mate(1)];
        let choices: Vec<(&str, Eval)> = scores.iter().map(|&score| ("Ra8", score)).collect();
        assert_eq!(found(&task("dm 1;"), &choices), Some(3));
    }

    #[test]
    fn answers_round_trip() {
        let task = task("bm Ra8;");
        let fault = Fault::Illegal("e2e5".to_owned());
        let answer = Answer::failed(question(), "x", &task, &fault);
        let text = serde_json::to_string(&answer).unwrap();
        assert!(text.contains("illegal move 'e2e5'") && !text.contains('\n'), "{text}");
        assert_eq!(serde_json::from_str::<Answer>(&text).unwrap(), answer);
    }
}
