//! Whether the system allows as many open files as a run needs. It is checked before the first
//! game: a later failure would look like an engine that does not start.

use core::fmt;

use crate::player::PlayerSpec;

/// Pipes per engine process.
const PIPES: u64 = 2;
/// Further files that a worker opens while it starts a process.
const WHILE_STARTING: u64 = 6;
/// The terminal, the journal, the games and reserves.
const BASE: u64 = 32;

/// The system allows fewer open files than the run needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyFiles {
    workers: u64,
    programs: u64,
    allowed: u64,
}

/// Checks that each worker can start all players.
pub fn allow(workers: usize, players: &[PlayerSpec]) -> Result<(), TooManyFiles> {
    let programs = players.iter().filter(|player| !player.is_own()).count();
    within(limit(), workers as u64, programs as u64)
}

fn within(allowed: u64, workers: u64, programs: u64) -> Result<(), TooManyFiles> {
    let need = TooManyFiles { workers, programs, allowed };
    if programs == 0 || need.needed() <= allowed { Ok(()) } else { Err(need) }
}

impl TooManyFiles {
    fn per_worker(&self) -> u64 {
        self.programs * PIPES + WHILE_STARTING
    }

    fn needed(&self) -> u64 {
        BASE + self.workers * self.per_worker()
    }

    fn max_workers(&self) -> u64 {
        self.allowed.saturating_sub(BASE) / self.per_worker()
    }
}

impl fmt::Display for TooManyFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (workers, needed, allowed) = (self.workers, self.needed(), self.allowed);
        write!(f, "{workers} workers need about {needed} open files, and {allowed} are allowed; ")?;
        f.write_str("expected ")?;
        match self.max_workers() {
            0 => {}
            max => write!(f, "--concurrency {max} or less, or ")?,
        }
        write!(f, "a higher limit, such as 'ulimit -n {needed}'")
    }
}

impl core::error::Error for TooManyFiles {}

#[cfg(unix)]
fn limit() -> u64 {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the call writes only to the struct it is given.
    match unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &mut limit) } {
        0 => limit.rlim_cur,
        _ => u64::MAX,
    }
}

#[cfg(not(unix))]
fn limit() -> u64 {
    u64::MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_names_the_maximum_that_fits() {
        assert_eq!(within(1_024, 80, 2), Ok(()));
        let message = within(1_024, 300, 2).unwrap_err().to_string();
        let expected = "300 workers need about 3032 open files, and 1024 are allowed; expected \
                        --concurrency 99 or less, or a higher limit, such as 'ulimit -n 3032'";
        assert_eq!(message, expected);
        assert_eq!(within(1_024, 99, 2), Ok(()));
        assert!(within(1_024, 100, 2).is_err());
        assert!(!within(8, 1, 1).unwrap_err().to_string().contains("--concurrency"));
        // Our own engine needs no pipes.
        assert_eq!(within(8, 300, 0), Ok(()));
    }
}
