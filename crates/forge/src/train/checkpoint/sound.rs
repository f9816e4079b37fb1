//! Whether numbers are such that a training may have come to them. Whole numbers are made of them
//! later, which overflow where weights are beyond their limits.

use crate::train::config::Config;
use crate::train::row::Row;
use crate::train::shape::Part;

/// The first number that no training with this configuration comes to: of the weights, of what is
/// remembered of their slopes and of the squares of these, and the loss.
pub(in crate::train) fn fault(config: &Config, rows: [&[Row]; 3], loss: f64) -> Option<String> {
    let (shape, limits) = (config.shape(), config.limits());
    let [learned, mean, square] = rows;
    for (number, row) in learned.iter().enumerate() {
        let part = shape.part_of(number);
        let most = limits.of(part, &shape);
        if let Some(weight) = row.0.iter().find(|weight| !(-most..=most).contains(*weight)) {
            return Some(format!("{} is {weight}; expected {} to {most}", name(part), -most));
        }
    }
    if let Some(slope) = mean.iter().flat_map(|row| &row.0).find(|slope| !slope.is_finite()) {
        return Some(format!("what is remembered of a slope is {slope}; expected a number"));
    }
    let mut squares = square.iter().flat_map(|row| &row.0);
    if let Some(square) = squares.find(|square| !(0.0..=f32::MAX).contains(*square)) {
        return Some(format!(
            "the square of a slope is {square}; expected a number from nought on"
        ));
    }
    let lost = !(0.0..=f64::MAX).contains(&loss);
    lost.then(|| format!("the loss is {loss}; expected a number from nought on"))
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
