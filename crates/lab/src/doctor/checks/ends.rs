//! The end of the game: positions without moves, draws, and short mates.

use uci::ScoreValue;

use super::Check;
use crate::doctor::check_error::CheckError;
use crate::doctor::positions::{MATE_IN_ONE, MATE_IN_TWO, MATED, MATED_IN_ONE, STALEMATED, of};
use crate::doctor::visit::Visit;

pub(super) const CHECKS: [Check; 3] = [
    Check {
        name: "no-moves",
        done: "go in a checkmate and in a stalemate",
        clients: "GUIs and python-chess wait for ever if no bestmove comes, and reject one that \
                  is neither '(none)' nor '0000'",
        run: no_moves,
    },
    Check {
        name: "drawn-positions",
        done: "go with bare kings, and with a hundred plies on the fifty-move clock",
        clients: "match runners that do not claim draws themselves get no move: a forfeit",
        run: drawn,
    },
    Check {
        name: "mate-announced",
        done: "searched a mate in one, a mate in two, and a position that is mated in one",
        clients: "GUIs show centipawns instead of the mate; adjudication and go mate do not see it",
        run: mate_announced,
    },
];

fn no_moves(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    for (fen, what) in [(MATED, "mated"), (STALEMATED, "stalemated")] {
        for go in ["go depth 2", "go movetime 50"] {
            let found = dialogue.search(&of(fen), go)?;
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

fn drawn(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    for fen in ["8/8/4k3/8/8/4K3/8/8 w - - 0 1", "4k3/8/8/8/8/8/4R3/4K3 w - - 100 90"] {
        let found = dialogue.search(&of(fen), "go depth 3")?;
        visit.expect(found.best());
    }
    Ok(())
}

fn mate_announced(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    for (fen, expected) in [(MATE_IN_ONE, 1), (MATE_IN_TWO, 2), (MATED_IN_ONE, -1)] {
        let found = dialogue.search(&of(fen), "go movetime 300")?;
        visit.expect(found.best());
        match found.score() {
            Some((_, ScoreValue::Mate(moves))) if moves == expected => {}
            // The wrong side wins.
            Some((line, ScoreValue::Mate(moves))) if moves.signum() != expected.signum() => {
                visit.fail(format!("expected mate {expected}: {line}"));
            }
            Some((line, _)) => visit.warn(format!("expected mate {expected}: {line}")),
            None => visit.warn(format!("no score was reported; expected mate {expected}")),
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
