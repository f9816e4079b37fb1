//! How many files a run needs to have open at once, and whether the system allows so many. It is
//! asked before the first game: later it would look like an engine that does not start.

use core::fmt;

use crate::contender::Contender;

/// Two pipes for each program.
const PIPES: u64 = 2;
/// What a worker has open besides while it starts one.
const WHILE_STARTING: u64 = 6;
/// The terminal, the journal, the games, and whatever else.
const ANYWAY: u64 = 32;

/// The system allows fewer than are needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyFiles {
    workers: u64,
    programs: u64,
    allowed: u64,
}

/// Whether so many workers can each have all of these players.
pub fn allow(workers: usize, players: &[Contender]) -> Result<(), TooManyFiles> {
    let programs = players.iter().filter(|player| !player.is_own()).count();
    within(limit(), workers as u64, programs as u64)
}

fn within(allowed: u64, workers: u64, programs: u64) -> Result<(), TooManyFiles> {
    let wish = TooManyFiles { workers, programs, allowed };
    if programs == 0 || wish.needed() <= allowed { Ok(()) } else { Err(wish) }
}

impl TooManyFiles {
    fn of_a_worker(&self) -> u64 {
        self.programs * PIPES + WHILE_STARTING
    }

    fn needed(&self) -> u64 {
        ANYWAY + self.workers * self.of_a_worker()
    }

    fn most_workers(&self) -> u64 {
        self.allowed.saturating_sub(ANYWAY) / self.of_a_worker()
    }
}

impl fmt::Display for TooManyFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (workers, needed, allowed) = (self.workers, self.needed(), self.allowed);
        write!(f, "{workers} at once need about {needed} open files, and {allowed} are allowed; ")?;
        f.write_str("expected ")?;
        match self.most_workers() {
            0 => {}
            most => write!(f, "--concurrency {most} or less, or ")?,
        }
        write!(f, "a higher limit, as by 'ulimit -n {needed}'")
    }
}

impl core::error::Error for TooManyFiles {}

#[cfg(unix)]
fn limit() -> u64 {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the call writes to the struct it is given and to nothing else.
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
    fn what_does_not_fit_is_told_with_what_does() {
        assert_eq!(within(1_024, 80, 2), Ok(()));
        let told = within(1_024, 300, 2).unwrap_err().to_string();
        let expected = "300 at once need about 3032 open files, and 1024 are allowed; expected \
                        --concurrency 99 or less, or a higher limit, as by 'ulimit -n 3032'";
        assert_eq!(told, expected);
        assert_eq!(within(1_024, 99, 2), Ok(()));
        assert!(within(1_024, 100, 2).is_err());
        assert!(!within(8, 1, 1).unwrap_err().to_string().contains("--concurrency"));
        // Our own engines need none.
        assert_eq!(within(8, 300, 0), Ok(()));
    }
}
