//! What all tabs share: the network, the limits on work, and what the program was started with.

use std::sync::Arc;
use std::thread;

use engine::eval::nnue::Network;
use tokio::sync::Semaphore;

use crate::assets::Assets;
use crate::game_file::GameFile;
use crate::runs::Runs;
use crate::token::Token;
use crate::tree_store::TreeStore;

/// The most searches at a time, of all tabs together.
pub(crate) const MAX_SEARCHES: usize = 24;
/// The most requests at a time that wait for something else than a search, such as a run.
const MAX_WATCHERS: usize = 64;
/// The most tabs.
pub(crate) const MAX_TABS: usize = 32;

pub(crate) struct Board {
    pub(crate) token: Token,
    pub(crate) version: String,
    /// The position of `--fen`.
    pub(crate) fen: Option<String>,
    /// The file of `--pgn`.
    pub(crate) games: Option<GameFile>,
    pub(crate) runs: Runs,
    pub(crate) trees: TreeStore,
    pub(crate) assets: Assets,
    pub(crate) network: Arc<Network>,
    pub(crate) cores: usize,
    /// A permit for each search that may run.
    pub(crate) searches: Arc<Semaphore>,
    /// A permit for each request that waits for something else.
    pub(crate) watchers: Arc<Semaphore>,
    /// A permit for each tab that may connect.
    pub(crate) tabs: Arc<Semaphore>,
}

impl Board {
    pub(crate) fn new(
        token: Token,
        version: String,
        fen: Option<String>,
        games: Option<GameFile>,
        runs: Runs,
        assets: Assets,
    ) -> Board {
        Board {
            token,
            version,
            fen,
            games,
            runs,
            trees: TreeStore::default(),
            assets,
            network: Arc::new(Network::built_in()),
            cores: thread::available_parallelism().map_or(1, usize::from),
            searches: Arc::new(Semaphore::new(MAX_SEARCHES)),
            watchers: Arc::new(Semaphore::new(MAX_WATCHERS)),
            tabs: Arc::new(Semaphore::new(MAX_TABS)),
        }
    }
}
