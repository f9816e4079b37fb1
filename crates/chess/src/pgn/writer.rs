//! Writes games in the export format: the seven tag roster first, lines below 80 columns, a blank
//! line after the tags and after the moves.

use core::fmt::{self, Write as _};

use super::game::after;
use super::result_text;
use super::{Event, NodeId, PgnGame};
use crate::{Color, Position};

/// The longest line, unless a single word is longer.
const WIDTH: usize = 79;

/// Breaks words into lines.
#[derive(Default)]
struct Lines {
    text: String,
    column: usize,
    /// A variation was opened; its bracket is attached to the next word.
    opened: bool,
}

impl Lines {
    /// Adds a word after a space, or on a new line if it does not fit. A bound word stays on the
    /// line of the word before.
    fn word(&mut self, word: &str, bound: bool) {
        let open = if core::mem::take(&mut self.opened) { "(" } else { "" };
        let len = open.len() + word.chars().count();
        if self.column > 0 {
            let fits = self.column + 1 + len <= WIDTH;
            self.text.push(if fits || bound { ' ' } else { '\n' });
            self.column = if fits || bound { self.column + 1 } else { 0 };
        }
        self.text.push_str(open);
        self.text.push_str(word);
        self.column += len;
    }

    fn close(&mut self) {
        if self.column == WIDTH {
            self.text.push('\n');
            self.column = 0;
        }
        self.text.push(')');
        self.column += 1;
    }

    /// Words that begin with a bracket are bound: at the start of a line they would look like a
    /// tag to a reader that repairs unclosed comments. Commands such as `[%eval 0.35]` stay whole,
    /// because other programs search for them with the space.
    fn comment(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let words = with_whole_commands(text);
        let last = words.len() - 1;
        for (index, word) in words.into_iter().enumerate() {
            let open = if index == 0 { "{" } else { "" };
            let close = if index == last { "}" } else { "" };
            self.word(&format!("{open}{word}{close}"), index > 0 && word.starts_with('['));
        }
    }
}

/// The words of a comment; a command with one argument is one word.
fn with_whole_commands(text: &str) -> Vec<&str> {
    let (mut words, mut rest) = (Vec::new(), text);
    loop {
        let first = rest.find(' ');
        let is_command =
            rest.starts_with("[%") && first.is_some_and(|end| !rest[..end].contains(']'));
        let second = first.and_then(|end| rest[end + 1..].find(' ').map(|more| end + 1 + more));
        let argument_end = second.unwrap_or(rest.len());
        let end = match is_command && rest[..argument_end].ends_with(']') {
            true => second,
            false => first,
        };
        let Some(end) = end else {
            words.push(rest);
            return words;
        };
        words.push(&rest[..end]);
        rest = &rest[end + 1..];
    }
}

/// The current point of the main line or of a variation.
#[derive(Clone, Copy)]
struct Place {
    before: Position,
    now: Position,
    number: u32,
}

impl PgnGame {
    fn write_moves(&self, lines: &mut Lines) {
        let start = self.start().position;
        let number = u32::from(self.start().fullmove_number);
        let mut place = Place { before: start, now: start, number };
        let mut branches = Vec::new();
        // Whether a black move needs its number.
        let mut interrupted = true;
        lines.comment(self.tree.node(NodeId::ROOT).comment());
        for event in self.tree.walk() {
            match event {
                Event::Open => {
                    branches.push(place);
                    place.now = place.before;
                    if place.now.turn() == Color::Black {
                        place.number = place.number.saturating_sub(1);
                    }
                    lines.opened = true;
                    interrupted = true;
                }
                Event::Close => {
                    lines.close();
                    place = branches.pop().unwrap_or(place);
                    interrupted = true;
                }
                Event::Move(id) => {
                    let node = self.tree.node(id);
                    lines.comment(node.intro());
                    match place.now.turn() {
                        Color::White => lines.word(&format!("{}.", place.number), false),
                        Color::Black if interrupted => {
                            lines.word(&format!("{}...", place.number), false);
                        }
                        Color::Black => {}
                    }
                    match node.mv() {
                        Some(mv) => lines.word(&place.now.san(mv).to_string(), false),
                        None => lines.word("--", false),
                    }
                    for nag in node.nags() {
                        lines.word(&format!("${nag}"), false);
                    }
                    lines.comment(node.comment());
                    interrupted = !node.comment().is_empty();
                    place.before = place.now;
                    place.now = after(&place.now, node.mv());
                    if place.now.turn() == Color::White {
                        place.number = place.number.saturating_add(1);
                    }
                }
            }
        }
        lines.word(result_text(self.result()), false);
    }
}

impl fmt::Display for PgnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.tags().exported() {
            write!(f, "[{name} \"")?;
            for letter in value.chars() {
                if matches!(letter, '"' | '\\') {
                    f.write_char('\\')?;
                }
                f.write_char(letter)?;
            }
            f.write_str("\"]\n")?;
        }
        let mut lines = Lines::default();
        self.write_moves(&mut lines);
        write!(f, "\n{}\n\n", lines.text)
    }
}
