//! What all tabs share: the network, the limits on work, and what the program was started with.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use engine::eval::nnue::Network;
use tokio::sync::Semaphore;

use crate::assets::Assets;
use crate::token::Token;

/// The most searches at a time, of all tabs together.
pub(crate) const MAX_SEARCHES: usize = 24;
/// The most tabs.
pub(crate) const MAX_TABS: usize = 32;

pub(crate) struct Board {
    pub(crate) token: Token,
    pub(crate) version: String,
    /// The position of `--fen`.
    pub(crate) fen: Option<String>,
    pub(crate) runs: PathBuf,
    pub(crate) assets: Assets,
    pub(crate) network: Arc<Network>,
    pub(crate) cores: usize,
    /// A permit for each search that may run.
    pub(crate) searches: Arc<Semaphore>,
    /// A permit for each tab that may connect.
    pub(crate) tabs: Arc<Semaphore>,
}

impl Board {
    pub(crate) fn new(
        token: Token,
        version: String,
        fen: Option<String>,
        runs: PathBuf,
        assets: Assets,
    ) -> Board {
        Board {
            token,
            version,
            fen,
            runs,
            assets,
            network: Arc::new(Network::built_in()),
            cores: thread::available_parallelism().map_or(1, usize::from),
            searches: Arc::new(Semaphore::new(MAX_SEARCHES)),
            tabs: Arc::new(Semaphore::new(MAX_TABS)),
        }
    }
}
