//! Thinking in the opponent's time.

use std::time::{Duration, Instant};

use super::Check;
use crate::doctor::positions::{MATE_IN_TWO, MATED_IN_ONE, MIDDLE, OPENING, after, initial, of};
use crate::doctor::search::Search;
use crate::doctor::talk::is_best_move;
use crate::doctor::trouble::Trouble;
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
        done: "looked at the ponder moves that came with its answers",
        clients: "lichess-bot and cutechess set up the position after it: an illegal move raises \
                  an error, and one that ends the game leaves nothing to ponder on",
        run: ponder_move,
    },
];

const GO: &str = "go ponder wtime 2000 btime 2000 winc 20 binc 20";

fn ponder(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    if !talk.introduction.offers_switch("Ponder") {
        visit.skip("no option Ponder is offered");
        return Ok(());
    }
    talk.set("Ponder", "true")?;
    let game = after(&OPENING);
    // With one reply there is nothing to think about, and still it has to wait.
    for (game, word) in [(&game, "ponderhit"), (&game, "stop"), (&of(MATED_IN_ONE), "ponderhit")] {
        talk.go(game, GO)?;
        let heard = talk.listen(Duration::from_millis(300))?;
        if heard.iter().any(|line| is_best_move(&line.text)) {
            visit.fail(format!("a bestmove before {word}"));
            return Ok(());
        }
        let asked = Instant::now();
        talk.say(word)?;
        let found = talk.answer(game, asked)?;
        visit.expect(found.best());
        visit.judge_time(&format!("answer to {word} after"), found.took(), 2_000, 2_100);
        if talk.ready()?.iter().any(|line| is_best_move(&line.text)) {
            visit.fail(format!("two bestmoves after {word}"));
        }
    }
    Ok(())
}

fn ponder_move(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    if talk.introduction.offers_switch("Ponder") {
        talk.set("Ponder", "true")?;
    }
    let mut count = 0;
    for game in [initial(), of(MIDDLE), of(MATE_IN_TWO), of(MATED_IN_ONE)] {
        let found = talk.search(&game, "go movetime 100")?;
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
            visit.warn(format!("{}: the game is over then", found.answer()));
        }
        Ok(_) => {}
    }
}
