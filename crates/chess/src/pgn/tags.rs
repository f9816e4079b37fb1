//! The tags of a game.

use core::fmt;

use crate::sanitise::{clip, on_one_line};

/// The seven tags of every exported game, and the value of one that is missing.
pub(super) const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Tags that follow from the game.
pub(super) const DERIVED: [&str; 4] = ["Result", "SetUp", "FEN", "Variant"];

/// The tags of a game: names with values, in order. Each name occurs once.
#[derive(Clone, Default, Debug)]
pub struct Tags(Vec<(String, String)>);

/// Why a tag cannot be set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadTag {
    /// The name is not made of letters, digits and `_`.
    Name(String),
    /// `Result`, `SetUp`, `FEN` and `Variant` follow from the game.
    Derived(String),
}

impl fmt::Display for BadTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadTag::Name(name) => write!(
                f,
                "'{}' is no tag name; expected letters, digits and '_'",
                name.escape_debug()
            ),
            BadTag::Derived(name) => {
                write!(f, "the tag {name} follows from the game and is not set by hand")
            }
        }
    }
}

impl core::error::Error for BadTag {}

/// The standard spelling of a known name; other names stay as they are.
pub(super) fn canonical(name: &str) -> &str {
    let known = ROSTER.iter().map(|&(name, _)| name).chain(DERIVED);
    known.into_iter().find(|known| known.eq_ignore_ascii_case(name)).unwrap_or(name)
}

impl Tags {
    /// The value of a tag. Known names are found in any case.
    pub fn get(&self, name: &str) -> Option<&str> {
        let name = canonical(name);
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Names and values in the order they were set.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The number of tags.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no tags.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Names and values as they are written: the seven tag roster comes first and is complete.
    pub fn exported(&self) -> impl Iterator<Item = (&str, &str)> {
        let roster =
            ROSTER.iter().map(|&(name, missing)| (name, self.get(name).unwrap_or(missing)));
        let is_roster = |name: &str| ROSTER.iter().any(|&(seventh, _)| seventh == name);
        roster.chain(self.iter().filter(move |(name, _)| !is_roster(name)))
    }

    /// Sets any tag, also one that follows from the game. The value becomes a single line.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), BadTag> {
        let is_symbol = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        if name.is_empty() || !name.bytes().all(is_symbol) {
            return Err(BadTag::Name(clip(name)));
        }
        self.put(canonical(name), value);
        Ok(())
    }

    /// Sets a tag with a valid name.
    pub(super) fn put(&mut self, name: &str, value: &str) {
        let value = on_one_line(value);
        match self.0.iter_mut().find(|(key, _)| key == name) {
            Some(tag) => tag.1 = value,
            None => self.0.push((name.to_owned(), value)),
        }
    }

    pub(super) fn remove(&mut self, name: &str) {
        self.0.retain(|(key, _)| key != name);
    }
}

/// Equal if they are exported the same.
impl PartialEq for Tags {
    fn eq(&self, other: &Tags) -> bool {
        self.exported().eq(other.exported())
    }
}

impl Eq for Tags {}
