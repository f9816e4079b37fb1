//! The review of a whole game.

use crate::fields::Fields;
use crate::job::Work;
use crate::place::Place;
use crate::refusal::Refusal;

/// How long the review looks at each position.
const EFFORTS: [&str; 3] = ["quick", "normal", "deep"];

pub(crate) fn review(fields: &Fields) -> Result<Work, Refusal> {
    let _place = Place::read(fields)?;
    let effort = fields.optional_text("effort")?.unwrap_or("normal");
    if !EFFORTS.contains(&effort) {
        return Err(Refusal(format!("effort: expected one of {}", EFFORTS.join(", "))));
    }
    Ok(Box::new(|_, _| Err(Refusal::new("the review is not available yet"))))
}
