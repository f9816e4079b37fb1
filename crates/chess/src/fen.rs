//! Positions as text: FEN, with the castling fields of X-FEN and Shredder-FEN.
//!
//! Impossible positions are refused, and the error names the field. Careless ones are repaired,
//! and each repair is reported: missing fields take their defaults (`w - - 0 1`), castling rights
//! without king and rook at home are dropped, en passant squares where no capture is legal are
//! dropped, and counters are clamped to their range.

mod error;
mod read;
mod write;

pub use error::{FenError, Repair};
pub use write::CastlingField;

use core::str::FromStr;

use crate::sanitise::clip;
use crate::sanitise::is_gap;
use crate::{Board, CastlingRights, Color, Position};
pub(crate) use read::{check_board, en_passant_fault, has_right};
use read::{read_board, read_castling, read_counter, read_en_passant, read_turn};

/// The highest halfmove clock: after 75 moves a side without progress the game is a draw.
pub const MAX_HALFMOVE_CLOCK: u16 = 150;
/// The highest move number: more than any game the rules allow.
pub const MAX_FULLMOVE_NUMBER: u16 = 9_999;

/// A position with its clocks, as FEN describes it.
///
/// It is read with [`str::parse`] and written with [`Setup::to_fen`] or [`ToString`]. To set one
/// up piece by piece, see [`Setup::builder`].
///
/// ```
/// use chess::{Color, Setup};
///
/// let setup: Setup = "4k3/8/8/8/8/8/4P3/4K3 b - - 5 39".parse()?;
/// assert_eq!(setup.position.turn(), Color::Black);
/// assert_eq!((setup.halfmove_clock, setup.fullmove_number), (5, 39));
/// assert_eq!(setup.to_string(), "4k3/8/8/8/8/8/4P3/4K3 b - - 5 39");
/// # Ok::<(), chess::FenError>(())
/// ```
///
/// Slips that leave no doubt about the position are repaired, and the repairs listed:
///
/// ```
/// # use chess::Setup;
/// let setup: Setup = "4k3/8/8/8/8/8/8/4K2R w KQ - 0 0".parse()?;
/// assert_eq!(setup.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
/// let repairs: Vec<String> = setup.repairs.iter().map(|repair| repair.to_string()).collect();
/// assert_eq!(repairs, [
///     "castling: 'Q' dropped, white has no king and rook at home for it",
///     "fullmove number: '0' taken as 1",
/// ]);
/// # Ok::<(), chess::FenError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The pieces, the side to move, castling rights and en passant square.
    pub position: Position,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the next move; Black's move has the same number as White's before it.
    pub fullmove_number: u16,
    /// What was repaired while reading; empty for clean input.
    pub repairs: Vec<Repair>,
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
    /// Reads the four fields that FEN and EPD share; missing ones take their defaults.
    pub(crate) fn from_fields<'a>(
        fields: &mut impl Iterator<Item = &'a str>,
    ) -> Result<Setup, FenError> {
        let board = read_board(fields.next().ok_or(FenError::Empty)?)?;
        let turn = fields.next().map_or(Ok(Color::White), read_turn)?;
        Setup::from_parts(board, turn, fields.next(), fields.next())
    }

    /// Checks a board, and reads castling rights and en passant square for it.
    pub(crate) fn from_parts(
        board: Board,
        turn: Color,
        castling: Option<&str>,
        en_passant: Option<&str>,
    ) -> Result<Setup, FenError> {
        check_board(&board, turn)?;
        let mut repairs = Vec::new();
        let castling = match castling {
            None | Some("-") => CastlingRights::NONE,
            Some(text) => read_castling(text, &board, &mut repairs)?,
        };
        let en_passant = match en_passant {
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

/// The position at move 1, with no plies counted.
impl From<Position> for Setup {
    fn from(position: Position) -> Setup {
        Setup { position, halfmove_clock: 0, fullmove_number: 1, repairs: Vec::new() }
    }
}
