//! How deep to search a move: reductions, extensions, second thoughts.

pub(crate) mod extend;
pub(crate) mod hindsight;
pub(crate) mod reduce;
