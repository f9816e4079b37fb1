//! The history of a position: the keys and clocks that repetition and the fifty-move rule need.
//! Kept apart from the position, so that positions stay small and comparable.

use crate::attacks::between;
use crate::{Move, Position, cuckoo};

/// The rules end a game long before this many plies without progress. A client may send more, and
/// searching all of them for repetitions would take quadratic time.
const LONGEST_LOOKBACK: u16 = 1_024;

#[derive(Clone, Copy, Debug)]
struct Step {
    key: u64,
    /// Plies since the last capture or pawn move.
    clock: u16,
    /// How many plies back a repetition may lie: up to the last irreversible or null move.
    reversible: u16,
    /// Plies back to the same position, if there was one.
    repeats: Option<u16>,
    /// Whether that earlier position was itself a repetition, so that this is the third.
    third: bool,
}

/// The keys and clocks of every position from the start of a game to the current one.
///
/// A [`Game`] keeps one. A search keeps its own, and takes back what it tries:
///
/// ```
/// use chess::{Position, Trail};
///
/// let start = Position::initial();
/// let mut trail = Trail::new(&start, 0);
/// let mv = start.parse_uci("g1f3")?;
/// trail.push(&start, mv, &start.after(mv));
/// assert_eq!(trail.halfmove_clock(), 1);
/// trail.pop();
/// assert_eq!(trail.halfmove_clock(), 0);
/// # Ok::<(), chess::UciMoveError>(())
/// ```
///
/// [`Game`]: crate::Game
#[derive(Clone, Debug)]
pub struct Trail {
    steps: Vec<Step>,
    last: Step,
}

impl Trail {
    /// A trail that starts at `position`.
    pub fn new(position: &Position, halfmove_clock: u16) -> Trail {
        let last = Step {
            key: position.key(),
            clock: halfmove_clock,
            reversible: 0,
            repeats: None,
            third: false,
        };
        Trail { steps: Vec::new(), last }
    }

    /// Records that `mv`, made in `position`, led to `next`.
    #[inline]
    pub fn push(&mut self, position: &Position, mv: Move, next: &Position) {
        if position.is_irreversible(mv) {
            self.step(next.key(), 0, 0);
        } else {
            let reversible = (self.last.reversible + 1).min(LONGEST_LOOKBACK);
            self.step(next.key(), self.last.clock.saturating_add(1), reversible);
        }
    }

    /// Records that a null move led to `next`. No repetition reaches across it.
    #[inline]
    pub fn push_null(&mut self, next: &Position) {
        self.step(next.key(), self.last.clock.saturating_add(1), 0);
    }

    #[inline]
    fn step(&mut self, key: u64, clock: u16, reversible: u16) {
        self.steps.push(self.last);
        self.last = Step { key, clock, reversible, repeats: None, third: false };
        let earlier = (4..=reversible).step_by(2).find(|&back| self.back(back).key == key);
        self.last.repeats = earlier;
        self.last.third = earlier.is_some_and(|back| self.back(back).repeats.is_some());
    }

    /// Takes the last move back. The first position always stays.
    #[inline]
    pub fn pop(&mut self) {
        if let Some(step) = self.steps.pop() {
            self.last = step;
        }
    }

    /// `back` is at most `last.reversible` and so within the trail.
    #[inline]
    fn back(&self, back: u16) -> &Step {
        &self.steps[self.steps.len() - back as usize]
    }

    /// Plies since the last capture or pawn move.
    #[inline]
    pub fn halfmove_clock(&self) -> u16 {
        self.last.clock
    }

    /// How often the current position has occurred, this time included.
    pub fn occurrences(&self) -> usize {
        let earlier = (2..=self.last.reversible).step_by(2);
        1 + earlier.filter(|&back| self.back(back).key == self.last.key).count()
    }

    /// Whether the current position has occurred three times.
    #[inline]
    pub fn is_threefold(&self) -> bool {
        self.last.third
    }

    /// Whether any position since the last capture or pawn move has occurred more than once.
    pub fn has_repeated(&self) -> bool {
        let earlier = |back| self.back(back).repeats.is_some();
        self.last.repeats.is_some() || (1..=self.last.reversible).any(earlier)
    }

    /// Whether a search, `ply` plies from its root, may score the position as a repetition. One
    /// earlier occurrence after the root is enough; up to the root it takes two, as in the rules.
    #[inline]
    pub fn is_repetition(&self, ply: usize) -> bool {
        self.last.third || self.last.repeats.is_some_and(|back| usize::from(back) < ply)
    }

    /// Whether the side to move can reach a repetition, in the sense of
    /// [`Trail::is_repetition`], by a single move. `position` is the current position.
    #[inline]
    pub fn can_repeat(&self, position: &Position, ply: usize) -> bool {
        (3..=self.last.reversible).step_by(2).any(|back| {
            let earlier = self.back(back);
            // After the move the earlier position is one ply further back.
            let counts = usize::from(back) < ply || earlier.repeats.is_some();
            counts && is_joined(position, earlier.key)
        })
    }
}

/// Whether one reversible move of the side to move leads from `position` to `key`.
#[inline]
fn is_joined(position: &Position, key: u64) -> bool {
    cuckoo::find(position.key() ^ key).is_some_and(|shuttle| {
        shuttle.color == position.turn()
            && !between(shuttle.a, shuttle.b).meets(position.occupied())
    })
}

impl Position {
    /// Whether the move is a capture or a pawn move: no earlier position can recur after it.
    #[inline]
    pub fn is_irreversible(&self, mv: Move) -> bool {
        mv.is_capture() || self.piece_type_on(mv.from()) == Some(crate::PieceType::Pawn)
    }
}

#[cfg(test)]
mod tests {
    use crate::Game;

    #[test]
    fn repetitions_count_in_a_game_longer_than_any_counter() {
        let mut game = Game::default();
        for mv in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(70_000) {
            let mv = game.position().parse_uci(mv).unwrap();
            game.play(mv).unwrap();
        }
        assert!(game.trail().is_threefold());
        assert_eq!(game.trail().halfmove_clock(), u16::MAX);
    }
}
