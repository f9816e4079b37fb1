//! Engines that talk without end fill nobody's memory. Nothing else runs in this process: the peak
//! is theirs alone.
#![cfg(target_os = "linux")]

use std::fs;
use std::time::Duration;

use chess::Game;
use lab::contender::Contender;
use lab::limit::Limit;
use lab::player::{Clocks, Fault, Waiting};
use toolkit::stop::StopAll;

const MOST_KILOBYTES: u64 = 200_000;

#[test]
fn floods_do_not_fill_the_memory() {
    let waiting = Waiting { stall: Duration::from_millis(2_500), ..Waiting::DEFAULT };
    let no_clocks = Clocks::default();
    for manner in ["floods", "floods-infos", "endless-line"] {
        let text = format!("cmd={} args={manner}", env!("CARGO_BIN_EXE_bad-engine"));
        let contender: Contender = text.parse().unwrap();
        let mut player = contender.start(waiting, &StopAll::default()).unwrap();
        player.begin(false).unwrap();
        let thought = player.think(&Game::default(), Limit::Depth(2), &no_clocks);
        assert!(matches!(thought, Err(Fault::Silent { .. })), "{manner}: {thought:?}");
    }
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(kilobytes < MOST_KILOBYTES, "{kilobytes} kB");
}
