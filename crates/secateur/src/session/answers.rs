//! What the session says.

use core::fmt::{self, Display, Write as _};
use std::io::{self, Write};

use uci::Reply;

use super::{Session, options};
use crate::board_view::BoardView;

const HELP: &[(&str, &str)] = &[
    ("uci", "who this is, and its options"),
    ("isready", "answers readyok, also while searching"),
    ("setoption name <name> [value <value>]", "set an option; names in any case"),
    ("ucinewgame", "another game begins"),
    ("position startpos [moves <move>..]", "set the position"),
    ("position fen <fen> [moves <move>..]", "set the position; missing fields are w - - 0 1"),
    ("go [<limit> <number>..] [infinite]", "search; without a limit until stop"),
    ("ponderhit", "the move pondered on was played"),
    ("go perft <depth>", "count leaves below each move"),
    ("perft <depth>", "the same, and never a bestmove"),
    ("stop", "end a search or count early"),
    ("d", "draw the position"),
    ("flip", "exchange the colours"),
    ("debug on|off", "say more"),
    ("bench [depth] [threads] [hash]", "search fixed positions with the settings at hand"),
    ("eval", "what the position is worth at a glance"),
    ("genfens <n> seed <s> book <file|None>", "random openings"),
    ("compiler", "how this program was built"),
    ("help", "this list"),
    ("# ...", "a comment"),
    ("quit", "the end at once; the end of input lets counts end first"),
];

/// Longer messages are cut: some quote what the client sent, and that may be anything.
const LONGEST_MESSAGE: usize = 400;

impl<W: Write> Session<W> {
    pub(super) fn say(&mut self, reply: &Reply) -> io::Result<()> {
        writeln!(self.out, "{reply}")
    }

    pub(super) fn error(&mut self, error: impl Display) -> io::Result<()> {
        self.errors += 1;
        self.say(&Reply::info_string(one_line(format_args!("error: {error}"))))
    }

    pub(super) fn note(&mut self, note: impl Display) -> io::Result<()> {
        self.say(&Reply::info_string(one_line(format_args!("note: {note}"))))
    }

    pub(super) fn introduce(&mut self) -> io::Result<()> {
        self.say(&Reply::IdName(format!("Secateur {}", env!("CARGO_PKG_VERSION"))))?;
        self.say(&Reply::IdAuthor("the Secateur project".to_owned()))?;
        for spec in options::specs(self.all_options) {
            self.say(&Reply::Option(spec))?;
        }
        self.say(&Reply::UciOk)
    }

    pub(super) fn draw(&mut self) -> io::Result<()> {
        let view = BoardView { game: &self.game, style: self.options.castling_field() };
        writeln!(self.out, "{view}")?;
        if self.position_refused {
            writeln!(self.out, "The last 'position' was refused; this is the one before it.")?;
        }
        Ok(())
    }

    pub(super) fn help(&mut self) -> io::Result<()> {
        HELP.iter().try_for_each(|(line, what)| writeln!(self.out, "{line:<40}{what}"))
    }

    pub(super) fn describe_build(&mut self) -> io::Result<()> {
        let (version, rust) = (env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_RUST_VERSION"));
        let (arch, os) = (std::env::consts::ARCH, std::env::consts::OS);
        let kind = if cfg!(debug_assertions) { "with assertions" } else { "release" };
        let features: Vec<&str> = [
            ("popcnt", cfg!(target_feature = "popcnt")),
            ("bmi2", cfg!(target_feature = "bmi2")),
            ("avx2", cfg!(target_feature = "avx2")),
            ("avx512f", cfg!(target_feature = "avx512f")),
            ("neon", cfg!(target_feature = "neon")),
        ]
        .into_iter()
        .filter_map(|(name, present)| present.then_some(name))
        .collect();
        writeln!(self.out, "Secateur {version}, Rust {rust} or later, {arch} {os}, {kind}")?;
        writeln!(self.out, "features: {}", features.join(" "))?;
        writeln!(self.out, "rules: {}", chess::build_features().join(", "))
    }
}

/// Text that cannot break the protocol: control characters escaped, length bounded.
fn one_line(text: fmt::Arguments<'_>) -> String {
    let mut line = Bounded(String::new());
    // The only error is that the bound was reached.
    if line.write_fmt(text).is_err() {
        line.0.push_str("..");
    }
    line.0
}

struct Bounded(String);

impl fmt::Write for Bounded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for letter in text.chars() {
            if self.0.len() >= LONGEST_MESSAGE {
                return Err(fmt::Error);
            }
            if letter.is_control() || letter == '\u{2028}' || letter == '\u{2029}' {
                self.0.extend(letter.escape_default());
            } else {
                self.0.push(letter);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_one_bounded_line() {
        assert_eq!(one_line(format_args!("a\nb\0")), "a\\nb\\u{0}");
        let long = one_line(format_args!("{}", "é".repeat(1 << 16)));
        assert!(long.len() <= LONGEST_MESSAGE + 4 && long.ends_with(".."));
    }
}
