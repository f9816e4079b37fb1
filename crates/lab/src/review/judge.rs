//! Judges one move by the searches before and after it.

use chess::{CastlingField, CastlingNotation};

use super::ReviewedMove;
use super::accuracy::accuracy;
use super::line::{Line, number};
use super::marks::Mark;
use super::words::Case;

pub(super) fn verdict(case: &Case<'_>) -> ReviewedMove {
    let Case { game, played, before, after } = *case;
    let position = game.position();
    let is_best = before.line.first() == Some(&played);
    let (loss, loss_cp) = if is_best { (0.0, 0) } else { losses(case) };
    let mark = Mark::of(loss);
    let words = match mark != Mark::None || !is_best && case.misses_mate() {
        true => case.sentence(),
        false => String::new(),
    };
    let mut next = game.clone();
    let reply = match next.play(played) {
        Ok(()) => Line::new(&next, &after.line),
        Err(_) => Line::default(),
    };
    ReviewedMove {
        ply: game.moves().len() + 1,
        number: number(game),
        san: position.san(played).to_string(),
        uci: played.uci(CastlingNotation::Standard).to_string(),
        fen: game.fen(CastlingField::XFen),
        before: before.evaluation,
        after: after.evaluation,
        best: Line::new(game, &before.line),
        reply,
        is_best,
        loss,
        loss_cp,
        mark,
        accuracy: accuracy(loss),
        words,
    }
}

/// Expected points and centipawns that the mover lost; neither is negative.
fn losses(case: &Case<'_>) -> (f64, i32) {
    let mover = case.game.position().turn();
    let (before, after) = (case.before.evaluation, case.after.evaluation);
    let centipawns = before.capped_for(mover) - after.capped_for(mover);
    (before.loss(after, mover), centipawns.max(0))
}
