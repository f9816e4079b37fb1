//! The word to stop: it reaches every game under way, wherever it is being thought about.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Mutex};

use crate::control::Control;
use crate::crew::lock;

/// Shared by all who must hear of it.
#[derive(Clone, Default)]
pub struct Halt(Arc<Inner>);

#[derive(Default)]
struct Inner {
    called: AtomicBool,
    searches: Mutex<Vec<Slot>>,
}

/// The search that an engine within this process is at.
type Slot = Arc<Mutex<Option<Arc<Control>>>>;

impl Halt {
    pub fn call(&self) {
        self.0.called.store(true, SeqCst);
        let searches = lock(&self.0.searches);
        for slot in searches.iter() {
            if let Some(control) = &*lock(slot) {
                control.stop();
            }
        }
    }

    pub fn is_called(&self) -> bool {
        self.0.called.load(SeqCst)
    }

    /// For an engine whose searches are to end when the word comes.
    pub fn reins(&self) -> Reins {
        let slot = Slot::default();
        lock(&self.0.searches).push(Arc::clone(&slot));
        Reins { halt: self.clone(), slot }
    }
}

/// What one engine's searches are stopped by.
pub struct Reins {
    halt: Halt,
    slot: Slot,
}

impl Reins {
    /// A control for the next search, which is stopped already if the word has come.
    pub fn take(&self) -> Arc<Control> {
        let control = Arc::new(Control::default());
        *lock(&self.slot) = Some(Arc::clone(&control));
        if self.halt.is_called() {
            control.stop();
        }
        control
    }

    pub fn is_called(&self) -> bool {
        self.halt.is_called()
    }
}

impl Drop for Reins {
    fn drop(&mut self) {
        let mut searches = lock(&self.halt.0.searches);
        searches.retain(|slot| !Arc::ptr_eq(slot, &self.slot));
    }
}
