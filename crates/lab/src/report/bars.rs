//! A few numbers side by side.

use super::axis::{Axis, tick_label};
use super::chart::Tone;
use super::frame::{END, LEFT, WIDTH, draw_heights};
use super::svg::{Anchor, Drawing};

#[derive(Clone, Debug)]
pub struct Bars {
    pub title: String,
    pub y_label: String,
    /// Name, height and colour of each.
    pub bars: Vec<(String, f64, Tone)>,
}

const HEIGHT: f64 = 240.0;
const TOP: f64 = 26.0;
const BOTTOM: f64 = 30.0;

impl Bars {
    pub(super) fn svg(&self) -> String {
        let heights = self.bars.iter().map(|(_, height, _)| *height).chain([0.0]);
        let axis = Axis::around(heights, HEIGHT - BOTTOM, TOP);
        let mut drawing = Drawing::new(WIDTH, HEIGHT);
        draw_heights(&mut drawing, &axis, 4, &self.y_label);
        let room = (END - LEFT) / self.bars.len().max(1) as f64;
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
