//! How it writes and reads castling.

use chess::CastlingNotation;

use super::Check;
use crate::doctor::positions::{CHESS960, FREE_CASTLING, ONLY_CASTLING, of};
use crate::doctor::trouble::Trouble;
use crate::doctor::visit::Visit;

pub(super) const CHECKS: [Check; 2] = [
    Check {
        name: "castling",
        done: "had it castle to either side by searchmoves, in standard chess",
        clients: "cutechess, fastchess and python-chess take another notation for an illegal move",
        run: standard,
    },
    Check {
        name: "chess960",
        done: "UCI_Chess960, a position where castling is the only move, and the move sent back",
        clients: "cutechess and fastchess call it an illegal move; python-chess raises an error",
        run: chess960,
    },
];

fn standard(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    let game = of(FREE_CASTLING);
    for (castling, by_rook) in [("e1g1", "e1h1"), ("e1c1", "e1a1")] {
        let found = talk.search(&game, &format!("go depth 2 searchmoves {castling}"))?;
        if found.best_word() == by_rook {
            visit.fail(format!("{} where {castling} was expected", found.answer()));
        } else if found.best_word() != castling {
            visit.expect(found.best());
            visit.skip("it does not castle when asked to");
        }
    }
    Ok(())
}

fn chess960(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    if !talk.introduction.offers_switch("UCI_Chess960") {
        visit.skip("no option UCI_Chess960 is offered");
        return Ok(());
    }
    talk.set("UCI_Chess960", "true")?;
    talk.notation = CastlingNotation::Chess960;
    let mut game = of(ONLY_CASTLING);
    let found = talk.search(&game, "go depth 2")?;
    visit.expect(found.best());
    // Its own move, or the one it should have made.
    if let Some(mv) = game.position().legal_moves().iter().next().copied() {
        let _ = game.play(mv);
    }
    for game in [&game, &of(CHESS960)] {
        let found = talk.search(game, "go depth 2")?;
        visit.expect(found.best());
    }
    Ok(())
}
