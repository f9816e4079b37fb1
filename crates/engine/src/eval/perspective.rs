//! How a king looks at the board: always from his own side, and from the queen's wing. What holds
//! for one king then holds for all.

use chess::{Color, Square};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perspective {
    owner: Color,
    /// Turns squares when combined with them by exclusive or.
    turn: u8,
}

impl Perspective {
    #[inline]
    pub fn of(owner: Color, king: Square) -> Perspective {
        let sides = if owner == Color::White { 0 } else { 56 };
        let wings = if king.file().index() < 4 { 0 } else { 7 };
        Perspective { owner, turn: sides ^ wings }
    }

    #[inline]
    pub fn owner(self) -> Color {
        self.owner
    }

    /// Whether the wings are swapped.
    #[inline]
    pub fn is_mirrored(self) -> bool {
        self.turn & 7 != 0
    }

    /// Where a square is to him: his own side first, rank by rank.
    #[inline]
    pub fn place_of(self, square: Square) -> usize {
        self.turned(square.index())
    }

    /// The same for any number whose lowest six bits are a square.
    #[inline]
    pub(super) fn turned(self, number: usize) -> usize {
        number ^ usize::from(self.turn)
    }
}
