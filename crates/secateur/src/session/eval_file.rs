//! `EvalFile`: another network than the one that is built in.

use std::sync::Arc;

use anyhow::{Context, Result};
use engine::eval::nnue::Network;

pub(crate) fn network(file: &str) -> Result<Arc<Network>> {
    Ok(Arc::new(Network::named(file).with_context(|| file.to_owned())?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_told_with_the_reason() {
        let said = network("no/such/network").err().map(|error| format!("{error:#}"));
        assert!(said.is_some_and(|said| said.contains("no/such/network: No such file")));
    }
}
