//! What the page may ask, one file for each kind of question.

pub(crate) mod analyse;
pub(crate) mod file;
pub(crate) mod go;
pub(crate) mod hello;
pub(crate) mod lab;
pub(crate) mod lab_start;
pub(crate) mod position;
pub(crate) mod review;
pub(crate) mod tree;
pub(crate) mod why;
