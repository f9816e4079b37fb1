//! The options of the position filter.

use clap::Args;
use forge::filter::Filter;

#[derive(Args, Debug)]
pub(super) struct FilterArgs {
    /// Exclude positions before this ply of the game
    #[arg(long, value_name = "N", default_value_t = Filter::default().min_ply)]
    min_ply: u32,

    /// Exclude positions with scores beyond this
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = Filter::default().max_score)]
    max_score: u16,

    /// Exclude positions with more plies than this since the last capture or pawn move; off by
    /// default
    #[arg(long, value_name = "N", default_value_t = Filter::default().max_clock,
        hide_default_value = true)]
    max_clock: u16,

    /// Keep positions in check
    #[arg(long)]
    checks: bool,

    /// Keep positions whose move captures or promotes
    #[arg(long)]
    noisy: bool,

    /// Keep positions of games that were truncated at --max-plies; they count as drawn
    #[arg(long, alias = "cut-games")]
    truncated_games: bool,
}

impl FilterArgs {
    pub(super) fn filter(&self) -> Filter {
        let &FilterArgs { min_ply, max_score, max_clock, checks, noisy, truncated_games } = self;
        Filter { min_ply, max_score, max_clock, checks, noisy, truncated_games }
    }
}
