//! Checking the numbers of a checkpoint. Quantised weights overflow if they are beyond their
//! limits.

use crate::train::config::Config;
use crate::train::shape::{Part, Row};

/// The first invalid number among the weights, the first and second moments of their gradients, and
/// the loss.
pub(in crate::train) fn fault(config: &Config, rows: [&[Row]; 3], loss: f64) -> Option<String> {
    let (shape, limits) = (config.shape(), config.limits());
    let [learned, mean, square] = rows;
    for (number, row) in learned.iter().enumerate() {
        let part = shape.part_of(number);
        let limit = limits.of(part, &shape);
        if let Some(weight) = row.0.iter().find(|weight| !(-limit..=limit).contains(*weight)) {
            return Some(format!("{} is {weight}; expected {} to {limit}", name(part), -limit));
        }
    }
    if let Some(moment) = mean.iter().flat_map(|row| &row.0).find(|moment| !moment.is_finite()) {
        return Some(format!("a first moment is {moment}; expected a finite number"));
    }
    let mut squares = square.iter().flat_map(|row| &row.0);
    if let Some(square) = squares.find(|square| !(0.0..=f32::MAX).contains(*square)) {
        return Some(format!("a second moment is {square}; expected a number of at least 0"));
    }
    let invalid = !(0.0..=f64::MAX).contains(&loss);
    invalid.then(|| format!("the loss is {loss}; expected a number of at least 0"))
}

fn name(part: Part) -> &'static str {
    match part {
        Part::Input => "an input weight",
        Part::HiddenBias => "a hidden bias",
        Part::Output => "an output weight",
        Part::OutputBias => "an output bias",
        Part::Shared => "an input weight that king buckets share",
    }
}
