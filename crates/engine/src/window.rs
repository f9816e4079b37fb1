//! The scores a node still cares about.

use crate::score::Score;

/// Scores above `alpha` improve on what is known; from `beta` on the opponent will not let it
/// come to this.
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

    /// Asks only whether the score is at least `beta`.
    #[inline]
    pub(crate) fn below(beta: Score) -> Window {
        Window { alpha: beta - 1, beta }
    }

    /// Asks only whether the score is above `alpha`.
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
