//! Endless output does not fill the memory. Nothing else runs in this process, so that its peak
//! memory is due to the engines alone.
#![cfg(target_os = "linux")]

use std::fs;
use std::time::Duration;

use chess::Game;
use lab::limit::Limit;
use lab::player::{Clocks, Fault, PlayerSpec, Timeouts};
use toolkit::stop::StopAll;

const MAX_KILOBYTES: u64 = 200_000;

#[test]
fn floods_do_not_fill_the_memory() {
    let timeouts = Timeouts { stall: Duration::from_millis(2_500), ..Timeouts::DEFAULT };
    let no_clocks = Clocks::default();
    for manner in ["floods", "floods-infos", "endless-line"] {
        let text = format!("cmd={} args={manner}", env!("CARGO_BIN_EXE_bad-engine"));
        let spec: PlayerSpec = text.parse().unwrap();
        let mut player = spec.start(timeouts, &StopAll::default()).unwrap();
        player.begin(false).unwrap();
        let thought = player.think(&Game::default(), Limit::Depth(2), &no_clocks);
        assert!(matches!(thought, Err(Fault::Silent { .. })), "{manner}: {thought:?}");
    }
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(kilobytes < MAX_KILOBYTES, "{kilobytes} kB");
}
