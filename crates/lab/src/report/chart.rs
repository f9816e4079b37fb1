//! Charts: lines over an axis, and bars.

use super::axis::{Axis, power_label, tick_label};
use super::svg::{Anchor, Drawing, Point};

/// Colours by meaning. The style sheet defines them for light and dark themes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    Main,
    Good,
    Bad,
    Faint,
    /// One of several equals.
    Other(usize),
}

impl Tone {
    pub(super) fn class(self) -> String {
        match self {
            Tone::Main => "main".to_owned(),
            Tone::Good => "good".to_owned(),
            Tone::Bad => "bad".to_owned(),
            Tone::Faint => "faint".to_owned(),
            Tone::Other(number) => format!("other{}", number % 6),
        }
    }
}

/// A line, perhaps with an error band.
#[derive(Clone, Debug)]
pub struct Series {
    pub name: String,
    pub tone: Tone,
    pub points: Vec<(f64, f64)>,
    /// The ends of the error band at each point; empty for none.
    pub band: Vec<(f64, f64)>,
}

impl Series {
    pub fn new(name: impl Into<String>, tone: Tone, points: Vec<(f64, f64)>) -> Series {
        Series { name: name.into(), tone, points, band: Vec::new() }
    }
}

/// A marked horizontal line.
#[derive(Clone, Debug)]
pub struct Level {
    pub value: f64,
    pub label: String,
    pub tone: Tone,
}

#[derive(Clone, Debug)]
pub struct Chart {
    pub title: String,
    pub x_label: String,
    pub y_label: String,
    pub series: Vec<Series>,
    pub levels: Vec<Level>,
    /// Values that the y axis must include.
    pub must_show: Vec<f64>,
    /// The x axis is logarithmic.
    pub x_is_log: bool,
}

/// A bar chart.
#[derive(Clone, Debug)]
pub struct Bars {
    pub title: String,
    pub y_label: String,
    /// Name, height and colour of each bar.
    pub bars: Vec<(String, f64, Tone)>,
}

const WIDTH: f64 = 720.0;
const LEFT: f64 = 58.0;
/// The right end of the plot.
const END: f64 = WIDTH - 14.0;
const HEIGHT: f64 = 300.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 44.0;
const BARS_HEIGHT: f64 = 240.0;
const BARS_TOP: f64 = 26.0;
const BARS_BOTTOM: f64 = 30.0;

/// More points than this would not be visible.
const MAX_POINTS: usize = 1_500;

impl Chart {
    pub fn new(title: &str, x_label: &str, y_label: &str) -> Chart {
        Chart {
            title: title.to_owned(),
            x_label: x_label.to_owned(),
            y_label: y_label.to_owned(),
            series: Vec::new(),
            levels: Vec::new(),
            must_show: Vec::new(),
            x_is_log: false,
        }
    }

    pub(super) fn svg(&self) -> String {
        let all = || self.series.iter().flat_map(|series| series.points.iter().copied());
        let x_axis = Axis::around(all().map(|(x, _)| self.along(x)), LEFT, END);
        let heights = all()
            .map(|(_, y)| y)
            .chain(self.must_show.iter().copied())
            .chain(self.levels.iter().map(|level| level.value));
        let y_axis = Axis::around(heights, HEIGHT - BOTTOM, TOP).padded(0.06);

        let mut drawing = Drawing::new(WIDTH, HEIGHT);
        self.draw_frame(&mut drawing, &x_axis, &y_axis);
        for level in &self.levels {
            let y = y_axis.place(level.value);
            let class = level.tone.class();
            drawing.line(&format!("level {class}"), (LEFT, y), (END, y));
            let above = (END - 4.0, y - 4.0);
            drawing.text(&format!("note {class}"), above, Anchor::End, &level.label);
        }
        for series in &self.series {
            let at = |(x, y): (f64, f64)| -> Point {
                let height = y_axis.place(y).clamp(TOP, HEIGHT - BOTTOM);
                (x_axis.place(self.along(x)), height)
            };
            draw_series(&mut drawing, series, at);
        }
        let names: Vec<&str> = self.series.iter().map(|series| series.name.as_str()).collect();
        drawing.finish(&format!("{}: {}", self.title, names.join(", ")))
    }

    /// A number on the scale of the x axis.
    fn along(&self, x: f64) -> f64 {
        if self.x_is_log { x.max(f64::MIN_POSITIVE).log10() } else { x }
    }

    fn draw_frame(&self, drawing: &mut Drawing, x_axis: &Axis, y_axis: &Axis) {
        let floor = HEIGHT - BOTTOM;
        draw_grid(drawing, y_axis, 6, &self.y_label);
        let x_ticks = if self.x_is_log { x_axis.log_ticks() } else { x_axis.ticks(8) };
        for &tick in &x_ticks {
            let x = x_axis.place(tick);
            drawing.line("grid", (x, floor), (x, floor + 4.0));
            let label = if self.x_is_log { power_label(tick) } else { tick_label(tick, &x_ticks) };
            drawing.text("tick", (x, floor + 17.0), Anchor::Middle, &label);
        }
        let middle = 0.5 * (LEFT + END);
        drawing.text("label", (middle, HEIGHT - 8.0), Anchor::Middle, &self.x_label);
    }
}

impl Bars {
    pub(super) fn svg(&self) -> String {
        let heights = self.bars.iter().map(|(_, height, _)| *height).chain([0.0]);
        let axis = Axis::around(heights, BARS_HEIGHT - BARS_BOTTOM, BARS_TOP);
        let mut drawing = Drawing::new(WIDTH, BARS_HEIGHT);
        draw_grid(&mut drawing, &axis, 4, &self.y_label);
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
            drawing.text("tick", (middle, BARS_HEIGHT - 10.0), Anchor::Middle, name);
        }
        drawing.finish(&self.title)
    }
}

/// Draws about `wanted` horizontal grid lines with their numbers, and the label of the axis.
fn draw_grid(drawing: &mut Drawing, axis: &Axis, wanted: usize, label: &str) {
    let ticks = axis.ticks(wanted);
    for &tick in &ticks {
        let y = axis.place(tick);
        drawing.line(if tick == 0.0 { "zero" } else { "grid" }, (LEFT, y), (END, y));
        let number = tick_label(tick, &ticks);
        drawing.text("tick", (LEFT - 7.0, y + 4.0), Anchor::End, &number);
    }
    drawing.text("label", (4.0, 11.0), Anchor::Start, label);
}

fn draw_series(drawing: &mut Drawing, series: &Series, at: impl Fn((f64, f64)) -> Point) {
    let class = series.tone.class();
    let kept = thinned(series.points.len());
    let shown = |&index: &usize| {
        let (x, y) = series.points[index];
        x.is_finite() && y.is_finite()
    };
    let kept: Vec<usize> = kept.filter(shown).collect();
    if series.band.len() == series.points.len() && !series.band.is_empty() {
        let upper = kept.iter().map(|&index| at((series.points[index].0, series.band[index].1)));
        let lower =
            kept.iter().rev().map(|&index| at((series.points[index].0, series.band[index].0)));
        let outline: Vec<Point> = upper.chain(lower).collect();
        drawing.area(&format!("band {class}"), &outline);
    }
    let line: Vec<Point> = kept.iter().map(|&index| at(series.points[index])).collect();
    drawing.path(&format!("line {class}"), &line);
    if let (Some(&end), Some(&last)) = (line.last(), kept.last()) {
        let (x, y) = series.points[last];
        let decimals = if x.abs() < 10.0 { 3 } else { 0 };
        let title = format!("{}: {x:.decimals$}, {y:.3}", series.name);
        drawing.dot(&format!("dot {class}"), end, &title);
    }
}

/// The indices of the points to draw: all, or evenly spread ones and always the last.
pub(super) fn thinned(count: usize) -> impl Iterator<Item = usize> {
    let stride = count.div_ceil(MAX_POINTS).max(1);
    let last = count.checked_sub(1).filter(|last| last % stride != 0);
    (0..count).step_by(stride).chain(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_point_is_always_drawn() {
        for count in [0, 1, 2, 1_500, 1_501, 4_444, 100_000] {
            let kept: Vec<usize> = thinned(count).collect();
            assert!(kept.len() <= MAX_POINTS + 1);
            assert_eq!(kept.last().copied(), count.checked_sub(1));
        }
    }

    #[test]
    fn a_chart_without_points_is_drawn() {
        let mut chart = Chart::new("LLR", "pairs", "LLR");
        assert!(chart.svg().contains("</svg>"));
        chart.series.push(Series::new("x", Tone::Main, vec![(0.0, f64::NAN)]));
        let svg = chart.svg();
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }
}
