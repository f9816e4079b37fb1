//! `position` and `flip`: set the game that the session searches.

use core::fmt;
use std::io::{self, Write};

use chess::{
    CastlingField, CastlingNotation, FenError, Game, Outcome, Repair, Setup, UciMoveError,
};
use uci::{PositionCommand, StartFrom};

use super::Session;

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

/// Exchanges the colours of a position. Works on the FEN, where each field is easy to mirror.
fn mirrored(setup: &Setup) -> Result<Setup, FenError> {
    let fields = setup.position.board_fields(CastlingField::Shredder);
    let mut fields = fields.split(' ');
    let mut next = || fields.next().unwrap_or("-");
    let (board, turn, castling, en_passant) = (next(), next(), next(), next());
    let board = board.split('/').rev().map(swap_case).collect::<Vec<_>>().join("/");
    let turn = if turn == "w" { "b" } else { "w" };
    let castling = swap_case(castling);
    let en_passant = en_passant.replace('3', "x").replace('6', "3").replace('x', "6");
    let (halfmoves, fullmoves) = (setup.halfmove_clock, setup.fullmove_number);
    format!("{board} {turn} {castling} {en_passant} {halfmoves} {fullmoves}").parse()
}

fn swap_case(text: &str) -> String {
    text.chars()
        .map(|letter| match letter.is_ascii_uppercase() {
            true => letter.to_ascii_lowercase(),
            false => letter.to_ascii_uppercase(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::perft::{SIGNATURE, perft};

    #[test]
    fn mirroring_twice_restores_the_position_and_keeps_perft() {
        let en_passant = "4k3/8/8/8/1pP5/8/8/4K3 b - c3 7 9";
        for fen in SIGNATURE.iter().map(|sample| sample.fen).chain([en_passant]) {
            let setup: Setup = fen.parse().unwrap();
            let mirror = mirrored(&setup).unwrap();
            assert!(mirror.repairs.is_empty(), "{fen}: {:?}", mirror.repairs);
            assert_ne!(mirror, setup);
            assert_eq!(mirrored(&mirror).unwrap(), setup);
            assert_eq!(perft(&mirror.position, 3), perft(&setup.position, 3), "{fen}");
        }
    }
}
