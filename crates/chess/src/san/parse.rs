//! Reading SAN. Much is forgiven: castling with zeros, promotions with or without a sign,
//! marks of capture and check that are missing or wrong, more squares named than needed. A
//! move is never guessed: what fits several legal moves is refused with their names.
//!
//! Piece letters are capitals. That keeps `bxc3`, a pawn's capture, apart from `Bxc3`. Only
//! what a pawn becomes may be written small, because no file can stand there.

use core::fmt;

use crate::notation::is_castling_steps;
use crate::sanitise::clip;
use crate::{File, Move, PieceType, Position, Rank, Square, Wing};

/// No way of writing a move is longer, in bytes.
pub const MAX_SAN_LEN: usize = 32;

/// Why a text names no move in this position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SanError {
    /// Not written as any move is.
    Malformed(String),
    /// A pass, as analysts note threats; never a move of a game.
    Null(String),
    /// Well formed, but no legal move fits.
    Illegal(String),
    /// A pawn reaches the last rank without saying what it becomes.
    PromotionMissing(String),
    /// Fits more than one legal move.
    Ambiguous { text: String, candidates: Vec<String> },
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SanError::Malformed(text) => write!(
                f,
                "'{}' is no move; expected one like e4, Nf3, exd6, O-O or e8=Q",
                text.escape_debug()
            ),
            SanError::Null(text) => {
                write!(f, "'{}' is a null move; expected a move of a piece", text.escape_debug())
            }
            SanError::Illegal(text) => write!(f, "'{}' is not legal here", text.escape_debug()),
            SanError::PromotionMissing(text) => write!(
                f,
                "'{}' must name the promotion with one of =Q, =R, =B, =N",
                text.escape_debug()
            ),
            SanError::Ambiguous { text, candidates } => {
                write!(f, "'{}' may be any of {}", text.escape_debug(), candidates.join(", "))
            }
        }
    }
}

impl core::error::Error for SanError {}

/// What a text says about a move that is not castling.
#[derive(Default)]
struct Description {
    /// `None` where two squares are named and no letter: any piece may be meant.
    piece_type: Option<PieceType>,
    file: Option<File>,
    rank: Option<Rank>,
    takes: bool,
    to: Option<Square>,
    promotion: Option<PieceType>,
    en_passant: bool,
}

impl Position {
    /// Reads a legal move as people write it.
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        let echo = || clip(text.trim());
        if text.len() > MAX_SAN_LEN {
            return Err(SanError::Malformed(echo()));
        }
        let (bare, en_passant) = strip_marks(text);
        if matches!(bare, "--" | "Z0" | "0000" | "@@@@") {
            return Err(SanError::Null(echo()));
        }
        if let Some(wing) = castling_wing(bare) {
            let castles = |mv: &Move| mv.is_castle() && Wing::of(mv.from(), mv.to()) == wing;
            let castling = self.legal_moves().iter().copied().find(castles);
            return castling.filter(|_| !en_passant).ok_or_else(|| SanError::Illegal(echo()));
        }
        let mut said = describe(bare).ok_or_else(|| SanError::Malformed(echo()))?;
        said.en_passant = en_passant;
        let moves = self.legal_moves();
        let fitting: Vec<Move> = moves.into_iter().filter(|&mv| self.fits(mv, &said)).collect();
        let promoting = |mv: &&Move| mv.promotion() == said.promotion;
        let mut exact = fitting.iter().filter(promoting);
        match (exact.next(), exact.next()) {
            (Some(&mv), None) => Ok(mv),
            (None, _) if said.promotion.is_none() && !fitting.is_empty() => {
                Err(SanError::PromotionMissing(echo()))
            }
            (None, _) => Err(SanError::Illegal(echo())),
            (Some(_), Some(_)) => Err(SanError::Ambiguous {
                text: echo(),
                candidates: fitting
                    .iter()
                    .filter(promoting)
                    .map(|&mv| self.san(mv).to_string())
                    .collect(),
            }),
        }
    }

    /// Whether all that was said holds for this legal move, its promotion left aside.
    fn fits(&self, mv: Move, said: &Description) -> bool {
        let (from, Some(to)) = (mv.from(), said.to) else { return false };
        let both_squares = said.file.is_some() && said.rank.is_some();
        let reaches = match mv.is_castle() {
            true => both_squares && (mv.to() == to || is_castling_steps(mv, to)),
            false => mv.to() == to,
        };
        // A pawn named by its goal alone stays on its file; captures say where they began.
        let straight = said.piece_type != Some(PieceType::Pawn)
            || said.file.is_some()
            || said.takes == mv.is_capture() && (said.takes || from.file() == to.file());
        reaches
            && straight
            && said.piece_type.is_none_or(|piece_type| self.piece_type_on(from) == Some(piece_type))
            && said.file.is_none_or(|file| from.file() == file)
            && said.rank.is_none_or(|rank| from.rank() == rank)
            && (!said.en_passant || mv.is_en_passant())
    }
}

/// Takes off what follows a move (`+ # ! ?` and the en passant note, in any number and order),
/// and says whether it was called en passant.
fn strip_marks(text: &str) -> (&str, bool) {
    let mut bare = text.trim();
    let mut en_passant = false;
    loop {
        let unmarked = bare.trim_end_matches(['+', '#', '!', '?']).trim_end();
        let unnoted = ["e.p.", "e.p", "ep"].iter().find_map(|note| unmarked.strip_suffix(note));
        en_passant |= unnoted.is_some();
        match unnoted {
            Some(rest) => bare = rest.trim_end(),
            None => return (unmarked, en_passant),
        }
    }
}

/// Castling written with capital or small letters or with zeros.
fn castling_wing(text: &str) -> Option<Wing> {
    let mut steps = 0;
    for step in text.split('-') {
        if !matches!(step, "O" | "o" | "0") {
            return None;
        }
        steps += 1;
    }
    match steps {
        2 => Some(Wing::King),
        3 => Some(Wing::Queen),
        _ => None,
    }
}

/// Takes a text without marks apart, from its end to its beginning; `None` if anything is left.
fn describe(text: &str) -> Option<Description> {
    let mut said = Description::default();
    let (rest, promotion) = strip_promotion(text);
    said.promotion = promotion;
    let (rest, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
    said.to = Some(to.parse().ok()?);
    let (rest, takes) = match rest.strip_suffix(['x', ':']) {
        Some(rest) => (rest, true),
        None => (rest.strip_suffix('-').unwrap_or(rest), false),
    };
    said.takes = takes;
    let letter = rest.chars().next().filter(char::is_ascii_uppercase);
    let origin = match letter {
        Some(letter) => {
            said.piece_type = Some(PieceType::from_letter(letter)?);
            &rest[1..]
        }
        None => rest,
    };
    match *origin.as_bytes() {
        [] => {}
        [file @ b'a'..=b'h'] => said.file = File::from_letter(char::from(file)),
        [rank @ b'1'..=b'8'] => said.rank = Rank::from_letter(char::from(rank)),
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
            said.file = File::from_letter(char::from(file));
            said.rank = Rank::from_letter(char::from(rank));
        }
        _ => return None,
    }
    let from_square = said.file.is_some() && said.rank.is_some();
    if letter.is_none() && !from_square {
        said.piece_type = Some(PieceType::Pawn);
    }
    Some(said)
}

/// Takes a promotion off the end: `=Q`, `(Q)`, `/Q` or a bare letter after the rank.
fn strip_promotion(text: &str) -> (&str, Option<PieceType>) {
    let (open, bracketed) = match text.strip_suffix(')') {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    let mut letters = open.chars();
    let piece = match letters.next_back() {
        Some('Q' | 'q') => PieceType::Queen,
        Some('R' | 'r') => PieceType::Rook,
        Some('B' | 'b') => PieceType::Bishop,
        Some('N' | 'n') => PieceType::Knight,
        _ => return (text, None),
    };
    let rest = letters.as_str();
    let unsigned = match bracketed {
        true => rest.strip_suffix('('),
        false => Some(rest.strip_suffix(['=', '/']).unwrap_or(rest)),
    };
    match unsigned {
        Some(rest) => (rest, Some(piece)),
        None => (text, None),
    }
}
