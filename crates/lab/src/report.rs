//! Reports: each run gets one HTML file that needs nothing but a browser.

mod axis;
mod chart;
mod games;
mod page;
mod spsa;
mod suite;
mod svg;
mod verdict;
mod why;

pub use chart::{Bars, Chart, Level, Series, Tone};
pub use games::{PAGE, page_of_run};
pub use page::Page;
pub use spsa::page_of_spsa;
pub use suite::page_of_suite;
pub use why::page_of_why;
