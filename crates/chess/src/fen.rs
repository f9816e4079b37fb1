//! Positions as text: FEN, with the castling fields of X-FEN and Shredder-FEN.
//!
//! What cannot be a position is refused with a reason that names the field. What is merely
//! careless is repaired and the repair reported: missing fields take their defaults
//! (`w - - 0 1`), a castling right without its king or rook at home is dropped, so is an en
//! passant square nobody can use, and counters are brought into range.

use core::fmt;
use core::str::FromStr;

use crate::position::for_turn;
use crate::side::{Black, White};
use crate::sight::Sight;
use crate::text::clip;
use crate::{
    Bitboard, Board, CastlingRights, Color, File, Kind, Piece, Position, Rank, Square, Wing,
};

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

/// Something in a FEN that was put right instead of refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Repair {
    CastlingRightDropped { letter: char, color: Color },
    EnPassantDropped { text: String, reason: &'static str },
    HalfmoveClockClamped { text: String, to: u16 },
    FullmoveNumberClamped { text: String, to: u16 },
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Repair::CastlingRightDropped { letter, color } => {
                write!(
                    f,
                    "castling: '{letter}' dropped, {color} has no king and rook at home for it"
                )
            }
            Repair::EnPassantDropped { text, reason } => {
                write!(f, "en passant: '{}' dropped, {reason}", text.escape_debug())
            }
            Repair::HalfmoveClockClamped { text, to } => {
                write!(f, "halfmove clock: '{text}' taken as {to}")
            }
            Repair::FullmoveNumberClamped { text, to } => {
                write!(f, "fullmove number: '{text}' taken as {to}")
            }
        }
    }
}

/// Why a FEN was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenError {
    Empty,
    TooManyFields(String),
    RankCount(usize),
    RankLength { rank: Rank, squares: usize },
    BadDigit { rank: Rank, digit: char },
    AdjacentDigits(Rank),
    BadPiece { rank: Rank, letter: char },
    BadTurn(String),
    BadCastling { letter: char },
    RepeatedCastling { letter: char },
    BadEnPassant(String),
    BadHalfmoveClock(String),
    BadFullmoveNumber(String),
    KingCount { color: Color, count: u32 },
    TooManyMen { color: Color, count: u32 },
    TooManyPawns { color: Color, count: u32 },
    TooManyPromotions { color: Color, promoted: u32, pawns: u32 },
    PawnOnBackRank(Square),
    KingsTouch,
    OpponentInCheck { color: Color },
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use FenError::*;
        match self {
            Empty => f.write_str("board: nothing there; expected eight ranks joined by '/'"),
            TooManyFields(text) => {
                write!(f, "fields: '{}' follows the sixth and last field", text.escape_debug())
            }
            RankCount(count) => write!(f, "board: {count} ranks; expected 8 joined by '/'"),
            RankLength { rank, squares } => {
                write!(f, "board: rank {rank} has {squares} squares; expected 8")
            }
            BadDigit { rank, digit } => {
                write!(f, "board: '{digit}' in rank {rank}; empty squares are counted 1 to 8")
            }
            AdjacentDigits(rank) => {
                write!(f, "board: two digits in a row in rank {rank}; write their sum")
            }
            BadPiece { rank, letter } => write!(
                f,
                "board: '{}' in rank {rank} is no piece; expected one of PNBRQKpnbrqk",
                letter.escape_debug()
            ),
            BadTurn(text) => write!(f, "side to move: '{}'; expected w or b", text.escape_debug()),
            BadCastling { letter } => write!(
                f,
                "castling: '{}'; expected '-' or letters of KQkq, or A to H and a to h",
                letter.escape_debug()
            ),
            RepeatedCastling { letter } => write!(f, "castling: '{letter}' says it twice"),
            BadEnPassant(text) => {
                write!(f, "en passant: '{}'; expected '-' or a square", text.escape_debug())
            }
            BadHalfmoveClock(text) => {
                write!(f, "halfmove clock: '{}' is not a number", text.escape_debug())
            }
            BadFullmoveNumber(text) => {
                write!(f, "fullmove number: '{}' is not a number", text.escape_debug())
            }
            KingCount { color, count } => {
                write!(f, "board: {color} has {count} kings; expected 1")
            }
            TooManyMen { color, count } => {
                write!(f, "board: {color} has {count} men; expected at most 16")
            }
            TooManyPawns { color, count } => {
                write!(f, "board: {color} has {count} pawns; expected at most 8")
            }
            TooManyPromotions { color, promoted, pawns } => write!(
                f,
                "board: {color} has {promoted} promoted pieces beside {pawns} pawns; together at most 8"
            ),
            PawnOnBackRank(square) => write!(f, "board: a pawn cannot stand on {square}"),
            KingsTouch => f.write_str("board: the kings stand on adjacent squares"),
            OpponentInCheck { color } => {
                write!(f, "board: {color} is in check, but it is the other side's turn")
            }
        }
    }
}

impl core::error::Error for FenError {}

/// Fields are parted by white space; a NUL, which some collections end lines with, is no more.
pub(crate) fn is_gap(letter: char) -> bool {
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
    /// The starting position of standard chess.
    pub fn initial() -> Setup {
        Setup::from(Position::initial())
    }

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

fn read_board(text: &str) -> Result<Board, FenError> {
    let count = text.split('/').count();
    if count != 8 {
        return Err(FenError::RankCount(count));
    }
    let mut board = Board::default();
    for (rank, row) in Rank::ALL.into_iter().rev().zip(text.split('/')) {
        let mut squares = 0;
        let mut after_digit = false;
        for letter in row.chars() {
            if let Some(digit) = letter.to_digit(10) {
                if !(1..=8).contains(&digit) {
                    return Err(FenError::BadDigit { rank, digit: letter });
                }
                if after_digit {
                    return Err(FenError::AdjacentDigits(rank));
                }
                squares += digit as usize;
                after_digit = true;
            } else {
                let piece =
                    Piece::from_letter(letter).ok_or(FenError::BadPiece { rank, letter })?;
                if squares < 8 {
                    let square = Square::new(File::from_index(squares), rank);
                    board.toggle(piece.color, piece.kind, square);
                }
                squares += 1;
                after_digit = false;
            }
        }
        if squares != 8 {
            return Err(FenError::RankLength { rank, squares });
        }
    }
    Ok(board)
}

/// Whether a game can have come to such a board.
fn check_board(board: &Board, turn: Color) -> Result<(), FenError> {
    for color in Color::ALL {
        let kings = board.men(color, Kind::King).len();
        if kings != 1 {
            return Err(FenError::KingCount { color, count: kings });
        }
        let men = board.color(color).len();
        if men > 16 {
            return Err(FenError::TooManyMen { color, count: men });
        }
        let pawns = board.men(color, Kind::Pawn).len();
        if pawns > 8 {
            return Err(FenError::TooManyPawns { color, count: pawns });
        }
        let beyond = |kind, at_start: u32| board.men(color, kind).len().saturating_sub(at_start);
        let promoted = beyond(Kind::Knight, 2)
            + beyond(Kind::Bishop, 2)
            + beyond(Kind::Rook, 2)
            + beyond(Kind::Queen, 1);
        if promoted + pawns > 8 {
            return Err(FenError::TooManyPromotions { color, promoted, pawns });
        }
    }
    let misplaced = board.kind(Kind::Pawn) & Bitboard::BACK_RANKS;
    if misplaced.any() {
        return Err(FenError::PawnOnBackRank(misplaced.lowest()));
    }
    if crate::attacks::king_attacks(board.king(Color::White)).has(board.king(Color::Black)) {
        return Err(FenError::KingsTouch);
    }
    let waiting = !turn;
    if for_turn!(waiting, Us => Sight::of::<Us>(board)).checkers.any() {
        return Err(FenError::OpponentInCheck { color: waiting });
    }
    Ok(())
}

fn read_turn(text: &str) -> Result<Color, FenError> {
    match text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(FenError::BadTurn(clip(text))),
    }
}

/// `K` and `Q` mean the outermost rook on their wing; a file letter names the rook itself.
fn read_castling(
    text: &str,
    board: &Board,
    repairs: &mut Vec<Repair>,
) -> Result<CastlingRights, FenError> {
    let mut castling = CastlingRights::NONE;
    for (index, letter) in text.chars().enumerate() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let home = Rank::R1.seen_by(color);
        let king = board.king(color);
        let rooks = board.men(color, Kind::Rook) & home.bitboard();
        let at_home = king.rank() == home;
        let rook = match letter.to_ascii_lowercase() {
            'k' => rooks.squares().filter(|&rook| rook > king).last(),
            'q' => rooks.squares().find(|&rook| rook < king),
            file => {
                let file = File::from_letter(file).ok_or(FenError::BadCastling { letter })?;
                Some(Square::new(file, home)).filter(|&rook| rooks.has(rook))
            }
        };
        match rook.filter(|_| at_home) {
            Some(rook) if castling.rooks().has(rook) => {
                return Err(FenError::RepeatedCastling { letter });
            }
            // A second rook on one wing can hold no right beside the first.
            Some(rook) if has_right(castling, color, king, Wing::of(king, rook)) => {
                return Err(FenError::RepeatedCastling { letter });
            }
            Some(rook) => castling.grant(rook),
            // Beyond the fourth letter the field is refused below, however long it is.
            None if index >= 4 => {}
            None => repairs.push(Repair::CastlingRightDropped { letter, color }),
        }
    }
    if text.chars().count() > 4 {
        let letter = text.chars().last().unwrap_or('-');
        return Err(FenError::RepeatedCastling { letter });
    }
    Ok(castling)
}

fn has_right(castling: CastlingRights, color: Color, king: Square, wing: Wing) -> bool {
    castling.rooks_of(color).squares().any(|rook| Wing::of(king, rook) == wing)
}

/// Refuses what is no square; drops a square that cannot be right.
fn read_en_passant(
    text: &str,
    board: &Board,
    turn: Color,
    repairs: &mut Vec<Repair>,
) -> Result<Option<Square>, FenError> {
    let mut drop = |reason| {
        repairs.push(Repair::EnPassantDropped { text: text.to_owned(), reason });
        Ok(None)
    };
    let Ok(square) = text.parse::<Square>() else {
        return if text.chars().count() == 2 {
            drop("it is not on the board")
        } else {
            Err(FenError::BadEnPassant(clip(text)))
        };
    };
    if square.rank() != Rank::R6.seen_by(turn) {
        return drop("it is not on the rank pawns pass over");
    }
    let step = if turn == Color::White { 8 } else { -8 };
    let (origin, pawn) = (square.offset(step), square.offset(-step));
    if !board.men(!turn, Kind::Pawn).has(pawn) {
        return drop("no pawn has passed it");
    }
    if board.occupied().has(square) || board.occupied().has(origin) {
        return drop("the pawn's way there is blocked");
    }
    Ok(Some(square))
}

/// A whole number of any length and sign, brought into range; `None` if it is none.
fn read_counter(text: &str, min: u16, max: u16) -> Option<(u16, bool)> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // Only a number too long for i64 fails to parse, and its sign says which end is meant.
    let value =
        text.parse::<i64>().unwrap_or(if text.starts_with('-') { i64::MIN } else { i64::MAX });
    let clamped = value.clamp(i64::from(min), i64::from(max));
    Some((clamped as u16, clamped != value))
}

/// How castling rights are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastlingField {
    /// `KQkq`, and a file letter where another rook stands further out.
    XFen,
    /// Always file letters.
    Shredder,
}

impl Position {
    /// The four fields that FEN and EPD share.
    pub fn board_fields(&self, style: CastlingField) -> String {
        let mut text = String::with_capacity(80);
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0;
            for file in File::ALL {
                match self.piece_on(Square::new(file, rank)) {
                    None => empty += 1,
                    Some(piece) => {
                        push_count(&mut text, &mut empty);
                        text.push(piece.letter());
                    }
                }
            }
            push_count(&mut text, &mut empty);
            text.push(if rank == Rank::R1 { ' ' } else { '/' });
        }
        text.push(if self.turn == Color::White { 'w' } else { 'b' });
        text.push(' ');
        self.push_castling(&mut text, style);
        text.push(' ');
        match self.en_passant {
            Some(square) => text.push_str(&square.to_string()),
            None => text.push('-'),
        }
        text
    }

    fn push_castling(&self, text: &mut String, style: CastlingField) {
        let before = text.len();
        for color in Color::ALL {
            let king = self.king(color);
            let home = self.board.men(color, Kind::Rook) & Rank::R1.seen_by(color).bitboard();
            for wing in Wing::ALL {
                let on_wing = |rook: &Square| Wing::of(king, *rook) == wing;
                let Some(rook) = self.castling.rooks_of(color).squares().find(on_wing) else {
                    continue;
                };
                let mut rooks = home.squares().filter(on_wing);
                let outermost = match wing {
                    Wing::King => rooks.last(),
                    Wing::Queen => rooks.next(),
                };
                let letter = match (style, wing) {
                    (CastlingField::XFen, Wing::King) if outermost == Some(rook) => 'k',
                    (CastlingField::XFen, Wing::Queen) if outermost == Some(rook) => 'q',
                    _ => rook.file().letter(),
                };
                text.push(match color {
                    Color::White => letter.to_ascii_uppercase(),
                    Color::Black => letter,
                });
            }
        }
        if text.len() == before {
            text.push('-');
        }
    }
}

fn push_count(text: &mut String, empty: &mut u8) {
    if *empty > 0 {
        text.push((b'0' + *empty) as char);
        *empty = 0;
    }
}

impl Setup {
    pub fn to_fen(&self, style: CastlingField) -> String {
        let fields = self.position.board_fields(style);
        format!("{fields} {} {}", self.halfmove_clock, self.fullmove_number)
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_fen(CastlingField::XFen))
    }
}
