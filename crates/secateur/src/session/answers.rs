//! What the session says.

use core::fmt::Display;
use std::io::{self, Write};

use engine::eval::nnue::Network;
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

/// Longer messages lose their middle: some quote what the client sent, and that may be anything.
const LONGEST_MESSAGE: usize = 400;
/// So much of the end stays, since what was wrong often stands behind what was sent.
const KEPT_END: usize = 160;

impl<W: Write> Session<W> {
    pub(super) fn say(&mut self, reply: &Reply) -> io::Result<()> {
        writeln!(self.out, "{reply}")
    }

    pub(super) fn error(&mut self, error: impl Display) -> io::Result<()> {
        self.errors += 1;
        self.inform(format_args!("error: {error}"))
    }

    pub(super) fn note(&mut self, note: impl Display) -> io::Result<()> {
        self.inform(format_args!("note: {note}"))
    }

    pub(super) fn inform(&mut self, text: impl Display) -> io::Result<()> {
        self.say(&Reply::info_string(one_line(text)))
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
        writeln!(self.out, "rules: {}", chess::build_features().join(", "))?;
        // Found when the program starts, whatever it was built for.
        writeln!(self.out, "network: {} loops", Network::instructions())
    }
}

/// Text that cannot break the protocol: control characters escaped, length bounded.
fn one_line(text: impl Display) -> String {
    let mut line = String::new();
    for letter in text.to_string().chars() {
        if letter.is_control() || letter == '\u{2028}' || letter == '\u{2029}' {
            line.extend(letter.escape_default());
        } else {
            line.push(letter);
        }
    }
    if line.len() > LONGEST_MESSAGE {
        let from = line.floor_char_boundary(LONGEST_MESSAGE - KEPT_END);
        let to = line.ceil_char_boundary(line.len() - KEPT_END);
        line.replace_range(from..to, "..");
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_one_bounded_line() {
        assert_eq!(one_line("a\nb\0"), "a\\nb\\u{0}");
        for letter in ["é", "\u{1}", "x"] {
            let long = one_line(letter.repeat(1 << 16));
            assert!(long.len() <= LONGEST_MESSAGE + "..".len(), "{long}");
        }
        let longest = "x".repeat(LONGEST_MESSAGE);
        assert_eq!(one_line(&longest), longest);
    }

    #[test]
    fn long_messages_keep_what_they_begin_and_end_with() {
        let said = one_line(format_args!("option: {}: not a file", "é".repeat(1 << 16)));
        assert!(said.starts_with("option: é") && said.ends_with("é: not a file"), "{said}");
        assert!(said.contains("é..é"), "{said}");
    }
}
