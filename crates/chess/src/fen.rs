//! Positions as text: FEN, with the castling fields of X-FEN and Shredder-FEN.
//!
//! What cannot be a position is refused with a reason that names the field. What is merely
//! careless is repaired and the repair reported: missing fields take their defaults
//! (`w - - 0 1`), a castling right without its king or rook at home is dropped, so is an en
//! passant square nobody can use, and counters are brought into range.

mod error;
mod read;
mod write;

pub use error::{FenError, Repair};
pub use write::CastlingField;

use core::str::FromStr;

use crate::sanitise::clip;
use crate::{CastlingRights, Color, Position};
pub(crate) use read::{check_board, en_passant_fault, has_right};
use read::{read_board, read_castling, read_counter, read_en_passant, read_turn};

/// No game goes on beyond 75 moves a side without progress.
pub const MAX_HALFMOVE_CLOCK: u16 = 150;
/// Longer than any game the rules allow.
pub const MAX_FULLMOVE_NUMBER: u16 = 9_999;

/// A position with its clocks, as FEN describes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    pub position: Position,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    pub fullmove_number: u16,
    /// What had to be mended while reading; empty for clean input.
    pub repairs: Vec<Repair>,
}

/// What parts the words of every text read here: white space, and the NUL bytes and byte order
/// marks that careless files bring along.
pub fn is_gap(letter: char) -> bool {
    letter.is_whitespace() || letter == '\0' || letter == '\u{feff}'
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Setup, FenError> {
        let mut fields = text.split(is_gap).filter(|field| !field.is_empty());
        let mut setup = Setup::from_fields(&mut fields)?;
        if let Some(field) = fields.next() {
            setup.read_halfmove_clock(field)?;
        }
        if let Some(field) = fields.next() {
            setup.read_fullmove_number(field)?;
        }
        match fields.next() {
            Some(extra) => Err(FenError::TooManyFields(clip(extra))),
            None => Ok(setup),
        }
    }
}

impl Setup {
    /// Reads the four fields that FEN and EPD share, as many of them as there are.
    pub(crate) fn from_fields<'a>(
        fields: &mut impl Iterator<Item = &'a str>,
    ) -> Result<Setup, FenError> {
        let board = read_board(fields.next().ok_or(FenError::Empty)?)?;
        let turn = fields.next().map_or(Ok(Color::White), read_turn)?;
        check_board(&board, turn)?;
        let mut repairs = Vec::new();
        let castling = match fields.next() {
            None | Some("-") => CastlingRights::NONE,
            Some(text) => read_castling(text, &board, &mut repairs)?,
        };
        let en_passant = match fields.next() {
            None | Some("-") => None,
            Some(text) => read_en_passant(text, &board, turn, &mut repairs)?,
        };
        let position = Position::assemble(board, turn, castling, en_passant);
        if let (Some(square), None) = (en_passant, position.en_passant()) {
            let text = square.to_string();
            repairs.push(Repair::EnPassantDropped { text, reason: "no capture there is legal" });
        }
        Ok(Setup { position, halfmove_clock: 0, fullmove_number: 1, repairs })
    }

    pub(crate) fn read_halfmove_clock(&mut self, text: &str) -> Result<(), FenError> {
        let (value, clamped) = read_counter(text, 0, MAX_HALFMOVE_CLOCK)
            .ok_or_else(|| FenError::BadHalfmoveClock(clip(text)))?;
        self.halfmove_clock = value;
        if clamped {
            self.repairs.push(Repair::HalfmoveClockClamped { text: clip(text), to: value });
        }
        Ok(())
    }

    pub(crate) fn read_fullmove_number(&mut self, text: &str) -> Result<(), FenError> {
        let (value, clamped) = read_counter(text, 1, MAX_FULLMOVE_NUMBER)
            .ok_or_else(|| FenError::BadFullmoveNumber(clip(text)))?;
        self.fullmove_number = value;
        if clamped {
            self.repairs.push(Repair::FullmoveNumberClamped { text: clip(text), to: value });
        }
        Ok(())
    }
}

/// A position fresh on the board, its clocks at their start.
impl From<Position> for Setup {
    fn from(position: Position) -> Setup {
        Setup { position, halfmove_clock: 0, fullmove_number: 1, repairs: Vec::new() }
    }
}
