//! Ctrl-C and termination signals.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use anyhow::{Context, Result};
use toolkit::stop::StopAll;

/// The exit code that shells report for an interrupted program.
pub(super) const INTERRUPTED: u8 = 130;

/// The first signal requests a clean stop, the second exits at once. Neither loses finished work.
pub(super) fn listen(stop: &StopAll) -> Result<()> {
    let (stop, asked) = (stop.clone(), AtomicBool::new(false));
    ctrlc::set_handler(move || {
        if asked.swap(true, SeqCst) {
            std::process::exit(i32::from(INTERRUPTED));
        }
        stop.request();
    })
    .context("listening for Ctrl-C")
}
