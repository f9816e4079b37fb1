//! Positions: the engine's moves must be legal.

use super::Check;
use crate::doctor::check_error::CheckError;
use crate::doctor::positions::{
    CHESS960, ENDING, MIDDLE, MOST_MOVES, ONLY_EN_PASSANT, ONLY_PROMOTIONS, OPENING, TWO_MOVES,
    after, initial, long_game, of,
};
use crate::doctor::visit::Visit;

pub(super) const CHECKS: [Check; 4] = [
    Check {
        name: "positions",
        done: "searched positions with castling, en passant, promotion, 218 moves, and after \
               moves from the initial position",
        clients: "an illegal move loses the game in fastchess and cutechess; python-chess raises \
                  an error, and lichess-bot resigns or stops",
        run: positions,
    },
    Check {
        name: "long-game",
        done: "searched a position after 600 plies",
        clients: "long games end in a disconnect or an illegal move; lichess-bot plays many",
        run: long,
    },
    Check {
        name: "bare-go",
        done: "sent go depth 1 before any position",
        clients: "users at a terminal and simple scripts do so; match runners do not",
        run: bare_go,
    },
    Check {
        name: "bad-positions",
        done: "sent invalid positions, then a valid one",
        clients: "GUIs with a board editor let users send them: the engine crashes",
        run: bad_positions,
    },
];

fn positions(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    let mut games = vec![initial(), after(&OPENING)];
    let fens = [MIDDLE, ENDING, MOST_MOVES, ONLY_EN_PASSANT, ONLY_PROMOTIONS, TWO_MOVES];
    games.extend(fens.map(of));
    for game in &games {
        let found = dialogue.search(game, "go depth 2")?;
        if let Err(why) = found.best() {
            visit.fail(format!("{why}, at {}", game.fen(chess::CastlingField::XFen)));
        }
    }
    visit.note(format!("{} positions", games.len()));
    Ok(())
}

fn long(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    let found = dialogue.search(&long_game(600), "go depth 1")?;
    visit.expect(found.best());
    visit.judge_time("answer after", found.took(), 500, 2_000);
    Ok(())
}

fn bare_go(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    let asked = std::time::Instant::now();
    dialogue.send("go depth 1")?;
    match dialogue.answer(&initial(), asked) {
        Ok(found) => {
            if let Err(why) = found.best() {
                visit.warn(why);
            }
        }
        Err(CheckError::Stopped) => return Err(CheckError::Stopped),
        Err(error) => visit.warn(error.to_string()),
    }
    Ok(())
}

fn bad_positions(visit: &mut Visit<'_>) -> Result<(), CheckError> {
    let mut dialogue = visit.engine()?;
    let beyond_its_mode = format!("position fen {CHESS960}");
    for line in [
        "position",
        "position startpos moves e2e5",
        "position startpos moves banana",
        "position fen",
        "position fen nonsense",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
        "position fen 4k3/8/8/8/8/8/8/4K3 x - - 0 1",
        &beyond_its_mode,
    ] {
        let outcome = dialogue.send(line).and_then(|()| dialogue.ready());
        match outcome {
            Ok(_) => {}
            Err(CheckError::Stopped) => return Err(CheckError::Stopped),
            // No match runner sends these, so no game is lost.
            Err(error) => {
                visit.warn(error.to_string());
                dialogue = visit.engine()?;
            }
        }
    }
    let found = dialogue.search(&initial(), "go depth 1")?.best();
    visit.expect(found);
    Ok(())
}
