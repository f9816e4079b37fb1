//! How long to think.

use std::time::{Duration, Instant};

use chess::{Color, Move};

/// What a client asks for. Whatever is not given does not limit.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    pub depth: Option<i32>,
    /// Exact: the search stops at this node.
    pub nodes: Option<u64>,
    /// Looked at between iterations only.
    pub soft_nodes: Option<u64>,
    pub move_time: Option<Duration>,
    /// Time left, per side.
    pub time: [Option<Duration>; 2],
    pub increment: [Duration; 2],
    pub moves_to_go: Option<u32>,
    /// Search for a mate in so many moves.
    pub mate: Option<i32>,
    pub infinite: bool,
    pub ponder: bool,
    /// Only these moves at the root; all if empty.
    pub search_moves: Vec<Move>,
    /// Taken off the time for what lies between us and the arbiter.
    pub overhead: Duration,
    /// The client lets us ponder: what we spend now we may save later.
    pub will_ponder: bool,
}

/// As many delays between us and the arbiter are kept in reserve.
const DELAYS: u32 = 10;

/// The time a search may take.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// After an iteration, beyond this no further one is begun, more or less.
    pub soft: Duration,
    /// Never beyond this.
    pub hard: Duration,
}

impl Limits {
    /// The budget of the side to move; `None` if time does not limit.
    pub fn budget(&self, turn: Color) -> Option<Budget> {
        if self.infinite {
            return None;
        }
        if let Some(time) = self.move_time {
            let time = time.saturating_sub(self.overhead).max(Duration::from_millis(1));
            return Some(Budget { soft: time, hard: time });
        }
        let left = self.time[turn]?;
        let increment = self.increment[turn].as_secs_f64();
        // Delays come in bursts: several of them must always remain. Where they do not, so little
        // is spent that an increment fills the reserve again.
        let spare = left.saturating_sub(DELAYS * self.overhead);
        let usable = spare.max(left / 8).as_secs_f64().max(0.001);
        let hard_cap = 0.76 * usable;
        let (soft, hard) = match self.moves_to_go {
            Some(moves) => {
                let moves = f64::from(moves.clamp(1, 50));
                let share = usable / moves + 0.75 * increment;
                (0.8 * share, if moves <= 1.0 { 0.9 * usable } else { (3.0 * share).min(hard_cap) })
            }
            None => {
                let base = 0.76 * (0.054 * usable + 0.85 * increment);
                (base, (3.04 * base).min(hard_cap))
            }
        };
        let soft = if self.will_ponder { 1.25 * soft } else { soft };
        let hard = hard.min(0.9 * usable).max(0.001);
        Some(Budget {
            soft: Duration::from_secs_f64(soft.min(hard)),
            hard: Duration::from_secs_f64(hard),
        })
    }
}

/// The running clock of the thread that watches it.
pub struct Clock {
    pub start: Instant,
    pub budget: Option<Budget>,
    pub nodes: Option<u64>,
    /// The search would have ended after its last iteration, had it not been pondering.
    pub impatient: bool,
}

impl Clock {
    /// Whether the time is up; asked now and then.
    #[inline]
    pub fn is_up(&self) -> bool {
        self.impatient || self.budget.is_some_and(|budget| self.start.elapsed() >= budget.hard)
    }

    /// Whether the thread has visited all the nodes it may; asked at every node.
    #[inline]
    pub fn out_of_nodes(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|limit| nodes >= limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn the_budget_never_exceeds_what_is_left() {
        for left in [0, 1, 10, 100, 1_000, 60_000, 10_000_000] {
            for increment in [0, 10, 1_000, 60_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(100_000)] {
                    for overhead in [0, 10, 5_000] {
                        let limits = Limits {
                            time: [Some(ms(left)), None],
                            increment: [ms(increment); 2],
                            moves_to_go,
                            overhead: ms(overhead),
                            ..Limits::default()
                        };
                        let budget = limits.budget(Color::White).unwrap();
                        assert!(budget.soft <= budget.hard);
                        assert!(budget.hard <= ms(left.max(2)), "{limits:?}: {budget:?}");
                        assert!(budget.hard > Duration::ZERO);
                    }
                }
            }
        }
    }

    #[test]
    fn a_reserve_for_delays_is_never_spent() {
        for left in [200, 300, 1_000, 60_000] {
            let overhead = ms(10);
            let limits = Limits { time: [Some(ms(left)), None], overhead, ..Limits::default() };
            let budget = limits.budget(Color::White).unwrap();
            assert!(budget.hard + DELAYS * overhead <= ms(left), "{left}: {budget:?}");
        }
    }

    #[test]
    fn a_reserve_that_has_been_spent_comes_back() {
        let (increment, overhead) = (ms(10), ms(10));
        for left in [10, 20, 50, 80, 100] {
            let time = [Some(ms(left)), None];
            let limits = Limits { time, increment: [increment; 2], overhead, ..Limits::default() };
            let budget = limits.budget(Color::White).unwrap();
            assert!(budget.hard <= increment, "{left}: {budget:?}");
        }
    }

    #[test]
    fn without_a_clock_there_is_no_budget() {
        assert!(Limits::default().budget(Color::White).is_none());
        let black_only = Limits { time: [None, Some(ms(1000))], ..Limits::default() };
        assert!(black_only.budget(Color::White).is_none());
        assert!(black_only.budget(Color::Black).is_some());
    }
}
