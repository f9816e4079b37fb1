//! The options: the list a client sees and what setting them does. Those of the search come
//! from the engine's table of knobs; the rest is declared here, once.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use chess::{CastlingField, CastlingNotation};
use engine::Engine;
use engine::eval::nnue::{BUILT_IN, Network};
use engine::knobs::{KNOBS, Knob, Range};
use uci::{OptionKind, OptionSpec, OptionValue};

use super::search_job::Manner;
use crate::memory;

pub(crate) const MAX_THREADS: i32 = 512;
pub(crate) const DEFAULT_HASH: i32 = 16;

#[derive(Clone, Copy)]
enum Setting {
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
}

const TABLE: [(Setting, OptionSpec); 10] = [
    (Setting::Hash, OptionSpec::spin("Hash", DEFAULT_HASH, 1, memory::MAX_MEGABYTES as i32)),
    (Setting::ClearHash, OptionSpec::button("Clear Hash")),
    (Setting::Threads, OptionSpec::spin("Threads", 1, 1, MAX_THREADS)),
    (Setting::MultiPv, OptionSpec::spin("MultiPV", 1, 1, 256)),
    (Setting::Ponder, OptionSpec::check("Ponder", false)),
    (Setting::MoveOverhead, OptionSpec::spin("Move Overhead", 20, 0, 5000)),
    (Setting::Chess960, OptionSpec::check("UCI_Chess960", false)),
    (Setting::ShowWdl, OptionSpec::check("UCI_ShowWDL", false)),
    (Setting::SearchStats, OptionSpec::check("SearchStats", false)),
    (Setting::EvalFile, OptionSpec::string("EvalFile", BUILT_IN)),
];

/// What `uci` lists; `all` adds the long tail of tunable numbers.
pub(super) fn specs(all: bool) -> impl Iterator<Item = OptionSpec> {
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

#[derive(Debug)]
pub(super) struct Options {
    pub(super) threads: usize,
    chess960: bool,
    show_wdl: bool,
    stats: bool,
    /// The client will let us ponder: a little more time may be spent on each move.
    pub(super) ponder: bool,
    pub(super) overhead: Duration,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            threads: 1,
            chess960: false,
            show_wdl: false,
            stats: false,
            ponder: false,
            overhead: Duration::from_millis(20),
        }
    }
}

impl Options {
    /// Sets an option by the name a client uses. On an error everything stays as it was.
    pub(super) fn set(
        &mut self,
        engine: &mut Engine,
        name: &str,
        value: Option<&str>,
    ) -> Result<()> {
        if let Some(knob) = Knob::find(name) {
            if engine::CONSTANT_KNOBS {
                bail!("option {name} is a constant in this build");
            }
            return Ok(knob.set(&mut engine.knobs, value.unwrap_or_default())?);
        }
        let Some((setting, spec)) = TABLE.into_iter().find(|(_, spec)| spec.is_named(name)) else {
            bail!("unknown option '{name}'; 'uci' lists the options there are");
        };
        match (setting, spec.read(value)?) {
            (Setting::Hash, OptionValue::Spin(megabytes)) => {
                let megabytes = megabytes.unsigned_abs();
                memory::check(megabytes).context("option Hash")?;
                engine.resize_table(megabytes as usize).context("option Hash")?;
            }
            (Setting::ClearHash, _) => engine.clear_table(),
            (Setting::Threads, OptionValue::Spin(threads)) => {
                let wanted = threads.unsigned_abs() as usize;
                self.threads = engine.set_threads(wanted);
                if self.threads < wanted {
                    bail!("option Threads: only {} could be started", self.threads);
                }
            }
            (Setting::MultiPv, OptionValue::Spin(lines)) => {
                engine.multi_pv = lines.unsigned_abs() as usize;
            }
            (Setting::Ponder, OptionValue::Check(on)) => self.ponder = on,
            (Setting::MoveOverhead, OptionValue::Spin(milliseconds)) => {
                self.overhead = Duration::from_millis(u64::from(milliseconds.unsigned_abs()));
            }
            (Setting::Chess960, OptionValue::Check(on)) => self.chess960 = on,
            (Setting::ShowWdl, OptionValue::Check(on)) => self.show_wdl = on,
            (Setting::SearchStats, OptionValue::Check(on)) => self.stats = on,
            (Setting::EvalFile, OptionValue::String(path)) => {
                engine.network = Arc::new(Network::named(&path).context("option EvalFile")?);
            }
            _ => bail!("option {name}: the value is of another type"),
        }
        Ok(())
    }

    pub(super) fn manner(&self) -> Manner {
        Manner { notation: self.notation(), show_wdl: self.show_wdl, stats: self.stats }
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

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Game;
    use engine::Control;
    use engine::knobs::Evaluator;
    use engine::limits::Limits;
    use engine::probe::Silent;

    /// An engine whose table has something to lose.
    fn used_engine() -> Engine {
        let mut engine = Engine::new(1).unwrap();
        let limits = Limits { depth: Some(8), ..Limits::default() };
        engine.go::<Silent>(&Game::default(), &limits, &Arc::new(Control::default()), &mut ());
        assert!(engine.permille_used() > 0);
        engine
    }

    /// All that an option may change. The network is told by where it is: it stays there as long
    /// as somebody holds it.
    struct State {
        network: Arc<Network>,
        rest: String,
    }

    impl State {
        fn of(engine: &Engine, options: &Options) -> State {
            let table = (engine.table_megabytes(), engine.permille_used());
            let others = (engine.threads(), engine.multi_pv, engine.knobs, options);
            State { network: Arc::clone(&engine.network), rest: format!("{table:?} {others:?}") }
        }

        fn is(&self, other: &State) -> bool {
            Arc::ptr_eq(&self.network, &other.network) && self.rest == other.rest
        }
    }

    /// A value that is not the usual one. Every file is another network, even the usual one.
    fn another_value(spec: &OptionSpec) -> String {
        match &spec.kind {
            OptionKind::Check { default } => (!default).to_string(),
            OptionKind::Spin { default, max, .. } if default < max => (default + 1).to_string(),
            OptionKind::Spin { min, .. } => min.to_string(),
            OptionKind::Combo { default, choices } => {
                choices.iter().find(|choice| *choice != default).unwrap().to_string()
            }
            OptionKind::Button => String::new(),
            OptionKind::String { default } => default.to_string(),
        }
    }

    #[test]
    fn every_option_changes_something() {
        for (_, spec) in TABLE {
            let (mut engine, mut options) = (used_engine(), Options::default());
            let before = State::of(&engine, &options);
            let name = spec.name.to_lowercase();
            options.set(&mut engine, &name, Some(&another_value(&spec))).unwrap();
            assert!(!State::of(&engine, &options).is(&before), "{name}");
        }
        let (mut engine, mut options) = (Engine::new(1).unwrap(), Options::default());
        for spec in KNOBS.iter().map(spec_of) {
            let before = State::of(&engine, &options);
            let name = spec.name.to_uppercase();
            options.set(&mut engine, &name, Some(&another_value(&spec))).unwrap();
            assert!(!State::of(&engine, &options).is(&before), "{name}");
        }
        assert_eq!(specs(true).count(), TABLE.len() + KNOBS.len());
    }

    #[test]
    fn options_are_what_they_were_set_to() {
        let mut engine = Engine::new(1).unwrap();
        let mut options = Options::default();
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
        let Manner { notation, show_wdl, stats } = options.manner();
        assert_eq!((notation, show_wdl, stats), (CastlingNotation::Chess960, true, true));
        assert!(options.ponder);
    }

    #[test]
    fn a_refused_value_changes_nothing() {
        let (mut engine, mut options) = (used_engine(), Options::default());
        let before = State::of(&engine, &options);
        for (name, value) in [
            ("Hash", Some("0")),
            ("Hash", Some("abc")),
            ("Hash", Some("33554432")),
            ("Hash", None),
            ("Threads", Some("0")),
            ("Threads", Some("abc")),
            ("Threads", Some("1000000000000")),
            ("MultiPV", Some("0")),
            ("UCI_Chess960", Some("perhaps")),
            ("FutilityBase", Some("1000000")),
            ("StaticNullReturn", Some("nothing")),
            ("No Such Thing", Some("1")),
            ("Evaluator", Some("oracle")),
            ("EvalFile", Some("/no/such/network")),
        ] {
            assert!(options.set(&mut engine, name, value).is_err(), "{name} {value:?}");
            assert!(State::of(&engine, &options).is(&before), "{name} {value:?}");
        }
    }
}
