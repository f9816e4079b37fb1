//! Pages about a run that need nothing but a browser: one file, pictures included.

mod axis;
mod bars;
mod chart;
mod climb;
mod frame;
mod games;
mod page;
mod suite;
mod svg;

pub use bars::Bars;
pub use chart::{Chart, Level, Series, Tone};
pub use climb::page_of_climb;
pub use games::{PAGE, page_of_run};
pub use page::Page;
pub use suite::page_of_suite;
