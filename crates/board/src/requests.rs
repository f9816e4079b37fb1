//! What the page may ask, one file for each kind of question.

pub(crate) mod analyse;
pub(crate) mod go;
pub(crate) mod hello;
pub(crate) mod position;
pub(crate) mod review;
