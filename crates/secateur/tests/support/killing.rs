//! Kills programs and checks the files they leave.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::process::Child;
use std::thread::sleep;
use std::time::Duration;

/// How often to kill: the value of an environment variable, or a few times.
pub(crate) fn kills(variable: &str) -> u32 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(5)
}

/// Kills a program at random times and restarts it. `finished` work must never be lost or
/// duplicated. Returns the last process, which is still running.
pub(crate) fn kill_again_and_again<T: Ord + Debug>(
    kills: u32,
    mut child: Child,
    again: impl Fn() -> Child,
    finished: impl Fn() -> Vec<T>,
) -> Child {
    let mut dice = 0x9e37_79b9_7f4a_7c15u64;
    for _ in 0..kills {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        sleep(Duration::from_millis(dice >> 56));
        child.kill().unwrap();
        child.wait().unwrap();
        let before = finished();
        assert_eq!(before.iter().collect::<BTreeSet<_>>().len(), before.len(), "none twice");
        child = again();
        // Some kills should come before anything was done, others during the work.
        if dice >> 40 & 1 == 0 {
            sleep(Duration::from_millis((dice >> 41) % 500));
        } else {
            while finished().len() <= before.len() && child.try_wait().unwrap().is_none() {
                sleep(Duration::from_millis(2));
            }
        }
        assert!(finished().starts_with(&before), "nothing is lost");
    }
    child
}
