//! Stopping everything at once: every search of every engine in this process.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex, Weak};

use engine::Control;

use crate::workers::lock;

/// A request to stop. Clones share it.
#[derive(Clone, Default)]
pub struct StopAll(Arc<Inner>);

#[derive(Default)]
struct Inner {
    requested: AtomicBool,
    /// The controls of searches. A search that has ended drops its control.
    searches: Mutex<Vec<Weak<Control>>>,
}

impl StopAll {
    /// Stops all running searches, and those that start later.
    pub fn request(&self) {
        self.0.requested.store(true, SeqCst);
        for control in lock(&self.0.searches).iter().filter_map(Weak::upgrade) {
            control.stop();
        }
    }

    /// Whether a stop was requested.
    pub fn is_requested(&self) -> bool {
        self.0.requested.load(SeqCst)
    }

    /// A handle for an engine whose searches must stop.
    pub fn handle(&self) -> StopHandle {
        StopHandle { all: self.clone() }
    }
}

/// Stops the searches of one engine.
pub struct StopHandle {
    all: StopAll,
}

impl StopHandle {
    /// A control for the next search; it is stopped already if a stop was requested.
    pub fn next_control(&self) -> Arc<Control> {
        let control = Arc::new(Control::default());
        let mut searches = lock(&self.all.0.searches);
        searches.retain(|search| search.strong_count() > 0);
        searches.push(Arc::downgrade(&control));
        drop(searches);
        if self.all.is_requested() {
            control.stop();
        }
        control
    }

    /// Whether a stop was requested.
    pub fn is_requested(&self) -> bool {
        self.all.is_requested()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_stops_running_and_later_searches() {
        let stop = StopAll::default();
        let handle = stop.handle();
        let running = handle.next_control();
        assert!(!running.is_stopped());
        stop.clone().request();
        assert!(running.is_stopped() && handle.next_control().is_stopped());
    }

    #[test]
    fn a_search_can_be_stopped_after_its_handle_is_gone() {
        let stop = StopAll::default();
        let running = stop.handle().next_control();
        stop.request();
        assert!(running.is_stopped());
    }

    #[test]
    fn searches_that_ended_are_forgotten() {
        let stop = StopAll::default();
        for _ in 0..10 {
            drop(stop.handle().next_control());
        }
        let _running = stop.handle().next_control();
        assert_eq!(lock(&stop.0.searches).len(), 1);
    }
}
