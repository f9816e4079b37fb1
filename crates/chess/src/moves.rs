//! Moves in two bytes: from, to, and four bits for the kind of move.

use core::fmt;
use core::num::NonZeroU16;

use crate::{PieceType, Square};

/// What a move does: the top four bits of a [`Move`]. Bit 2 marks captures and bit 3 promotions,
/// whose two lowest bits name the piece. Patterns not listed here belong to no move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// Neither a capture nor any of the other kinds.
    Quiet = 0,
    /// A pawn goes two squares.
    DoublePush = 1,
    /// Encoded as the king moving onto its own rook; the wing decides where both end.
    Castle = 2,
    /// A capture that is neither en passant nor a promotion.
    Capture = 4,
    /// A pawn captures a pawn that has just gone two squares.
    EnPassant = 5,
    /// A pawn becomes a knight.
    PromoteKnight = 8,
    /// A pawn becomes a bishop.
    PromoteBishop = 9,
    /// A pawn becomes a rook.
    PromoteRook = 10,
    /// A pawn becomes a queen.
    PromoteQueen = 11,
    /// A pawn captures and becomes a knight.
    CapturePromoteKnight = 12,
    /// A pawn captures and becomes a bishop.
    CapturePromoteBishop = 13,
    /// A pawn captures and becomes a rook.
    CapturePromoteRook = 14,
    /// A pawn captures and becomes a queen.
    CapturePromoteQueen = 15,
}

impl MoveKind {
    /// All kinds of moves.
    pub const ALL: [MoveKind; 13] = [
        MoveKind::Quiet,
        MoveKind::DoublePush,
        MoveKind::Castle,
        MoveKind::Capture,
        MoveKind::EnPassant,
        MoveKind::PromoteKnight,
        MoveKind::PromoteBishop,
        MoveKind::PromoteRook,
        MoveKind::PromoteQueen,
        MoveKind::CapturePromoteKnight,
        MoveKind::CapturePromoteBishop,
        MoveKind::CapturePromoteRook,
        MoveKind::CapturePromoteQueen,
    ];

    const CAPTURE_BIT: u8 = 4;
    const PROMOTION_BIT: u8 = 8;

    /// The promotion to `piece`, which must be a knight, bishop, rook or queen.
    pub(crate) const fn promotion(piece: PieceType, captures: bool) -> MoveKind {
        match (piece, captures) {
            (PieceType::Knight, false) => MoveKind::PromoteKnight,
            (PieceType::Bishop, false) => MoveKind::PromoteBishop,
            (PieceType::Rook, false) => MoveKind::PromoteRook,
            (_, false) => MoveKind::PromoteQueen,
            (PieceType::Knight, true) => MoveKind::CapturePromoteKnight,
            (PieceType::Bishop, true) => MoveKind::CapturePromoteBishop,
            (PieceType::Rook, true) => MoveKind::CapturePromoteRook,
            (_, true) => MoveKind::CapturePromoteQueen,
        }
    }
}

/// A move in two bytes. It is meaningful only in its position, which also writes it down: see
/// [`Position::san`] and [`Move::uci`]. A move is never zero (a1 to a1 would be), so
/// `Option<Move>` takes two bytes as well.
///
/// ```
/// use chess::{Move, MoveKind, PieceType, Square};
///
/// let mv = Move::new(Square::B7, Square::A8, MoveKind::CapturePromoteQueen);
/// assert_eq!((mv.from(), mv.to()), (Square::B7, Square::A8));
/// assert!(mv.is_capture() && mv.is_promotion());
/// assert_eq!(mv.promotion(), Some(PieceType::Queen));
/// assert_eq!(Move::from_bits(mv.bits()), Some(mv));
/// assert_eq!(size_of::<Option<Move>>(), 2);
/// ```
///
/// [`Position::san`]: crate::Position::san
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

impl Move {
    /// A move of one kind between two squares, which must differ. For castling, `to` is the
    /// square of the rook.
    #[inline]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Move {
        let bits = from.index() as u16 | (to.index() as u16) << 6 | (kind as u16) << 12;
        match NonZeroU16::new(bits) {
            Some(bits) => Move(bits),
            None => panic!("a move from a1 to a1"),
        }
    }

    /// The move with these bits; `None` for zero. [`Position::is_legal`] knows whether it is one.
    ///
    /// [`Position::is_legal`]: crate::Position::is_legal
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Move(bits)),
            None => None,
        }
    }

    /// The move as a number that is never zero: six bits `from`, six bits `to`, four bits kind.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// Where the piece comes from.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_index(self.bits() as usize)
    }

    /// Where the piece goes; for castling, the square of the rook.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_index(self.bits() as usize >> 6)
    }

    #[inline]
    pub(crate) const fn kind_bits(self) -> u8 {
        (self.bits() >> 12) as u8
    }

    /// The kind of move; `None` for bit patterns that belong to no move.
    pub fn kind(self) -> Option<MoveKind> {
        MoveKind::ALL.into_iter().find(|&kind| kind as u8 == self.kind_bits())
    }

    #[inline]
    pub(crate) const fn is(self, kind: MoveKind) -> bool {
        self.kind_bits() == kind as u8
    }

    /// Whether the move is castling.
    #[inline]
    pub const fn is_castle(self) -> bool {
        self.is(MoveKind::Castle)
    }

    /// Whether the move captures en passant.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.is(MoveKind::EnPassant)
    }

    /// Whether the move captures, en passant included.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.kind_bits() & MoveKind::CAPTURE_BIT != 0
    }

    /// Whether a pawn promotes.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.kind_bits() & MoveKind::PROMOTION_BIT != 0
    }

    /// Whether the move is a capture or a queen promotion: the moves of a quiescence search.
    #[inline]
    pub const fn is_noisy(self) -> bool {
        self.is_capture() || self.is(MoveKind::PromoteQueen)
    }

    /// What the pawn becomes, if the move is a promotion.
    #[inline]
    pub const fn promotion(self) -> Option<PieceType> {
        if !self.is_promotion() {
            return None;
        }
        Some(match self.kind_bits() & 3 {
            0 => PieceType::Knight,
            1 => PieceType::Bishop,
            2 => PieceType::Rook,
            _ => PieceType::Queen,
        })
    }
}

/// Shows the move in the Chess960 form of UCI.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(piece_type) => write!(f, "{}", piece_type.letter()),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_keeps_its_parts() {
        assert_eq!(size_of::<Option<Move>>(), 2);
        for from in Square::all() {
            for to in Square::all().filter(|&to| to != from) {
                for kind in MoveKind::ALL {
                    let mv = Move::new(from, to, kind);
                    assert_eq!((mv.from(), mv.to(), mv.kind()), (from, to, Some(kind)));
                    assert_eq!(Move::from_bits(mv.bits()), Some(mv));
                }
            }
        }
    }

    #[test]
    fn the_bits_of_a_kind_agree_with_its_name() {
        let mv = |kind| Move::new(Square::B7, Square::A8, kind);
        for kind in MoveKind::ALL {
            let name = format!("{kind:?}");
            let captures = name.contains("Capture") || kind == MoveKind::EnPassant;
            assert_eq!(mv(kind).is_capture(), captures);
            assert_eq!(mv(kind).promotion().is_some(), name.contains("Promote"));
            assert_eq!(mv(kind).is_noisy(), captures || kind == MoveKind::PromoteQueen);
            if let Some(piece) = mv(kind).promotion() {
                assert!(name.ends_with(&format!("{piece:?}")));
                assert_eq!(MoveKind::promotion(piece, captures), kind);
            }
        }
    }
}
