//! An HTML page with a heading, a verdict, figures, charts and tables. It loads nothing.

use core::fmt::Write as _;

use super::board::{self, Board};
use super::chart::{Bars, Chart, Tone};
use super::rows::RowChart;
use super::svg::escaped;

pub struct Page {
    title: String,
    body: String,
    has_boards: bool,
}

// Writing to a string cannot fail, so results of `write!` are dropped throughout.
impl Page {
    pub fn new(title: &str, subtitle: &str) -> Page {
        let mut page = Page { title: title.to_owned(), body: String::new(), has_boards: false };
        let (title, subtitle) = (escaped(title), escaped(subtitle));
        let _ = writeln!(page.body, "<header><h1>{title}</h1><p>{subtitle}</p></header>");
        page
    }

    /// The result in one sentence.
    pub fn verdict(&mut self, tone: Tone, text: &str) {
        let (class, text) = (tone.class(), escaped(text));
        let _ = writeln!(self.body, r#"<p class="verdict {class}">{text}</p>"#);
    }

    /// The key numbers.
    pub fn figures(&mut self, figures: &[(&str, String)]) {
        let _ = writeln!(self.body, r#"<dl class="figures">"#);
        for (name, value) in figures {
            let (name, value) = (escaped(name), escaped(value));
            let _ = writeln!(self.body, "<div><dt>{name}</dt><dd>{value}</dd></div>");
        }
        let _ = writeln!(self.body, "</dl>");
    }

    pub fn heading(&mut self, text: &str) {
        let _ = writeln!(self.body, "<h2>{}</h2>", escaped(text));
    }

    pub fn subheading(&mut self, text: &str) {
        let _ = writeln!(self.body, "<h3>{}</h3>", escaped(text));
    }

    /// Text whose lines and spaces count.
    pub fn preformatted(&mut self, text: &str) {
        let _ = writeln!(self.body, "<div class=\"scroll\"><pre>{}</pre></div>", escaped(text));
    }

    pub fn paragraph(&mut self, text: &str) {
        let _ = writeln!(self.body, "<p>{}</p>", escaped(text));
    }

    /// A link to a file beside the page.
    pub fn link(&mut self, path: &str, text: &str) {
        let (path, text) = (escaped(path), escaped(text));
        let _ = writeln!(self.body, "<p><a href=\"{path}\">{text}</a></p>");
    }

    pub fn chart(&mut self, chart: &Chart) {
        self.open_figure(&chart.title);
        self.body.push_str(&chart.svg());
        if chart.series.len() > 1 {
            let _ = write!(self.body, r#"<p class="legend">"#);
            for series in &chart.series {
                let (class, name) = (series.tone.class(), escaped(&series.name));
                let _ = write!(self.body, r#"<span><i class="key {class}"></i>{name}</span>"#);
            }
            let _ = writeln!(self.body, "</p>");
        }
        self.body.push_str("</figure>\n");
    }

    pub fn bars(&mut self, bars: &Bars) {
        self.open_figure(&bars.title);
        self.body.push_str(&bars.svg());
        self.body.push_str("</figure>\n");
    }

    /// A part that is shown on request.
    pub fn folded(&mut self, title: &str, write: impl FnOnce(&mut Page)) {
        let _ = writeln!(self.body, "<details><summary>{}</summary>", escaped(title));
        write(self);
        let _ = writeln!(self.body, "</details>");
    }

    pub fn rows(&mut self, rows: &RowChart) {
        self.open_figure(&rows.title);
        self.body.push_str(&rows.html());
        self.body.push_str("</figure>\n");
    }

    /// A board beside words about it.
    pub fn board(&mut self, board: &Board<'_>, title: &str, words: &[String]) {
        self.has_boards = true;
        let (svg, title) = (board.svg(), escaped(title));
        let _ = write!(self.body, "<div class=\"beside\">{svg}<div><h3>{title}</h3>");
        for text in words {
            let _ = write!(self.body, "<p>{}</p>", escaped(text));
        }
        self.body.push_str("</div></div>\n");
    }

    /// A place that links of this page lead to; `id` is made of letters, digits and dashes.
    pub fn anchor(&mut self, id: &str) {
        let _ = writeln!(self.body, "<a id=\"{}\"></a>", escaped(id));
    }

    /// A table whose rows lead to places on this page: each has an anchor and its cells, and the
    /// second cell is the link.
    pub fn linked_table(&mut self, head: &[&str], rows: &[(String, Vec<String>)]) {
        let _ = write!(self.body, "<div class=\"scroll\"><table><thead><tr>");
        for name in head {
            let _ = write!(self.body, "<th>{}</th>", escaped(name));
        }
        let _ = writeln!(self.body, "</tr></thead><tbody>");
        for (id, cells) in rows {
            let _ = write!(self.body, "<tr>");
            for (column, cell) in cells.iter().enumerate() {
                let cell = escaped(cell);
                let _ = match column {
                    1 => write!(self.body, "<td><a href=\"#{}\">{cell}</a></td>", escaped(id)),
                    _ => write!(self.body, "<td>{cell}</td>"),
                };
            }
            let _ = writeln!(self.body, "</tr>");
        }
        let _ = writeln!(self.body, "</tbody></table></div>");
    }

    /// A finished drawing with a title; `class` is for the style sheet.
    pub(super) fn drawing(&mut self, title: &str, class: &str, svg: &str) {
        let title = escaped(title);
        let _ = writeln!(
            self.body,
            "<figure class=\"{class}\"><figcaption>{title}</figcaption>{svg}</figure>"
        );
    }

    /// HTML whose texts are escaped already.
    pub(super) fn raw(&mut self, html: &str) {
        self.body.push_str(html);
    }

    fn open_figure(&mut self, title: &str) {
        let _ = writeln!(self.body, "<figure><figcaption>{}</figcaption>", escaped(title));
    }

    /// Columns of numbers are right-aligned.
    pub fn table(&mut self, head: &[&str], rows: &[Vec<String>]) {
        let numbers: Vec<bool> = (0..head.len())
            .map(|column| {
                let mut cells = rows.iter().filter_map(|row| row.get(column)).peekable();
                cells.peek().is_some()
                    && cells.all(|cell| cell.is_empty() || cell == "-" || is_number(cell))
            })
            .collect();
        let class = |column: usize| match numbers.get(column) {
            Some(true) => " class=\"number\"",
            _ => "",
        };
        let _ = write!(self.body, "<div class=\"scroll\"><table><thead><tr>");
        for (column, name) in head.iter().enumerate() {
            let _ = write!(self.body, "<th{}>{}</th>", class(column), escaped(name));
        }
        let _ = writeln!(self.body, "</tr></thead><tbody>");
        for row in rows {
            let _ = write!(self.body, "<tr>");
            for (column, cell) in row.iter().enumerate() {
                let _ = write!(self.body, "<td{}>{}</td>", class(column), escaped(cell));
            }
            let _ = writeln!(self.body, "</tr>");
        }
        let _ = writeln!(self.body, "</tbody></table></div>");
    }

    pub fn html(&self) -> String {
        let title = escaped(&self.title);
        let shapes = if self.has_boards { board::shapes() } else { String::new() };
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style></head>\n<body>{shapes}<main>\n{body}\
             <footer>Written by Secateur.</footer></main></body></html>\n",
            body = self.body
        )
    }
}

fn is_number(cell: &str) -> bool {
    let cell = cell.trim();
    let start = cell.trim_start_matches(['+', '-', '±', '>', '<', ' ']);
    start.starts_with(|letter: char| letter.is_ascii_digit())
        && cell.chars().all(|letter| !letter.is_alphabetic() || "kMGs%".contains(letter))
}

const STYLE: &str = include_str!("page.css");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_loads_nothing_from_elsewhere() {
        let mut page = Page::new("A <run>", "self against \"self\"");
        page.verdict(Tone::Good, "accepted & done");
        page.figures(&[("Elo", "+3.1 ± 2.0".to_owned())]);
        page.chart(&Chart::new("LLR", "pairs", "LLR"));
        page.table(&["name", "nodes"], &[vec!["<x>".to_owned(), "12".to_owned()]]);
        let html = page.html();
        assert!(!html.contains("<run>") && !html.contains("<x>"));
        let outside = ["src=", "href=", "url(", "@import", "<script"];
        assert!(outside.iter().all(|word| !html.contains(word)));
    }

    #[test]
    fn a_column_of_numbers_is_right_aligned_as_a_whole() {
        let mut page = Page::new("Table", "");
        let rows =
            [["program", "0.1.0", "3"], ["limit", "nodes=5000", ""], ["elo", "unknown", "-"]];
        let rows = rows.map(|row| row.map(str::to_owned).to_vec());
        page.table(&["what", "is", "count"], &rows);
        let html = page.html();
        assert!(html.contains("<th class=\"number\">count</th>"));
        assert!(html.contains("<td class=\"number\">3</td>"));
        assert!(html.contains("<td>0.1.0</td>") && html.contains("<th>is</th>"));
    }

    #[test]
    fn numbers_are_recognised() {
        assert!(["12", "-3.5", "+3.1 ± 2.0", "94.2 %", "12 k"].iter().all(|cell| is_number(cell)));
        assert!(["", "Sf 15", "e4", "3 of"].iter().all(|cell| !is_number(cell)));
    }
}
