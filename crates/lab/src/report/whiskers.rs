//! Values with their intervals, one below the other: the names are readable on a narrow screen, too.

use super::axis::{Axis, tick_label};
use super::chart::Tone;
use super::svg::{Anchor, Drawing};

/// A value with its interval.
#[derive(Clone, Debug)]
pub struct Whisker {
    pub name: String,
    pub value: f64,
    pub low: f64,
    pub high: f64,
    pub tone: Tone,
}

#[derive(Clone, Debug)]
pub struct Whiskers {
    pub title: String,
    pub rows: Vec<Whisker>,
}

const WIDTH: f64 = 720.0;
/// The names end here.
const NAMES: f64 = 190.0;
/// The plot ends here; the values stand behind it.
const END: f64 = WIDTH - 76.0;
const ROW: f64 = 24.0;
const TOP: f64 = 8.0;
const BOTTOM: f64 = 28.0;

impl Whiskers {
    pub(super) fn svg(&self) -> String {
        let height = TOP + ROW * self.rows.len() as f64 + BOTTOM;
        let floor = height - BOTTOM;
        let values = self.rows.iter().flat_map(|row| [row.low, row.value, row.high]);
        let axis = Axis::around(values.filter(|value| value.is_finite()).chain([0.0]), NAMES, END);
        let mut drawing = Drawing::new(WIDTH, height);
        let ticks = axis.ticks(6);
        for &tick in &ticks {
            let x = axis.place(tick);
            drawing.line(if tick == 0.0 { "zero" } else { "grid" }, (x, TOP), (x, floor));
            let label = tick_label(tick, &ticks);
            drawing.text("tick", (x, floor + 16.0), Anchor::Middle, &label);
        }
        for (index, row) in self.rows.iter().enumerate() {
            let y = TOP + ROW * (index as f64 + 0.5);
            drawing.text("name", (NAMES - 10.0, y + 4.0), Anchor::End, &row.name);
            if ![row.low, row.value, row.high].iter().all(|value| value.is_finite()) {
                continue;
            }
            let class = row.tone.class();
            let (from, to) = (axis.place(row.low), axis.place(row.high));
            drawing.line(&format!("whisker {class}"), (from, y), (to, y));
            let title =
                format!("{}: {:.1} ({:.1} to {:.1})", row.name, row.value, row.low, row.high);
            drawing.dot(&format!("dot {class}"), (axis.place(row.value), y), &title);
            let value = format!("{:.1}", row.value);
            drawing.text("value", (END + 12.0, y + 4.0), Anchor::Start, &value);
        }
        drawing.finish(&self.title)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_are_not_finite_are_named_and_not_drawn() {
        let row = |name: &str, value: f64| Whisker {
            name: name.to_owned(),
            value,
            low: value - 1.0,
            high: value + 1.0,
            tone: Tone::Main,
        };
        let rows = vec![row("known", 3.0), row("unknown", f64::NAN)];
        let svg = Whiskers { title: "Elo".to_owned(), rows }.svg();
        assert_eq!(svg.matches("<circle").count(), 1);
        assert!(svg.contains("unknown") && !svg.contains("NaN"));
        assert!(Whiskers { title: String::new(), rows: Vec::new() }.svg().contains("</svg>"));
    }
}
