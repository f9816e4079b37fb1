//! How much memory there is to be had. Asking for more may seem to succeed and then end the
//! program when the memory is first used, so tables are checked against this beforehand.

use std::fs;

use anyhow::{Result, bail};
use chess::perft::Table;

/// The largest table that may be asked for; whether there is as much is found out then.
pub(crate) const MAX_MEGABYTES: u32 = 33_554_432;

/// Whether there is as much, and if not, how much there is.
pub(crate) fn check(megabytes: u32) -> Result<()> {
    check_for("a table", megabytes.into())
}

/// The same for something else.
pub(crate) fn check_for(what: &str, megabytes: u64) -> Result<()> {
    match available_megabytes() {
        Some(available) if megabytes > available => {
            bail!("no memory for {what} of {megabytes} MB; {available} MB are free")
        }
        _ => Ok(()),
    }
}

/// A table of counts, or a reason why there is none.
pub(crate) fn table(megabytes: u32) -> Result<Table> {
    check(megabytes)?;
    Ok(Table::new(usize::try_from(megabytes)?)?)
}

/// `None` where the system does not say.
fn available_megabytes() -> Option<u64> {
    let read = |path: &str| fs::read_to_string(path).ok();
    let machine = read("/proc/meminfo").and_then(|text| mem_available(&text));
    let groups = GROUPS.iter().filter_map(|group| group.free_bytes(read));
    machine.into_iter().chain(groups).min().map(|bytes| bytes >> 20)
}

fn mem_available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// The files in which a container's limit is told.
struct Group {
    limit: &'static str,
    used: &'static str,
    stat: &'static str,
    /// The word in `stat` for cached files that nobody has used lately. They count as used, but
    /// make room for whoever needs it.
    reclaimable: &'static str,
}

/// The second version of control groups and the first.
const GROUPS: [Group; 2] = [
    Group {
        limit: "/sys/fs/cgroup/memory.max",
        used: "/sys/fs/cgroup/memory.current",
        stat: "/sys/fs/cgroup/memory.stat",
        reclaimable: "inactive_file",
    },
    Group {
        limit: "/sys/fs/cgroup/memory/memory.limit_in_bytes",
        used: "/sys/fs/cgroup/memory/memory.usage_in_bytes",
        stat: "/sys/fs/cgroup/memory/memory.stat",
        reclaimable: "total_inactive_file",
    },
];

impl Group {
    /// What the limit leaves, if there is one.
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
    fn the_line_of_the_system_is_read() {
        let text = "MemTotal:  100 kB\nMemAvailable:     2048 kB\nBuffers: 1 kB\n";
        assert_eq!(mem_available(text), Some(2 << 20));
        assert_eq!(mem_available("MemAvailable: many kB"), None);
        assert_eq!(mem_available(""), None);
    }

    /// What both versions of groups make of the files given, by the ends of their names.
    fn free(files: &[(&str, &str)]) -> [Option<u64>; 2] {
        let read = |path: &str| {
            let text = files.iter().find(|(name, _)| path == format!("/sys/fs/cgroup/{name}"));
            text.map(|(_, text)| (*text).to_owned())
        };
        [GROUPS[0].free_bytes(read), GROUPS[1].free_bytes(read)]
    }

    #[test]
    fn cached_files_are_free_memory_to_a_group() {
        let stat = "anon 100\nfile 700\nactive_file 100\ninactive_file 600\n";
        let files = [("memory.max", "1000\n"), ("memory.current", "900\n"), ("memory.stat", stat)];
        assert_eq!(free(&files), [Some(700), None]);
        assert_eq!(free(&files[..2]), [Some(100), None]);
        let full = [("memory.max", "1000\n"), ("memory.current", "1200\n")];
        assert_eq!(free(&full), [Some(0), None]);
    }

    #[test]
    fn groups_of_the_first_version_are_heard_too() {
        let files = [
            ("memory/memory.limit_in_bytes", "1000\n"),
            ("memory/memory.usage_in_bytes", "900\n"),
            ("memory/memory.stat", "inactive_file 1\ntotal_inactive_file 500\n"),
        ];
        assert_eq!(free(&files), [None, Some(600)]);
    }

    #[test]
    fn a_group_without_a_limit_says_nothing() {
        assert_eq!(free(&[("memory.max", "max\n"), ("memory.current", "900\n")]), [None, None]);
        assert_eq!(free(&[]), [None, None]);
    }

    #[test]
    fn an_impossible_table_is_refused_and_not_fatal() {
        assert!(table(u32::MAX).is_err());
        assert_eq!(table(1).unwrap().megabytes(), 1);
    }
}
