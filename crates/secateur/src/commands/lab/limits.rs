//! How long players may think and engines may keep us waiting, as the command line says it.

use std::time::Duration;

use clap::Args;
use lab::limit::{Limit, MAX_DEPTH};
use lab::player::Waiting;

use crate::duration::{self, Time};

#[derive(Args, Debug)]
#[group(multiple = false)]
pub(super) struct LimitArgs {
    /// A clock in seconds, as in 8+0.08 or 40/60+0.6
    #[arg(long, value_name = "CLOCK", value_parser = clock)]
    tc: Option<Limit>,

    /// Time for each move with its unit, such as 100ms
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    movetime: Option<Duration>,

    /// Nodes for each move, exactly
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Nodes for each move; the iteration at hand is finished
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    soft_nodes: Option<u64>,

    /// Plies for each move
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,
}

fn clock(text: &str) -> Result<Limit, String> {
    format!("tc={text}").parse().map_err(|_| {
        "expected SECONDS, SECONDS+INCREMENT or MOVES/SECONDS+INCREMENT, such as 8+0.08".to_owned()
    })
}

impl LimitArgs {
    /// What was asked for, if anything was.
    pub(super) fn given(&self) -> Option<Limit> {
        self.tc
            .or(self.movetime.map(Limit::MoveTime))
            .or(self.nodes.map(Limit::Nodes))
            .or(self.soft_nodes.map(Limit::SoftNodes))
            .or(self.depth.map(Limit::Depth))
    }

    /// What was asked for, or a short clock.
    pub(super) fn limit(&self) -> Limit {
        let [base, increment] = [8_000, 80].map(Duration::from_millis);
        self.given().unwrap_or(Limit::Clock { base, increment, moves: None })
    }
}

#[derive(Args, Debug)]
pub(super) struct WaitArgs {
    /// How long an engine may take to get ready
    #[arg(long, value_name = "TIME", default_value_t = Time(Waiting::DEFAULT.ready))]
    ready_time: Time,

    /// How long an engine may take for a position where no time limits it
    #[arg(long, value_name = "TIME", default_value_t = Time(Waiting::DEFAULT.stall))]
    stall_time: Time,
}

impl WaitArgs {
    pub(super) fn waiting(&self) -> Waiting {
        Waiting { ready: self.ready_time.0, stall: self.stall_time.0, ..Waiting::DEFAULT }
    }
}
