//! The scores a node still cares about.

use crate::score::Score;

/// Scores above `alpha` improve on what is known; from `beta` on the opponent will not let it
/// come to this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    pub const OPEN: Window = Window { alpha: Score::from_raw(-32_001), beta: Score::INFINITE };

    #[inline]
    pub fn new(alpha: Score, beta: Score) -> Window {
        debug_assert!(alpha < beta);
        Window { alpha, beta }
    }

    /// Asks only whether the score is at least `beta`.
    #[inline]
    pub fn below(beta: Score) -> Window {
        Window { alpha: beta - 1, beta }
    }

    /// Asks only whether the score is above `alpha`.
    #[inline]
    pub fn above(alpha: Score) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// The same window from the opponent's side.
    #[inline]
    pub fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    #[inline]
    pub fn width(self) -> i32 {
        self.beta - self.alpha
    }
}
