//! Who takes part, as people write it: `self UseNullMove=false Hash=32`, or
//! `cmd=./engine args="--quiet" option.Hash=16 name=rival`. Either may have a limit of its own,
//! such as `nodes=2000`.

use core::fmt;
use core::str::FromStr;
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use engine::Engine;
use engine::eval::nnue::Network;
use engine::knobs::{Knob, KnobError, Knobs};
use toolkit::stop::StopAll;

use crate::limit::{Limit, LimitError};
use crate::machine;
use crate::player::{EngineSpec, Here, Player, Process, StartError, Waiting};
use crate::words;

/// Megabytes of our own engine's table unless something else is asked for.
pub const DEFAULT_HASH: usize = 16;
const MAX_HASH: usize = 1 << 20;

#[derive(Clone, PartialEq, Debug)]
pub struct Contender {
    /// As it was written.
    text: String,
    name: Option<String>,
    /// Another one than its opponents', so that they give or take odds.
    limit: Option<Limit>,
    kind: Kind,
}

#[derive(Clone, PartialEq, Debug)]
enum Kind {
    Own { own: Box<Own>, settings: Vec<String> },
    Command(EngineSpec),
}

/// Our own engine, within this process, as it is to be set.
#[derive(Clone, PartialEq, Debug)]
pub struct Own {
    pub knobs: Knobs,
    /// Of its table.
    pub megabytes: usize,
    /// Another network than the one that is built in, if it names one.
    pub eval_file: String,
}

impl Own {
    pub fn start(&self, name: &str, stop: &StopAll) -> Result<Here, StartError> {
        let network = Network::named(&self.eval_file).map_err(StartError::NoNetwork)?;
        let engine = Engine::with_network(self.megabytes, Arc::new(network));
        let mut engine = engine.map_err(StartError::NoMemory)?;
        engine.knobs = self.knobs;
        Ok(Here::new(name, engine, stop))
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum ContenderError {
    OpenQuote,
    NoKind {
        word: String,
    },
    NoProgram,
    Unknown {
        word: String,
        accepted: &'static str,
    },
    Hash {
        value: String,
    },
    Limit(LimitError),
    TwoLimits {
        word: String,
    },
    /// Where all have the same.
    OwnLimit {
        limit: Limit,
    },
    Knob(KnobError),
}

impl fmt::Display for ContenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ContenderError::OpenQuote => f.write_str("a quote is not closed"),
            ContenderError::NoKind { word } => write!(
                f,
                "'{word}' is no player; expected 'self', perhaps with settings such as \
                 UseNullMove=false, or 'cmd=PROGRAM', perhaps with args=, name= and option.NAME=; \
                 either perhaps with a limit of its own such as nodes=2000"
            ),
            ContenderError::NoProgram => f.write_str("cmd= names no program"),
            ContenderError::Unknown { word, accepted } => {
                write!(f, "'{word}' is not known; expected {accepted}")
            }
            ContenderError::Hash { value } => {
                write!(f, "Hash: '{value}'; expected 1 to {MAX_HASH} megabytes")
            }
            ContenderError::Limit(error) => error.fmt(f),
            ContenderError::OwnLimit { limit } => {
                write!(f, "{limit}: all have the same limit here; expected none with a player")
            }
            ContenderError::TwoLimits { word } => {
                write!(f, "'{word}' is a second limit; expected at most one with a player")
            }
            ContenderError::Knob(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ContenderError {}

impl FromStr for Contender {
    type Err = ContenderError;

    fn from_str(text: &str) -> Result<Contender, ContenderError> {
        let words = words::split(text).ok_or(ContenderError::OpenQuote)?;
        let (first, rest) = match words.split_first() {
            Some((first, rest)) => (first.as_str(), rest),
            None => return Err(ContenderError::NoKind { word: String::new() }),
        };
        let is_limit = |word: &&String| {
            word.split_once('=').is_some_and(|(kind, _)| Limit::KINDS.contains(&kind))
        };
        let (limits, rest): (Vec<&String>, Vec<&String>) = rest.iter().partition(is_limit);
        if let [_, second, ..] = limits[..] {
            return Err(ContenderError::TwoLimits { word: second.clone() });
        }
        let limit = limits.first().map(|word| word.parse()).transpose();
        let limit = limit.map_err(ContenderError::Limit)?;
        let (name, kind) = if first == "self" {
            own(&rest)?
        } else if let Some(program) = first.strip_prefix("cmd=") {
            command(program, &rest)?
        } else {
            return Err(ContenderError::NoKind { word: first.to_owned() });
        };
        Ok(Contender { text: text.trim().to_owned(), name, limit, kind })
    }
}

fn own(words: &[&String]) -> Result<(Option<String>, Kind), ContenderError> {
    const ACCEPTED: &str = "name=, Hash=, EvalFile=, a limit or a setting that 'setoption' takes, with '=' and a value";
    let own = Own { knobs: Knobs::default(), megabytes: DEFAULT_HASH, eval_file: String::new() };
    let (mut name, mut own, mut settings) = (None, Box::new(own), Vec::new());
    for word in words {
        let unknown = || ContenderError::Unknown { word: word.to_string(), accepted: ACCEPTED };
        let (key, value) = word.split_once('=').ok_or_else(unknown)?;
        if key == "name" {
            name = Some(value.to_owned());
        } else if key.eq_ignore_ascii_case("hash") {
            let hash = value.parse().ok().filter(|hash| (1..=MAX_HASH).contains(hash));
            own.megabytes = hash.ok_or_else(|| ContenderError::Hash { value: value.to_owned() })?;
        } else if key.eq_ignore_ascii_case("evalfile") {
            own.eval_file = value.to_owned();
            settings.push(format!("EvalFile={value}"));
        } else {
            let knob = Knob::find(key).ok_or_else(unknown)?;
            knob.set(&mut own.knobs, value).map_err(ContenderError::Knob)?;
            settings.push(format!("{}={}", knob.option(), knob.text(&own.knobs)));
        }
    }
    Ok((name, Kind::Own { own, settings }))
}

fn command(program: &str, words: &[&String]) -> Result<(Option<String>, Kind), ContenderError> {
    const ACCEPTED: &str = "args=, name=, option.NAME= or a limit such as nodes=";
    let mut spec = EngineSpec {
        name: None,
        program: program.into(),
        arguments: Vec::new(),
        options: Vec::new(),
    };
    for word in words {
        let unknown = || ContenderError::Unknown { word: word.to_string(), accepted: ACCEPTED };
        let (key, value) = word.split_once('=').ok_or_else(unknown)?;
        match key {
            "name" => spec.name = Some(value.to_owned()),
            "args" => {
                let words = words::split(value).ok_or(ContenderError::OpenQuote)?;
                spec.arguments.extend(words.into_iter().map(OsString::from));
            }
            _ => {
                let option = key.strip_prefix("option.").ok_or_else(unknown)?;
                spec.options.push((option.to_owned(), value.to_owned()));
            }
        }
    }
    if spec.program.is_empty() {
        return Err(ContenderError::NoProgram);
    }
    Ok((spec.name.clone(), Kind::Command(spec)))
}

/// As it was written.
impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Contender {
    /// One that has no limit of its own, because all have the same.
    pub fn under_one_limit(text: &str) -> Result<Contender, ContenderError> {
        let contender: Contender = text.parse()?;
        match contender.limit {
            Some(limit) => Err(ContenderError::OwnLimit { limit }),
            None => Ok(contender),
        }
    }

    /// How long it may think, if that is its own affair.
    pub fn limit(&self) -> Option<Limit> {
        self.limit
    }

    /// Whether it is our own engine, within this process.
    pub fn is_own(&self) -> bool {
        matches!(self.kind, Kind::Own { .. })
    }

    /// How our own engine is set, if that is what it is.
    pub fn own(&self) -> Option<&Own> {
        match &self.kind {
            Kind::Own { own, .. } => Some(own),
            Kind::Command(_) => None,
        }
    }

    /// A number that changes with the network it is given, if it is given one.
    pub fn network(&self) -> Option<String> {
        let file = match &self.kind {
            Kind::Own { own, .. } => &own.eval_file,
            Kind::Command(spec) => {
                let is_network =
                    |option: &&(String, String)| option.0.eq_ignore_ascii_case("evalfile");
                &spec.options.iter().rev().find(is_network)?.1
            }
        };
        machine::fingerprint(Path::new(file)).ok()
    }

    /// The program it runs, if it is one of its own.
    pub fn program(&self) -> Option<&OsString> {
        match &self.kind {
            Kind::Own { .. } => None,
            Kind::Command(spec) => Some(&spec.program),
        }
    }

    /// How to start it, if it is a program of its own.
    pub fn engine(&self) -> Option<&EngineSpec> {
        match &self.kind {
            Kind::Own { .. } => None,
            Kind::Command(spec) => Some(spec),
        }
    }

    /// What it is called, where it has not been given a name and does not tell one.
    fn own_name(&self) -> String {
        match (&self.name, &self.kind) {
            (Some(name), _) => name.clone(),
            (None, Kind::Own { settings, .. }) => {
                let limit = self.limit.map(|limit| limit.to_string());
                let words = settings.iter().chain(&limit).map(String::as_str);
                ["secateur"].into_iter().chain(words).collect::<Vec<_>>().join(" ")
            }
            (None, Kind::Command(_)) => String::new(),
        }
    }

    pub fn start(&self, waiting: Waiting, stop: &StopAll) -> Result<Box<dyn Player>, StartError> {
        match &self.kind {
            Kind::Own { own, .. } => Ok(Box::new(own.start(&self.own_name(), stop)?)),
            Kind::Command(spec) => Ok(Box::new(Process::start(spec, waiting, stop)?)),
        }
    }

    /// Starts it once to see whether it can be: its name, and which of the options it was to be
    /// given it does not list.
    pub fn try_out(&self, waiting: Waiting) -> Result<(String, Vec<String>), StartError> {
        let stop = StopAll::default();
        let Kind::Command(spec) = &self.kind else {
            return Ok((self.start(waiting, &stop)?.name().to_owned(), Vec::new()));
        };
        let process = Process::start(spec, waiting, &stop)?;
        let unlisted = |name: &String| !process.options().iter().any(|known| known.is_named(name));
        let names = spec.options.iter().map(|(name, _)| name);
        Ok((process.name().to_owned(), names.filter(|name| unlisted(name)).cloned().collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_engine_takes_its_settings() {
        let contender: Contender = "self UseNullMove=false hash=4".parse().unwrap();
        let own = contender.own().unwrap();
        assert!(!own.knobs.use_null_move && own.megabytes == 4);
        assert_eq!(contender.own_name(), "secateur UseNullMove=false");
        let contender: Contender = "self name=plain".parse().unwrap();
        assert_eq!(contender.own_name(), "plain");
        let contender: Contender = "self EvalFile=no/such.net".parse().unwrap();
        let told = contender.start(Waiting::DEFAULT, &StopAll::default()).err().unwrap();
        assert!(told.to_string().starts_with("EvalFile no/such.net: "), "{told}");
        assert_eq!(contender.network(), None);
        let this = file!().rsplit('/').next().unwrap();
        let here = concat!(env!("CARGO_MANIFEST_DIR"), "/src/");
        for text in
            [format!("self EvalFile={here}{this}"), format!("cmd=x option.evalfile={here}{this}")]
        {
            assert!(text.parse::<Contender>().unwrap().network().is_some(), "{text}");
        }
    }

    #[test]
    fn a_command_takes_arguments_and_options() {
        let text = "cmd=./x name=rival args='-a \"b c\"' \"option.Move Overhead=10\" option.Hash=8";
        let contender: Contender = text.parse().unwrap();
        let Kind::Command(spec) = &contender.kind else { panic!() };
        assert_eq!(spec.arguments, ["-a", "b c"]);
        let options = [("Move Overhead", "10"), ("Hash", "8")];
        assert_eq!(spec.options, options.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert_eq!(contender.to_string(), text);
        assert_eq!(contender.limit(), None);
    }

    #[test]
    fn either_may_have_a_limit_of_its_own() {
        for text in ["self UseNullMove=false nodes=2000", "cmd=./x nodes=2000 option.Hash=8"] {
            let contender: Contender = text.parse().unwrap();
            assert_eq!(contender.limit(), Some(Limit::Nodes(2000)), "{text}");
        }
        let contender: Contender = "self nodes=2000".parse().unwrap();
        assert_eq!(contender.own_name(), "secateur nodes=2000");
        let contender: Contender = "self name=x tc=2+0.02".parse().unwrap();
        assert!(contender.limit().unwrap().is_timed());
        let told = Contender::under_one_limit("self depth=5").unwrap_err().to_string();
        assert!(told.starts_with("depth=5: all have the same limit"), "{told}");
        assert!(Contender::under_one_limit("self").is_ok());
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, named) in [
            ("", "expected 'self'"),
            ("stockfish", "'stockfish' is no player"),
            ("cmd=", "names no program"),
            ("cmd=x 'y", "a quote is not closed"),
            ("cmd=x Hash=3", "expected args=, name="),
            ("self Nonsense=3", "'Nonsense=3' is not known"),
            ("self UseNullMove", "'UseNullMove' is not known"),
            ("self UseNullMove=maybe", "expected true or false"),
            ("self Hash=0", "expected 1 to"),
            ("self nodes=0", "'nodes=0' is no limit"),
            ("self nodes=5 depth=5", "'depth=5' is a second limit"),
            ("cmd=x tc=soon", "'tc=soon' is no limit"),
        ] {
            let told = text.parse::<Contender>().unwrap_err().to_string();
            assert!(told.contains(named), "{text}: {told}");
        }
    }
}
