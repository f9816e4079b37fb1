//! A position on the board: where the game began, and the moves since.

use chess::{CastlingField, CastlingNotation, Game, Move, Position, Setup};
use serde::Serialize;

use crate::fields::Fields;
use crate::refusal::Refusal;

/// A pass, which annotated games contain in variations.
pub(crate) const PASS: &str = "0000";
/// A pass in SAN.
pub(crate) const PASS_SAN: &str = "--";

/// A move of the line, as the notation shows it.
#[derive(Serialize)]
pub(crate) struct Step {
    pub(crate) uci: String,
    pub(crate) san: String,
    /// The position after it.
    pub(crate) fen: String,
}

/// A game with the moves that led to its last position.
pub(crate) struct Place {
    /// Begins after the last pass: a pass makes earlier positions unreachable.
    pub(crate) game: Game,
    pub(crate) line: Vec<Step>,
}

/// The start of a game: `startpos` or a FEN.
pub(crate) fn setup(text: &str) -> Result<Setup, Refusal> {
    match text.trim() {
        "startpos" => Ok(Setup::initial()),
        fen => fen.parse().map_err(|error| Refusal(format!("start: {error}"))),
    }
}

/// A move as people or programs write it.
pub(crate) fn read_move(position: &Position, text: &str) -> Result<Move, Refusal> {
    let san = position.parse_san(text);
    san.or_else(|error| position.parse_uci(text).map_err(|_| Refusal::from(error)))
}

/// A move as UCI writes it; castling away from the standard squares is the king taking its rook.
pub(crate) fn uci(mv: Move) -> String {
    mv.uci(CastlingNotation::Standard).to_string()
}

/// The same game, as if the side to move had passed.
pub(crate) fn passed(game: &Game) -> Result<Game, Refusal> {
    if game.position().in_check() {
        return Err(Refusal::new("the side to move is in check and cannot pass"));
    }
    let mut setup = game.setup();
    setup.position = setup.position.after_null();
    Ok(Game::new(setup))
}

impl Place {
    /// Reads `start` and `moves`. A missing start is the initial position.
    pub(crate) fn read(fields: &Fields) -> Result<Place, Refusal> {
        let start = setup(fields.optional_text("start")?.unwrap_or("startpos"))?;
        let mut place = Place { game: Game::new(start), line: Vec::new() };
        for text in fields.texts("moves")? {
            place.play(text)?;
        }
        Ok(place)
    }

    /// Plays a move as UCI writes it, or a pass.
    fn play(&mut self, text: &str) -> Result<(), Refusal> {
        let number = self.line.len() + 1;
        let refuse =
            |why: &dyn core::fmt::Display| Refusal(format!("moves, number {number}: {why}"));
        let (uci, san) = match text {
            PASS => {
                self.game = passed(&self.game).map_err(|why| refuse(&why.0))?;
                (PASS.to_owned(), PASS_SAN.to_owned())
            }
            _ => {
                let position = *self.game.position();
                let mv = position.parse_uci(text).map_err(|why| refuse(&why))?;
                self.game.play(mv)?;
                (uci(mv), position.san(mv).to_string())
            }
        };
        self.line.push(Step { uci, san, fen: self.game.fen(CastlingField::XFen) });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_line_is_replayed_with_its_notation() {
        let fields = Fields::of(json!({"start": "startpos", "moves": ["e2e4", "e7e5", "g1f3"]}));
        let place = Place::read(&fields).unwrap();
        let sans: Vec<&str> = place.line.iter().map(|step| step.san.as_str()).collect();
        assert_eq!(sans, ["e4", "e5", "Nf3"]);
        assert_eq!(place.line[2].fen, place.game.fen(CastlingField::XFen));
    }

    #[test]
    fn an_illegal_move_is_refused_with_its_number() {
        let fields = Fields::of(json!({"moves": ["e2e4", "e2e4"]}));
        let why = Place::read(&fields).err().unwrap().0;
        assert_eq!(why, "moves, number 2: 'e2e4' is not legal here");
    }

    #[test]
    fn a_pass_gives_the_move_to_the_other_side() {
        let fields = Fields::of(json!({"moves": ["e2e4", "0000", "d2d4"]}));
        let place = Place::read(&fields).unwrap();
        assert_eq!(place.line[1].san, "--");
        assert!(place.line[2].fen.starts_with("rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR b"));
    }

    #[test]
    fn typed_moves_are_san_or_uci() {
        let position = Position::initial();
        for text in ["Nf3", "g1f3", "Ng1-f3"] {
            assert_eq!(uci(read_move(&position, text).unwrap()), "g1f3", "{text}");
        }
        assert!(read_move(&position, "Ke4").is_err());
    }
}
