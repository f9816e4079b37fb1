//! A player as people write it: `self UseNullMove=false Hash=32`, or
//! `cmd=./engine args="--quiet" option.Hash=16 name=rival`. Either may set its own limit, such as
//! `nodes=2000`.

mod parse;

pub use parse::PlayerSpecError;

use core::fmt;
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use engine::Engine;
use engine::eval::nnue::Network;
use engine::knobs::Knobs;
use toolkit::stop::StopAll;

use super::{EngineCommand, InProcess, Player, StartError, Timeouts, UciPlayer};
use crate::limit::Limit;
use crate::machine;
use crate::words;

#[derive(Clone, PartialEq, Debug)]
pub struct PlayerSpec {
    /// As written.
    text: String,
    name: Option<String>,
    /// The player's own limit, for odds.
    limit: Option<Limit>,
    kind: PlayerKind,
}

#[derive(Clone, PartialEq, Debug)]
enum PlayerKind {
    /// Our own engine in this process, with the settings as written.
    Own {
        engine: Box<OwnEngine>,
        settings: Vec<String>,
    },
    Command(EngineCommand),
}

/// The settings of our own engine.
#[derive(Clone, PartialEq, Debug)]
pub struct OwnEngine {
    pub knobs: Knobs,
    /// Table size.
    pub megabytes: usize,
    /// A network file; empty for the built-in network.
    pub eval_file: String,
}

impl OwnEngine {
    pub fn start(&self, name: &str, stop: &StopAll) -> Result<InProcess, StartError> {
        let network = Network::named(&self.eval_file).map_err(StartError::NoNetwork)?;
        let engine = Engine::with_network(self.megabytes, Arc::new(network));
        let mut engine = engine.map_err(StartError::NoMemory)?;
        engine.knobs = self.knobs;
        Ok(InProcess::new(name, engine, stop))
    }
}

/// As written.
impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl PlayerSpec {
    /// A player without its own limit, for runs in which all players share one.
    pub fn under_one_limit(text: &str) -> Result<PlayerSpec, PlayerSpecError> {
        let spec: PlayerSpec = text.parse()?;
        match spec.limit {
            Some(limit) => Err(PlayerSpecError::OwnLimit { limit }),
            None => Ok(spec),
        }
    }

    /// The player's own limit in a text whose settings may be unknown to this version.
    pub(crate) fn limit_in(text: &str) -> Option<Limit> {
        let words = words::split(text)?;
        words.iter().skip(1).find(|word| parse::is_limit(word))?.parse().ok()
    }

    /// The player's own limit, if it sets one.
    pub fn limit(&self) -> Option<Limit> {
        self.limit
    }

    /// Whether the player is our own engine, in this process.
    pub fn is_own(&self) -> bool {
        matches!(self.kind, PlayerKind::Own { .. })
    }

    /// The settings of our own engine, if it is the player.
    pub fn own_engine(&self) -> Option<&OwnEngine> {
        match &self.kind {
            PlayerKind::Own { engine, .. } => Some(engine),
            PlayerKind::Command(_) => None,
        }
    }

    /// The fingerprint of the network file that the settings name, if they name one.
    pub fn network(&self) -> Option<String> {
        let file = match &self.kind {
            PlayerKind::Own { engine, .. } => &engine.eval_file,
            PlayerKind::Command(command) => {
                let is_network =
                    |option: &&(String, String)| option.0.eq_ignore_ascii_case("evalfile");
                &command.options.iter().rev().find(is_network)?.1
            }
        };
        machine::fingerprint(Path::new(file)).ok()
    }

    /// The external program, if the player is one.
    pub fn program(&self) -> Option<&OsString> {
        self.command().map(|command| &command.program)
    }

    /// The command of the external program, if the player is one.
    pub fn command(&self) -> Option<&EngineCommand> {
        match &self.kind {
            PlayerKind::Own { .. } => None,
            PlayerKind::Command(command) => Some(command),
        }
    }

    /// The name given, or one made from the settings. Empty if the engine reports its own.
    pub fn default_name(&self) -> String {
        match (&self.name, &self.kind) {
            (Some(name), _) => name.clone(),
            (None, PlayerKind::Own { settings, .. }) => {
                let limit = self.limit.map(|limit| limit.to_string());
                let words = settings.iter().chain(&limit).map(String::as_str);
                ["secateur"].into_iter().chain(words).collect::<Vec<_>>().join(" ")
            }
            (None, PlayerKind::Command(_)) => String::new(),
        }
    }

    pub fn start(&self, timeouts: Timeouts, stop: &StopAll) -> Result<Box<dyn Player>, StartError> {
        match &self.kind {
            PlayerKind::Own { engine, .. } => {
                Ok(Box::new(engine.start(&self.default_name(), stop)?))
            }
            PlayerKind::Command(command) => {
                Ok(Box::new(UciPlayer::start(command, timeouts, stop)?))
            }
        }
    }

    /// Starts the player once to see that it works. Returns its name and those options of the spec
    /// that the engine does not list.
    pub fn try_out(&self, timeouts: Timeouts) -> Result<(String, Vec<String>), StartError> {
        let stop = StopAll::default();
        let PlayerKind::Command(command) = &self.kind else {
            return Ok((self.start(timeouts, &stop)?.name().to_owned(), Vec::new()));
        };
        let mut player = UciPlayer::start(command, timeouts, &stop)?;
        if !command.options.is_empty() {
            player.list_all_options().map_err(|fault| StartError::NoAnswer {
                program: command.program.clone(),
                to: "uci",
                fault,
            })?;
        }
        let unlisted = |name: &String| !player.options().iter().any(|known| known.is_named(name));
        let names = command.options.iter().map(|(name, _)| name);
        Ok((player.name().to_owned(), names.filter(|name| unlisted(name)).cloned().collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_engine_takes_its_settings() {
        let spec: PlayerSpec = "self UseNullMove=false hash=4".parse().unwrap();
        let engine = spec.own_engine().unwrap();
        assert!(!engine.knobs.use_null_move && engine.megabytes == 4);
        assert_eq!(spec.default_name(), "secateur UseNullMove=false");
        let spec: PlayerSpec = "self name=plain".parse().unwrap();
        assert_eq!(spec.default_name(), "plain");
        let spec: PlayerSpec = "self EvalFile=no/such.net".parse().unwrap();
        let error = spec.start(Timeouts::DEFAULT, &StopAll::default()).err().unwrap();
        assert!(error.to_string().starts_with("EvalFile no/such.net: "), "{error}");
        assert_eq!(spec.network(), None);
        let this = file!().rsplit('/').next().unwrap();
        let here = concat!(env!("CARGO_MANIFEST_DIR"), "/src/player/");
        for text in
            [format!("self EvalFile={here}{this}"), format!("cmd=x option.evalfile={here}{this}")]
        {
            assert!(text.parse::<PlayerSpec>().unwrap().network().is_some(), "{text}");
        }
    }

    #[test]
    fn a_command_takes_arguments_and_options() {
        let text = "cmd=./x name=rival args='-a \"b c\"' \"option.Move Overhead=10\" option.Hash=8";
        let spec: PlayerSpec = text.parse().unwrap();
        let command = spec.command().unwrap();
        assert_eq!(command.arguments, ["-a", "b c"]);
        let options = [("Move Overhead", "10"), ("Hash", "8")];
        let options = options.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(command.options, options);
        assert_eq!(spec.to_string(), text);
        assert_eq!(spec.limit(), None);
    }

    #[test]
    fn a_player_may_set_its_own_limit() {
        for text in ["self UseNullMove=false nodes=2000", "cmd=./x nodes=2000 option.Hash=8"] {
            let spec: PlayerSpec = text.parse().unwrap();
            assert_eq!(spec.limit(), Some(Limit::Nodes(2000)), "{text}");
            assert_eq!(PlayerSpec::limit_in(text), spec.limit());
        }
        assert_eq!(PlayerSpec::limit_in("self LostSetting=1 depth=3"), Some(Limit::Depth(3)));
        let spec: PlayerSpec = "self nodes=2000".parse().unwrap();
        assert_eq!(spec.default_name(), "secateur nodes=2000");
        let spec: PlayerSpec = "self name=x tc=2+0.02".parse().unwrap();
        assert!(spec.limit().unwrap().is_timed());
        let message = PlayerSpec::under_one_limit("self depth=5").unwrap_err().to_string();
        assert!(message.starts_with("depth=5: all players have the same limit"), "{message}");
        assert!(PlayerSpec::under_one_limit("self").is_ok());
    }
}
