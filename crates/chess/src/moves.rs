//! Moves in two bytes: from, to, and four bits that say what kind of move it is.

use core::fmt;
use core::num::NonZeroU16;

use crate::{PieceType, Square};

/// The four top bits of a move. Bit 2 marks captures and bit 3 promotions, whose lowest bits
/// then name the piece; the patterns not listed here belong to no move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum MoveKind {
    Quiet = 0,
    DoublePush = 1,
    /// The king moves onto its own rook; where both end up follows from the wing.
    Castle = 2,
    Capture = 4,
    EnPassant = 5,
    PromoteKnight = 8,
    PromoteBishop = 9,
    PromoteRook = 10,
    PromoteQueen = 11,
    CapturePromoteKnight = 12,
    CapturePromoteBishop = 13,
    CapturePromoteRook = 14,
    CapturePromoteQueen = 15,
}

impl MoveKind {
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

/// A move, complete without its position but meaningful only in it. Never zero (a1 to a1 would
/// be), so `Option<Move>` is two bytes as well.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

impl Move {
    /// `from` and `to` must differ.
    #[inline]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Move {
        let bits = from.index() as u16 | (to.index() as u16) << 6 | (kind as u16) << 12;
        match NonZeroU16::new(bits) {
            Some(bits) => Move(bits),
            None => panic!("a move from a1 to a1"),
        }
    }

    /// Any number but zero; whether it is a legal move is for `Position::is_legal` to say.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Move(bits)),
            None => None,
        }
    }

    #[inline]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    #[inline]
    pub const fn from(self) -> Square {
        Square::from_index(self.bits() as usize)
    }

    #[inline]
    pub const fn to(self) -> Square {
        Square::from_index(self.bits() as usize >> 6)
    }

    #[inline]
    pub(crate) const fn kind_bits(self) -> u8 {
        (self.bits() >> 12) as u8
    }

    /// `None` for bit patterns that belong to no move.
    pub fn kind(self) -> Option<MoveKind> {
        MoveKind::ALL.into_iter().find(|&kind| kind as u8 == self.kind_bits())
    }

    #[inline]
    pub(crate) const fn is(self, kind: MoveKind) -> bool {
        self.kind_bits() == kind as u8
    }

    #[inline]
    pub const fn is_castle(self) -> bool {
        self.is(MoveKind::Castle)
    }

    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.is(MoveKind::EnPassant)
    }

    /// Captures, en passant included.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.kind_bits() & MoveKind::CAPTURE_BIT != 0
    }

    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.kind_bits() & MoveKind::PROMOTION_BIT != 0
    }

    /// Captures and queen promotions: the moves quiescence looks at.
    #[inline]
    pub const fn is_noisy(self) -> bool {
        self.is_capture() || self.is(MoveKind::PromoteQueen)
    }

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

/// Shows the move in the Chess960 form of UCI, which needs no position.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(kind) => write!(f, "{}", kind.letter()),
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
    fn kinds_say_what_they_do() {
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
