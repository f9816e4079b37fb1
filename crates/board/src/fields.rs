//! A message from the page: its number, its type and its fields. Nothing in it is trusted: every
//! field is read with its range, and an error names the field and what is accepted.

use core::ops::RangeInclusive;

use serde_json::{Map, Value};

use crate::refusal::Refusal;

/// The greatest number that a page can send without rounding.
const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

/// The fields of a message.
pub(crate) struct Fields(Map<String, Value>);

/// A message that can be answered.
pub(crate) struct Request {
    pub(crate) id: u64,
    pub(crate) kind: String,
    pub(crate) fields: Fields,
}

/// A message that cannot: its number, if it has one, and what is wrong.
pub(crate) struct BadRequest {
    pub(crate) id: Option<u64>,
    pub(crate) why: Refusal,
}

impl Request {
    pub(crate) fn read(text: &str) -> Result<Request, BadRequest> {
        let bad = |id, why: &str| BadRequest { id, why: Refusal::new(why) };
        let value: Value = serde_json::from_str(text)
            .map_err(|error| bad(None, &format!("the message is not JSON: {error}")))?;
        let Value::Object(fields) = value else {
            return Err(bad(
                None,
                "the message is not an object; expected {\"id\", \"type\", ...}",
            ));
        };
        let id = fields.get("id").and_then(Value::as_u64).filter(|&id| id <= MAX_SAFE_INTEGER);
        let Some(id) = id else {
            return Err(bad(None, "id: expected a whole number"));
        };
        let Some(kind) = fields.get("type").and_then(Value::as_str) else {
            return Err(bad(Some(id), "type: expected the name of a request"));
        };
        Ok(Request { id, kind: kind.to_owned(), fields: Fields(fields) })
    }
}

/// A number of any type that a field may need.
pub(crate) trait Number: Copy + PartialOrd + core::fmt::Display + TryFrom<i64> {}

impl<T: Copy + PartialOrd + core::fmt::Display + TryFrom<i64>> Number for T {}

impl Fields {
    #[cfg(test)]
    pub(crate) fn of(value: Value) -> Fields {
        match value {
            Value::Object(fields) => Fields(fields),
            other => panic!("{other} is no object"),
        }
    }

    /// A field that is there and not null.
    fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    pub(crate) fn optional_text(&self, name: &str) -> Result<Option<&str>, Refusal> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(Refusal(format!("{name}: expected a text"))),
        }
    }

    pub(crate) fn text(&self, name: &str) -> Result<&str, Refusal> {
        let text = self.optional_text(name)?;
        text.ok_or_else(|| Refusal(format!("{name}: missing; expected a text")))
    }

    pub(crate) fn optional_number<T: Number>(
        &self,
        name: &str,
        range: RangeInclusive<T>,
    ) -> Result<Option<T>, Refusal> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let number = value.as_i64().and_then(|number| T::try_from(number).ok());
        match number.filter(|number| range.contains(number)) {
            Some(number) => Ok(Some(number)),
            None => {
                let (least, most) = (range.start(), range.end());
                Err(Refusal(format!("{name}: expected a whole number from {least} to {most}")))
            }
        }
    }

    pub(crate) fn number<T: Number>(
        &self,
        name: &str,
        range: RangeInclusive<T>,
    ) -> Result<T, Refusal> {
        let (least, most) = (*range.start(), *range.end());
        let number = self.optional_number(name, range)?;
        let missing = || format!("{name}: missing; expected a whole number from {least} to {most}");
        number.ok_or_else(|| Refusal(missing()))
    }

    /// A number that need not be whole.
    pub(crate) fn optional_real(
        &self,
        name: &str,
        range: RangeInclusive<f64>,
    ) -> Result<Option<f64>, Refusal> {
        let Some(value) = self.get(name) else { return Ok(None) };
        match value.as_f64().filter(|number| range.contains(number)) {
            Some(number) => Ok(Some(number)),
            None => {
                let (least, most) = (range.start(), range.end());
                Err(Refusal(format!("{name}: expected a number from {least} to {most}")))
            }
        }
    }

    /// A switch; missing means off.
    pub(crate) fn flag(&self, name: &str) -> Result<bool, Refusal> {
        match self.get(name) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(_) => Err(Refusal(format!("{name}: expected true or false"))),
        }
    }

    /// A list of texts; missing means empty.
    pub(crate) fn texts(&self, name: &str) -> Result<Vec<&str>, Refusal> {
        let refusal = || Refusal(format!("{name}: expected a list of texts"));
        match self.get(name) {
            None => Ok(Vec::new()),
            Some(Value::Array(items)) => {
                items.iter().map(|item| item.as_str().ok_or_else(refusal)).collect()
            }
            Some(_) => Err(refusal()),
        }
    }

    /// The fields of an object inside; `None` if it is missing.
    pub(crate) fn object(&self, name: &str) -> Result<Option<Fields>, Refusal> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::Object(fields)) => Ok(Some(Fields(fields.clone()))),
            Some(_) => Err(Refusal(format!("{name}: expected an object"))),
        }
    }

    /// Names with values as options write them: numbers and switches become text.
    pub(crate) fn pairs(&self) -> Result<Vec<(&str, String)>, Refusal> {
        let pair = |(name, value): (_, &Value)| match value {
            Value::String(text) => Ok((name, text.clone())),
            Value::Bool(_) | Value::Number(_) => Ok((name, value.to_string())),
            _ => Err(Refusal(format!("{name}: expected a number, a text, true or false"))),
        };
        self.0.iter().map(|(name, value)| pair((name.as_str(), value))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_number_outside_its_range_is_refused_by_name() {
        let fields = Fields::of(json!({"lines": 6, "depth": "3", "huge": 1e300, "none": null}));
        let words = |name, range| fields.number::<u32>(name, range).unwrap_err().0;
        assert_eq!(words("lines", 1..=5), "lines: expected a whole number from 1 to 5");
        assert_eq!(words("depth", 1..=5), "depth: expected a whole number from 1 to 5");
        assert_eq!(words("huge", 1..=5), "huge: expected a whole number from 1 to 5");
        assert_eq!(words("none", 1..=5), "none: missing; expected a whole number from 1 to 5");
        assert_eq!(fields.optional_number::<u32>("none", 1..=5).unwrap(), None);
        assert_eq!(fields.number::<u32>("lines", 1..=6).unwrap(), 6);
    }

    #[test]
    fn a_message_without_a_usable_number_is_refused() {
        for text in ["", "[]", "{}", "{\"id\":-1}", "{\"id\":1.5}", "{\"id\":9007199254740993}"] {
            assert_eq!(Request::read(text).err().expect(text).id, None, "{text}");
        }
        assert_eq!(Request::read("{\"id\":7}").err().unwrap().id, Some(7));
    }

    #[test]
    fn deep_nesting_is_refused_and_not_followed() {
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        assert!(Request::read(&deep).is_err());
    }
}
