//! Writes FEN.

use core::fmt;

use super::Setup;
use crate::{Color, File, PieceType, Position, Rank, Square, Wing};

/// How FEN writes castling rights.
///
/// ```
/// use chess::{CastlingField, Setup};
///
/// let start = Setup::initial();
/// assert!(start.to_fen(CastlingField::XFen).ends_with(" w KQkq - 0 1"));
/// assert!(start.to_fen(CastlingField::Shredder).ends_with(" w HAha - 0 1"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastlingField {
    /// `KQkq`, and a file letter if another rook stands further out.
    XFen,
    /// A file letter for every right: `HAha`.
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
            let home =
                self.board.pieces(color, PieceType::Rook) & Rank::R1.seen_by(color).bitboard();
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
    /// The position and its clocks as FEN. `to_string` writes X-FEN, which is standard FEN wherever
    /// that can express the position.
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
