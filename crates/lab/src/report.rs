//! Reports: each run gets one HTML file that needs nothing but a browser.

mod ablation;
mod audit;
mod axis;
mod board;
mod campaign;
mod chart;
mod comparison;
mod games;
mod page;
mod points_graph;
mod review;
mod rows;
mod spsa;
mod suite;
mod svg;
mod verdict;
mod why;

pub use ablation::page_of_ablation;
pub use audit::page_of_audit;
pub use board::Board;
pub use campaign::page_of_campaign;
pub use chart::{Bars, Chart, Level, Series, Tone};
pub use comparison::page_of_comparison;
pub use games::{PAGE, page_of_run};
pub use page::Page;
pub use review::{ReviewedGame, page_of_review};
pub use rows::{ChartRow, RowChart};
pub use spsa::page_of_spsa;
pub use suite::page_of_suite;
pub use why::page_of_why;
