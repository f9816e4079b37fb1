//! A seed that nobody can foresee, so that games differ.

use std::io;

pub(crate) fn random_seed() -> io::Result<u64> {
    getrandom::u64().map_err(io::Error::other)
}
