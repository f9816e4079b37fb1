//! Presets: the rules of an engine, or of a tuning run, as named settings.
//!
//! A preset is a TOML file. Those in the folder `presets` are built into the program and are found
//! by name; any other is found by its path. Everything that takes settings takes a preset:
//! `setoption name Preset`, the `--preset` of the tools, and the lab's players.
//!
//! Margins in a file are in the centipawns of its source. `scale` says how many internal centipawns
//! make 100 of them; [`Preset::internal`] converts. At 100 they are taken to the letter.

mod error;
mod read;

pub use error::PresetError;

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use engine::knobs::{Knob, Knobs, Unit};

macro_rules! built_in {
    ($($name:literal)*) => {
        /// The built-in presets, as an option lists its choices: the default first.
        pub const NAMES: &[Cow<'static, str>] = &[$(Cow::Borrowed($name)),*];

        const TEXTS: &[&str] =
            &[$(include_str!(concat!("../../../presets/", $name, ".toml"))),*];
    };
}

built_in! {
    "secateur" "bare" "python" "seajay-s0" "seajay-s1" "seajay-s1-cured" "seajay-s2" "laser"
    "publius"
}

/// The preset of the defaults.
pub const DEFAULT: &str = "secateur";

/// Internal centipawns per 100 of the source, if margins are taken to the letter.
pub const TO_THE_LETTER: i32 = 100;

const LONGEST_FILE: u64 = 1 << 18;

/// A list of settings with its origin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preset {
    pub name: String,
    /// One line for lists.
    pub title: String,
    /// Whose rules these are.
    pub source: String,
    /// Internal centipawns per 100 centipawns of the source.
    pub scale: i32,
    /// How the scale was chosen.
    pub scale_from: String,
    /// What the settings cannot express.
    pub cannot: Vec<String>,
    /// In the order of the file.
    pub settings: Vec<Setting>,
    /// The file as errors name it.
    file: String,
}

/// One line of a preset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    pub option: String,
    /// As written in the file, without quotes.
    pub value: String,
    pub line: usize,
}

impl Preset {
    /// The preset with this name, in any case, or else of the file with this path.
    pub fn find(name: &str) -> Result<Preset, PresetError> {
        if let Some(index) = NAMES.iter().position(|known| known.eq_ignore_ascii_case(name)) {
            return Preset::read(&format!("presets/{}.toml", NAMES[index]), TEXTS[index]);
        }
        match contents(Path::new(name)) {
            Ok(text) => Preset::read(name, &text),
            Err(why) if looks_like_a_path(name) => {
                Err(PresetError::Unreadable { file: name.to_owned(), why })
            }
            Err(_) => Err(PresetError::Unknown { name: name.to_owned() }),
        }
    }

    /// The built-in presets, in the order of their names.
    pub fn built_in() -> Result<Vec<Preset>, PresetError> {
        NAMES.iter().map(|name| Preset::find(name)).collect()
    }

    /// The value of a setting for our engine: margins in internal centipawns, others as written.
    pub fn internal(&self, setting: &Setting) -> String {
        let is_margin = |knob: &&Knob| knob.unit == Unit::Centipawns;
        match (Knob::find(&setting.option).filter(is_margin), setting.value.parse::<f64>()) {
            (Some(_), Ok(number)) => {
                let scaled = number * f64::from(self.scale) / f64::from(TO_THE_LETTER);
                scaled.round().to_string()
            }
            _ => setting.value.clone(),
        }
    }

    /// Our engine's settings: the defaults with those of the preset.
    pub fn knobs(&self) -> Result<Knobs, PresetError> {
        let mut knobs = Knobs::default();
        self.apply(&mut knobs)?;
        Ok(knobs)
    }

    /// The same, but the evaluation stays as it is unless the preset names it: it belongs to the
    /// player, not to the rules of the search.
    pub fn replacing(&self, current: &Knobs) -> Result<Knobs, PresetError> {
        let mut knobs = Knobs { evaluator: current.evaluator, ..Knobs::default() };
        self.apply(&mut knobs)?;
        Ok(knobs)
    }

    fn apply(&self, knobs: &mut Knobs) -> Result<(), PresetError> {
        for setting in &self.settings {
            let file = || self.file.clone();
            let knob = Knob::find(&setting.option).ok_or_else(|| PresetError::NoSuchSetting {
                file: file(),
                line: setting.line,
                option: setting.option.clone(),
            })?;
            knob.set(knobs, &self.internal(setting)).map_err(|why| PresetError::Value {
                file: file(),
                line: setting.line,
                why,
            })?;
        }
        Ok(())
    }
}

/// The text of a file. What is no file, or longer than any preset, is refused: reading a pipe or a
/// device might not end.
fn contents(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a file; expected a preset"));
    }
    File::open(path)?.take(LONGEST_FILE + 1).read_to_string(&mut text)?;
    if text.len() as u64 > LONGEST_FILE {
        let why = format!("longer than {LONGEST_FILE} bytes; expected a preset");
        return Err(io::Error::new(io::ErrorKind::InvalidData, why));
    }
    Ok(text)
}

/// Whether a word that names no preset was probably meant as a path.
fn looks_like_a_path(name: &str) -> bool {
    let path = Path::new(name);
    path.extension().is_some() || path.components().count() > 1
}

#[cfg(test)]
mod tests;
