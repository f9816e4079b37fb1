//! Reading a preset's TOML, with the line of every fault.
//!
//! Files of settings alone, as SPSA writes them, are presets too: every key but those that describe
//! the preset is a setting, in whatever section it stands.

use core::ops::Range;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Preset, PresetError, Setting, TO_THE_LETTER};

/// Scales beyond this are slips.
const MAX_SCALE: i32 = 1000;

impl Preset {
    /// Reads the text of a file, which errors call `file`.
    pub(super) fn read(file: &str, text: &str) -> Result<Preset, PresetError> {
        let source = SourceText { file, text };
        let document = DeTable::parse(text).map_err(|error| PresetError::Syntax {
            file: file.to_owned(),
            line: source.line(error.span().unwrap_or_default()),
            why: error.message().to_owned(),
        })?;
        let stem = Path::new(file).file_stem().unwrap_or_default();
        let mut preset = Preset {
            name: stem.to_string_lossy().into_owned(),
            title: String::new(),
            source: String::new(),
            scale: TO_THE_LETTER,
            scale_from: String::new(),
            cannot: Vec::new(),
            settings: Vec::new(),
            file: file.to_owned(),
        };
        for (key, value) in document.get_ref() {
            match (key.get_ref().as_ref(), value.get_ref()) {
                ("name", _) => preset.name = source.string("name", value)?,
                ("title", _) => preset.title = source.string("title", value)?,
                ("source", _) => preset.source = source.string("source", value)?,
                ("scale_from", _) => preset.scale_from = source.string("scale_from", value)?,
                ("scale", _) => preset.scale = source.scale(value)?,
                ("cannot", _) => preset.cannot = source.strings("cannot", value)?,
                (_, DeValue::Table(section)) => {
                    for (key, value) in section {
                        preset.settings.push(source.setting(key.get_ref(), value)?);
                    }
                }
                (key, _) => preset.settings.push(source.setting(key, value)?),
            }
        }
        // Tables are sorted by key.
        preset.settings.sort_by_key(|setting| setting.line);
        Ok(preset)
    }
}

/// The text of a file, to find lines.
struct SourceText<'t> {
    file: &'t str,
    text: &'t str,
}

impl SourceText<'_> {
    fn line(&self, span: Range<usize>) -> usize {
        let before = self.text.as_bytes().iter().take(span.start);
        before.filter(|&&byte| byte == b'\n').count() + 1
    }

    fn wrong_kind(
        &self,
        key: &str,
        value: &Spanned<DeValue<'_>>,
        expected: &'static str,
    ) -> PresetError {
        let line = self.line(value.span());
        PresetError::Kind { file: self.file.to_owned(), line, key: key.to_owned(), expected }
    }

    fn string(&self, key: &str, value: &Spanned<DeValue<'_>>) -> Result<String, PresetError> {
        let text = value.get_ref().as_str().map(str::to_owned);
        text.ok_or_else(|| self.wrong_kind(key, value, "a text in quotes"))
    }

    fn strings(&self, key: &str, value: &Spanned<DeValue<'_>>) -> Result<Vec<String>, PresetError> {
        let expected = "a list of texts in quotes";
        let list = value.get_ref().as_array();
        let list = list.ok_or_else(|| self.wrong_kind(key, value, expected))?;
        list.iter().map(|item| self.string(key, item)).collect()
    }

    fn scale(&self, value: &Spanned<DeValue<'_>>) -> Result<i32, PresetError> {
        let number = value.get_ref().as_integer().and_then(|number| number.as_str().parse().ok());
        number.filter(|scale| (1..=MAX_SCALE).contains(scale)).ok_or_else(|| {
            self.wrong_kind("scale", value, "1 to 1000 internal centipawns per 100 of the source")
        })
    }

    fn setting(&self, key: &str, value: &Spanned<DeValue<'_>>) -> Result<Setting, PresetError> {
        let text = match value.get_ref() {
            DeValue::Boolean(on) => on.to_string(),
            DeValue::Integer(number) => number.as_str().to_owned(),
            DeValue::Float(number) => number.as_str().to_owned(),
            DeValue::String(text) => text.as_ref().to_owned(),
            _ => {
                let expected = "a number, true, false or a word in quotes";
                return Err(self.wrong_kind(key, value, expected));
            }
        };
        Ok(Setting { option: key.to_owned(), value: text, line: self.line(value.span()) })
    }
}
