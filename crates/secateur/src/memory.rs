//! Checks the free memory before a large allocation. The allocation itself may succeed, and the
//! system then kills the program when it first uses the memory.

use std::fs;

use anyhow::{Result, bail};
use chess::perft::Table;

/// The largest hash table that options accept; `check` decides whether it fits.
pub(crate) const MAX_MEGABYTES: u32 = 33_554_432;

/// Fails if a hash table of this size does not fit into the free memory.
pub(crate) fn check(megabytes: u32) -> Result<()> {
    check_for("a table", megabytes.into())
}

/// The same for anything else, which the error names.
pub(crate) fn check_for(what: &str, megabytes: u64) -> Result<()> {
    match available_megabytes() {
        Some(available) if megabytes > available => {
            bail!("no memory for {what} of {megabytes} MB; {available} MB are free")
        }
        _ => Ok(()),
    }
}

/// A hash table for perft.
pub(crate) fn table(megabytes: u32) -> Result<Table> {
    check(megabytes)?;
    Ok(Table::new(usize::try_from(megabytes)?)?)
}

/// `None` if the system does not report it.
fn available_megabytes() -> Option<u64> {
    let read = |path: &str| fs::read_to_string(path).ok();
    let machine = read("/proc/meminfo").and_then(|text| mem_available(&text));
    let cgroups = CGROUPS.iter().filter_map(|cgroup| cgroup.free_bytes(read));
    machine.into_iter().chain(cgroups).min().map(|bytes| bytes >> 20)
}

fn mem_available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// The files of a control group, which limits the memory of a container.
struct Cgroup {
    limit: &'static str,
    used: &'static str,
    stat: &'static str,
    /// The field of `stat` for cached files not used lately. They count as used memory, but the
    /// system frees them on demand.
    reclaimable: &'static str,
}

/// Versions 2 and 1 of control groups.
const CGROUPS: [Cgroup; 2] = [
    Cgroup {
        limit: "/sys/fs/cgroup/memory.max",
        used: "/sys/fs/cgroup/memory.current",
        stat: "/sys/fs/cgroup/memory.stat",
        reclaimable: "inactive_file",
    },
    Cgroup {
        limit: "/sys/fs/cgroup/memory/memory.limit_in_bytes",
        used: "/sys/fs/cgroup/memory/memory.usage_in_bytes",
        stat: "/sys/fs/cgroup/memory/memory.stat",
        reclaimable: "total_inactive_file",
    },
];

impl Cgroup {
    /// The memory below the limit that is not used, if there is a limit.
    fn free_bytes(&self, read: impl Fn(&str) -> Option<String>) -> Option<u64> {
        let number = |path| read(path)?.trim().parse::<u64>().ok();
        let (limit, used) = (number(self.limit)?, number(self.used)?);
        let reclaimable = read(self.stat).and_then(|stat| stat_of(&stat, self.reclaimable));
        Some(limit.saturating_sub(used.saturating_sub(reclaimable.unwrap_or(0))))
    }
}

fn stat_of(stat: &str, name: &str) -> Option<u64> {
    let mut fields = stat.lines().filter_map(|line| line.split_once(' '));
    fields.find(|(field, _)| *field == name)?.1.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn available_memory_is_parsed() {
        let text = "MemTotal:  100 kB\nMemAvailable:     2048 kB\nBuffers: 1 kB\n";
        assert_eq!(mem_available(text), Some(2 << 20));
        assert_eq!(mem_available("MemAvailable: many kB"), None);
        assert_eq!(mem_available(""), None);
    }

    /// The free bytes by versions 2 and 1 if these files exist below /sys/fs/cgroup.
    fn free(files: &[(&str, &str)]) -> [Option<u64>; 2] {
        let read = |path: &str| {
            let text = files.iter().find(|(name, _)| path == format!("/sys/fs/cgroup/{name}"));
            text.map(|(_, text)| (*text).to_owned())
        };
        [CGROUPS[0].free_bytes(read), CGROUPS[1].free_bytes(read)]
    }

    #[test]
    fn inactive_cached_files_count_as_free() {
        let stat = "anon 100\nfile 700\nactive_file 100\ninactive_file 600\n";
        let files = [("memory.max", "1000\n"), ("memory.current", "900\n"), ("memory.stat", stat)];
        assert_eq!(free(&files), [Some(700), None]);
        assert_eq!(free(&files[..2]), [Some(100), None]);
        let full = [("memory.max", "1000\n"), ("memory.current", "1200\n")];
        assert_eq!(free(&full), [Some(0), None]);
    }

    #[test]
    fn version_1_of_control_groups_is_supported() {
        let files = [
            ("memory/memory.limit_in_bytes", "1000\n"),
            ("memory/memory.usage_in_bytes", "900\n"),
            ("memory/memory.stat", "inactive_file 1\ntotal_inactive_file 500\n"),
        ];
        assert_eq!(free(&files), [None, Some(600)]);
    }

    #[test]
    fn a_group_without_a_limit_is_ignored() {
        assert_eq!(free(&[("memory.max", "max\n"), ("memory.current", "900\n")]), [None, None]);
        assert_eq!(free(&[]), [None, None]);
    }

    #[test]
    fn a_table_too_large_is_refused() {
        assert!(table(u32::MAX).is_err());
        assert_eq!(table(1).unwrap().megabytes(), 1);
    }
}
