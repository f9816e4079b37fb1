//! The limits of a search: how much of the clock it may use, and when to stop within that.

use std::time::{Duration, Instant};

use chess::{Color, Move};

use crate::root_move::RootMove;
use crate::score::Score;

/// The limits a client sets. A limit that is not set does not apply.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The last iteration, in plies.
    pub depth: Option<i32>,
    /// Exact: the search stops at this node.
    pub nodes: Option<u64>,
    /// Checked between iterations only.
    pub soft_nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// Time left, per side.
    pub time: [Option<Duration>; 2],
    /// Time added after each move, per side.
    pub increment: [Duration; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Stop when a mate in at most this many moves is found.
    pub mate: Option<i32>,
    /// The clock does not limit the search.
    pub infinite: bool,
    /// The search starts by pondering.
    pub ponder: bool,
    /// Restricts the root to these moves; empty means all.
    pub search_moves: Vec<Move>,
    /// Time lost between the engine and the arbiter on every move.
    pub overhead: Duration,
    /// The client lets the engine ponder, which saves time later, so a move may take longer now.
    pub will_ponder: bool,
}

/// The time a search may take.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Beyond this, scaled by the time manager, no further iteration starts.
    pub soft: Duration,
    /// The search stops at this time.
    pub hard: Duration,
}

/// This many delays between the engine and the arbiter are kept in reserve: they come in bursts.
const RESERVED_DELAYS: u32 = 10;
/// Where the reserve is spent, at most this part of the clock is used, so that increments fill it
/// again.
const EMERGENCY_PART: u32 = 8;
/// The most of the usable time that one move may take,
const HARD_SHARE: f64 = 0.76;
/// and the most that the last move before a time control may take.
const LAST_MOVE_SHARE: f64 = 0.9;
/// A clock for the whole game: a move's part of it, its part of the increment, and how much both
/// are scaled down to leave time for hard moves.
const GAME_SHARE: f64 = 0.054;
const GAME_INCREMENT: f64 = 0.85;
const GAME_SCALE: f64 = 0.76;
/// The hard limit in units of the soft one.
const GAME_HARD: f64 = 3.04;
/// A clock for some moves: the same numbers, and the most moves that are planned for.
const CONTROL_INCREMENT: f64 = 0.75;
const CONTROL_SCALE: f64 = 0.8;
const CONTROL_HARD: f64 = 3.0;
const CONTROL_MOVES: u32 = 50;
/// With pondering, time spent now may come back.
const PONDER_SCALE: f64 = 1.25;
/// No search is shorter, in seconds.
const SHORTEST: f64 = 0.001;

impl Limits {
    /// The budget of the side to move; `None` if time does not limit the search.
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
        let spare = left.saturating_sub(RESERVED_DELAYS * self.overhead);
        let usable = spare.max(left / EMERGENCY_PART).as_secs_f64().max(SHORTEST);
        let hard_cap = HARD_SHARE * usable;
        let last_move = LAST_MOVE_SHARE * usable;
        let (soft, hard) = match self.moves_to_go {
            Some(moves) => {
                let moves = f64::from(moves.clamp(1, CONTROL_MOVES));
                let share = usable / moves + CONTROL_INCREMENT * increment;
                let hard =
                    if moves <= 1.0 { last_move } else { (CONTROL_HARD * share).min(hard_cap) };
                (CONTROL_SCALE * share, hard)
            }
            None => {
                let soft = GAME_SCALE * (GAME_SHARE * usable + GAME_INCREMENT * increment);
                (soft, (GAME_HARD * soft).min(hard_cap))
            }
        };
        let soft = if self.will_ponder { PONDER_SCALE * soft } else { soft };
        let hard = hard.min(last_move).max(SHORTEST);
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
    /// Whether the time is up; read now and then.
    #[inline]
    pub fn is_up(&self) -> bool {
        self.impatient || self.budget.is_some_and(|budget| self.start.elapsed() >= budget.hard)
    }

    /// Whether the thread has visited all the nodes it may; read at every node.
    #[inline]
    pub fn out_of_nodes(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|limit| nodes >= limit)
    }
}

/// From this depth on the share of nodes below the best move says how settled it is.
const NODES_FROM_DEPTH: i32 = 6;
/// A best move with no nodes scales the time by base x scale, one with all by (base - 1) x scale.
const NODES_BASE: f64 = 1.52;
const NODES_SCALE: f64 = 1.74;
/// By iterations since the best move last changed.
const STABILITY: [f64; 5] = [2.38, 1.29, 1.07, 0.91, 0.71];
/// With a single legal move, at most this many seconds and this part of the budget: enough for a
/// score and a move to ponder on.
const FORCED_SECONDS: f64 = 0.5;
const FORCED_PART: f64 = 0.25;

/// Decides between iterations whether to start another one. It stops earlier if the best move is
/// stable, later if the score falls or other moves take many nodes.
#[derive(Default)]
pub(crate) struct TimeManager {
    last_move: Option<Move>,
    last_score: Option<Score>,
    /// Iterations since the best move last changed.
    stable: usize,
}

impl TimeManager {
    /// Whether to start another iteration after one of `depth`.
    pub(crate) fn goes_on(
        &mut self,
        clock: &Clock,
        depth: i32,
        best: &RootMove,
        nodes: u64,
        moves: usize,
    ) -> bool {
        self.stable = if self.last_move == Some(best.mv) { self.stable + 1 } else { 0 };
        let drop = self.last_score.map_or(0, |last| last - best.score);
        self.last_move = Some(best.mv);
        self.last_score = Some(best.score);
        let Some(budget) = clock.budget else { return true };
        if budget.soft == budget.hard {
            return true;
        }
        let share = best.nodes as f64 / nodes.max(1) as f64;
        let by_nodes =
            if depth >= NODES_FROM_DEPTH { (NODES_BASE - share) * NODES_SCALE } else { 1.0 };
        let by_stability = STABILITY[self.stable.min(STABILITY.len() - 1)];
        let planned = budget.soft.as_secs_f64();
        let mut soft = planned * by_nodes * by_stability * by_score_drop(drop);
        if moves == 1 {
            soft = soft.min(FORCED_SECONDS).min(FORCED_PART * planned);
        }
        clock.start.elapsed().as_secs_f64() < soft.min(budget.hard.as_secs_f64())
    }
}

/// More time when the score has fallen since the last iteration, less when it has risen.
fn by_score_drop(drop: i32) -> f64 {
    match drop {
        ..=-20 => 0.88,
        -19..=-8 => 0.94,
        -7..=7 => 1.0,
        8..=19 => 1.15,
        20.. => 1.25,
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
            assert!(budget.hard + RESERVED_DELAYS * overhead <= ms(left), "{left}: {budget:?}");
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
    fn a_falling_score_gets_more_time_and_a_rising_one_less() {
        let factors = [-50, -20, -19, -8, -7, 0, 7, 8, 19, 20, 50].map(by_score_drop);
        assert!(factors.windows(2).all(|pair| pair[0] <= pair[1]), "{factors:?}");
        assert_eq!((factors[0], factors[5], factors[10]), (0.88, 1.0, 1.25));
    }

    #[test]
    fn without_a_clock_there_is_no_budget() {
        assert!(Limits::default().budget(Color::White).is_none());
        let black_only = Limits { time: [None, Some(ms(1000))], ..Limits::default() };
        assert!(black_only.budget(Color::White).is_none());
        assert!(black_only.budget(Color::Black).is_some());
    }
}
