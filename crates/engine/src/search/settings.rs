//! How the search reads its knobs: from a copy of its own, so that reading one is a single load,
//! and from tables by depth that are computed once instead of at every node. A build with the
//! feature `constant-knobs` reads the defaults as constants, whatever was set: compared with it, a
//! normal build shows what switchable knobs cost.

use core::ops::Deref;

use super::pages::{futility, move_count, static_null};
use crate::heuristics::Heuristic;
use crate::knobs::Knobs;

/// Whether the search ignores its settings.
pub const CONSTANT_KNOBS: bool = cfg!(feature = "constant-knobs");

/// Depths that have their own entry; deeper ones share the last.
const DEPTHS: usize = 24;

/// A number for every depth.
#[derive(Clone, Copy)]
pub(crate) struct ByDepth([i32; DEPTHS]);

impl ByDepth {
    fn new(number: impl Fn(i32) -> i32) -> ByDepth {
        ByDepth(core::array::from_fn(|depth| number(depth as i32)))
    }

    #[inline(always)]
    pub(crate) fn at(&self, depth: i32) -> i32 {
        self.0[(depth.max(0) as usize).min(DEPTHS - 1)]
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Settings {
    knobs: Knobs,
    pub(crate) futility_margins: ByDepth,
    /// When not improving, and when improving.
    pub(crate) move_count_limits: [ByDepth; 2],
    pub(crate) static_null_margins: [ByDepth; 2],
}

impl Settings {
    pub(crate) fn new(knobs: Knobs) -> Settings {
        let knobs = if CONSTANT_KNOBS { Knobs::DEFAULT } else { knobs };
        let by_improving = |number: fn(&Knobs, i32, bool) -> i32| {
            [false, true].map(|improving| ByDepth::new(|depth| number(&knobs, depth, improving)))
        };
        Settings {
            knobs: folded(knobs),
            futility_margins: ByDepth::new(|depth| futility::margin(&knobs, depth)),
            move_count_limits: by_improving(move_count::limit),
            static_null_margins: by_improving(static_null::margin),
        }
    }
}

/// Turns what is off, or unlimited, into a number that is never reached.
const fn folded(knobs: Knobs) -> Knobs {
    let mut knobs = Heuristic::folded(knobs);
    if knobs.quiescence_max_ply == 0 {
        knobs.quiescence_max_ply = i32::MAX;
    }
    if !knobs.use_quiescence {
        knobs.quiescence_max_ply = 0;
    }
    if knobs.quiescence_max_moves == 0 {
        knobs.quiescence_max_moves = i32::MAX;
    }
    knobs
}

impl Deref for Settings {
    type Target = Knobs;

    #[inline(always)]
    fn deref(&self) -> &Knobs {
        const DEFAULTS: Knobs = folded(Knobs::DEFAULT);
        if CONSTANT_KNOBS { &DEFAULTS } else { &self.knobs }
    }
}
