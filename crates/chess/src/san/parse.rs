//! Reads SAN leniently: castling with zeros, promotions with or without a sign, missing or wrong
//! marks of capture and check, and more squares than needed. It never guesses: a text that fits
//! several legal moves is refused, and the error lists them.
//!
//! Piece letters are capitals, which distinguishes the pawn capture `bxc3` from `Bxc3`. Only the
//! promotion may be in lower case, because no file can stand there.

use core::fmt;

use crate::notation::is_castling_steps;
use crate::sanitise::clip;
use crate::{File, Move, PieceType, Position, Rank, Square, Wing};

/// The longest text that [`Position::parse_san`] reads, in bytes.
pub const MAX_SAN_LEN: usize = 32;

/// Why a SAN move was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SanError {
    /// The text does not have the form of a move.
    Malformed(String),
    /// A null move, as analysts write threats. It is never a move of a game.
    Null(String),
    /// No legal move fits the text.
    Illegal(String),
    /// A pawn reaches the last rank, and the text does not name the promotion.
    PromotionMissing(String),
    /// More than one legal move fits the text.
    Ambiguous {
        /// The text.
        text: String,
        /// The moves that fit, in SAN.
        candidates: Vec<String>,
    },
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
    /// `None` if the text has two squares and no letter: it may mean any piece.
    piece_type: Option<PieceType>,
    file: Option<File>,
    rank: Option<Rank>,
    takes: bool,
    to: Option<Square>,
    promotion: Option<PieceType>,
    en_passant: bool,
}

impl Position {
    /// Reads a legal move in SAN. Common deviations are understood; ambiguous texts are refused.
    ///
    /// ```
    /// use chess::{Position, Setup};
    ///
    /// let start = Position::initial();
    /// assert_eq!(start.parse_san("Nf3"), start.parse_san("Ng1-f3!?"));
    ///
    /// let knights = "4k3/8/8/8/8/8/4K3/N3N3 w - - 0 1".parse::<Setup>()?.position;
    /// let error = knights.parse_san("Nc2").unwrap_err();
    /// assert_eq!(error.to_string(), "'Nc2' may be any of Nac2, Nec2");
    /// # Ok::<(), chess::FenError>(())
    /// ```
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        let excerpt = || clip(text.trim());
        if text.len() > MAX_SAN_LEN {
            return Err(SanError::Malformed(excerpt()));
        }
        let (bare, en_passant) = strip_marks(text);
        if matches!(bare, "--" | "Z0" | "0000" | "@@@@") {
            return Err(SanError::Null(excerpt()));
        }
        if let Some(wing) = castling_wing(bare) {
            let castles = |mv: &Move| mv.is_castle() && Wing::of(mv.from(), mv.to()) == wing;
            let castling = self.legal_moves().iter().copied().find(castles);
            return castling.filter(|_| !en_passant).ok_or_else(|| SanError::Illegal(excerpt()));
        }
        let mut wanted = describe(bare).ok_or_else(|| SanError::Malformed(excerpt()))?;
        wanted.en_passant = en_passant;
        let moves = self.legal_moves();
        let fitting: Vec<Move> = moves.into_iter().filter(|&mv| self.fits(mv, &wanted)).collect();
        let promoting = |mv: &&Move| mv.promotion() == wanted.promotion;
        let mut exact = fitting.iter().filter(promoting);
        match (exact.next(), exact.next()) {
            (Some(&mv), None) => Ok(mv),
            (None, _) if wanted.promotion.is_none() && !fitting.is_empty() => {
                Err(SanError::PromotionMissing(excerpt()))
            }
            (None, _) => Err(SanError::Illegal(excerpt())),
            (Some(_), Some(_)) => Err(SanError::Ambiguous {
                text: excerpt(),
                candidates: fitting
                    .iter()
                    .filter(promoting)
                    .map(|&mv| self.san(mv).to_string())
                    .collect(),
            }),
        }
    }

    /// Whether a legal move fits the description, apart from the promotion.
    fn fits(&self, mv: Move, wanted: &Description) -> bool {
        let (from, Some(to)) = (mv.from(), wanted.to) else { return false };
        let both_squares = wanted.file.is_some() && wanted.rank.is_some();
        let reaches = match mv.is_castle() {
            true => both_squares && (mv.to() == to || is_castling_steps(mv, to)),
            false => mv.to() == to,
        };
        // A pawn move without an origin stays on its file, unless it is written as a capture.
        let straight = wanted.piece_type != Some(PieceType::Pawn)
            || wanted.file.is_some()
            || wanted.takes == mv.is_capture() && (wanted.takes || from.file() == to.file());
        reaches
            && straight
            && wanted
                .piece_type
                .is_none_or(|piece_type| self.piece_type_on(from) == Some(piece_type))
            && wanted.file.is_none_or(|file| from.file() == file)
            && wanted.rank.is_none_or(|rank| from.rank() == rank)
            && (!wanted.en_passant || mv.is_en_passant())
    }
}

/// Strips what follows a move (`+ # ! ?` and the en passant note, in any number and order), and
/// returns whether there was an en passant note.
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

/// Parses a text without marks, from its end to its beginning; `None` if anything is left over.
fn describe(text: &str) -> Option<Description> {
    let mut wanted = Description::default();
    let (rest, promotion) = strip_promotion(text);
    wanted.promotion = promotion;
    let (rest, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
    wanted.to = Some(to.parse().ok()?);
    let (rest, takes) = match rest.strip_suffix(['x', ':']) {
        Some(rest) => (rest, true),
        None => (rest.strip_suffix('-').unwrap_or(rest), false),
    };
    wanted.takes = takes;
    let letter = rest.chars().next().filter(char::is_ascii_uppercase);
    let origin = match letter {
        Some(letter) => {
            wanted.piece_type = Some(PieceType::from_letter(letter)?);
            &rest[1..]
        }
        None => rest,
    };
    match *origin.as_bytes() {
        [] => {}
        [file @ b'a'..=b'h'] => wanted.file = File::from_letter(char::from(file)),
        [rank @ b'1'..=b'8'] => wanted.rank = Rank::from_letter(char::from(rank)),
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
            wanted.file = File::from_letter(char::from(file));
            wanted.rank = Rank::from_letter(char::from(rank));
        }
        _ => return None,
    }
    let from_square = wanted.file.is_some() && wanted.rank.is_some();
    if letter.is_none() && !from_square {
        wanted.piece_type = Some(PieceType::Pawn);
    }
    Some(wanted)
}

/// Strips a promotion from the end: `=Q`, `(Q)`, `/Q` or a bare letter after the rank.
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
