//! The moves that decided a game.

use serde::{Deserialize, Serialize};

use super::ReviewedMove;
use super::evaluation::{Evaluation, Promise, name};
use super::marks::Mark;

/// How many are named.
const MOST: usize = 3;

/// A move that changed the expected result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TurningPoint {
    /// The ply of the move, counted from 1.
    pub ply: usize,
    /// What changed and why.
    pub words: String,
}

/// The moves with a mark that changed the expected result: of these the greatest losses, in the order
/// of the game. Of equal losses the earlier counts.
pub(super) fn find(moves: &[ReviewedMove]) -> Vec<TurningPoint> {
    let turned =
        |mv: &&ReviewedMove| mv.mark != Mark::None && mv.before.promise() != mv.after.promise();
    let mut turns: Vec<&ReviewedMove> = moves.iter().filter(turned).collect();
    turns.sort_by(|a, b| b.loss.total_cmp(&a.loss));
    turns.truncate(MOST);
    turns.sort_by_key(|mv| mv.ply);
    turns.into_iter().map(|mv| TurningPoint { ply: mv.ply, words: words(mv) }).collect()
}

/// The words of the move, and what happened to the mover's expected points.
fn words(mv: &ReviewedMove) -> String {
    let mover = mv.mover();
    let kind = |evaluation: Evaluation| match evaluation.promise() {
        Promise::Win(color) if color == mover => "winning",
        Promise::Win(_) => "losing",
        Promise::Open => "open",
    };
    let [from, to] = [mv.before, mv.after].map(|evaluation| evaluation.expected_for(mover));
    let (mover, before, after) = (name(mover), kind(mv.before), kind(mv.after));
    let change = format!(
        "From {before} to {after}: {mover}'s expected points fall from {from:.2} to {to:.2}."
    );
    format!("{} {change}", mv.words).trim_start().to_owned()
}
