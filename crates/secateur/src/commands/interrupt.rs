//! Ctrl-C and termination signals.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Mutex, OnceLock};

use anyhow::{Context, Result, anyhow};
use toolkit::stop::StopAll;
use toolkit::workers::lock;

/// The exit code that shells report for an interrupted program.
pub(super) const INTERRUPTED: u8 = 130;

/// Whether a signal has arrived. Signals concern the whole process, so this is a static.
static ASKED: AtomicBool = AtomicBool::new(false);

/// The work to stop. A plan runs several commands in one process, one after the other.
static CURRENT: Mutex<Option<StopAll>> = Mutex::new(None);

/// From now on the first signal requests a clean stop of this work, the second exits at once.
/// Neither loses finished work.
pub(super) fn listen(stop: &StopAll) -> Result<()> {
    static HANDLER: OnceLock<Result<(), String>> = OnceLock::new();
    *lock(&CURRENT) = Some(stop.clone());
    if asked() {
        stop.request();
    }
    let installed =
        HANDLER.get_or_init(|| ctrlc::set_handler(signal).map_err(|why| why.to_string()));
    installed.clone().map_err(|why| anyhow!(why)).context("listening for Ctrl-C")
}

fn signal() {
    if ASKED.swap(true, SeqCst) {
        std::process::exit(i32::from(INTERRUPTED));
    }
    stop_current();
}

/// Requests a clean stop of the work that listens.
pub(super) fn stop_current() {
    if let Some(stop) = &*lock(&CURRENT) {
        stop.request();
    }
}

/// Whether a signal has arrived.
pub(super) fn asked() -> bool {
    ASKED.load(SeqCst)
}
