//! Which positions are wanted, on the command line.

use clap::Args;
use forge::filter::Filter;

#[derive(Args, Debug)]
pub(super) struct FilterArgs {
    /// Leave out positions before this ply of the game
    #[arg(long, value_name = "N", default_value_t = Filter::default().min_ply)]
    min_ply: u32,

    /// Leave out positions whose score is further from nought than this
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = Filter::default().max_score)]
    max_score: u16,

    /// Leave out positions with more plies since the last capture or pawn move than this; none if
    /// not given
    #[arg(long, value_name = "N", default_value_t = Filter::default().max_clock,
        hide_default_value = true)]
    max_clock: u16,

    /// Keep positions in check
    #[arg(long)]
    checks: bool,

    /// Keep positions in which the move played takes or promotes
    #[arg(long)]
    noisy: bool,

    /// Keep positions of games that were cut at their longest, and count them as drawn
    #[arg(long)]
    cut_games: bool,
}

impl FilterArgs {
    pub(super) fn filter(&self) -> Filter {
        let &FilterArgs { min_ply, max_score, max_clock, checks, noisy, cut_games } = self;
        Filter { min_ply, max_score, max_clock, checks, noisy, cut_games }
    }
}
