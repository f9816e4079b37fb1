//! A position in 32 bytes, as `export::bullet` writes it and other trainers read it: the side to
//! move plays up the board as White.

use chess::{Bitboard, Color, MAX_PIECES, PieceType, Square};

use crate::export::{BULLET_BYTES, OTHER_SIDE};

pub const RECORD_BYTES: usize = BULLET_BYTES;

/// The lowest bit of every half byte.
const EACH: u128 = 0x1111_1111_1111_1111_1111_1111_1111_1111;

/// Always a position with one king on each side: whatever is read is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackedPosition {
    occupied: u64,
    pieces: u128,
    score: i16,
    half_points: u8,
    kings: [u8; 2],
}

impl PackedPosition {
    /// Reads a record; `None` where the bytes are no position. It costs no loop over the pieces, as
    /// it is done for every position of every epoch.
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
        let unknown_kinds = pieces >> 2 & pieces >> 1 & EACH;
        let kings = pieces >> 2 & !(pieces >> 1) & pieces & EACH;
        let [own, other] = packed.kings;
        let sound = (2..=MAX_PIECES).contains(&(occupied.count_ones() as usize))
            && unknown_kinds == 0
            && kings.count_ones() == 2
            && packed.half_points <= 2
            && packed.man_on(own) == Some(PieceType::King.index() as u8)
            && packed.man_on(other ^ 56) == Some(PieceType::King.index() as u8 | OTHER_SIDE);
        sound.then_some(packed)
    }

    /// Half a byte, if somebody stands there.
    fn man_on(&self, square: u8) -> Option<u8> {
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

    /// How many pieces there are.
    #[inline]
    pub fn piece_count(&self) -> usize {
        self.occupied.count_ones() as usize
    }

    /// Where a king stands; White is the side to move.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        match color {
            Color::White => Square::from_index(self.kings[0].into()),
            Color::Black => Square::from_index((self.kings[1] ^ 56).into()),
        }
    }

    /// For the side to move, in centipawns.
    #[inline]
    pub fn score(&self) -> i16 {
        self.score
    }

    /// For the side to move.
    #[inline]
    pub fn half_points(&self) -> u8 {
        self.half_points
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::export::bullet;
    use crate::format::{Ending, GameResult};
    use crate::sample::Sample;
    use chess::{Move, Position, Random, Setup};

    /// A position of these pieces, whatever the rules may say of it.
    pub(crate) fn placed(
        pieces: &[(Color, PieceType, Square)],
        score: i16,
        half_points: u8,
    ) -> PackedPosition {
        let mut pieces = pieces.to_vec();
        pieces.sort_by_key(|(.., square)| square.index());
        let king = |color: Color| {
            let king =
                pieces.iter().find(|piece| (piece.0, piece.1) == (color, PieceType::King)).unwrap();
            king.2.index() as u8
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
    }

    /// A position from a game, with some score and result.
    pub(crate) fn seen(position: &Position, score: i16, result: GameResult) -> PackedPosition {
        let mv = Move::from_bits(1).unwrap();
        let (position, ending) = (*position, Ending::Repetition);
        let sample = Sample { position, ply: 0, halfmove_clock: 0, mv, score, result, ending };
        PackedPosition::from_bytes(&bullet(&sample)).unwrap()
    }

    /// Kings and so many other pieces anywhere.
    pub(crate) fn scattered(random: &mut Random, others: usize) -> Vec<(Color, PieceType, Square)> {
        let mut squares: Vec<Square> = Square::all().collect();
        random.shuffle(&mut squares);
        let kings = Color::ALL.map(|color| (color, PieceType::King));
        let rest =
            (0..others).map(|number| (Color::ALL[number % 2], PieceType::ALL[random.below(5)]));
        let pieces: Vec<(Color, PieceType)> = kings.into_iter().chain(rest).collect();
        pieces
            .into_iter()
            .zip(squares)
            .map(|((color, piece_type), square)| (color, piece_type, square))
            .collect()
    }

    fn packed(fen: &str) -> PackedPosition {
        seen(&fen.parse::<Setup>().unwrap().position, -123, GameResult::WhiteWins)
    }

    #[test]
    fn a_record_holds_what_the_mover_sees() {
        let white = packed("r1bqk2r/ppp2ppp/2n5/3np1N1/1bB5/2N5/PPPP1PPP/R1BQK2R w KQkq - 0 1");
        assert_eq!(white.piece_count(), 30);
        assert_eq!(white.king(Color::White), Square::E1);
        assert_eq!(white.king(Color::Black), Square::E8);
        assert!(white.pieces().any(|piece| piece == (Color::White, PieceType::Knight, Square::G5)));
        assert_eq!(white.pieces().filter(|piece| piece.0 == Color::Black).count(), 15);
        assert_eq!((white.score(), white.half_points()), (-123, 2));
        let black = packed("r1bqk2r/pppp1ppp/2n5/1Bb5/3NP1n1/2N5/PPP2PPP/R1BQK2R b KQkq - 0 1");
        assert!(black.pieces().eq(white.pieces()));
        assert_eq!((black.score(), black.half_points()), (123, 0));
    }

    #[test]
    fn records_come_back_and_those_that_are_no_position_are_refused() {
        // As Black sees it: his king on e1, his pawn on e7, the rook on a8, the king on e8.
        let good = packed("4k3/8/8/8/8/8/4p3/R3K3 b - - 0 1");
        let bytes = good.to_bytes();
        assert_eq!(bytes[8..10], [0x05, 0xdb]);
        assert_eq!(PackedPosition::from_bytes(&bytes), Some(good));
        let changed = |at: usize, to: u8| {
            let mut bytes = bytes;
            bytes[at] = to;
            PackedPosition::from_bytes(&bytes)
        };
        // A piece less than there are squares, a kind too high, two kings of a side, a result that
        // is none, kings that stand elsewhere.
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
