//! The rules, tested from outside.

mod exchange;
mod fen;
mod games;
mod moves;
