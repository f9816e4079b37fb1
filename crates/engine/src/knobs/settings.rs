//! How the search reads its knobs. A build with the feature `constant-knobs` reads the defaults
//! as the compiler knows them, whatever was set: beside it, the cost of being switchable shows.

use core::ops::Deref;

use super::Knobs;

/// Whether the search is deaf to its settings.
pub const CONSTANT: bool = cfg!(feature = "constant-knobs");

#[derive(Clone, Copy)]
pub(crate) struct Settings<'a>(&'a Knobs);

impl<'a> Settings<'a> {
    pub(crate) fn new(knobs: &'a Knobs) -> Settings<'a> {
        Settings(knobs)
    }

    #[inline(always)]
    pub(crate) fn get(self) -> &'a Knobs {
        if CONSTANT { &Knobs::DEFAULT } else { self.0 }
    }
}

impl Deref for Settings<'_> {
    type Target = Knobs;

    #[inline(always)]
    fn deref(&self) -> &Knobs {
        self.get()
    }
}
