//! A position with its clocks in 28 bytes, for files that hold millions of them.
//!
//! | bytes | content |
//! |---|---|
//! | 0..8 | the occupied squares: bit 0 is a1, bit 7 is h1, bit 63 is h8 |
//! | 8..24 | half a byte per piece in the order of the squares, lower half first: pawn 0, knight 1, bishop 2, rook 3, queen 4, king 5, a rook that may still castle 6; plus 8 for Black |
//! | 24 | the en passant square, or 64 for none; plus 128 if Black is to move |
//! | 25 | plies since the last capture or pawn move |
//! | 26..28 | the move number |
//!
//! Numbers are little-endian. Each position has exactly one packed form; all other bytes are
//! refused.

use core::fmt;

use crate::fen::{check_board, en_passant_fault, has_right};
use crate::{
    Bitboard, Board, CastlingRights, Color, FenError, MAX_FULLMOVE_NUMBER, MAX_HALFMOVE_CLOCK,
    MAX_PIECES, Piece, PieceType, Position, Rank, Setup, Square, Wing,
};

/// The size of a packed position: see [`Setup::pack`].
pub const PACKED_BYTES: usize = 28;

const PIECES: core::ops::Range<usize> = 8..24;
const TURN_AND_EN_PASSANT: usize = 24;
const HALFMOVE_CLOCK: usize = 25;
const CASTLING_ROOK: u8 = 6;
const BLACK: u8 = 8;
const NO_SQUARE: u8 = 64;
const BLACK_TO_MOVE: u8 = 128;

/// Why packed bytes were refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnpackError {
    /// The board is impossible.
    Board(FenError),
    /// No piece has this code.
    BadPiece {
        /// Where the piece should stand.
        square: Square,
        /// The half byte that names no piece.
        code: u8,
    },
    /// There are more pieces than occupied squares.
    TooManyPieces,
    /// The rook on this square cannot have the right to castle.
    Castling(Square),
    /// No en passant capture is possible on the square with this number.
    EnPassant(u8),
    /// A clock is out of range.
    Clock,
}

impl fmt::Display for UnpackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnpackError::Board(error) => error.fmt(f),
            UnpackError::BadPiece { square, code } => {
                write!(f, "board: {code} is no piece, on {square}; expected 0 to 6 or 8 to 14")
            }
            UnpackError::TooManyPieces => f.write_str("board: more pieces than occupied squares"),
            UnpackError::Castling(rook) => write!(f, "castling: the rook on {rook} cannot castle"),
            UnpackError::EnPassant(code) => write!(f, "en passant: {code} is not possible here"),
            UnpackError::Clock => f.write_str("clocks: out of range"),
        }
    }
}

impl core::error::Error for UnpackError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            UnpackError::Board(error) => Some(error),
            _ => None,
        }
    }
}

impl Setup {
    /// Packs the position and its clocks into 28 bytes. Clocks are clamped to the range of FEN.
    ///
    /// ```
    /// use chess::{PACKED_BYTES, Setup};
    ///
    /// let setup: Setup = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 42".parse()?;
    /// let bytes: [u8; PACKED_BYTES] = setup.pack();
    /// assert_eq!(Setup::unpack(&bytes)?, setup);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pack(&self) -> [u8; PACKED_BYTES] {
        let position = &self.position;
        let mut bytes = [0; PACKED_BYTES];
        bytes[..PIECES.start].copy_from_slice(&position.occupied().0.to_le_bytes());
        for (index, square) in position.occupied().squares().enumerate() {
            let Some(Piece { color, piece_type }) = position.piece_on(square) else { continue };
            let castles = position.castling().rooks().has(square);
            let code = if castles { CASTLING_ROOK } else { piece_type as u8 };
            let code = if color == Color::Black { code | BLACK } else { code };
            bytes[PIECES.start + index / 2] |= code << (4 * (index % 2));
        }
        let en_passant = position.en_passant().map_or(NO_SQUARE, |square| square.index() as u8);
        let turn = if position.turn() == Color::Black { BLACK_TO_MOVE } else { 0 };
        bytes[TURN_AND_EN_PASSANT] = en_passant | turn;
        bytes[HALFMOVE_CLOCK] = self.halfmove_clock.min(MAX_HALFMOVE_CLOCK) as u8;
        let number = self.fullmove_number.clamp(1, MAX_FULLMOVE_NUMBER);
        bytes[HALFMOVE_CLOCK + 1..].copy_from_slice(&number.to_le_bytes());
        bytes
    }

    /// Unpacks what [`Setup::pack`] has packed. Every field is validated, so bytes from anywhere
    /// are safe to read.
    ///
    /// ```
    /// use chess::{Setup, UnpackError};
    ///
    /// let mut bytes = Setup::initial().pack();
    /// bytes[25] = 200;
    /// assert_eq!(Setup::unpack(&bytes), Err(UnpackError::Clock));
    /// ```
    pub fn unpack(bytes: &[u8; PACKED_BYTES]) -> Result<Setup, UnpackError> {
        let [state, halfmove_clock, low, high] = [24, 25, 26, 27].map(|at| bytes[at]);
        let turn = if state & BLACK_TO_MOVE == 0 { Color::White } else { Color::Black };
        let (board, rooks) = unpack_pieces(bytes)?;
        check_board(&board, turn).map_err(UnpackError::Board)?;
        let castling = castling_with(rooks, &board)?;
        let code = state & !BLACK_TO_MOVE;
        let en_passant = match code {
            NO_SQUARE => None,
            0..NO_SQUARE => Some(Square::from_index(usize::from(code)))
                .filter(|&square| en_passant_fault(square, &board, turn).is_none()),
            _ => return Err(UnpackError::EnPassant(code)),
        };
        let position = Position::assemble(board, turn, castling, en_passant);
        if position.en_passant().is_none() && code != NO_SQUARE {
            return Err(UnpackError::EnPassant(code));
        }
        let halfmove_clock = u16::from(halfmove_clock);
        let fullmove_number = u16::from_le_bytes([low, high]);
        if halfmove_clock > MAX_HALFMOVE_CLOCK
            || !(1..=MAX_FULLMOVE_NUMBER).contains(&fullmove_number)
        {
            return Err(UnpackError::Clock);
        }
        Ok(Setup { position, halfmove_clock, fullmove_number, repairs: Vec::new() })
    }
}

/// The board, and the rooks that may castle.
fn unpack_pieces(bytes: &[u8; PACKED_BYTES]) -> Result<(Board, Bitboard), UnpackError> {
    let occupied: [u8; 8] = core::array::from_fn(|at| bytes[at]);
    let occupied = Bitboard(u64::from_le_bytes(occupied));
    let count = occupied.len();
    if count as usize > MAX_PIECES {
        return Err(UnpackError::Board(FenError::TooManyPieces { count }));
    }
    let mut codes = bytes[PIECES].iter().flat_map(|pair| [pair & 15, pair >> 4]);
    let (mut board, mut rooks) = (Board::default(), Bitboard::EMPTY);
    for (square, code) in occupied.squares().zip(&mut codes) {
        let color = if code & BLACK == 0 { Color::White } else { Color::Black };
        let piece_type = match code & !BLACK {
            CASTLING_ROOK => {
                rooks |= square.bitboard();
                PieceType::Rook
            }
            piece_type => *PieceType::ALL
                .get(usize::from(piece_type))
                .ok_or(UnpackError::BadPiece { square, code })?,
        };
        board.toggle(color, piece_type, square);
    }
    if codes.any(|code| code != 0) {
        return Err(UnpackError::TooManyPieces);
    }
    Ok((board, rooks))
}

fn castling_with(rooks: Bitboard, board: &Board) -> Result<CastlingRights, UnpackError> {
    let mut castling = CastlingRights::NONE;
    for rook in rooks.squares() {
        let color = if board.color(Color::White).has(rook) { Color::White } else { Color::Black };
        let (king, home) = (board.king(color), Rank::R1.seen_by(color));
        let at_home = king.rank() == home && rook.rank() == home;
        if !at_home || has_right(castling, color, king, Wing::of(king, rook)) {
            return Err(UnpackError::Castling(rook));
        }
        castling.grant(rook);
    }
    Ok(castling)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, Random};

    /// Visits positions of random games: all arrangements, en passant, promotions, lost rights.
    fn visit_games(random: &mut Random, mut visit: impl FnMut(Setup)) {
        for number in 0..200 {
            let start =
                if number % 2 == 0 { Setup::initial() } else { Setup::chess960(random.below(960)) };
            let mut game = Game::new(start);
            while game.moves().len() < 200 {
                visit(game.setup());
                let moves = game.position().legal_moves();
                if moves.is_empty() {
                    break;
                }
                game.play(moves[random.below(moves.len())]).unwrap();
            }
        }
    }

    #[test]
    fn positions_of_games_survive_packing() {
        let (mut en_passant, mut castling) = (0, 0);
        visit_games(&mut Random::new(5), |setup| {
            en_passant += usize::from(setup.position.en_passant().is_some());
            castling += usize::from(setup.position.castling().rooks().any());
            assert_eq!(Setup::unpack(&setup.pack()), Ok(setup));
        });
        assert!(en_passant > 20 && castling > 1_000, "{en_passant} {castling}");
    }

    #[test]
    fn accepted_bytes_are_the_packed_form_of_their_position() {
        let mut random = Random::new(9);
        let mut dice = Random::new(10);
        let (mut accepted, mut refused) = (0, 0);
        visit_games(&mut random, |setup| {
            let mut bytes = setup.pack();
            for _ in 0..=dice.below(3) {
                bytes[dice.below(PACKED_BYTES)] ^= 1 << dice.below(8);
            }
            match Setup::unpack(&bytes) {
                Ok(setup) => {
                    assert_eq!(setup.pack(), bytes);
                    assert_eq!(setup.position, setup.position.recomputed());
                    accepted += 1;
                }
                Err(_) => refused += 1,
            }
        });
        assert!(accepted > 1_000 && refused > 1_000, "{accepted} {refused}");
    }

    #[test]
    fn each_fault_has_its_own_error() {
        let spoiled = |fen: &str, at: usize, to: u8| {
            let mut bytes = fen.parse::<Setup>().unwrap().pack();
            bytes[at] = to;
            Setup::unpack(&bytes).unwrap_err()
        };
        let bare = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
        assert_eq!(spoiled(bare, 26, 0), UnpackError::Clock);
        assert_eq!(spoiled(bare, 25, 151), UnpackError::Clock);
        assert_eq!(spoiled(bare, 24, 65), UnpackError::EnPassant(65));
        assert_eq!(spoiled(bare, 24, 40), UnpackError::EnPassant(40));
        assert_eq!(spoiled(bare, 10, 1), UnpackError::TooManyPieces);
        let empty = UnpackError::BadPiece { square: Square::A1, code: 7 };
        assert_eq!(spoiled(bare, 8, 0x57), empty);
        // Two white kings; then a castling rook whose king has left home.
        let two = FenError::KingCount { color: Color::White, count: 2 };
        assert_eq!(spoiled(bare, 8, 0x55), UnpackError::Board(two));
        let away = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1";
        assert_eq!(spoiled(away, 8, 0x36), UnpackError::Castling(Square::A1));
        assert_eq!(
            Setup::unpack(&[0xff; 28]).unwrap_err().to_string().split(':').next(),
            Some("board")
        );
    }
}
