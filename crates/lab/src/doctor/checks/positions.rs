//! Whether it knows where the game stands: its moves must be legal there.

use super::Check;
use crate::doctor::positions::{
    CHESS960, ENDING, MIDDLE, MOST_MOVES, ONLY_EN_PASSANT, ONLY_PROMOTIONS, OPENING, TWO_MOVES,
    after, initial, long_game, of,
};
use crate::doctor::trouble::Trouble;
use crate::doctor::visit::Visit;

pub(super) const CHECKS: [Check; 4] = [
    Check {
        name: "positions",
        done: "asked for a move in positions with castling, en passant, promotion, 218 moves, \
               and after moves from the initial position",
        clients: "an illegal move loses the game in fastchess and cutechess; python-chess raises \
                  an error, and lichess-bot resigns or stops",
        run: positions,
    },
    Check {
        name: "long-game",
        done: "asked for a move after 600 plies of moves",
        clients: "long games end in a disconnect or an illegal move; lichess-bot meets them often",
        run: long,
    },
    Check {
        name: "bare-go",
        done: "sent go depth 1 before any position",
        clients: "people at a terminal and simple scripts do so; match runners do not",
        run: bare_go,
    },
    Check {
        name: "bad-positions",
        done: "sent positions that are none, then a proper one",
        clients: "GUIs with a board editor let people send such: the engine is gone",
        run: bad_positions,
    },
];

fn positions(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    let mut games = vec![initial(), after(&OPENING)];
    let fens = [MIDDLE, ENDING, MOST_MOVES, ONLY_EN_PASSANT, ONLY_PROMOTIONS, TWO_MOVES];
    games.extend(fens.map(of));
    for game in &games {
        let found = talk.search(game, "go depth 2")?;
        if let Err(why) = found.best() {
            visit.fail(format!("{why}, at {}", game.fen(chess::CastlingField::XFen)));
        }
    }
    visit.note(format!("{} positions", games.len()));
    Ok(())
}

fn long(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    let found = talk.search(&long_game(600), "go depth 1")?;
    visit.expect(found.best());
    visit.judge_time("answer after", found.took(), 500, 2_000);
    Ok(())
}

fn bare_go(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
    let asked = std::time::Instant::now();
    talk.say("go depth 1")?;
    match talk.answer(&initial(), asked) {
        Ok(found) => {
            if let Err(why) = found.best() {
                visit.warn(why);
            }
        }
        Err(Trouble::CalledOff) => return Err(Trouble::CalledOff),
        Err(trouble) => visit.warn(trouble.to_string()),
    }
    Ok(())
}

fn bad_positions(visit: &mut Visit<'_>) -> Result<(), Trouble> {
    let mut talk = visit.engine()?;
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
        let outcome = talk.say(line).and_then(|()| talk.ready());
        match outcome {
            Ok(_) => {}
            Err(Trouble::CalledOff) => return Err(Trouble::CalledOff),
            // No match runner sends these, so nobody's game is lost.
            Err(trouble) => {
                visit.warn(trouble.to_string());
                talk = visit.engine()?;
            }
        }
    }
    let found = talk.search(&initial(), "go depth 1")?.best();
    visit.expect(found);
    Ok(())
}
