//! The options: the list that `uci` prints, and setting them. Those of the search come from the
//! engine's table of knobs; the others are declared here, each with its default and range.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use chess::{CastlingField, CastlingNotation};
use engine::Engine;
use engine::eval::nnue::{BUILT_IN, Network};
use engine::knobs::{DEFAULT_HASH, KNOBS, Knob, KnobError, Range, read_check, read_spin};
use toolkit::presets::{self, Preset};
use uci::{OptionKind, OptionSpec};

use super::search_job::SearchOutput;
use super::tablebases;
use crate::memory;

pub(crate) const MAX_THREADS: i32 = 512;
pub(crate) const MAX_MULTI_PV: i32 = 256;

#[derive(Clone, Copy)]
enum Setting {
    Preset,
    Hash,
    ClearHash,
    Threads,
    MultiPv,
    Ponder,
    MoveOverhead,
    Chess960,
    ShowWdl,
    SearchStats,
    EvalFile,
    SyzygyPath,
    SyzygyProbeDepth,
    SyzygyProbeLimit,
    Syzygy50MoveRule,
    ShowAllOptions,
}

/// The preset comes first: clients send options in the order of the list, and it resets others.
const TABLE: [(Setting, OptionSpec); 16] = [
    (Setting::Preset, OptionSpec::combo("Preset", presets::DEFAULT, presets::NAMES)),
    (Setting::Hash, OptionSpec::spin("Hash", DEFAULT_HASH as i32, 1, memory::MAX_MEGABYTES as i32)),
    (Setting::ClearHash, OptionSpec::button("Clear Hash")),
    (Setting::Threads, OptionSpec::spin("Threads", 1, 1, MAX_THREADS)),
    (Setting::MultiPv, OptionSpec::spin("MultiPV", 1, 1, MAX_MULTI_PV)),
    (Setting::Ponder, OptionSpec::check("Ponder", false)),
    (Setting::MoveOverhead, OptionSpec::spin("Move Overhead", 20, 0, 5000)),
    (Setting::Chess960, OptionSpec::check("UCI_Chess960", false)),
    (Setting::ShowWdl, OptionSpec::check("UCI_ShowWDL", false)),
    (Setting::SearchStats, OptionSpec::check("SearchStats", false)),
    (Setting::EvalFile, OptionSpec::string("EvalFile", BUILT_IN)),
    (Setting::SyzygyPath, OptionSpec::string("SyzygyPath", "")),
    (Setting::SyzygyProbeDepth, OptionSpec::spin("SyzygyProbeDepth", 1, 1, 100)),
    (Setting::SyzygyProbeLimit, OptionSpec::spin("SyzygyProbeLimit", 7, 0, 7)),
    (Setting::Syzygy50MoveRule, OptionSpec::check("Syzygy50MoveRule", true)),
    (Setting::ShowAllOptions, OptionSpec::check("ShowAllOptions", false)),
];

/// The value of an option in the table.
enum Value {
    Number(i32),
    Switch(bool),
    Text(String),
    /// Buttons have none.
    None,
}

impl Value {
    fn default_of(spec: &OptionSpec) -> Value {
        match &spec.kind {
            OptionKind::Spin { default, .. } => Value::Number(*default),
            OptionKind::Check { default } => Value::Switch(*default),
            OptionKind::String { default } | OptionKind::Combo { default, .. } => {
                Value::Text(default.to_string())
            }
            OptionKind::Button => Value::None,
        }
    }

    /// The value of a choice is checked where it is set: a preset may be a file.
    fn read(spec: &OptionSpec, text: &str) -> Result<Value, KnobError> {
        let name = &spec.name;
        Ok(match &spec.kind {
            OptionKind::Spin { min, max, .. } => Value::Number(read_spin(name, text, *min, *max)?),
            OptionKind::Check { .. } => Value::Switch(read_check(name, text)?),
            OptionKind::String { .. } | OptionKind::Combo { .. } => match text.trim() {
                uci::EMPTY => Value::Text(String::new()),
                text => Value::Text(text.to_owned()),
            },
            OptionKind::Button => Value::None,
        })
    }
}

/// The options that `uci` lists; `all` adds the tunables that are not listed by default.
pub(crate) fn specs(all: bool) -> impl Iterator<Item = OptionSpec> {
    let knobs = KNOBS.iter().filter(move |knob| all || knob.listed).map(spec_of);
    TABLE.into_iter().map(|(_, spec)| spec).chain(knobs)
}

fn spec_of(knob: &Knob) -> OptionSpec {
    let kind = match knob.range {
        Range::Spin { default, min, max, .. } => OptionKind::Spin { default, min, max },
        Range::Check { default } => OptionKind::Check { default },
        Range::Combo { default, names } => OptionKind::Combo {
            default: Cow::Borrowed(names[default]),
            choices: names.iter().map(|name| Cow::Borrowed(*name)).collect(),
        },
    };
    OptionSpec { name: Cow::Owned(knob.option()), kind }
}

/// The options that the session keeps. The engine keeps the others.
#[derive(Default, Debug)]
pub(super) struct Options {
    pub(super) threads: usize,
    chess960: bool,
    show_wdl: bool,
    stats: bool,
    /// `uci` lists every tunable.
    pub(super) show_all: bool,
    /// The client lets us ponder, so a move may take a little longer.
    pub(super) ponder: bool,
    pub(super) overhead: Duration,
}

impl Options {
    /// Every option at its default.
    pub(super) fn new() -> Options {
        let mut options = Options::default();
        for (setting, spec) in TABLE {
            options.keep(setting, &Value::default_of(&spec));
        }
        options
    }

    /// Keeps a value of the session's own options.
    fn keep(&mut self, setting: Setting, value: &Value) {
        match (setting, value) {
            (Setting::Threads, Value::Number(threads)) => self.threads = *threads as usize,
            (Setting::Ponder, Value::Switch(on)) => self.ponder = *on,
            (Setting::MoveOverhead, Value::Number(milliseconds)) => {
                self.overhead = Duration::from_millis(u64::from(milliseconds.unsigned_abs()));
            }
            (Setting::Chess960, Value::Switch(on)) => self.chess960 = *on,
            (Setting::ShowWdl, Value::Switch(on)) => self.show_wdl = *on,
            (Setting::SearchStats, Value::Switch(on)) => self.stats = *on,
            (Setting::ShowAllOptions, Value::Switch(on)) => self.show_all = *on,
            _ => {}
        }
    }

    /// Sets an option by its UCI name. Returns a message if the option did more than its name says.
    /// On an error everything stays as it was, except that `Threads` keeps the threads that could be
    /// started.
    pub(super) fn set(
        &mut self,
        engine: &mut Engine,
        name: &str,
        value: Option<&str>,
    ) -> Result<Option<String>> {
        let text = value.unwrap_or_default();
        let refuse_constants = || match engine::CONSTANT_KNOBS {
            true => bail!("option {name} is a constant in this build"),
            false => Ok(()),
        };
        if let Some(knob) = Knob::find(name) {
            refuse_constants()?;
            knob.set(&mut engine.knobs, text).map_err(|error| anyhow!("option {error}"))?;
            return Ok(None);
        }
        let Some((setting, spec)) = TABLE.into_iter().find(|(_, spec)| spec.is_named(name)) else {
            bail!(
                "unknown option '{name}'; 'uci' lists the options, all of them if ShowAllOptions \
                 is set"
            );
        };
        let value = Value::read(&spec, text).map_err(|error| anyhow!("option {error}"))?;
        match (setting, &value) {
            (Setting::Preset, Value::Text(name)) => {
                refuse_constants()?;
                let preset = Preset::find(name).context("option Preset")?;
                engine.knobs = preset.replacing(&engine.knobs).context("option Preset")?;
                return Ok(Some(preset_in_use(&preset)));
            }
            (Setting::Hash, Value::Number(megabytes)) => {
                let megabytes = megabytes.unsigned_abs();
                memory::check(megabytes).context("option Hash")?;
                engine.resize_table(megabytes as usize).context("option Hash")?;
            }
            (Setting::ClearHash, _) => engine.clear_table(),
            (Setting::Threads, Value::Number(threads)) => {
                let wanted = threads.unsigned_abs() as usize;
                let started = engine.set_threads(wanted);
                self.keep(setting, &Value::Number(started as i32));
                if started < wanted {
                    bail!("option Threads: only {started} could be started");
                }
            }
            (Setting::MultiPv, Value::Number(lines)) => {
                engine.multi_pv = lines.unsigned_abs() as usize;
            }
            (Setting::EvalFile, Value::Text(path)) => {
                engine.network = Arc::new(Network::named(path).context("option EvalFile")?);
            }
            (Setting::SyzygyPath, Value::Text(folders)) => {
                return tablebases::open(engine, folders).context("option SyzygyPath");
            }
            (Setting::SyzygyProbeDepth, Value::Number(depth)) => {
                engine.tablebase.probe_depth = *depth;
            }
            (Setting::SyzygyProbeLimit, Value::Number(pieces)) => {
                engine.tablebase.probe_limit = pieces.unsigned_abs();
            }
            (Setting::Syzygy50MoveRule, Value::Switch(on)) => {
                engine.tablebase.fifty_move_rule = *on;
            }
            _ => self.keep(setting, &value),
        }
        Ok(None)
    }

    pub(super) fn search_output(&self) -> SearchOutput {
        SearchOutput { notation: self.notation(), show_wdl: self.show_wdl, stats: self.stats }
    }

    pub(super) fn notation(&self) -> CastlingNotation {
        match self.chess960 {
            true => CastlingNotation::Chess960,
            false => CastlingNotation::Standard,
        }
    }

    pub(super) fn castling_field(&self) -> CastlingField {
        match self.chess960 {
            true => CastlingField::Shredder,
            false => CastlingField::XFen,
        }
    }
}

/// What setting a preset has done.
fn preset_in_use(preset: &Preset) -> String {
    let name = &preset.name;
    let reset = "search reset to its defaults, Evaluator kept";
    match preset.settings.len() {
        0 => format!("preset {name}: {reset}"),
        set => format!("preset {name}: {reset}, then {set} settings applied"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Game;
    use engine::Control;
    use engine::Limits;
    use engine::knobs::Evaluator;
    use engine::probe::Silent;

    /// An engine whose hash table is not empty.
    fn used_engine() -> Engine {
        let mut engine = Engine::new(1).unwrap();
        let limits = Limits { depth: Some(8), ..Limits::default() };
        engine.go::<Silent>(&Game::default(), &limits, &Arc::new(Control::default()), &mut ());
        assert!(engine.permille_used() > 0);
        engine
    }

    /// All that an option may change. Networks are compared by address, which is unique as long as
    /// this holds a reference.
    struct State {
        network: Arc<Network>,
        rest: String,
    }

    impl State {
        fn of(engine: &Engine, options: &Options) -> State {
            let table = (engine.table_megabytes(), engine.permille_used());
            let others = (engine.threads(), engine.multi_pv, engine.knobs, options);
            let tables = &engine.tablebase;
            let limits = (tables.probe_depth, tables.probe_limit, tables.fifty_move_rule);
            let tables = (tables.prober.is_some(), limits);
            let rest = format!("{table:?} {others:?} {tables:?}");
            State { network: Arc::clone(&engine.network), rest }
        }

        fn is(&self, other: &State) -> bool {
            Arc::ptr_eq(&self.network, &other.network) && self.rest == other.rest
        }
    }

    /// A value other than the default. Every file is another network, even the built-in one, and a
    /// folder without tables is another one than none.
    fn another_value(spec: &OptionSpec) -> String {
        match &spec.kind {
            OptionKind::Check { default } => (!default).to_string(),
            OptionKind::Spin { default, max, .. } if default < max => (default + 1).to_string(),
            OptionKind::Spin { min, .. } => min.to_string(),
            OptionKind::Combo { default, choices } => {
                choices.iter().find(|choice| *choice != default).unwrap().to_string()
            }
            OptionKind::Button => String::new(),
            OptionKind::String { .. } if spec.name == "SyzygyPath" => ".".to_owned(),
            OptionKind::String { default } => default.to_string(),
        }
    }

    #[test]
    fn a_new_engine_has_the_defaults_of_the_table() {
        let (mut engine, mut options) = (Engine::new(DEFAULT_HASH).unwrap(), Options::new());
        let before = State::of(&engine, &options).rest;
        for (_, spec) in TABLE {
            let default = match Value::default_of(&spec) {
                Value::Number(number) => number.to_string(),
                Value::Switch(on) => on.to_string(),
                Value::Text(text) => text,
                Value::None => continue,
            };
            options.set(&mut engine, &spec.name, Some(&default)).unwrap();
            assert_eq!(State::of(&engine, &options).rest, before, "{}", spec.name);
        }
        assert_eq!(options.overhead, Duration::from_millis(20));
    }

    #[test]
    fn texts_may_be_empty_and_buttons_take_no_value() {
        let path = OptionSpec::string("Path", "");
        for (text, expected) in [("<empty>", ""), ("", ""), ("a b", "a b")] {
            let Ok(Value::Text(read)) = Value::read(&path, text) else { panic!("{text}") };
            assert_eq!(read, expected);
        }
        assert!(matches!(Value::read(&OptionSpec::button("Go"), ""), Ok(Value::None)));
    }

    #[test]
    fn every_option_changes_something() {
        for (_, spec) in TABLE {
            let (mut engine, mut options) = (used_engine(), Options::new());
            let before = State::of(&engine, &options);
            let name = spec.name.to_lowercase();
            options.set(&mut engine, &name, Some(&another_value(&spec))).unwrap();
            assert!(!State::of(&engine, &options).is(&before), "{name}");
        }
        let (mut engine, mut options) = (Engine::new(1).unwrap(), Options::new());
        for spec in KNOBS.iter().map(spec_of) {
            let before = State::of(&engine, &options);
            let name = spec.name.to_uppercase();
            options.set(&mut engine, &name, Some(&another_value(&spec))).unwrap();
            assert!(!State::of(&engine, &options).is(&before), "{name}");
        }
        assert_eq!(specs(true).count(), TABLE.len() + KNOBS.len());
    }

    #[test]
    fn options_take_the_values_they_are_set_to() {
        let mut engine = Engine::new(1).unwrap();
        let mut options = Options::new();
        let mut set =
            |name: &str, value: &str| options.set(&mut engine, name, Some(value)).unwrap();
        set("hash", "2");
        set("THREADS", "3");
        set("multipv", "4");
        set("move overhead", "50");
        set("uci_chess960", "true");
        set("UCI_ShowWDL", "true");
        set("SearchStats", "true");
        set("Ponder", "true");
        set("FutilityBase", "120");
        set("Evaluator", "classical");
        assert_eq!((engine.threads(), engine.multi_pv), (3, 4));
        assert_eq!(engine.table_megabytes(), 2);
        assert_eq!(engine.knobs.futility_base, 120);
        assert_eq!(engine.knobs.evaluator, Evaluator::Classical);
        assert_eq!(options.overhead, Duration::from_millis(50));
        assert_eq!(options.castling_field(), CastlingField::Shredder);
        let SearchOutput { notation, show_wdl, stats } = options.search_output();
        assert_eq!((notation, show_wdl, stats), (CastlingNotation::Chess960, true, true));
        assert!(options.ponder);
    }

    #[test]
    fn a_refused_value_changes_nothing() {
        let (mut engine, mut options) = (used_engine(), Options::new());
        let before = State::of(&engine, &options);
        for (name, value) in [
            ("Hash", Some("0")),
            ("Hash", Some("abc")),
            ("Hash", Some("1e2")),
            ("Hash", Some("33554432")),
            ("Hash", None),
            ("Threads", Some("0")),
            ("Threads", Some("abc")),
            ("Threads", Some("1000000000000")),
            ("MultiPV", Some("0")),
            ("UCI_Chess960", Some("perhaps")),
            ("FutilityBase", Some("1000000")),
            ("FutilityBase", Some("1e2")),
            ("StaticNullReturn", Some("nothing")),
            ("No Such Thing", Some("1")),
            ("Evaluator", Some("oracle")),
            ("Preset", Some("no such preset")),
            ("Preset", None),
            ("EvalFile", Some("/no/such/network")),
        ] {
            assert!(options.set(&mut engine, name, value).is_err(), "{name} {value:?}");
            assert!(State::of(&engine, &options).is(&before), "{name} {value:?}");
        }
    }
}
