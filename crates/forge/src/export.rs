//! Positions for other programs.

mod bullet;
mod text;

pub(crate) use bullet::OTHER_SIDE;
pub use bullet::{BULLET_BYTES, bullet};
pub use text::text;
