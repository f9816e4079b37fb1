//! Command-line options for limits and timeouts.

use std::time::Duration;

use clap::Args;
use lab::limit::{Limit, MAX_DEPTH};
use lab::player::Timeouts;

use crate::duration::{self, Time};

#[derive(Args, Debug)]
#[group(multiple = false)]
pub(super) struct LimitArgs {
    /// Clock in seconds, such as 8+0.08 or 40/60+0.6; default: 8+0.08
    #[arg(long, value_name = "CLOCK", value_parser = clock)]
    tc: Option<Limit>,

    /// Time per move with its unit, such as 100ms
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    movetime: Option<Duration>,

    /// Nodes per move, exact
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Nodes per move; the current iteration is finished
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    soft_nodes: Option<u64>,

    /// Depth per move
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,
}

pub(super) fn clock(text: &str) -> Result<Limit, String> {
    format!("tc={text}").parse().map_err(|_| {
        "expected SECONDS, SECONDS+INCREMENT or MOVES/SECONDS+INCREMENT, such as 8+0.08".to_owned()
    })
}

impl LimitArgs {
    /// The limit given, if any.
    pub(super) fn given(&self) -> Option<Limit> {
        self.tc
            .or(self.movetime.map(Limit::MoveTime))
            .or(self.nodes.map(Limit::Nodes))
            .or(self.soft_nodes.map(Limit::SoftNodes))
            .or(self.depth.map(Limit::Depth))
    }

    /// The limit given, or a short clock.
    pub(super) fn limit(&self) -> Limit {
        let [base, increment] = [8_000, 80].map(Duration::from_millis);
        self.given().unwrap_or(Limit::Clock { base, increment, moves: None })
    }
}

#[derive(Args, Debug)]
pub(super) struct TimeoutArgs {
    /// Timeout for uciok and readyok
    #[arg(long, value_name = "TIME", default_value_t = Time(Timeouts::DEFAULT.ready))]
    ready_time: Time,

    /// Timeout for a move or position if the limit sets no time
    #[arg(long, value_name = "TIME", default_value_t = Time(Timeouts::DEFAULT.stall))]
    stall_time: Time,
}

impl TimeoutArgs {
    pub(super) fn timeouts(&self) -> Timeouts {
        Timeouts { ready: self.ready_time.0, stall: self.stall_time.0, ..Timeouts::DEFAULT }
    }
}
