//! Why a request was refused, in words for people.

use core::error::Error;

/// A text for the person at the board: the fault, and what is accepted.
#[derive(Debug)]
pub(crate) struct Refusal(pub(crate) String);

impl Refusal {
    pub(crate) fn new(text: impl Into<String>) -> Refusal {
        Refusal(text.into())
    }
}

/// Errors of other crates already say what is wrong and what is accepted.
impl<E: Error> From<E> for Refusal {
    fn from(error: E) -> Refusal {
        Refusal(toolkit::error_chain(&error))
    }
}

/// The answer to a request.
pub(crate) type Answer = Result<serde_json::Value, Refusal>;
