//! Progress for whoever waits in front of a terminal.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Drawn on standard error, and only where somebody can see it.
pub(super) fn bar(template: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    match ProgressStyle::with_template(template) {
        Ok(style) => ProgressBar::new(0).with_style(style),
        Err(_) => ProgressBar::new(0),
    }
}

/// One that shows by itself that time passes, for work whose length is not known.
pub(super) fn ticking(template: &str) -> ProgressBar {
    let bar = bar(template);
    if !bar.is_hidden() {
        bar.enable_steady_tick(Duration::from_millis(200));
    }
    bar
}
