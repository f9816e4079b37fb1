//! Being asked to stop.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use anyhow::{Context, Result};
use engine::halt::Halt;

/// What a shell says of a program that was interrupted.
pub(super) const INTERRUPTED: u8 = 130;

/// Asked once, a run stops in good order; asked again, at once. Nothing that has been finished
/// is lost either way.
pub(super) fn listen(halt: &Halt) -> Result<()> {
    let (halt, asked) = (halt.clone(), AtomicBool::new(false));
    ctrlc::set_handler(move || {
        if asked.swap(true, SeqCst) {
            std::process::exit(i32::from(INTERRUPTED));
        }
        halt.call();
    })
    .context("listening for Ctrl-C")
}
