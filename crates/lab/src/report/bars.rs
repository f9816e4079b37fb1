//! A few numbers side by side.

use super::axis::{Axis, tick_label};
use super::chart::Tone;
use super::svg::{Anchor, Drawing};

#[derive(Clone, Debug)]
pub struct Bars {
    pub title: String,
    pub y_label: String,
    /// Name, height and colour of each.
    pub bars: Vec<(String, f64, Tone)>,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 58.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 26.0;
const BOTTOM: f64 = 30.0;

impl Bars {
    pub(super) fn svg(&self) -> String {
        let heights = self.bars.iter().map(|(_, height, _)| *height).chain([0.0]);
        let axis = Axis::around(heights, HEIGHT - BOTTOM, TOP);
        let mut drawing = Drawing::new(WIDTH, HEIGHT);
        let ticks = axis.ticks(4);
        for &tick in &ticks {
            let y = axis.place(tick);
            drawing.line(if tick == 0.0 { "zero" } else { "grid" }, (LEFT, y), (WIDTH - RIGHT, y));
            let label = tick_label(tick, &ticks);
            drawing.text("tick", (LEFT - 7.0, y + 4.0), Anchor::End, &label);
        }
        drawing.text("label", (4.0, 11.0), Anchor::Start, &self.y_label);
        let room = (WIDTH - LEFT - RIGHT) / self.bars.len().max(1) as f64;
        for (index, (name, height, tone)) in self.bars.iter().enumerate() {
            let height = if height.is_finite() { *height } else { 0.0 };
            let middle = LEFT + room * (index as f64 + 0.5);
            let width = (0.62 * room).min(90.0);
            let (foot, head) = (axis.place(0.0), axis.place(height));
            let class = format!("bar {}", tone.class());
            drawing.rect(
                &class,
                (middle - 0.5 * width, foot.min(head)),
                width,
                (foot - head).abs(),
            );
            let above = (middle, foot.min(head) - 5.0);
            drawing.text("value", above, Anchor::Middle, &tick_label(height, &[]));
            drawing.text("tick", (middle, HEIGHT - 10.0), Anchor::Middle, name);
        }
        drawing.finish(&self.title)
    }
}
