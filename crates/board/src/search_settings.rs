//! The settings of a search that the page may choose: a built-in preset, and values of knobs. It
//! never names a file: only built-in presets count, and networks cannot be chosen.

use std::sync::Arc;

use engine::Engine;
use engine::eval::nnue::Network;
use engine::knobs::{DEFAULT_HASH, Knob, Knobs};
use toolkit::presets::{NAMES, Preset};

use crate::fields::Fields;
use crate::refusal::Refusal;

/// The largest table of one search in megabytes.
pub(crate) const MAX_HASH: usize = 128;

/// What an engine is made with.
pub(crate) struct SearchSettings {
    pub(crate) knobs: Knobs,
    hash: usize,
    threads: usize,
}

impl SearchSettings {
    /// Reads `preset`, `settings`, `hash` and `threads`; `cores` is the greatest number of threads.
    pub(crate) fn read(fields: &Fields, cores: usize) -> Result<SearchSettings, Refusal> {
        Ok(SearchSettings {
            knobs: knobs(fields)?,
            hash: fields.optional_number("hash", 1..=MAX_HASH)?.unwrap_or(DEFAULT_HASH),
            threads: fields.optional_number("threads", 1..=cores)?.unwrap_or(1),
        })
    }

    /// Our engine as it is delivered.
    pub(crate) fn standard() -> SearchSettings {
        SearchSettings { knobs: Knobs::default(), hash: DEFAULT_HASH, threads: 1 }
    }

    /// An engine with these settings and nothing learned.
    pub(crate) fn engine(&self, network: &Arc<Network>) -> Result<Engine, Refusal> {
        let mut engine = Engine::with_network(self.hash, Arc::clone(network))?;
        engine.knobs = self.knobs;
        // Fewer threads than wanted only take longer.
        engine.set_threads(self.threads);
        Ok(engine)
    }

    pub(crate) fn hash(&self) -> usize {
        self.hash
    }
}

/// Reads `preset` and `settings`; the settings change the preset.
pub(crate) fn knobs(fields: &Fields) -> Result<Knobs, Refusal> {
    let mut knobs = Knobs::default();
    let preset = fields.optional_text("preset")?.filter(|name| !name.is_empty());
    let settings = fields.object("settings")?;
    if engine::CONSTANT_KNOBS && (preset.is_some() || settings.is_some()) {
        return Err(Refusal::new("settings are constants in this build"));
    }
    if let Some(name) = preset {
        if !NAMES.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            let known: Vec<&str> = NAMES.iter().map(AsRef::as_ref).collect();
            return Err(Refusal(format!("preset: expected one of {}", known.join(", "))));
        }
        knobs = Preset::find(name)?.knobs()?;
    }
    for (name, value) in settings.as_ref().map_or(Ok(Vec::new()), Fields::pairs)? {
        let knob = Knob::find(name).ok_or_else(|| {
            let shown = name.chars().take(40).collect::<String>();
            Refusal(format!("settings: no setting '{}'", shown.escape_debug()))
        })?;
        knob.set(&mut knobs, &value)?;
    }
    Ok(knobs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(value: serde_json::Value) -> Result<Knobs, String> {
        knobs(&Fields::of(value)).map_err(|why| why.0)
    }

    #[test]
    fn settings_change_a_preset() {
        let plain = read(json!({"preset": "bare"})).unwrap();
        let changed = read(json!({"preset": "bare", "settings": {"UseNullMove": true}})).unwrap();
        assert!(!plain.use_null_move && changed.use_null_move);
        let number = read(json!({"settings": {"FutilityBase": 90}})).unwrap();
        assert_eq!(number.futility_base, 90);
    }

    #[test]
    fn files_and_unknown_names_are_refused() {
        for preset in ["../presets/bare.toml", "/etc/passwd", "bare.toml", "nobody"] {
            assert!(read(json!({"preset": preset})).unwrap_err().contains("expected one of"));
        }
        for settings in [
            json!({"EvalFile": "/etc/passwd"}),
            json!({"UseNullMove\nquit": true}),
            json!({"UseNullMove": "true\nquit"}),
            json!({"UseNullMove": [true]}),
        ] {
            assert!(read(json!({"settings": settings})).is_err());
        }
    }
}
