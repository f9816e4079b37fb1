//! What a session may be busy with.

use super::perft_job::PerftJob;
use super::search_job::SearchJob;

pub(super) enum Job {
    Count(PerftJob),
    Search(SearchJob),
}

impl Job {
    pub(super) fn stop(&self) {
        match self {
            Job::Count(count) => count.stop(),
            Job::Search(search) => search.stop(),
        }
    }

    /// Nobody will say anything more. A count ends by itself and its result is worth waiting
    /// for; a search may go on for ever, so its move is wanted now.
    pub(super) fn input_ended(&self) {
        if let Job::Search(search) = self {
            search.stop();
        }
    }

    pub(super) fn ponder_hit(&self) {
        if let Job::Search(search) = self {
            search.ponder_hit();
        }
    }
}
