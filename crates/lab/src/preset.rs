//! Presets of players: `preset=NAME` or `preset=FILE` stands for all settings of the preset, for our
//! own engine and for others.

use toolkit::presets::{Preset, PresetError};

use crate::words;

/// The player as written, with `preset=` replaced by its settings: a resumed run must not depend on
/// later changes of a file. Settings count in the order of the words. Our own engine is named after
/// the preset and the words beside it, unless it has a name.
pub fn expanded(player: &str) -> Result<String, PresetError> {
    const PRESET: &str = "preset=";
    let Some(words) = words::split(player) else { return Ok(player.to_owned()) };
    if !words.iter().any(|word| word.starts_with(PRESET)) {
        return Ok(player.to_owned());
    }
    let is_command = words.first().is_some_and(|word| word.starts_with("cmd="));
    let is_named = is_command || words.iter().any(|word| word.starts_with("name="));
    let kind = if is_command { "option." } else { "" };
    let (mut parts, mut name) = (Vec::new(), Vec::new());
    for (index, word) in words.into_iter().enumerate() {
        let Some(wanted) = word.strip_prefix(PRESET) else {
            if index > 0 {
                name.push(word.clone());
            }
            parts.push(word);
            continue;
        };
        let preset = Preset::find(wanted)?;
        for setting in &preset.settings {
            parts.push(format!("{kind}{}={}", setting.option, preset.internal(setting)));
        }
        name.push(preset.name);
    }
    if !is_named {
        parts.push(format!("name={}", name.join(" ")));
    }
    Ok(words::join(&parts))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::player::PlayerSpec;
    use toolkit::TempFolder;
    use toolkit::presets::NAMES;

    #[test]
    fn a_preset_is_replaced_by_its_settings() {
        let folder = TempFolder::new("preset");
        let path = folder.file("mine.toml");
        let text = "# as it was\n[search]\nFutilityBase = 115 # more\nStaticNullGuard = \"both\"\n";
        fs::write(&path, text).unwrap();
        let settings = "FutilityBase=115 StaticNullGuard=both";
        let player = format!("self 'preset={}' Hash=8", path.display());
        let expected = format!("self {settings} Hash=8 \"name=mine Hash=8\"");
        assert_eq!(expanded(&player).unwrap(), expected);
        let player = format!("self name=x 'preset={}'", path.display());
        assert_eq!(expanded(&player).unwrap(), format!("self name=x {settings}"));
        assert_eq!(expanded("self Hash=8").unwrap(), "self Hash=8");
        let other = format!("cmd=./x preset={} args='-a \"b c\"'", path.display());
        let settings = "option.FutilityBase=115 option.StaticNullGuard=both";
        let expected = format!("cmd=./x {settings} 'args=-a \"b c\"'");
        assert_eq!(expanded(&other).unwrap(), expected);
        let spec: PlayerSpec = expected.parse().unwrap();
        assert_eq!(spec.command().unwrap().arguments, ["-a", "b c"]);
    }

    #[test]
    fn every_built_in_preset_is_a_player() {
        for name in NAMES {
            let text = expanded(&format!("self preset={name}")).unwrap();
            let spec: PlayerSpec = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
            let knobs = Preset::find(name).unwrap().knobs().unwrap();
            assert_eq!(spec.own_engine().unwrap().knobs, knobs, "{name}");
            assert!(text.ends_with(&format!("name={name}")), "{text}");
        }
        let changed: PlayerSpec =
            expanded("self preset=laser StaticNullMaxDepth=4").unwrap().parse().unwrap();
        assert_eq!(changed.own_engine().unwrap().knobs.static_null_max_depth, 4);
    }

    #[test]
    fn an_unknown_preset_is_refused() {
        let error = expanded("self preset=lazer").unwrap_err().to_string();
        assert!(error.contains("did you mean 'laser'?"), "{error}");
        let error = expanded("self preset=nowhere.toml").unwrap_err().to_string();
        assert!(error.contains("nowhere.toml"), "{error}");
    }
}
