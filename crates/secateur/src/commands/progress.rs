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

/// How often something is told of work that comes in many small steps: now and then a line where
/// nobody watches, and a picture as often as an eye can follow.
pub(super) fn interval(bar: &ProgressBar) -> Duration {
    match bar.is_hidden() {
        true => Duration::from_secs(10),
        false => Duration::from_millis(100),
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
