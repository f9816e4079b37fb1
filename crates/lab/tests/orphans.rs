//! Engines that leave processes behind, in other groups and sessions and without a parent: when the
//! engine ends, so do they. Nothing else runs in this process meanwhile.
#![cfg(target_os = "linux")]

use std::fs;
use std::time::Duration;

use chess::Game;
use lab::limit::Limit;
use lab::player::{Clocks, Player, PlayerSpec, Timeouts};
use toolkit::stop::StopAll;

/// Every process of the machine: its id, state, parent and command.
fn processes() -> Vec<(u32, char, u32, String)> {
    let look = |entry: fs::DirEntry| {
        let id: u32 = entry.file_name().to_str()?.parse().ok()?;
        let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
        let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace();
        let (state, parent) = (fields.next()?.chars().next()?, fields.next()?.parse().ok()?);
        let command = fs::read(entry.path().join("cmdline")).ok()?;
        Some((id, state, parent, String::from_utf8_lossy(&command).replace('\0', " ")))
    };
    fs::read_dir("/proc").unwrap().filter_map(|entry| look(entry.ok()?)).collect()
}

fn start(manner: &str, token: &str) -> Box<dyn Player> {
    let text = format!("cmd={} 'args={manner} {token}'", env!("CARGO_BIN_EXE_bad-engine"));
    let spec: PlayerSpec = text.parse().unwrap();
    let mut player = spec.start(Timeouts::DEFAULT, &StopAll::default()).unwrap();
    player.begin(false).unwrap();
    player
}

/// Plays a few moves, ends the engine and looks for processes that it left. `staying` of our own
/// children remain.
fn check(manner: &str, staying: usize) {
    let own = std::process::id();
    let token = format!("token-{own}-{manner}");
    let mut player = start(manner, &token);
    let no_clocks = Clocks::default();
    for _ in 0..3 {
        if player.think(&Game::default(), Limit::Depth(1), &no_clocks).is_err() {
            break;
        }
    }
    // Its descendants get time to detach.
    std::thread::sleep(Duration::from_millis(200));
    let left = || -> Vec<_> {
        let all = processes().into_iter();
        all.filter(|(id, _, _, command)| *id != own && command.contains(&token)).collect()
    };
    if manner.ends_with("plays") && !manner.contains("brief") {
        assert!(left().iter().any(|(.., command)| command.contains("sleeper")), "{manner}");
    }
    drop(player);
    assert_eq!(left(), [], "{manner}");
    let ours: Vec<_> = processes().into_iter().filter(|&(_, _, of, _)| of == own).collect();
    assert_eq!(ours.len(), staying, "{manner}: one of these was not reaped: {ours:?}");
}

#[test]
fn no_process_that_an_engine_started_outlives_it() {
    // An unrelated engine stays.
    let mut bystander = start("plays", "bystander");
    for manner in [
        "leaves-child-and-dies",
        "leaves-child-and-plays",
        "leaves-session-and-plays",
        "leaves-secret-session-and-plays",
        "leaves-orphan-and-dies",
        "leaves-brief-orphans-and-plays",
    ] {
        check(manner, 1);
        assert!(bystander.is_alive(), "{manner}");
    }
    drop(bystander);
    // An orphan without a mark belongs to no known engine: it ends with the last one.
    check("leaves-secret-orphan-and-plays", 0);
}
