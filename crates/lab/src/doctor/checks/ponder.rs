//! Pondering.

use std::time::{Duration, Instant};

use super::Check;
use crate::doctor::check_error::CheckError;
use crate::doctor::dialogue::is_best_move;
use crate::doctor::positions::{MATE_IN_TWO, MATED_IN_ONE, MIDDLE, OPENING, after, initial, of};
use crate::doctor::search::Search;
use crate::doctor::visit::Visit;

pub(super) const CHECKS: [Check; 2] = [
    Check {
        name: "ponder",
        done: "go ponder with a clock, then ponderhit; and go ponder, then stop",
        clients: "lichess-bot ponders by default and cutechess on request: an early bestmove is \
                  played in the wrong position, a missing one loses on time",
        run: ponder,
    },
    Check {
        name: "ponder-move",
        done: "checked the ponder moves of its answers",
        clients: "lichess-bot and cutechess set up the position after it: an illegal move raises \
                  an error, and one that ends the game leaves nothing to ponder",
        run: ponder_move,
    },
];

const GO: &str = "go ponder wtime 2000 btime 2000 winc 20 binc 20";

fn ponder(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    if !dialogue.introduction.offers_switch("Ponder") {
        visit.skip("no option Ponder is offered");
        return Ok(());
    }
    dialogue.set("Ponder", "true")?;
    let game = after(&OPENING);
    // With one legal reply it must still wait for ponderhit.
    for (game, word) in [(&game, "ponderhit"), (&game, "stop"), (&of(MATED_IN_ONE), "ponderhit")] {
        dialogue.go(game, GO)?;
        let lines = dialogue.listen(Duration::from_millis(300))?;
        if lines.iter().any(|line| is_best_move(&line.text)) {
            visit.fail(format!("a bestmove before {word}"));
            return Ok(());
        }
        let asked = Instant::now();
        dialogue.send(word)?;
        let found = dialogue.answer(game, asked)?;
        visit.expect(found.best());
        visit.judge_time(&format!("answer to {word} after"), found.took(), 2_000, 2_100);
        if dialogue.ready()?.iter().any(|line| is_best_move(&line.text)) {
            visit.fail(format!("two bestmoves after {word}"));
        }
    }
    Ok(())
}

fn ponder_move(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    if dialogue.introduction.offers_switch("Ponder") {
        dialogue.set("Ponder", "true")?;
    }
    let mut count = 0;
    for game in [initial(), of(MIDDLE), of(MATE_IN_TWO), of(MATED_IN_ONE)] {
        let found = dialogue.search(&game, "go movetime 100")?;
        let Some(word) = found.ponder_word() else { continue };
        count += 1;
        judge(visit, &found, word);
    }
    visit.note(format!("{count} ponder moves"));
    Ok(())
}

fn judge(visit: &mut Visit<'_>, found: &Search, word: &str) {
    match found.follow(&[found.best_word(), word]) {
        Err(why) => visit.fail(format!("{}: {why}", found.answer())),
        Ok(game) if game.outcome().is_some() => {
            visit.warn(format!("{}: it ends the game", found.answer()));
        }
        Ok(_) => {}
    }
}
