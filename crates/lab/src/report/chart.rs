//! Lines over an axis: paths of a test, traces of a tuner, curves of a suite.

use super::axis::{Axis, power_label, tick_label};
use super::frame::{END, LEFT, WIDTH, draw_heights};
use super::svg::{Anchor, Drawing, Point};

/// Colours by what they mean; the page knows what they look like by day and by night.
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

/// A line, and perhaps how far the truth may lie on either side of it.
#[derive(Clone, Debug)]
pub struct Series {
    pub name: String,
    pub tone: Tone,
    pub points: Vec<(f64, f64)>,
    /// Half the width of the band around each point; empty for none.
    pub doubt: Vec<f64>,
}

impl Series {
    pub fn new(name: impl Into<String>, tone: Tone, points: Vec<(f64, f64)>) -> Series {
        Series { name: name.into(), tone, points, doubt: Vec::new() }
    }
}

/// A height worth marking all along.
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
    /// Heights that must be shown whatever the lines do.
    pub must_show: Vec<f64>,
    /// Each step along the axis is a multiple of the last: for what grows tenfold.
    pub x_grows: bool,
}

const HEIGHT: f64 = 300.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 44.0;

/// Points on a picture this wide need not be closer.
const MOST_POINTS: usize = 1_500;

impl Chart {
    pub fn new(title: &str, x_label: &str, y_label: &str) -> Chart {
        Chart {
            title: title.to_owned(),
            x_label: x_label.to_owned(),
            y_label: y_label.to_owned(),
            series: Vec::new(),
            levels: Vec::new(),
            must_show: Vec::new(),
            x_grows: false,
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

    /// How far along the axis a number is.
    fn along(&self, x: f64) -> f64 {
        if self.x_grows { x.max(f64::MIN_POSITIVE).log10() } else { x }
    }

    fn draw_frame(&self, drawing: &mut Drawing, x_axis: &Axis, y_axis: &Axis) {
        let floor = HEIGHT - BOTTOM;
        draw_heights(drawing, y_axis, 6, &self.y_label);
        let x_ticks = if self.x_grows { x_axis.growing_ticks() } else { x_axis.ticks(8) };
        for &tick in &x_ticks {
            let x = x_axis.place(tick);
            drawing.line("grid", (x, floor), (x, floor + 4.0));
            let label = if self.x_grows { power_label(tick) } else { tick_label(tick, &x_ticks) };
            drawing.text("tick", (x, floor + 17.0), Anchor::Middle, &label);
        }
        let middle = 0.5 * (LEFT + END);
        drawing.text("label", (middle, HEIGHT - 8.0), Anchor::Middle, &self.x_label);
    }
}

fn draw_series(drawing: &mut Drawing, series: &Series, at: impl Fn((f64, f64)) -> Point) {
    let class = series.tone.class();
    let kept = thinned(series.points.len());
    let shown = |&index: &usize| {
        let (x, y) = series.points[index];
        x.is_finite() && y.is_finite()
    };
    let kept: Vec<usize> = kept.filter(shown).collect();
    if series.doubt.len() == series.points.len() && !series.doubt.is_empty() {
        let edge = |index: &usize, sign: f64| {
            let (x, y) = series.points[*index];
            at((x, y + sign * series.doubt[*index]))
        };
        let upper = kept.iter().map(|index| edge(index, 1.0));
        let lower = kept.iter().rev().map(|index| edge(index, -1.0));
        let outline: Vec<Point> = upper.chain(lower).collect();
        drawing.area(&format!("doubt {class}"), &outline);
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

/// Which of so many points to draw: all, or evenly spread ones and always the last.
fn thinned(count: usize) -> impl Iterator<Item = usize> {
    let stride = count.div_ceil(MOST_POINTS).max(1);
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
            assert!(kept.len() <= MOST_POINTS + 1);
            assert_eq!(kept.last().copied(), count.checked_sub(1));
        }
    }

    #[test]
    fn a_chart_of_nothing_is_drawn_all_the_same() {
        let mut chart = Chart::new("LLR", "pairs", "LLR");
        assert!(chart.svg().contains("</svg>"));
        chart.series.push(Series::new("x", Tone::Main, vec![(0.0, f64::NAN)]));
        let svg = chart.svg();
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }
}
