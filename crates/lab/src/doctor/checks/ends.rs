//! Where the game ends: positions without moves, draws, and mates that are near.

use uci::ScoreValue;

use super::Check;
use crate::doctor::positions::{MATE_IN_ONE, MATE_IN_TWO, MATED, MATED_IN_ONE, STALEMATED, of};
use crate::doctor::trouble::Trouble;
use crate::doctor::visit::Visit;

pub(super) const CHECKS: [Check; 3] = [
    Check {
        name: "no-moves",
        done: "go where the side to move is mated, and where it is stalemated",
        clients: "GUIs and python-chess wait for ever where no bestmove comes, and stumble over \
                  one that is neither '(none)' nor '0000'",
        run: no_moves,
    },
    Check {
        name: "drawn-positions",
        done: "go with bare kings, and with a hundred plies on the fifty-move clock",
        clients: "match runners that leave the claim to the players get no move: a forfeit",
        run: drawn,
    },
    Check {
        name: "mate-announced",
        done: "searched a mate in one, a mate in two, and a position that is mated in one",
        clients: "GUIs show pawns where there is a mate; adjudication and go mate do not see it",
        run: mate_announced,
    },
];

fn no_moves(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    for (fen, what) in [(MATED, "mated"), (STALEMATED, "stalemated")] {
        for go in ["go depth 2", "go movetime 50"] {
            let found = talk.search(&of(fen), go)?;
            let text = format!("{what}: {}", found.answer());
            if matches!(found.best_word(), "(none)" | "0000") {
                visit.note(text);
            } else {
                visit.fail(text);
            }
        }
    }
    Ok(())
}

fn drawn(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    for fen in ["8/8/4k3/8/8/4K3/8/8 w - - 0 1", "4k3/8/8/8/8/8/4R3/4K3 w - - 100 90"] {
        let found = talk.search(&of(fen), "go depth 3")?;
        visit.expect(found.best());
    }
    Ok(())
}

fn mate_announced(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    for (fen, expected) in [(MATE_IN_ONE, 1), (MATE_IN_TWO, 2), (MATED_IN_ONE, -1)] {
        let found = talk.search(&of(fen), "go movetime 300")?;
        visit.expect(found.best());
        match found.score() {
            Some((_, ScoreValue::Mate(moves))) if moves == expected => {}
            // The wrong side wins.
            Some((line, ScoreValue::Mate(moves))) if moves.signum() != expected.signum() => {
                visit.fail(format!("expected mate {expected}: {line}"));
            }
            Some((line, _)) => visit.warn(format!("expected mate {expected}: {line}")),
            None => visit.warn(format!("no score was told; expected mate {expected}")),
        }
        let mates = found
            .follow(&[found.best_word()])
            .is_ok_and(|game| game.outcome().is_some_and(|outcome| outcome.winner().is_some()));
        if expected == 1 && !mates {
            visit.warn(format!("{} does not mate", found.answer()));
        }
    }
    Ok(())
}
