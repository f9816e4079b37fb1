//! `position` and `flip`: set the game that the session searches.

use core::fmt;
use std::io::{self, Write};

use chess::{CastlingNotation, FenError, Game, Outcome, Repair, Setup, UciMoveError};
use uci::{PositionCommand, StartFrom};

use super::Session;
use crate::mirror::mirrored;

/// Why a `position` was refused.
#[derive(Debug)]
enum Refusal {
    Fen(FenError),
    Move {
        /// Counted from 1.
        number: usize,
        error: UciMoveError,
        /// The outcome, if the game was over before this move.
        over: Option<Outcome>,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Fen(error) => write!(f, "position: {error}"),
            Refusal::Move { number, error, over: None } => {
                write!(f, "position: move {number}: {error}")
            }
            Refusal::Move { number, error, over: Some(outcome) } => {
                write!(f, "position: move {number}: {error}; the game was over, {outcome}")
            }
        }
    }
}

/// Plays all moves or none: a game that ends early is not the one the client meant.
fn play(command: &PositionCommand) -> Result<Game, Refusal> {
    let start = match &command.start {
        StartFrom::Startpos => Setup::initial(),
        StartFrom::Fen(fen) => fen.parse().map_err(Refusal::Fen)?,
    };
    let mut game = Game::new(start);
    for (index, text) in command.moves.iter().enumerate() {
        let refuse = |error, game: &Game| {
            let over = game.outcome().filter(|_| game.position().count_legal() == 0);
            Refusal::Move { number: index + 1, error, over }
        };
        let mv = game.position().parse_uci(text).map_err(|error| refuse(error, &game))?;
        if game.play(mv).is_err() {
            return Err(refuse(UciMoveError::Illegal(mv.uci(CastlingNotation::Chess960)), &game));
        }
    }
    Ok(game)
}

impl<W: Write> Session<W> {
    pub(super) fn set_position(&mut self, command: &PositionCommand) -> io::Result<()> {
        match play(command) {
            Ok(game) => {
                self.set_game(game)?;
                self.position_refused = false;
                if self.debug {
                    let fen = self.game.fen(self.options.castling_field());
                    self.note(format_args!("position is {fen}"))?;
                }
                Ok(())
            }
            Err(refusal) => {
                self.position_refused = true;
                self.error(refusal)
            }
        }
    }

    pub(super) fn flip(&mut self) -> io::Result<()> {
        match mirrored(&self.game.setup()) {
            Ok(setup) => self.set_game(Game::new(setup)),
            Err(error) => self.error(format_args!("flip: {error}")),
        }
    }

    fn set_game(&mut self, game: Game) -> io::Result<()> {
        self.game = game;
        let repairs: Vec<Repair> = self.game.start().repairs.clone();
        repairs.iter().try_for_each(|repair| self.note(repair))
    }
}
