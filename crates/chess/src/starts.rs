//! Starting positions: standard chess, and the 960 of Chess960 by number.
//! CITE: Reinhard Scharnagl's numbering; chessprogramming.org/Chess960

use crate::{Board, CastlingRights, Color, File, PieceType, Position, Rank, Setup, Square};

/// The number of Chess960 starting positions: see [`Setup::chess960`].
pub const ARRANGEMENTS: usize = 960;

/// The back rank of standard chess, which is number 518 of Chess960.
const STANDARD: [PieceType; 8] = [
    PieceType::Rook,
    PieceType::Knight,
    PieceType::Bishop,
    PieceType::Queen,
    PieceType::King,
    PieceType::Bishop,
    PieceType::Knight,
    PieceType::Rook,
];

/// The places of the two knights among the five squares left by bishops and queen.
const KNIGHTS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

impl Position {
    /// The starting position of standard chess.
    pub fn initial() -> Position {
        Position::arranged(STANDARD)
    }

    /// Both sides have these pieces behind their pawns, from the a-file on, and all castling rights.
    fn arranged(back_rank: [PieceType; 8]) -> Position {
        let mut board = Board::default();
        let mut castling = CastlingRights::NONE;
        for color in Color::ALL {
            for (file, piece_type) in File::ALL.into_iter().zip(back_rank) {
                let home = Square::new(file, Rank::R1.seen_by(color));
                board.toggle(color, piece_type, home);
                board.toggle(color, PieceType::Pawn, Square::new(file, Rank::R2.seen_by(color)));
                if piece_type == PieceType::Rook {
                    castling.grant(home);
                }
            }
        }
        Position::assemble(board, Color::White, castling, None)
    }
}

impl Setup {
    /// The starting position of standard chess, at move 1.
    pub fn initial() -> Setup {
        Setup::from(Position::initial())
    }

    /// The Chess960 starting position with this number. Numbers from 960 on wrap around.
    ///
    /// ```
    /// use chess::Setup;
    ///
    /// assert_eq!(
    ///     Setup::chess960(0).to_string(),
    ///     "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1",
    /// );
    /// assert_eq!(Setup::chess960(518), Setup::initial());
    /// ```
    pub fn chess960(number: usize) -> Setup {
        Setup::from(Position::arranged(back_rank(number % ARRANGEMENTS)))
    }
}

fn back_rank(number: usize) -> [PieceType; 8] {
    let (rest, light) = (number / 4, number % 4);
    let (rest, dark) = (rest / 4, rest % 4);
    let (knights, queen) = (rest / 6, rest % 6);
    // Rook, king and rook take the three files that the others leave free.
    let mut files = [None; 8];
    files[2 * light + 1] = Some(PieceType::Bishop);
    files[2 * dark] = Some(PieceType::Bishop);
    put(&mut files, queen, PieceType::Queen);
    // The farther knight first: the nearer one would shift its place.
    let (near, far) = KNIGHTS[knights];
    put(&mut files, far, PieceType::Knight);
    put(&mut files, near, PieceType::Knight);
    put(&mut files, 1, PieceType::King);
    files.map(|piece| piece.unwrap_or(PieceType::Rook))
}

/// Puts a piece on the free file that has `skipped` free files before it.
fn put(files: &mut [Option<PieceType>; 8], skipped: usize, piece_type: PieceType) {
    if let Some(file) = files.iter_mut().filter(|file| file.is_none()).nth(skipped) {
        *file = Some(piece_type);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CastlingField;
    use std::collections::HashSet;

    #[test]
    fn all_arrangements_are_legal_and_distinct() {
        let fen = |number| Setup::chess960(number).to_fen(CastlingField::XFen);
        let starts: HashSet<String> = (0..ARRANGEMENTS).map(fen).collect();
        assert_eq!(starts.len(), ARRANGEMENTS);
        for fen in &starts {
            let setup: Setup = fen.parse().unwrap();
            assert!(setup.repairs.is_empty(), "{fen}");
            assert!(fen.ends_with(" w KQkq - 0 1"), "{fen}");
            assert_eq!(setup.to_fen(CastlingField::XFen), *fen);
        }
        assert_eq!(Setup::chess960(518), Setup::initial());
        assert_eq!(Setup::chess960(960), Setup::chess960(0));
    }
}
