//! A colour as a type: generic code compiles once per colour and needs no branch.

use crate::{Bitboard, Color, Rank, Square};

pub(crate) trait Side {
    const COLOR: Color;
    type Enemy: Side<Enemy = Self>;

    /// The rank on which a pawn that has made one step may make its second.
    const SECOND_STEP: Bitboard = Rank::R3.seen_by(Self::COLOR).bitboard();
    /// The rank from which the next step promotes.
    const SEVENTH: Bitboard = Rank::R7.seen_by(Self::COLOR).bitboard();
    const BACK_RANK: Bitboard = Rank::R1.seen_by(Self::COLOR).bitboard();

    /// The difference in square numbers of a pawn step, and of captures towards the h-file
    /// (`EAST`) and the a-file (`WEST`).
    const FORWARD: i8;
    const EAST: i8 = Self::FORWARD + 1;
    const WEST: i8 = Self::FORWARD - 1;
    /// The lanes of `fills` for captures towards the h-file and the a-file.
    const EAST_LANE: usize;
    const WEST_LANE: usize = 5 - Self::EAST_LANE;

    fn forward(pawns: Bitboard) -> Bitboard;

    #[inline(always)]
    fn capture_east(pawns: Bitboard) -> Bitboard {
        Self::forward(pawns).east()
    }

    #[inline(always)]
    fn capture_west(pawns: Bitboard) -> Bitboard {
        Self::forward(pawns).west()
    }

    #[inline(always)]
    fn pawn_attacks(pawns: Bitboard) -> Bitboard {
        Self::capture_east(pawns) | Self::capture_west(pawns)
    }

    /// The square behind `square`, seen from this side.
    #[inline(always)]
    fn behind(square: Square) -> Square {
        square.offset(-Self::FORWARD)
    }
}

pub(crate) struct White;
pub(crate) struct Black;

impl Side for White {
    const COLOR: Color = Color::White;
    type Enemy = Black;
    const FORWARD: i8 = 8;
    const EAST_LANE: usize = 2;

    #[inline(always)]
    fn forward(pawns: Bitboard) -> Bitboard {
        pawns.north()
    }
}

impl Side for Black {
    const COLOR: Color = Color::Black;
    type Enemy = White;
    const FORWARD: i8 = -8;
    const EAST_LANE: usize = 3;

    #[inline(always)]
    fn forward(pawns: Bitboard) -> Bitboard {
        pawns.south()
    }
}

/// Runs generic code for the side to move.
macro_rules! for_turn {
    ($turn:expr, $Us:ident => $body:expr) => {
        match $turn {
            $crate::Color::White => {
                type $Us = $crate::side::White;
                $body
            }
            $crate::Color::Black => {
                type $Us = $crate::side::Black;
                $body
            }
        }
    };
}
pub(crate) use for_turn;
