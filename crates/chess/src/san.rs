//! Standard algebraic notation (SAN): `Nf3`, `exd6`, `O-O`, `e8=Q#`. This file writes it, to the
//! letter of the standard; `san/parse.rs` reads it and forgives much.

mod parse;

use core::fmt;

use crate::{File, Move, PieceType, Position, Rank, Wing};

pub use parse::{MAX_SAN_LEN, SanError};

/// A move that displays itself in SAN: see [`Position::san`].
#[derive(Clone, Copy, Debug)]
pub struct San<'a> {
    position: &'a Position,
    mv: Move,
}

impl Position {
    /// The move in SAN. A move that is not legal here has no SAN and displays its two squares.
    ///
    /// ```
    /// use chess::Setup;
    ///
    /// let position = "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1".parse::<Setup>()?.position;
    /// let mate = position.parse_uci("a1a8")?;
    /// assert_eq!(position.san(mate).to_string(), "Ra8#");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn san(&self, mv: Move) -> San<'_> {
        San { position: self, mv }
    }
}

impl fmt::Display for San<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let San { position, mv } = *self;
        let (Some(piece_type), true) = (position.piece_type_on(mv.from()), position.is_legal(mv))
        else {
            return fmt::Debug::fmt(&mv, f);
        };
        if mv.is_castle() {
            f.write_str(match Wing::of(mv.from(), mv.to()) {
                Wing::King => "O-O",
                Wing::Queen => "O-O-O",
            })?;
        } else {
            if piece_type == PieceType::Pawn {
                if mv.is_capture() {
                    write!(f, "{}", mv.from().file())?;
                }
            } else {
                write!(f, "{}", piece_type.letter().to_ascii_uppercase())?;
                let (file, rank) = distinction(position, mv, piece_type);
                file.map_or(Ok(()), |file| write!(f, "{file}"))?;
                rank.map_or(Ok(()), |rank| write!(f, "{rank}"))?;
            }
            let takes = if mv.is_capture() { "x" } else { "" };
            write!(f, "{takes}{}", mv.to())?;
            if let Some(piece) = mv.promotion() {
                write!(f, "={}", piece.letter().to_ascii_uppercase())?;
            }
        }
        let next = position.after(mv);
        match (next.in_check(), next.count_legal()) {
            (true, 0) => f.write_str("#"),
            (true, _) => f.write_str("+"),
            _ => Ok(()),
        }
    }
}

/// What distinguishes a piece from others of its type with a legal move to the same square: its
/// file, else its rank, else both.
fn distinction(
    position: &Position,
    mv: Move,
    piece_type: PieceType,
) -> (Option<File>, Option<Rank>) {
    let (file, rank) = (mv.from().file(), mv.from().rank());
    let (mut twins, mut on_file, mut on_rank) = (false, false, false);
    for other in &position.legal_moves() {
        let is_twin = other.to() == mv.to()
            && other.from() != mv.from()
            && !other.is_castle()
            && position.piece_type_on(other.from()) == Some(piece_type);
        if is_twin {
            twins = true;
            on_file |= other.from().file() == file;
            on_rank |= other.from().rank() == rank;
        }
    }
    match (twins, on_file, on_rank) {
        (false, ..) => (None, None),
        (true, false, _) => (Some(file), None),
        (true, true, false) => (None, Some(rank)),
        (true, true, true) => (Some(file), Some(rank)),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Position, Setup};

    fn position(fen: &str) -> Position {
        fen.parse::<Setup>().expect("a valid FEN").position
    }

    #[track_caller]
    fn writes(fen: &str, uci: &str, san: &str) {
        let position = position(fen);
        let mv = position.parse_uci(uci).expect("a legal move");
        assert_eq!(position.san(mv).to_string(), san);
    }

    #[test]
    fn disambiguation_is_as_short_as_possible() {
        writes("4k3/8/8/8/8/8/4K3/N3N3 w - - 0 1", "a1c2", "Nac2");
        writes("4k3/8/8/N7/8/8/4K3/N7 w - - 0 1", "a1b3", "N1b3");
        writes("6k1/8/8/8/Q6Q/8/4K3/Q7 w - - 0 1", "a4d4", "Qa4d4");
        writes("6k1/8/8/8/Q6Q/8/4K3/Q7 w - - 0 1", "h4d4", "Qhd4");
    }

    #[test]
    fn a_pinned_piece_needs_no_disambiguation() {
        writes("4r1k1/8/8/8/8/8/4N3/N3K3 w - - 0 1", "a1c2", "Nc2");
    }

    #[test]
    fn checks_mates_promotions_and_castling_are_marked() {
        writes("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "Ra8#");
        writes("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+");
        writes("3r3k/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8n", "cxd8=N");
        writes("3r3k/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8q", "cxd8=Q+");
        writes("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6");
    }

    #[test]
    fn an_illegal_move_displays_its_squares() {
        let start = Position::initial();
        let foreign = position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").parse_uci("a1a5");
        assert_eq!(start.san(foreign.expect("legal there")).to_string(), "a1a5");
    }
}
