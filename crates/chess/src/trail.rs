//! The way that led to a position: the keys and clocks that repetition and the fifty-move rule
//! ask for. Kept beside the position, so that positions stay small and comparable.

use crate::attacks::between;
use crate::{Move, Position, cuckoo};

/// The rules end a game long before so many plies have passed without progress. A client may
/// send more all the same, and looking back over all of them would take time squared.
const LONGEST_LOOKBACK: u16 = 1_024;

#[derive(Clone, Copy, Debug)]
struct Step {
    key: u64,
    /// Plies since the last capture or pawn move.
    clock: u16,
    /// Plies back that a repetition may lie: since the last irreversible or null move.
    reversible: u16,
    /// Plies back to the same position, if there was one.
    repeats: Option<u16>,
    /// Whether that earlier position was itself a repetition, so that this is the third.
    third: bool,
}

/// Every position from the start of the game, or from a FEN, to the present one.
#[derive(Clone, Debug)]
pub struct Trail {
    steps: Vec<Step>,
    last: Step,
}

impl Trail {
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

    /// Notes that `mv`, made in `position`, led to `next`.
    #[inline]
    pub fn push(&mut self, position: &Position, mv: Move, next: &Position) {
        if position.is_irreversible(mv) {
            self.step(next.key(), 0, 0);
        } else {
            let reversible = (self.last.reversible + 1).min(LONGEST_LOOKBACK);
            self.step(next.key(), self.last.clock.saturating_add(1), reversible);
        }
    }

    /// Notes that a pass led to `next`: no repetition reaches across it.
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

    /// Takes the last move back; the first position stays.
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

    /// How often the present position has been on the board, now included.
    pub fn occurrences(&self) -> usize {
        let earlier = (2..=self.last.reversible).step_by(2);
        1 + earlier.filter(|&back| self.back(back).key == self.last.key).count()
    }

    #[inline]
    pub fn is_threefold(&self) -> bool {
        self.last.third
    }

    /// Whether a search, `ply` plies from its root, may score the position as repeated: once
    /// is enough after the root, while positions up to the root count as the rules say.
    #[inline]
    pub fn is_repetition(&self, ply: usize) -> bool {
        self.last.third || self.last.repeats.is_some_and(|back| usize::from(back) < ply)
    }

    /// Whether the side to move can repeat an earlier position by a single move, in the sense
    /// of `is_repetition`. `position` is the one this trail leads to.
    #[inline]
    pub fn can_repeat(&self, position: &Position, ply: usize) -> bool {
        (3..=self.last.reversible).step_by(2).any(|back| {
            let earlier = self.back(back);
            // After the move the earlier position lies one ply further back.
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
    /// Captures and pawn moves: nothing from before them can come back.
    #[inline]
    pub fn is_irreversible(&self, mv: Move) -> bool {
        mv.is_capture() || self.piece_type_on(mv.from()) == Some(crate::PieceType::Pawn)
    }
}

#[cfg(test)]
mod tests {
    use crate::Game;

    #[test]
    fn a_game_longer_than_any_counter_still_counts_repetitions() {
        let mut game = Game::default();
        for mv in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(70_000) {
            let mv = game.position().parse_uci(mv).unwrap();
            game.play(mv).unwrap();
        }
        assert!(game.trail().is_threefold());
        assert_eq!(game.trail().halfmove_clock(), u16::MAX);
    }
}
