//! A chart of named rows: each has a bar from a common origin, an error whisker and its value in
//! words. It is made of text, so that it can be read on a narrow screen.

use core::fmt::Write as _;

use super::axis::{Axis, power_label, tick_label};
use super::chart::Tone;
use super::svg::escaped;

#[derive(Clone, Debug)]
pub struct RowChart {
    pub title: String,
    /// Where bars begin.
    pub origin: f64,
    /// Values are shown on a logarithmic axis; all must be positive.
    pub is_log: bool,
    pub rows: Vec<ChartRow>,
}

#[derive(Clone, Debug)]
pub struct ChartRow {
    pub name: String,
    pub value: f64,
    /// The ends of the whisker; infinite if it has no end.
    pub interval: Option<(f64, f64)>,
    /// The value in words.
    pub text: String,
    pub tone: Tone,
}

/// Ticks to aim for: more would touch each other on a narrow screen.
const TICKS: usize = 4;

impl RowChart {
    fn place(&self, value: f64) -> f64 {
        if self.is_log { value.max(1e-9).log10() } else { value }
    }

    /// From 0 at the left to 100 at the right. It shows every finite end.
    fn axis(&self) -> Axis {
        let values = self.rows.iter().flat_map(|row| {
            let (low, high) = row.interval.unwrap_or((row.value, row.value));
            [row.value, low, high]
        });
        let places = values.chain([self.origin]).map(|value| self.place(value));
        Axis::around(places, 0.0, 100.0).padded(0.03)
    }

    // Writing to a string cannot fail, so results of `write!` are dropped throughout.
    pub(super) fn html(&self) -> String {
        let axis = self.axis();
        let at = |value: f64| match value {
            f64::NEG_INFINITY => 0.0,
            f64::INFINITY => 100.0,
            value => axis.place(self.place(value)).clamp(0.0, 100.0),
        };
        let origin = at(self.origin);
        let mut html = String::from("<div class=\"rows\" role=\"list\">\n");
        for row in &self.rows {
            let (from, to) = (origin.min(at(row.value)), origin.max(at(row.value)));
            let (name, text, class) = (escaped(&row.name), escaped(&row.text), row.tone.class());
            let _ = write!(
                html,
                "<div class=\"row\" role=\"listitem\"><span class=\"name\">{name}</span>\
                 <span class=\"track\"><i class=\"bar {class}\" style=\"left:{from:.2}%;\
                 width:{:.2}%\"></i><i class=\"origin\" style=\"left:{origin:.2}%\"></i>",
                to - from
            );
            if let Some((low, high)) = row.interval {
                let (low, high) = (at(low), at(high));
                let _ = write!(
                    html,
                    "<i class=\"whisker\" style=\"left:{low:.2}%;width:{:.2}%\"></i>",
                    high - low
                );
            }
            let _ = writeln!(html, "</span><span class=\"value\">{text}</span></div>");
        }
        let ticks = if self.is_log { axis.log_ticks() } else { axis.ticks(TICKS) };
        let _ = write!(
            html,
            "<div class=\"row ticks\" aria-hidden=\"true\"><span class=\"name\"></span>\
             <span class=\"track\">"
        );
        // A logarithmic axis may have more ticks than a narrow screen has room for.
        let stride = ticks.len().div_ceil(TICKS + 2).max(1);
        for &tick in ticks.iter().step_by(stride) {
            let label = if self.is_log { power_label(tick) } else { tick_label(tick, &ticks) };
            let place = axis.place(tick);
            let _ = write!(html, "<b style=\"left:{place:.2}%\">{label}</b>");
        }
        html.push_str("</span><span class=\"value\"></span></div>\n</div>\n");
        html
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(value: f64, interval: Option<(f64, f64)>) -> ChartRow {
        let (name, text) = ("<x>".to_owned(), "12".to_owned());
        ChartRow { name, value, interval, text, tone: Tone::Bad }
    }

    #[test]
    fn places_stay_on_the_chart() {
        let rows = vec![
            row(-20.0, Some((-30.0, -10.0))),
            row(f64::NEG_INFINITY, Some((f64::NEG_INFINITY, -250.0))),
            row(5.0, None),
        ];
        let chart = RowChart { title: "Elo".to_owned(), origin: 0.0, is_log: false, rows };
        let html = chart.html();
        assert!(!html.contains("<x>") && !html.contains("NaN") && !html.contains("inf"), "{html}");
        for part in html.split("left:").skip(1) {
            let place: f64 = part.split('%').next().unwrap().parse().unwrap();
            assert!((0.0..=100.0).contains(&place), "{part}");
        }
    }

    #[test]
    fn a_logarithmic_chart_begins_at_its_origin() {
        let rows = vec![row(4.0, None), row(0.5, None)];
        let chart = RowChart { title: "nodes".to_owned(), origin: 1.0, is_log: true, rows };
        let html = chart.html();
        assert!(html.contains(">2</b>") && html.contains(">1</b>"), "{html}");
    }
}
