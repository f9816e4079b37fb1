//! The board as a browser sees it, over real connections.

mod games;
mod hostile;
mod lab_runs;
mod questions;
mod searches;
mod security;
mod support;
