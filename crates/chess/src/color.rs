//! The two players.

use core::fmt;
use core::ops::{Index, IndexMut, Not};

/// One of the two players. `!` gives the other one.
///
/// ```
/// use chess::Color;
///
/// assert_eq!(!Color::White, Color::Black);
/// // Arrays of two may be indexed by colour.
/// let clocks = [300, 180];
/// assert_eq!(clocks[Color::Black], 180);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// White, who moves first.
    White,
    /// Black, who moves second.
    Black,
}

impl Color {
    /// Both colours, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];
    /// How many colours there are.
    pub const COUNT: usize = 2;

    /// 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Color {
    type Output = Color;

    #[inline]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl<T> Index<Color> for [T; Color::COUNT] {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        &self[color as usize]
    }
}

impl<T> IndexMut<Color> for [T; Color::COUNT] {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self[color as usize]
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "white",
            Color::Black => "black",
        })
    }
}
