//! How the search reads its knobs: from a copy within itself, so that reading one is a single
//! load. A build with the feature `constant-knobs` reads the defaults as the compiler knows them,
//! whatever was set: beside it, the cost of being switchable shows.

use core::ops::Deref;

use super::Knobs;
use crate::heuristics::Heuristic;

/// Whether the search is deaf to its settings.
pub const CONSTANT: bool = cfg!(feature = "constant-knobs");

#[derive(Clone, Copy)]
pub(crate) struct Settings(Knobs);

impl Settings {
    pub(crate) fn new(knobs: Knobs) -> Settings {
        Settings(Heuristic::folded(knobs))
    }
}

impl Deref for Settings {
    type Target = Knobs;

    #[inline(always)]
    fn deref(&self) -> &Knobs {
        const DEFAULTS: Knobs = Heuristic::folded(Knobs::DEFAULT);
        if CONSTANT { &DEFAULTS } else { &self.0 }
    }
}
