//! The knobs as the search reads them: a copy in each searcher, so that reading one is a single load,
//! and tables by depth, computed once instead of at every node. A build with the feature
//! `constant-knobs` reads the defaults as constants, whatever was set. The difference to a normal
//! build is the cost of run-time knobs.

use core::ops::Deref;

use chess::ExchangeValues;

use super::pages::{futility, move_count, static_null};
use crate::heuristics::Heuristic;
use crate::knobs::Knobs;
use crate::values::exchange_values;

/// Whether this build ignores the settings and searches with the defaults.
pub const CONSTANT_KNOBS: bool = cfg!(feature = "constant-knobs");

/// Depths with their own entry; greater depths share the last.
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

/// The knobs and the tables computed from them.
#[derive(Clone, Copy)]
pub(crate) struct Settings {
    knobs: Knobs,
    pub(crate) futility_margins: ByDepth,
    /// When not improving, and when improving.
    pub(crate) move_count_limits: [ByDepth; 2],
    pub(crate) static_null_margins: [ByDepth; 2],
    /// What pieces are worth in exchanges.
    pub(crate) exchange: ExchangeValues,
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
            exchange: exchange_values(knobs.exchange_scale),
        }
    }
}

/// Replaces each switch that is off, and each 0 that means no limit, by a number that is never
/// reached, so that the search reads one number instead of two.
const fn folded(knobs: Knobs) -> Knobs {
    let mut knobs = Heuristic::folded(knobs);
    if knobs.quiescence_max_ply == 0 {
        knobs.quiescence_max_ply = i32::MAX;
    }
    if !knobs.use_quiescence {
        knobs.quiescence_max_ply = 0;
    }
    // Without the table nothing can be read from it.
    let table = knobs.use_transposition_table;
    knobs.use_table_cutoff &= table;
    knobs.use_table_eval &= table;
    knobs.use_table_prefetch &= table;
    if knobs.futility_max_depth == 0 {
        // The depth after reduction may be 0; a limit of 0 means off all the same.
        knobs.futility_max_depth = i32::MIN;
    }
    if !knobs.null_move_verification {
        (knobs.null_move_verify_depth, knobs.null_move_verify_endgame_depth) = (i32::MAX, i32::MAX);
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
