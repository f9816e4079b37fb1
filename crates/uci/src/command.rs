//! Commands: the lines a client sends to an engine.

use core::fmt;

use crate::error::{CommandError, TokenError};
use crate::go::Go;
use crate::position::PositionCommand;
use crate::tokens::{Tokens, quoted};

/// A line from the client.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `uci`: identify yourself and list the options.
    Uci,
    /// `debug on` or `debug off`.
    Debug(bool),
    /// `isready`: answer `readyok`.
    IsReady,
    /// `setoption name <name> [value <value>]`.
    SetOption {
        /// The name as sent; the engine compares it without regard to case.
        name: String,
        /// `None` for buttons.
        value: Option<String>,
    },
    /// `register`.
    Register(Registration),
    /// `ucinewgame`: the next position is from another game.
    UciNewGame,
    /// `position`.
    Position(PositionCommand),
    /// `go`: search.
    Go(Go),
    /// `stop`: end the search and send the best move.
    Stop,
    /// `ponderhit`: the move pondered on was played.
    PonderHit,
    /// `quit`: exit.
    Quit,
    // The following are not in the specification, but tools and people rely on them.
    /// `d`: draw the position.
    Draw,
    /// `eval`: show the static evaluation.
    Eval,
    /// `bench`, with its arguments as sent.
    Bench(String),
    /// `perft <depth>`.
    Perft(u32),
    /// `flip`: exchange the colours.
    Flip,
    /// `compiler`: show how the program was built.
    Compiler,
    /// `help`: list the commands.
    Help,
    /// `genfens`: make random openings.
    Genfens(Genfens),
}

/// The arguments of `register`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Registration {
    /// `register later`.
    Later,
    /// `register name <name> code <code>`.
    As {
        /// The user's name.
        name: String,
        /// The user's code.
        code: String,
    },
}

/// A request for random opening positions, as OpenBench sends it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Genfens {
    /// How many positions to make.
    pub count: u64,
    /// The same seed gives the same positions.
    pub seed: u64,
    /// A file of positions to start from; the word `None` means no book.
    pub book: Option<String>,
    /// Everything after the book; its meaning is up to the engine.
    pub extra: String,
}

/// A parsed line.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Parsed {
    /// `None` for empty lines and comments.
    pub command: Option<Command>,
    /// The words of a `go` that could not be used.
    pub token_errors: Vec<TokenError>,
}

impl From<Command> for Parsed {
    fn from(command: Command) -> Parsed {
        Parsed { command: Some(command), token_errors: Vec::new() }
    }
}

impl Command {
    /// Parses a line. Empty lines and lines that start with `#` contain no command. Unknown words
    /// before a command are skipped, as the specification asks, but only before a command of
    /// the specification: a `d` inside a sentence does not draw the board.
    pub fn parse(line: &str) -> Result<Parsed, CommandError> {
        let mut tokens = Tokens::new(line);
        let Some(first) = tokens.next() else { return Ok(Parsed::default()) };
        if first.starts_with('#') {
            return Ok(Parsed::default());
        }
        if let Some(extra) = parse_extra(first, tokens.clone()) {
            return extra.map(Parsed::from);
        }
        let mut word = first;
        loop {
            if let Some(parsed) = parse_standard(word, tokens.clone()) {
                return parsed;
            }
            word = tokens.next().ok_or_else(|| CommandError::unknown(first))?;
        }
    }
}

/// `None` if the specification has no such command.
fn parse_standard(word: &str, mut tokens: Tokens<'_>) -> Option<Result<Parsed, CommandError>> {
    let command = match word {
        "uci" => Ok(Command::Uci),
        "isready" => Ok(Command::IsReady),
        "ucinewgame" => Ok(Command::UciNewGame),
        "stop" => Ok(Command::Stop),
        "ponderhit" => Ok(Command::PonderHit),
        "quit" => Ok(Command::Quit),
        "debug" => match tokens.next() {
            Some("on") => Ok(Command::Debug(true)),
            Some("off") => Ok(Command::Debug(false)),
            word => Err(CommandError::Debug { word: word.map(quoted) }),
        },
        "setoption" => parse_set_option(tokens),
        "register" => parse_register(tokens),
        "position" => {
            PositionCommand::parse(tokens).map(Command::Position).map_err(CommandError::from)
        }
        "go" => {
            let (go, token_errors) = Go::parse(tokens);
            return Some(Ok(Parsed { command: Some(Command::Go(go)), token_errors }));
        }
        _ => return None,
    };
    Some(command.map(Parsed::from))
}

/// `None` if the word is not one of the customary extensions.
fn parse_extra(word: &str, mut tokens: Tokens<'_>) -> Option<Result<Command, CommandError>> {
    Some(Ok(match word {
        "d" => Command::Draw,
        "eval" => Command::Eval,
        "bench" => Command::Bench(tokens.rest().to_owned()),
        "flip" => Command::Flip,
        "compiler" => Command::Compiler,
        "help" | "--help" => Command::Help,
        "perft" => return Some(read_number(&mut tokens, "perft", "depth").map(Command::Perft)),
        "genfens" => return Some(parse_genfens(tokens)),
        _ => return None,
    }))
}

fn parse_set_option(mut tokens: Tokens<'_>) -> Result<Command, CommandError> {
    if tokens.next() != Some("name") {
        return Err(CommandError::OptionNameMissing);
    }
    let has_value = tokens.clone().any(|word| word == "value");
    let name = tokens.joined_until("value");
    if name.is_empty() {
        return Err(CommandError::OptionNameMissing);
    }
    let value = has_value.then(|| tokens.rest().to_owned());
    Ok(Command::SetOption { name, value })
}

fn parse_register(mut tokens: Tokens<'_>) -> Result<Command, CommandError> {
    match tokens.next() {
        Some("later") => Ok(Command::Register(Registration::Later)),
        Some("name") => {
            let name = tokens.joined_until("code");
            let code = tokens.rest().to_owned();
            Ok(Command::Register(Registration::As { name, code }))
        }
        _ => Err(CommandError::Register),
    }
}

fn parse_genfens(mut tokens: Tokens<'_>) -> Result<Command, CommandError> {
    let count = read_number(&mut tokens, "genfens", "the count")?;
    let (mut seed, mut book) = (0, None);
    loop {
        match tokens.peek() {
            Some("seed") => {
                tokens.next();
                seed = read_number(&mut tokens, "genfens", "seed")?;
            }
            Some("book") => {
                tokens.next();
                book = tokens.next().filter(|name| *name != "None").map(str::to_owned);
            }
            _ => break,
        }
    }
    let extra = tokens.rest().to_owned();
    Ok(Command::Genfens(Genfens { count, seed, book, extra }))
}

fn read_number<T: core::str::FromStr>(
    tokens: &mut Tokens<'_>,
    command: &'static str,
    what: &'static str,
) -> Result<T, CommandError> {
    let word = tokens.next();
    word.and_then(|word| word.parse().ok()).ok_or_else(|| CommandError::Number {
        command,
        what,
        word: word.map(quoted),
    })
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Uci => f.write_str("uci"),
            Command::Debug(on) => write!(f, "debug {}", if *on { "on" } else { "off" }),
            Command::IsReady => f.write_str("isready"),
            Command::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Command::SetOption { name, value: Some(value) } => {
                write!(f, "setoption name {name} value {value}")
            }
            Command::Register(Registration::Later) => f.write_str("register later"),
            Command::Register(Registration::As { name, code }) => {
                write!(f, "register name {name} code {code}")
            }
            Command::UciNewGame => f.write_str("ucinewgame"),
            Command::Position(position) => position.fmt(f),
            Command::Go(go) => go.fmt(f),
            Command::Stop => f.write_str("stop"),
            Command::PonderHit => f.write_str("ponderhit"),
            Command::Quit => f.write_str("quit"),
            Command::Draw => f.write_str("d"),
            Command::Eval => f.write_str("eval"),
            Command::Bench(rest) if rest.is_empty() => f.write_str("bench"),
            Command::Bench(rest) => write!(f, "bench {rest}"),
            Command::Perft(depth) => write!(f, "perft {depth}"),
            Command::Flip => f.write_str("flip"),
            Command::Compiler => f.write_str("compiler"),
            Command::Help => f.write_str("help"),
            Command::Genfens(Genfens { count, seed, book, extra }) => {
                let book = book.as_deref().unwrap_or("None");
                write!(f, "genfens {count} seed {seed} book {book}")?;
                if extra.is_empty() { Ok(()) } else { write!(f, " {extra}") }
            }
        }
    }
}
