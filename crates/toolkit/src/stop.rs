//! Stopping everything at once: every search of every engine in this process.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex};

use engine::Control;

use crate::workers::lock;

/// A request to stop. Clones share it.
#[derive(Clone, Default)]
pub struct StopAll(Arc<Inner>);

#[derive(Default)]
struct Inner {
    requested: AtomicBool,
    searches: Mutex<Vec<Slot>>,
}

/// The search that one engine is running.
type Slot = Arc<Mutex<Option<Arc<Control>>>>;

impl StopAll {
    /// Stops all running searches, and those that start later.
    pub fn request(&self) {
        self.0.requested.store(true, SeqCst);
        let searches = lock(&self.0.searches);
        for slot in searches.iter() {
            if let Some(control) = &*lock(slot) {
                control.stop();
            }
        }
    }

    /// Whether a stop was requested.
    pub fn is_requested(&self) -> bool {
        self.0.requested.load(SeqCst)
    }

    /// A handle for an engine whose searches must stop.
    pub fn handle(&self) -> StopHandle {
        let slot = Slot::default();
        lock(&self.0.searches).push(Arc::clone(&slot));
        StopHandle { all: self.clone(), slot }
    }
}

/// Stops the searches of one engine.
pub struct StopHandle {
    all: StopAll,
    slot: Slot,
}

impl StopHandle {
    /// A control for the next search; it is stopped already if a stop was requested.
    pub fn next_control(&self) -> Arc<Control> {
        let control = Arc::new(Control::default());
        *lock(&self.slot) = Some(Arc::clone(&control));
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

impl Drop for StopHandle {
    fn drop(&mut self) {
        let mut searches = lock(&self.all.0.searches);
        searches.retain(|slot| !Arc::ptr_eq(slot, &self.slot));
    }
}
