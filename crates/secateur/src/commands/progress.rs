//! Progress bars and progress lines.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A progress bar on standard error; hidden if that is not a terminal.
pub(super) fn bar(template: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    match ProgressStyle::with_template(template) {
        Ok(style) => ProgressBar::new(0).with_style(style),
        Err(_) => ProgressBar::new(0),
    }
}

/// How often to report work that comes in many small steps: rarely as lines of a log, often as a
/// bar on a terminal.
pub(super) fn interval(bar: &ProgressBar) -> Duration {
    match bar.is_hidden() {
        true => Duration::from_secs(10),
        false => Duration::from_millis(100),
    }
}

/// A bar that moves by itself, for steps of unknown length.
pub(super) fn ticking(template: &str) -> ProgressBar {
    let bar = bar(template);
    if !bar.is_hidden() {
        bar.enable_steady_tick(Duration::from_millis(200));
    }
    bar
}

/// Prints a line, above the bar if there is one.
pub(super) fn line(bar: &ProgressBar, text: &str) {
    // The work continues even if standard error is closed.
    bar.suspend(|| {
        let _ = writeln!(io::stderr(), "{text}");
    });
}

/// A duration in a suitable unit.
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
    fn durations_are_written_in_a_suitable_unit() {
        assert_eq!(span(61.0), "61 s");
        assert_eq!(span(600.0), "10 min");
        assert_eq!(span(7_200.0), "2.0 h");
    }
}
