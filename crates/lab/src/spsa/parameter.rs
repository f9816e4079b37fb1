//! Parameters in the line format of OpenBench: `name, int or float, value, min, max, c_end, r_end`.

use core::fmt;
use core::str::FromStr;

use engine::knobs::{KNOBS, Knob, Knobs, Range};

/// The default `r_end`, as in OpenBench.
pub const END_RATE: f64 = 0.002;

#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    pub name: String,
    pub integer: bool,
    pub value: f64,
    pub min: f64,
    pub max: f64,
    /// `c_end`: the size of the last perturbation.
    pub end_width: f64,
    /// `r_end`: the last step for a win, in units of the squared perturbation.
    pub end_rate: f64,
}

#[derive(Clone, PartialEq, Debug)]
pub enum ParameterError {
    Fields { line: String, count: usize },
    Kind { name: String, kind: String },
    Number { name: String, field: &'static str, text: String },
    Range { name: String, value: f64, min: f64, max: f64 },
    Step { name: String, field: &'static str, value: f64 },
    Twice { name: String },
    None,
}

impl fmt::Display for ParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParameterError::Fields { line, count } => write!(
                f,
                "'{line}' has {count} fields; expected name, int or float, value, min, max, \
                 c_end, r_end"
            ),
            ParameterError::Kind { name, kind } => {
                write!(f, "{name}: '{kind}'; expected int or float")
            }
            ParameterError::Number { name, field, text } => {
                write!(f, "{name}: the {field} '{text}' is not a number")
            }
            ParameterError::Range { name, value, min, max } => {
                write!(f, "{name}: {value} is not within {min} to {max}")
            }
            ParameterError::Step { name, field, value } => {
                write!(f, "{name}: the {field} is {value}; expected a number above 0")
            }
            ParameterError::Twice { name } => write!(f, "{name} is listed twice"),
            ParameterError::None => f.write_str("no parameter is listed"),
        }
    }
}

impl core::error::Error for ParameterError {}

impl FromStr for Parameter {
    type Err = ParameterError;

    fn from_str(line: &str) -> Result<Parameter, ParameterError> {
        let fields: Vec<&str> = line.split(',').map(str::trim).collect();
        let [name, kind, value, min, max, end_width, end_rate] = fields[..] else {
            return Err(ParameterError::Fields { line: line.to_owned(), count: fields.len() });
        };
        let name = name.to_owned();
        let number = |field, text: &str| match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ => Err(ParameterError::Number { name: name.clone(), field, text: text.to_owned() }),
        };
        let integer = match kind {
            "int" => true,
            "float" => false,
            _ => return Err(ParameterError::Kind { name, kind: kind.to_owned() }),
        };
        let (value, min, max) = (number("value", value)?, number("min", min)?, number("max", max)?);
        let (end_width, end_rate) = (number("c_end", end_width)?, number("r_end", end_rate)?);
        if !(min..=max).contains(&value) {
            return Err(ParameterError::Range { name, value, min, max });
        }
        for (field, value) in [("c_end", end_width), ("r_end", end_rate)] {
            if value <= 0.0 {
                return Err(ParameterError::Step { name, field, value });
            }
        }
        Ok(Parameter { name, integer, value, min, max, end_width, end_rate })
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Parameter { name, integer, value, min, max, end_width, end_rate } = self;
        let kind = if *integer { "int" } else { "float" };
        write!(f, "{name}, {kind}, {value}, {min}, {max}, {end_width}, {end_rate}")
    }
}

impl Parameter {
    /// A knob of our own engine, from its present value; `None` if the knob is not a number.
    pub fn of(knob: &Knob, knobs: &Knobs, end_rate: f64) -> Option<Parameter> {
        let Range::Spin { min, max, step, .. } = knob.range else { return None };
        Some(Parameter {
            name: knob.option(),
            integer: true,
            value: f64::from(knob.get(knobs)),
            min: f64::from(min),
            max: f64::from(max),
            end_width: f64::from(step),
            end_rate,
        })
    }

    /// `value` as the engine accepts it. An integer parameter is rounded up with the probability of
    /// its fraction, by `threshold` between 0 and 1, so that the mean is unbiased.
    pub(super) fn playable(&self, value: f64, threshold: f64) -> f64 {
        let value = value.clamp(self.min, self.max);
        if !self.integer {
            return value;
        }
        (value + threshold).floor().clamp(self.min.ceil(), self.max.floor())
    }
}

/// Every number of our own engine, from its default.
pub fn declared() -> impl Iterator<Item = Parameter> {
    KNOBS.iter().filter_map(|knob| Parameter::of(knob, &Knobs::DEFAULT, END_RATE))
}

/// Reads one parameter per line; blank lines and `#` comments are skipped.
pub fn parse_lines(text: &str) -> Result<Vec<Parameter>, ParameterError> {
    let mut parameters: Vec<Parameter> = Vec::new();
    for line in text.lines().map(str::trim) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let parameter: Parameter = line.parse()?;
        if parameters.iter().any(|other| other.name.eq_ignore_ascii_case(&parameter.name)) {
            return Err(ParameterError::Twice { name: parameter.name });
        }
        parameters.push(parameter);
    }
    if parameters.is_empty() { Err(ParameterError::None) } else { Ok(parameters) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_round_trip() {
        let text = "FutilityBase, int, 100, 50, 500, 8, 0.002";
        let [parameter] = &parse_lines(text).unwrap()[..] else { panic!() };
        assert_eq!(parameter.to_string(), text);
        assert_eq!(parse_lines("# note\n\nA,float,0.5,0,1,0.1,0.002\n").unwrap().len(), 1);
    }

    #[test]
    fn errors_name_the_fault() {
        for (text, named) in [
            ("", "no parameter"),
            ("A, int, 1", "3 fields"),
            ("A, whole, 1, 0, 2, 1, 1", "expected int or float"),
            ("A, int, x, 0, 2, 1, 1", "value 'x' is not a number"),
            ("A, int, NaN, 0, 2, 1, 1", "is not a number"),
            ("A, int, 3, 0, 2, 1, 1", "3 is not within 0 to 2"),
            ("A, int, 1, 0, 2, 0, 1", "c_end is 0"),
            ("A, int, 1, 0, 2, 1, -1", "r_end is -1"),
            ("A, int, 1, 0, 2, 1, 1\na, int, 1, 0, 2, 1, 1", "listed twice"),
        ] {
            let message = parse_lines(text).unwrap_err().to_string();
            assert!(message.contains(named), "{text}: {message}");
        }
    }
}
