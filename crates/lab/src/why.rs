//! Why was a move not played, and which cut hid it?
//!
//! The position is searched and its tree recorded; a much longer search says what is true. A walk
//! through the tree follows the true moves of one side and the believed moves of the other, until
//! the search left the true line. What it met there is a suspect. The proof is a pardon: the same
//! search, with the same limit, in which this decision may not act. If the move is played now, the
//! decision hid it. Controls guard against luck.

mod answer;
mod controls;
mod pardon;
mod proof;
mod rows;
mod run;
mod searches;
mod truth;
mod walk;
mod words;

pub use answer::{
    PardonRow, ProofRow, ShamRow, StepRow, TableRow, TruthRow, Verdict, WhyAnswer, WhyQuestion,
};
pub use pardon::{Pardon, PardonProbe, Scope, Spared};
pub use run::{ANSWERS, WhyFinish, WhyRun, WhyRunError, WhySummary, WhyTask, read_answers, tasks};

use core::fmt;

use chess::{Game, Move};
use engine::knobs::Knobs;
use engine::score::Score;
use engine::{Limits, ScoreScale};
use toolkit::stop::StopAll;

use crate::limit::Limit;
use proof::Inquiry;
use rows::Rows;
use searches::{Interrupted, Searches};
use truth::{TrueScores, Truth};

/// How to investigate.
#[derive(Clone, Debug)]
pub struct WhySettings {
    /// Nodes or depth.
    pub limit: Limit,
    /// The table in megabytes.
    pub hash: usize,
    pub knobs: Knobs,
    /// How many times the nodes of the search the truth gets.
    pub effort: u64,
}

/// Why an investigation gave no answer.
#[derive(Debug)]
pub enum WhyError {
    Interrupted,
    Memory(engine::tt::NoMemory),
    /// The limit is neither nodes nor depth.
    Limit(Limit),
    /// There is nothing to look for.
    NoMoves,
}

impl fmt::Display for WhyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WhyError::Interrupted => f.write_str("interrupted"),
            WhyError::Memory(why) => why.fmt(f),
            WhyError::Limit(limit) => {
                write!(f, "{limit} is not reproducible; expected nodes or depth")
            }
            WhyError::NoMoves => f.write_str("no move to look for; expected at least one"),
        }
    }
}

impl core::error::Error for WhyError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            WhyError::Memory(why) => Some(why),
            _ => None,
        }
    }
}

impl From<Interrupted> for WhyError {
    fn from(_: Interrupted) -> WhyError {
        WhyError::Interrupted
    }
}

fn limits(limit: Limit) -> Result<Limits, WhyError> {
    match limit {
        Limit::Nodes(nodes) => Ok(Limits { nodes: Some(nodes), ..Limits::default() }),
        Limit::Depth(depth) => Ok(Limits { depth: Some(depth as i32), ..Limits::default() }),
        other => Err(WhyError::Limit(other)),
    }
}

/// Explains why none of `targets` is played in the last position of `game`. `line` is the true line
/// as far as it is known.
pub fn explain(
    game: &Game,
    targets: &[Move],
    line: &[Move],
    settings: &WhySettings,
    stop: &StopAll,
) -> Result<WhyAnswer, WhyError> {
    let first_target = *targets.first().ok_or(WhyError::NoMoves)?;
    let WhySettings { hash, knobs, effort, limit } = settings;
    let mut searches = Searches::new(game.clone(), limits(*limit)?, *hash, *knobs, stop)
        .map_err(WhyError::Memory)?;
    let first = searches.record(&[])?;
    let scale = ScoreScale::new(knobs.evaluator, game.position());
    let mut rows = Rows::new(game, scale);
    let question = WhyQuestion::new(game, targets, settings);
    let mut answer = WhyAnswer::new(question, rows.san(first_target));
    answer.choice = first.best.map(|best| rows.san(best)).unwrap_or_default();
    answer.choice_score = rows.score(first.score);
    answer.depth = first.depth;
    let choice = match first.best {
        Some(best) if !targets.contains(&best) => best,
        _ => {
            answer.verdict = Verdict::Found;
            answer.nodes = searches.nodes;
            answer.searches = searches.count;
            return Ok(answer);
        }
    };
    let mut truth = Truth::new(knobs.evaluator, first.nodes.saturating_mul(*effort), stop)
        .map_err(WhyError::Memory)?;
    let asked: Vec<Move> = targets.iter().copied().chain([choice]).collect();
    let scores = truth.scores(game, &asked)?;
    let Judged { careful, wanted, true_score, confirmed } = judge(&scores, targets, choice);
    truth.trust(careful);
    let wanted = line.first().copied().filter(|mv| targets.contains(mv)).unwrap_or(wanted);
    truth.note_line(game, line);
    if let Some(known) = scores[usize::from(careful)].of(wanted) {
        truth.note_line(game, &known.line);
    }
    answer.mv = rows.san(wanted);
    answer.uci = wanted.uci(chess::CastlingNotation::Standard).to_string();
    answer.confirmed = confirmed;
    answer.truth = scores.iter().flat_map(|scores| rows.truth(scores)).collect();
    let mut inquiry = Inquiry::new(&mut searches, &mut truth, targets, wanted, true_score, choice);
    let explanation = inquiry.run(first)?;
    let (walks, suspects) = (inquiry.walks, inquiry.suspects);
    rows.read_walks(&walks);
    if let Some(walk) = walks.first() {
        answer.below = rows.san(walk.root_move);
        answer.steps = rows.steps(walk);
        answer.walk_end = walk.end_words();
    }
    answer.suspects = suspects.iter().map(|suspect| rows.suspect(suspect)).collect();
    if let Some(explanation) = explanation {
        let spared = &explanation.controls.spared;
        answer.pardons = rows.pardons(&explanation.pardons, spared, &suspects);
        answer.verdict = match explanation.controls.is_proof() {
            true => Verdict::Proved,
            false => Verdict::Unproved,
        };
        answer.proof = Some(rows.proof(&explanation.controls));
    }
    answer.nodes = searches.nodes + truth.spent;
    answer.searches = searches.count;
    Ok(answer)
}

/// What the longer searches say.
struct Judged {
    /// The engine that cuts nothing is trusted.
    careful: bool,
    wanted: Move,
    true_score: Option<Score>,
    /// The wanted move is better than the choice.
    confirmed: bool,
}

/// Trusts the engine that rates the best target highest above the choice.
fn judge(scores: &[TrueScores; 2], targets: &[Move], choice: Move) -> Judged {
    let judged = scores.iter().map(|scores| {
        let known = scores.moves.iter().filter(|known| targets.contains(&known.mv));
        let best = known.max_by_key(|known| known.score);
        let other = scores.of(choice).map(|known| known.score);
        let gain = best.zip(other).map(|(best, other)| best.score - other);
        let judged = Judged {
            careful: scores.careful,
            wanted: best.map_or(targets[0], |best| best.mv),
            true_score: best.map(|best| best.score),
            confirmed: gain.is_some_and(|gain| gain > 0),
        };
        (gain, judged)
    });
    // The first of equals: it has looked deeper.
    let [deep, careful]: [(Option<i32>, Judged); 2] =
        judged.collect::<Vec<_>>().try_into().unwrap_or_else(|_| unreachable!("two engines"));
    if careful.0 > deep.0 { careful.1 } else { deep.1 }
}
