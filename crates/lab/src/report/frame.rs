//! What all pictures share: their width, their margins and the lines behind them.

use super::axis::{Axis, tick_label};
use super::svg::{Anchor, Drawing};

pub(super) const WIDTH: f64 = 720.0;
pub(super) const LEFT: f64 = 58.0;
/// Where what is drawn ends.
pub(super) const END: f64 = WIDTH - 14.0;

/// Lines at about `wanted` round heights with their numbers, and what they are numbers of.
pub(super) fn draw_heights(drawing: &mut Drawing, axis: &Axis, wanted: usize, label: &str) {
    let ticks = axis.ticks(wanted);
    for &tick in &ticks {
        let y = axis.place(tick);
        drawing.line(if tick == 0.0 { "zero" } else { "grid" }, (LEFT, y), (END, y));
        let number = tick_label(tick, &ticks);
        drawing.text("tick", (LEFT - 7.0, y + 4.0), Anchor::End, &number);
    }
    drawing.text("label", (4.0, 11.0), Anchor::Start, label);
}
