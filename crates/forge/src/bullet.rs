//! The 32-byte record of a position that the trainer bullet reads, written and read. The side to
//! move is always White in it: with Black to move, ranks and colours are swapped. Training caches
//! hold these records, too.
//!
//! | bytes | what |
//! |---|---|
//! | 0..8 | the occupied squares: bit 0 is a1 |
//! | 8..24 | half a byte for each of them in order, the lower half first: pawn 0 to king 5; 8 is added for the side not to move |
//! | 24..26 | the score, from the side to move |
//! | 26 | its half points in the game: 0, 1 or 2 |
//! | 27 | its king's square |
//! | 28 | the other king's square, as its own side sees it |
//! | 29..32 | zero |
//!
//! CITE: docs.rs/bulletformat

use chess::{Bitboard, Color, MAX_PIECES, PieceType, Position, Square};

use crate::sample::Sample;

/// Bytes of a record.
pub const RECORD_BYTES: usize = 32;

/// Added to the pieces of the side not to move.
const OTHER_SIDE: u8 = 8;
/// The lowest bit of every half byte.
const EACH: u128 = 0x1111_1111_1111_1111_1111_1111_1111_1111;

/// The record of a position.
pub fn encode(sample: &Sample) -> [u8; RECORD_BYTES] {
    let position = &sample.position;
    let mover = position.turn();
    let occupied = relative_squares(mover, position.occupied());
    let mut bytes = [0; RECORD_BYTES];
    bytes[..8].copy_from_slice(&occupied.0.to_le_bytes());
    for (index, square) in occupied.squares().enumerate() {
        bytes[8 + index / 2] |= piece(position, relative(mover, square)) << (4 * (index % 2));
    }
    bytes[24..26].copy_from_slice(&sample.score_for_mover().to_le_bytes());
    bytes[26] = sample.half_points_for_mover();
    bytes[27] = relative(mover, position.king(mover)).index() as u8;
    bytes[28] = relative(!mover, position.king(!mover)).index() as u8;
    bytes
}

fn piece(position: &Position, square: Square) -> u8 {
    let piece_type = position.piece_type_on(square).unwrap_or(PieceType::Pawn) as u8;
    let own = position.board().color(position.turn()).has(square);
    if own { piece_type } else { piece_type | OTHER_SIDE }
}

/// The square from a side's point of view, or back: its own back rank is the first.
fn relative(color: Color, square: Square) -> Square {
    if color == Color::White { square } else { square.flip_rank() }
}

fn relative_squares(color: Color, squares: Bitboard) -> Bitboard {
    if color == Color::White { squares } else { squares.flip_rank() }
}

/// A record that was read and checked: it has one king on each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackedPosition {
    occupied: u64,
    pieces: u128,
    score: i16,
    half_points: u8,
    kings: [u8; 2],
}

impl PackedPosition {
    /// Reads a record; `None` if the bytes are not a position. It does not loop over the pieces,
    /// since it runs for every position of every epoch.
    pub fn from_bytes(bytes: &[u8; RECORD_BYTES]) -> Option<PackedPosition> {
        let occupied = u64::from_le_bytes(bytes[..8].try_into().ok()?);
        let pieces = u128::from_le_bytes(bytes[8..24].try_into().ok()?);
        let packed = PackedPosition {
            occupied,
            pieces,
            score: i16::from_le_bytes([bytes[24], bytes[25]]),
            half_points: bytes[26],
            kings: [bytes[27], bytes[28]],
        };
        let unknown_types = pieces >> 2 & pieces >> 1 & EACH;
        let kings = pieces >> 2 & !(pieces >> 1) & pieces & EACH;
        let [own, other] = packed.kings;
        let valid = (2..=MAX_PIECES).contains(&(occupied.count_ones() as usize))
            && unknown_types == 0
            && kings.count_ones() == 2
            && packed.half_points <= 2
            && packed.piece_on(own) == Some(PieceType::King.index() as u8)
            && packed.piece_on(other ^ 56) == Some(PieceType::King.index() as u8 | OTHER_SIDE);
        valid.then_some(packed)
    }

    /// The half byte of the piece on a square.
    fn piece_on(&self, square: u8) -> Option<u8> {
        let bit = 1_u64.checked_shl(square.into())?;
        let before = (self.occupied & (bit - 1)).count_ones();
        (self.occupied & bit != 0).then(|| (self.pieces >> (4 * before)) as u8 & 15)
    }

    /// Every piece; White is the side to move.
    #[inline]
    pub fn pieces(&self) -> impl Iterator<Item = (Color, PieceType, Square)> {
        let mut pieces = self.pieces;
        Bitboard(self.occupied).squares().map(move |square| {
            let piece = pieces as u8;
            pieces >>= 4;
            let color = if piece & OTHER_SIDE == 0 { Color::White } else { Color::Black };
            (color, PieceType::ALL[usize::from(piece & 7)], square)
        })
    }

    /// The number of pieces, kings and pawns included.
    #[inline]
    pub fn piece_count(&self) -> usize {
        self.occupied.count_ones() as usize
    }

    /// The square of a king; White is the side to move.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        match color {
            Color::White => Square::from_index(self.kings[0].into()),
            Color::Black => Square::from_index((self.kings[1] ^ 56).into()),
        }
    }

    /// The score from the side to move, in centipawns.
    #[inline]
    pub fn score(&self) -> i16 {
        self.score
    }

    /// The half points of the side to move: 0, 1 or 2.
    #[inline]
    pub fn half_points(&self) -> u8 {
        self.half_points
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::test_support::packed;
    use chess::GameResult;
    use chess::Setup;

    impl PackedPosition {
        pub(crate) fn to_bytes(self) -> [u8; RECORD_BYTES] {
            let mut bytes = [0; RECORD_BYTES];
            bytes[..8].copy_from_slice(&self.occupied.to_le_bytes());
            bytes[8..24].copy_from_slice(&self.pieces.to_le_bytes());
            bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
            bytes[26] = self.half_points;
            bytes[27..29].copy_from_slice(&self.kings);
            bytes
        }

        /// A position of these pieces, legal or not; White is the side to move.
        pub(crate) fn of_pieces(
            pieces: &[(Color, PieceType, Square)],
            score: i16,
            half_points: u8,
        ) -> PackedPosition {
            let mut pieces = pieces.to_vec();
            pieces.sort_by_key(|(.., square)| square.index());
            let king = |color: Color| {
                let king =
                    pieces.iter().find(|piece| (piece.0, piece.1) == (color, PieceType::King));
                king.unwrap().2.index() as u8
            };
            let mut packed = PackedPosition {
                occupied: 0,
                pieces: 0,
                score,
                half_points,
                kings: [king(Color::White), king(Color::Black) ^ 56],
            };
            for (place, &(color, piece_type, square)) in pieces.iter().enumerate() {
                let side = if color == Color::White { 0 } else { OTHER_SIDE };
                packed.occupied |= square.bitboard().0;
                packed.pieces |= u128::from(piece_type.index() as u8 | side) << (4 * place);
            }
            assert_eq!(PackedPosition::from_bytes(&packed.to_bytes()), Some(packed));
            packed
        }
    }

    fn packed_fen(fen: &str) -> PackedPosition {
        packed(&fen.parse::<Setup>().unwrap().position, -123, GameResult::WhiteWins)
    }

    #[test]
    fn a_record_is_seen_from_the_side_to_move() {
        let white = packed_fen("r1bqk2r/ppp2ppp/2n5/3np1N1/1bB5/2N5/PPPP1PPP/R1BQK2R w KQkq - 0 1");
        assert_eq!(white.piece_count(), 30);
        assert_eq!(white.king(Color::White), Square::E1);
        assert_eq!(white.king(Color::Black), Square::E8);
        assert!(white.pieces().any(|piece| piece == (Color::White, PieceType::Knight, Square::G5)));
        assert_eq!(white.pieces().filter(|piece| piece.0 == Color::Black).count(), 15);
        assert_eq!((white.score(), white.half_points()), (-123, 2));
        let black = packed_fen("r1bqk2r/pppp1ppp/2n5/1Bb5/3NP1n1/2N5/PPP2PPP/R1BQK2R b KQkq - 0 1");
        assert!(black.pieces().eq(white.pieces()));
        assert_eq!((black.score(), black.half_points()), (123, 0));
    }

    #[test]
    fn records_survive_a_round_trip_and_invalid_ones_are_refused() {
        // From Black's side: the own king on e1, a pawn on e7, the rook on a8, the king on e8.
        let good = packed_fen("4k3/8/8/8/8/8/4p3/R3K3 b - - 0 1");
        let bytes = good.to_bytes();
        assert_eq!(bytes[8..10], [0x05, 0xdb]);
        assert_eq!(PackedPosition::from_bytes(&bytes), Some(good));
        let changed = |at: usize, to: u8| {
            let mut bytes = bytes;
            bytes[at] = to;
            PackedPosition::from_bytes(&bytes)
        };
        // Too few occupied squares, unknown piece types, two kings of a side, no king, an impossible
        // result, a king's square without the king.
        for (at, to) in [(0, 0), (8, 0x65), (8, 0x75), (8, 0x55), (8, 0x00), (26, 3), (27, 3)] {
            assert_eq!(changed(at, to), None, "{at} {to}");
        }
        for king in [3, 52, 64, 255] {
            assert_eq!(changed(28, king), None, "{king}");
        }
        let full = [0xff; RECORD_BYTES];
        assert_eq!(PackedPosition::from_bytes(&full), None);
        assert_eq!(PackedPosition::from_bytes(&[0; RECORD_BYTES]), None);
    }
}
