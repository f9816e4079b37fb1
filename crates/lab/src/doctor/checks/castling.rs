//! Castling notation.

use chess::CastlingNotation;

use super::Check;
use crate::doctor::check_error::CheckError;
use crate::doctor::positions::{CHESS960, FREE_CASTLING, ONLY_CASTLING, of};
use crate::doctor::visit::Visit;

pub(super) const CHECKS: [Check; 2] = [
    Check {
        name: "castling",
        done: "made it castle to either side by searchmoves, in standard chess",
        clients: "cutechess, fastchess and python-chess reject another notation as an illegal move",
        run: standard,
    },
    Check {
        name: "chess960",
        done: "UCI_Chess960, a position in which castling is the only move, and the move sent back",
        clients: "cutechess and fastchess call it an illegal move; python-chess raises an error",
        run: chess960,
    },
];

fn standard(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    let game = of(FREE_CASTLING);
    for (castling, by_rook) in [("e1g1", "e1h1"), ("e1c1", "e1a1")] {
        let found = dialogue.search(&game, &format!("go depth 2 searchmoves {castling}"))?;
        if found.best_word() == by_rook {
            visit.fail(format!("{} where {castling} was expected", found.answer()));
        } else if found.best_word() != castling {
            visit.expect(found.best());
            visit.skip("it does not castle on searchmoves");
        }
    }
    Ok(())
}

fn chess960(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    if !dialogue.introduction.offers_switch("UCI_Chess960") {
        visit.skip("no option UCI_Chess960 is offered");
        return Ok(());
    }
    dialogue.set("UCI_Chess960", "true")?;
    dialogue.notation = CastlingNotation::Chess960;
    let mut game = of(ONLY_CASTLING);
    let found = dialogue.search(&game, "go depth 2")?;
    visit.expect(found.best());
    // The only legal move, whatever the engine answered.
    if let Some(mv) = game.position().legal_moves().iter().next().copied() {
        let _ = game.play(mv);
    }
    for game in [&game, &of(CHESS960)] {
        let found = dialogue.search(game, "go depth 2")?;
        visit.expect(found.best());
    }
    Ok(())
}
