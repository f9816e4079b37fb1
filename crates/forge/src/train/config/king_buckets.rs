//! The map from king squares to king buckets.

use core::fmt;

use engine::eval::nnue::features::KING_PLACES;
use engine::eval::nnue::net_file::MAX_BUCKETS;
use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};
use serde::{Serialize, Serializer};

/// The bucket of each king square, rank by rank from the king's own side, files a to d: the board
/// is mirrored so that the king stands there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KingBuckets([u8; KING_PLACES]);

/// Presets. They distinguish more where kings stand most of the game.
#[rustfmt::skip]
const PRESETS: [(&str, [u8; KING_PLACES]); 4] = [
    ("one", [0; KING_PLACES]),
    ("four", [
        0, 0, 1, 1,
        2, 2, 2, 2,
        3, 3, 3, 3,  3, 3, 3, 3,  3, 3, 3, 3,  3, 3, 3, 3,  3, 3, 3, 3,  3, 3, 3, 3,
    ]),
    ("eight", [
        0, 1, 2, 3,
        4, 4, 5, 5,
        6, 6, 6, 6,  6, 6, 6, 6,
        7, 7, 7, 7,  7, 7, 7, 7,  7, 7, 7, 7,  7, 7, 7, 7,
    ]),
    ("sixteen", [
        0, 1, 2, 3,
        4, 5, 6, 7,
        8, 9, 10, 11,
        12, 12, 13, 13,
        14, 14, 14, 14,  14, 14, 14, 14,
        15, 15, 15, 15,  15, 15, 15, 15,
    ]),
];

impl Default for KingBuckets {
    fn default() -> KingBuckets {
        KingBuckets([0; KING_PLACES])
    }
}

impl KingBuckets {
    /// The bucket of each king square.
    pub fn map(&self) -> [u8; KING_PLACES] {
        self.0
    }

    fn named(name: &str) -> Option<KingBuckets> {
        let preset = PRESETS.iter().find(|(known, _)| *known == name)?;
        Some(KingBuckets(preset.1))
    }

    /// Every bucket from 0 to the last must be used.
    fn listed(map: [u8; KING_PLACES]) -> Result<KingBuckets, String> {
        let last = map.iter().copied().max().unwrap_or(0);
        if usize::from(last) >= MAX_BUCKETS {
            return Err(format!("king bucket {last}; expected numbers below {MAX_BUCKETS}"));
        }
        match (0..last).find(|bucket| !map.contains(bucket)) {
            Some(unused) => Err(format!(
                "king bucket {unused} is unused, but {last} is used; expected numbers without a gap"
            )),
            None => Ok(KingBuckets(map)),
        }
    }
}

impl Serialize for KingBuckets {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for KingBuckets {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<KingBuckets, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = KingBuckets;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = PRESETS.map(|(name, _)| format!("\"{name}\"")).join(", ");
        write!(f, "{names} or a list of {KING_PLACES} numbers, rank by rank, files a to d")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<KingBuckets, E> {
        KingBuckets::named(name).ok_or_else(|| E::invalid_value(de::Unexpected::Str(name), &self))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<KingBuckets, A::Error> {
        let mut map = Vec::new();
        while let Some(bucket) = items.next_element::<u8>()? {
            map.push(bucket);
        }
        let map = map.try_into();
        let map = map.map_err(|map: Vec<u8>| de::Error::invalid_length(map.len(), &self))?;
        KingBuckets::listed(map).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_have_as_many_buckets_as_they_say_and_no_gap() {
        for ((name, map), count) in PRESETS.iter().zip([1, 4, 8, 16]) {
            assert_eq!(map.iter().max().copied(), Some(count - 1), "{name}");
            assert_eq!(KingBuckets::listed(*map), Ok(KingBuckets(*map)), "{name}");
            assert_eq!(KingBuckets::named(name), Some(KingBuckets(*map)));
        }
    }

    #[test]
    fn lists_with_gaps_or_too_many_buckets_are_refused() {
        let mut map = [0; KING_PLACES];
        map[3] = 2;
        let error = KingBuckets::listed(map).unwrap_err();
        assert_eq!(error, "king bucket 1 is unused, but 2 is used; expected numbers without a gap");
        map[3] = 32;
        assert!(KingBuckets::listed(map).unwrap_err().contains("below 32"));
        map[3] = 1;
        assert_eq!(KingBuckets::listed(map).unwrap().map(), map);
    }
}
