//! How much memory there is to be had. Asking for more may seem to succeed and then end the
//! program when the memory is first used, so tables are checked against this beforehand.

use std::fs;

use anyhow::{Result, bail};
use chess::perft::Table;

/// A table of `megabytes`, or a reason why there is none.
pub(crate) fn table(megabytes: u32) -> Result<Table> {
    let megabytes = usize::try_from(megabytes)?;
    if let Some(available) = available_megabytes()
        && megabytes as u64 > available
    {
        bail!("no memory for a table of {megabytes} MB; {available} MB are free");
    }
    Ok(Table::new(megabytes)?)
}

/// `None` where the system does not say.
fn available_megabytes() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| mem_available(&text));
    match (machine, group_bytes()) {
        (Some(machine), Some(group)) => Some(machine.min(group) >> 20),
        (machine, group) => machine.or(group).map(|bytes| bytes >> 20),
    }
}

fn mem_available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// What a container's limit leaves.
fn group_bytes() -> Option<u64> {
    let read = |name| fs::read_to_string(format!("/sys/fs/cgroup/memory.{name}")).ok();
    let limit: u64 = read("max")?.trim().parse().ok()?;
    let used: u64 = read("current")?.trim().parse().ok()?;
    Some(limit.saturating_sub(used))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_the_system_is_read() {
        let text = "MemTotal:  100 kB\nMemAvailable:     2048 kB\nBuffers: 1 kB\n";
        assert_eq!(mem_available(text), Some(2 << 20));
        assert_eq!(mem_available("MemAvailable: many kB"), None);
        assert_eq!(mem_available(""), None);
    }

    #[test]
    fn an_impossible_table_is_refused_and_not_fatal() {
        assert!(table(u32::MAX).is_err());
        assert_eq!(table(1).unwrap().megabytes(), 1);
    }
}
