//! Being asked to stop.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use anyhow::{Context, Result};
use toolkit::stop::StopAll;

/// What a shell says of a program that was interrupted.
pub(super) const INTERRUPTED: u8 = 130;

/// Asked once, a run stops in good order; asked again, at once. Nothing that has been finished
/// is lost either way.
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
