//! Positions for other programs.

mod bullet;
mod text;

pub use bullet::{BULLET_BYTES, bullet};
pub use text::text;
