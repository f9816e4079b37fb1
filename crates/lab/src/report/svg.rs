//! SVG drawings, and escaping of text.

use core::fmt::Write as _;

/// `text` with all markup characters escaped.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            letter if letter.is_control() && letter != '\n' && letter != '\t' => {
                safe.push('\u{fffd}');
            }
            letter => safe.push(letter),
        }
    }
    safe
}

/// Coordinates from the left and from the top.
pub(super) type Point = (f64, f64);

/// The alignment of a text.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A drawing in progress. The style sheet assigns colours by class.
pub(super) struct Drawing {
    width: f64,
    height: f64,
    body: String,
}

// Writing to a string cannot fail, so results of `write!` are dropped throughout.
impl Drawing {
    pub(super) fn new(width: f64, height: f64) -> Drawing {
        Drawing { width, height, body: String::new() }
    }

    pub(super) fn line(&mut self, class: &str, (x1, y1): Point, (x2, y2): Point) {
        let _ = writeln!(
            self.body,
            r#"<line class="{class}" x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}"/>"#
        );
    }

    pub(super) fn rect(&mut self, class: &str, (x, y): Point, width: f64, height: f64) {
        let (width, height) = (width.max(0.0), height.max(0.0));
        let _ = writeln!(
            self.body,
            r#"<rect class="{class}" x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}"/>"#
        );
    }

    /// A line through `points`.
    pub(super) fn path(&mut self, class: &str, points: &[Point]) {
        let corners = corners(points);
        let _ = writeln!(self.body, r#"<polyline class="{class}" points="{corners}"/>"#);
    }

    /// The area within `points`.
    pub(super) fn area(&mut self, class: &str, points: &[Point]) {
        let corners = corners(points);
        let _ = writeln!(self.body, r#"<polygon class="{class}" points="{corners}"/>"#);
    }

    pub(super) fn dot(&mut self, class: &str, (x, y): Point, title: &str) {
        let title = escaped(title);
        let _ = writeln!(
            self.body,
            r#"<circle class="{class}" cx="{x:.1}" cy="{y:.1}" r="3.5"><title>{title}</title></circle>"#
        );
    }

    pub(super) fn text(&mut self, class: &str, (x, y): Point, anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let text = escaped(text);
        let _ = writeln!(
            self.body,
            r#"<text class="{class}" x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{text}</text>"#
        );
    }

    /// The finished drawing; screen readers read `label`.
    pub(super) fn finish(self, label: &str) -> String {
        let Drawing { width, height, body } = self;
        let label = escaped(label);
        format!(
            "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{label}\" \
             xmlns=\"http://www.w3.org/2000/svg\">\n{body}</svg>\n"
        )
    }
}

fn corners(points: &[Point]) -> String {
    let mut text = String::with_capacity(points.len() * 12);
    for (x, y) in points {
        let _ = write!(text, "{x:.1},{y:.1} ");
    }
    text.pop();
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_become_markup() {
        assert_eq!(escaped("<b a=\"1\">&'\u{1}"), "&lt;b a=&quot;1&quot;&gt;&amp;&#39;\u{fffd}");
    }
}
