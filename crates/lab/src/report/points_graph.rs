//! The course of a game: White's expected points after each move.

use super::axis::Axis;
use super::chart::Tone;
use super::svg::{Anchor, Drawing, Point};

/// A graph from 0 at the bottom, Black wins, to 1 at the top, White wins.
pub(super) struct PointsGraph {
    /// Before the first move and after each one.
    pub(super) points: Vec<f64>,
    /// The number of the first move, and whether Black plays it.
    pub(super) first: (u32, bool),
    /// Moves to mark: the index of the point after the move, a colour and the text of the tooltip.
    pub(super) marks: Vec<(usize, Tone, String)>,
    pub(super) label: String,
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 250.0;
const LEFT: f64 = 46.0;
const RIGHT: f64 = WIDTH - 12.0;
const TOP: f64 = 12.0;
const FLOOR: f64 = HEIGHT - 30.0;

impl PointsGraph {
    pub(super) fn svg(&self) -> String {
        let mut drawing = Drawing::new(WIDTH, HEIGHT);
        let last = self.points.len().saturating_sub(1).max(1) as f64;
        let along = |index: f64| LEFT + (RIGHT - LEFT) * index / last;
        let up = |points: f64| FLOOR - (FLOOR - TOP) * points.clamp(0.0, 1.0);
        let line: Vec<Point> = (0..)
            .zip(&self.points)
            .map(|(index, &points): (u32, &f64)| (along(f64::from(index)), up(points)))
            .collect();
        drawing.rect("black-share", (LEFT, TOP), RIGHT - LEFT, FLOOR - TOP);
        if let (Some(first), Some(end)) = (line.first(), line.last()) {
            let outline = [&[(first.0, FLOOR)], &line[..], &[(end.0, FLOOR)]].concat();
            drawing.area("white-share", &outline);
        }
        for (points, label) in [(0.0, "0"), (0.5, "½"), (1.0, "1")] {
            let y = up(points);
            drawing.line("grid", (LEFT, y), (RIGHT, y));
            drawing.text("tick", (LEFT - 8.0, y + 5.0), Anchor::End, label);
        }
        self.draw_numbers(&mut drawing, along);
        drawing.path("line main", &line);
        for (index, tone, title) in &self.marks {
            if let Some(&at) = line.get(*index) {
                drawing.dot(&format!("dot {}", tone.class()), at, title);
            }
        }
        drawing.finish(&self.label)
    }

    /// The numbers of some moves, below the positions after White's.
    fn draw_numbers(&self, drawing: &mut Drawing, along: impl Fn(f64) -> f64) {
        let (first, black_begins) = (f64::from(self.first.0), self.first.1);
        let plies = self.points.len().saturating_sub(1) as f64;
        let skipped = if black_begins { 1.0 } else { 0.0 };
        // The point after White's move n.
        let place = |number: f64| 2.0 * (number - first) + 1.0 - skipped;
        let end = first + ((plies + skipped) / 2.0).ceil();
        let ticks = Axis::around([first, end.max(first + 1.0)].into_iter(), 0.0, 1.0).ticks(8);
        for tick in ticks.into_iter().filter(|tick| tick.fract() == 0.0) {
            if (0.0..=plies).contains(&place(tick)) {
                let (x, label) = (along(place(tick)), format!("{tick:.0}"));
                drawing.text("tick", (x, HEIGHT - 8.0), Anchor::Middle, &label);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_graph_of_any_length_is_drawn() {
        for points in [vec![], vec![0.5], vec![0.5, 0.0], vec![0.5; 400]] {
            for first in [(1, false), (30, true)] {
                let marks =
                    vec![(1, Tone::Bad, "1. <f3>??".to_owned()), (900, Tone::Bad, "".into())];
                let graph = PointsGraph { points: points.clone(), first, marks, label: "x".into() };
                let svg = graph.svg();
                assert!(svg.contains("</svg>") && !svg.contains("NaN") && !svg.contains("<f3>"));
                assert_eq!(svg.contains("<circle"), points.len() > 1);
            }
        }
    }

    #[test]
    fn numbers_stand_below_white_s_moves() {
        let graph = |first, plies: usize| {
            let points = vec![0.5; plies + 1];
            PointsGraph { points, first, marks: Vec::new(), label: String::new() }.svg()
        };
        // Two plies: the point after 1. stands in the middle.
        assert!(graph((1, false), 2).contains("x=\"337.0\" y=\"242.0\" text-anchor=\"middle\">1<"));
        // Black begins at 30: the point after 31. is the second.
        let svg = graph((30, true), 2);
        assert!(svg.contains("x=\"628.0\" y=\"242.0\" text-anchor=\"middle\">31<"), "{svg}");
    }
}
