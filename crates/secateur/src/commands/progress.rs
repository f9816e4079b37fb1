//! Progress for whoever waits in front of a terminal.

use std::io::{self, IsTerminal, Write};
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

/// A line for whoever reads on, above the picture if there is one.
pub(super) fn line(bar: &ProgressBar, text: &str) {
    // Nobody reads it: that is no reason to stop.
    bar.suspend(|| {
        let _ = writeln!(io::stderr(), "{text}");
    });
}

/// A time in a fitting unit.
pub(super) fn span(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{s:.0} s"),
        s if s < 5_400.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.1} h", s / 3_600.0),
        s => format!("{:.0} days", s / 86_400.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_fitting_units() {
        assert_eq!(span(61.0), "61 s");
        assert_eq!(span(600.0), "10 min");
        assert_eq!(span(7_200.0), "2.0 h");
    }
}
