//! Which instructions networks are worked out with.

use super::kernels::Instructions;
use super::network::Network;

impl Network {
    /// What people call the instructions that this machine has for the loops of networks.
    pub fn instructions() -> &'static str {
        Instructions::best().name()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_that_of_what_networks_use() {
        assert_eq!(Network::instructions(), Network::built_in().instructions.name());
    }
}
