//! The network that the program carries.

use super::net_file::NetFile;
use super::network::Network;

static BYTES: &[u8] = include_bytes!(env!("SECATEUR_NET"));

impl Network {
    pub fn built_in() -> Network {
        // It was read once already, when the program was built.
        Network::new(&NetFile::from_bytes(BYTES).expect("the network built in is whole"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_whole_and_says_where_it_comes_from() {
        assert!(!Network::built_in().description().is_empty());
    }
}
