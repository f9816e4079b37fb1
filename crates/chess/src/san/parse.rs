//! Reading SAN. Much is forgiven: castling with zeros, promotions with or without a sign,
//! marks of capture and check that are missing or wrong, more squares named than needed. A
//! move is never guessed: what fits several legal moves is refused with their names.
//!
//! Piece letters are capitals. That keeps `bxc3`, a pawn's capture, apart from `Bxc3`.

use core::fmt;

use crate::notation::is_castling_steps;
use crate::text::clip;
use crate::{File, Kind, Move, Position, Rank, Square, Wing};

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
                write!(f, "'{}' is a null move; expected a move of a man", text.escape_debug())
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
    /// `None` where two squares are named and no letter: any man may be meant.
    kind: Option<Kind>,
    file: Option<File>,
    rank: Option<Rank>,
    takes: bool,
    to: Option<Square>,
    promotion: Option<Kind>,
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
        let straight = said.kind != Some(Kind::Pawn)
            || said.file.is_some()
            || said.takes == mv.is_capture() && (said.takes || from.file() == to.file());
        reaches
            && straight
            && said.kind.is_none_or(|kind| self.kind_on(from) == Some(kind))
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
            said.kind = Some(Kind::from_letter(letter)?);
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
        said.kind = Some(Kind::Pawn);
    }
    Some(said)
}

/// Takes a promotion off the end: `=Q`, `(Q)`, `/Q` or a bare capital after the rank.
fn strip_promotion(text: &str) -> (&str, Option<Kind>) {
    let (open, bracketed) = match text.strip_suffix(')') {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    let mut letters = open.chars();
    let piece = match letters.next_back() {
        Some('Q') => Kind::Queen,
        Some('R') => Kind::Rook,
        Some('B') => Kind::Bishop,
        Some('N') => Kind::Knight,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setup;

    fn position(fen: &str) -> Position {
        fen.parse::<Setup>().expect("a valid FEN").position
    }

    #[track_caller]
    fn reads(position: &Position, uci: &str, texts: &[&str]) {
        for text in texts {
            assert_eq!(position.parse_san(text), Ok(position.parse_uci(uci).unwrap()), "{text}");
        }
    }

    #[test]
    fn every_common_spelling_of_a_move_is_read() {
        let start = Position::initial();
        reads(
            &start,
            "g1f3",
            &["Nf3", "Ng1f3", "Ng1-f3", "Ngf3", "N1f3", "g1f3", "Nxf3", "Nf3+!?"],
        );
        reads(&start, "e2e4", &["e4", "e2e4", "e2-e4", "Pe4", "e4#", " e4 !"]);
        let promoting = position("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1");
        reads(&promoting, "e7e8n", &["e8N", "e8=N", "e8(N)", "e8/N", "e7e8=N", "e7-e8N"]);
        reads(&promoting, "e7d8q", &["exd8=Q+", "ed8Q", "ed8=Q", "e7xd8Q", "xd8=Q"]);
        let passing = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
        reads(&passing, "e5d6", &["exd6", "ed6", "exd6e.p.", "exd6 e.p.", "exd6ep+", "e5:d6"]);
        let castling = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        reads(&castling, "e1g1", &["O-O", "0-0", "o-o", "O-O+", "Ke1g1", "e1g1", "e1h1"]);
        reads(&castling, "e1c1", &["O-O-O", "0-0-0", "o-o-o!", "Ke1-c1"]);
    }

    #[test]
    fn a_small_b_is_the_pawn_and_a_capital_the_bishop() {
        let both = position("4k3/8/8/8/8/2n5/1P1B4/4K3 w - - 0 1");
        reads(&both, "b2c3", &["bxc3", "bc3"]);
        reads(&both, "d2c3", &["Bxc3", "Bc3"]);
        for text in ["nf3", "qd4", "kd1", "BXC3", "E4"] {
            assert!(matches!(both.parse_san(text), Err(SanError::Malformed(_))), "{text}");
        }
    }

    #[test]
    fn an_ambiguous_move_is_refused_with_its_candidates() {
        let twins = position("4k3/8/8/8/8/8/4K3/N3N3 w - - 0 1");
        let error = twins.parse_san("Nc2").expect_err("two knights go there");
        assert_eq!(error.to_string(), "'Nc2' may be any of Nac2, Nec2");
        let pawns = position("4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1");
        assert!(matches!(pawns.parse_san("xd5"), Err(SanError::Ambiguous { .. })));
        assert!(matches!(pawns.parse_san("d5"), Err(SanError::Illegal(_))));
    }

    #[test]
    fn what_is_no_legal_move_is_refused_with_its_reason() {
        let start = Position::initial();
        for text in ["e5", "Ke2", "O-O", "Nf3e.p.", "e4=Q", "Ng1g3", "h1h1"] {
            assert!(matches!(start.parse_san(text), Err(SanError::Illegal(_))), "{text}");
        }
        for text in ["", "x", "e", "e9", "Nf", "Xf3", "e4e", "0-", "O-O-O-O", "é4", "♘f3", "e4)"]
        {
            assert!(matches!(start.parse_san(text), Err(SanError::Malformed(_))), "{text}");
        }
        for text in ["--", "Z0", "0000", "--!"] {
            assert!(matches!(start.parse_san(text), Err(SanError::Null(_))), "{text}");
        }
        let promoting = position("7k/4P3/8/8/8/8/8/4K3 w - - 0 1");
        assert!(matches!(promoting.parse_san("e8"), Err(SanError::PromotionMissing(_))));
        assert!(matches!(promoting.parse_san("e8=K"), Err(SanError::Malformed(_))));
    }

    #[test]
    fn a_huge_text_makes_a_short_error() {
        let error = Position::initial().parse_san(&"N".repeat(1 << 24)).expect_err("no move");
        assert!(error.to_string().len() < 150);
    }
}
