//! Presets: files of settings, one `Name = value` per line, in TOML syntax. A player's
//! `preset=FILE` stands for all of them, for our own engine and for others.

use core::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::words;

#[derive(Debug)]
pub enum PresetError {
    File { path: PathBuf, why: io::Error },
    Line { path: PathBuf, number: usize, text: String },
}

impl fmt::Display for PresetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PresetError::File { path, why } => write!(f, "preset {}: {why}", path.display()),
            PresetError::Line { path, number, text } => write!(
                f,
                "preset {}, line {number}: '{text}'; expected Name = value, where the value is a \
                 number, true, false or a word in quotes",
                path.display()
            ),
        }
    }
}

impl core::error::Error for PresetError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            PresetError::File { why, .. } => Some(why),
            PresetError::Line { .. } => None,
        }
    }
}

/// The player as written, with `preset=FILE` replaced by the settings of the file. A resumed run
/// must not depend on later changes of the file.
pub fn expanded(player: &str) -> Result<String, PresetError> {
    let Some(words) = words::split(player) else { return Ok(player.to_owned()) };
    if !words.iter().any(|word| word.starts_with("preset=")) {
        return Ok(player.to_owned());
    }
    let is_command = words.first().is_some_and(|word| word.starts_with("cmd="));
    let kind = if is_command { "option." } else { "" };
    let mut parts = Vec::new();
    for word in words {
        match word.strip_prefix("preset=") {
            Some(path) => {
                let settings = read(Path::new(path))?;
                parts.extend(settings.into_iter().map(|setting| format!("{kind}{setting}")));
            }
            None => parts.push(word),
        }
    }
    Ok(words::join(&parts))
}

/// The settings of a file, each as `Name=value`.
pub fn read(path: &Path) -> Result<Vec<String>, PresetError> {
    let text =
        fs::read_to_string(path).map_err(|why| PresetError::File { path: path.into(), why })?;
    let mut settings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        // Section headings are for readers only.
        if line.is_empty() || line.starts_with('#') || line.starts_with('[') {
            continue;
        }
        let setting = setting(line).ok_or_else(|| PresetError::Line {
            path: path.into(),
            number: index + 1,
            text: line.to_owned(),
        })?;
        settings.push(setting);
    }
    Ok(settings)
}

fn setting(line: &str) -> Option<String> {
    let (name, rest) = line.split_once('=')?;
    let (name, rest) = (name.trim(), rest.trim());
    let value = match rest.strip_prefix('"') {
        Some(open) => open.split_once('"')?.0,
        None => rest.split('#').next()?.trim(),
    };
    let plain = |text: &str| !text.is_empty() && !text.contains(char::is_whitespace);
    (plain(name) && plain(value)).then(|| format!("{name}={value}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::PlayerSpec;
    use toolkit::TempFolder;

    #[test]
    fn a_preset_is_replaced_by_its_settings() {
        let folder = TempFolder::new("preset");
        let path = folder.file("laser.toml");
        let text = "# as it was\n[search]\nFutilityBase = 115 # more\nStaticNullGuard = \"both\"\n";
        fs::write(&path, text).unwrap();
        let player = format!("self 'preset={}' Hash=8", path.display());
        assert_eq!(expanded(&player).unwrap(), "self FutilityBase=115 StaticNullGuard=both Hash=8");
        assert_eq!(expanded("self Hash=8").unwrap(), "self Hash=8");
        let other = format!("cmd=./x preset={} args='-a \"b c\"'", path.display());
        let settings = "option.FutilityBase=115 option.StaticNullGuard=both";
        let expected = format!("cmd=./x {settings} 'args=-a \"b c\"'");
        assert_eq!(expanded(&other).unwrap(), expected);
        let spec: PlayerSpec = expected.parse().unwrap();
        assert_eq!(spec.command().unwrap().arguments, ["-a", "b c"]);
        assert!(expanded("self preset=nowhere.toml").unwrap_err().to_string().contains("nowhere"));
        fs::write(&path, "FutilityBase\n").unwrap();
        let message = expanded(&player).unwrap_err().to_string();
        assert!(message.contains("line 1: 'FutilityBase'; expected Name = value"), "{message}");
    }
}
