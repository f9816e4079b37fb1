//! The alpha-beta window.

use crate::score::Score;

/// A score above `alpha` improves on the best line found so far. At `beta` or above, the opponent
/// avoids this node, because it has something better earlier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    pub(crate) const OPEN: Window = Window { alpha: Score::MINUS_INFINITE, beta: Score::INFINITE };

    #[inline]
    pub(crate) fn new(alpha: Score, beta: Score) -> Window {
        debug_assert!(alpha < beta);
        Window { alpha, beta }
    }

    /// The zero window that asks whether the score is at least `beta`.
    #[inline]
    pub(crate) fn below(beta: Score) -> Window {
        Window { alpha: beta - 1, beta }
    }

    /// The zero window that asks whether the score is above `alpha`.
    #[inline]
    pub(crate) fn above(alpha: Score) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// The same window from the opponent's side.
    #[inline]
    pub(crate) fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}
