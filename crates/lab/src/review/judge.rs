//! Judges one move by the searches before and after it.

use chess::{CastlingField, CastlingNotation, Game, Move};

use super::ReviewedMove;
use super::accuracy::accuracy;
use super::line::{Line, number};
use super::marks::Mark;
use super::search::Assessment;
use super::words::Case;

pub(super) struct Judge<'a> {
    /// The game before the move.
    pub(super) game: &'a Game,
    pub(super) played: Move,
    pub(super) before: &'a Assessment,
    pub(super) after: &'a Assessment,
}

impl Judge<'_> {
    pub(super) fn verdict(&self) -> ReviewedMove {
        let Judge { game, played, before, after } = *self;
        let position = game.position();
        let is_best = before.line.first() == Some(&played);
        let (loss, loss_cp) = if is_best { (0.0, 0) } else { self.loss() };
        let mark = Mark::of(loss);
        let case = Case { game, played, before, after };
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
    fn loss(&self) -> (f64, i32) {
        let mover = self.game.position().turn();
        let (before, after) = (self.before.evaluation, self.after.evaluation);
        let centipawns = before.capped_for(mover) - after.capped_for(mover);
        (before.loss(after, mover), centipawns.max(0))
    }
}
