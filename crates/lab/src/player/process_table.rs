//! The process table of this machine, from `/proc`.

use std::collections::BTreeSet;
use std::fs;
use std::process;

/// A process, alive or a zombie.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ProcessEntry {
    pub(super) id: u32,
    pub(super) name: String,
    state: char,
    parent: u32,
    pub(super) group: u32,
    session: u32,
    /// Start time: ids are reused.
    started: u64,
}

/// All processes, except those that end during the call.
pub(super) fn read_all() -> Vec<ProcessEntry> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let ids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    ids.filter_map(look_at).collect()
}

fn look_at(id: u32) -> Option<ProcessEntry> {
    read(id, &fs::read_to_string(format!("/proc/{id}/stat")).ok()?)
}

fn read(id: u32, stat: &str) -> Option<ProcessEntry> {
    // The name stands in brackets and may itself contain brackets.
    let (before, after) = stat.rsplit_once(')')?;
    let (_, name) = before.split_once('(')?;
    let fields: Vec<&str> = after.split_ascii_whitespace().collect();
    let number = |place: usize| fields.get(place)?.parse().ok();
    Some(ProcessEntry {
        id,
        name: name.to_owned(),
        state: fields.first()?.chars().next()?,
        parent: number(1)?,
        group: number(2)?,
        session: number(3)?,
        started: fields.get(19)?.parse().ok()?,
    })
}

/// The ids of all descendants of a process.
pub(super) fn descendants(table: &[ProcessEntry], ancestor: u32) -> BTreeSet<u32> {
    let mut found = BTreeSet::from([ancestor]);
    loop {
        let before = found.len();
        let children = table.iter().filter(|it| found.contains(&it.parent)).map(|it| it.id);
        let children: Vec<u32> = children.collect();
        found.extend(children);
        if found.len() == before {
            found.remove(&ancestor);
            return found;
        }
    }
}

impl ProcessEntry {
    pub(super) fn identity(&self) -> (u32, u64) {
        (self.id, self.started)
    }

    pub(super) fn is_living(&self) -> bool {
        !matches!(self.state, 'Z' | 'X')
    }

    /// Whether it is an adopted child. Children that we started stay in our session.
    pub(super) fn is_adopted(&self) -> bool {
        let own = process::id();
        self.parent == own && look_at(own).is_some_and(|we| we.session != self.session)
    }

    /// Whether a variable of its environment starts with `start`.
    pub(super) fn has(&self, variable: &str, start: &str) -> bool {
        let wanted = format!("{variable}={start}");
        let environment = fs::read(format!("/proc/{}/environ", self.id)).unwrap_or_default();
        environment.split(|&byte| byte == 0).any(|entry| entry.starts_with(wanted.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn process(id: u32, parent: u32) -> ProcessEntry {
        let stat = format!("{id} (a) b) S {parent} 7 8 0 -1 1 2 3 4 5 6 7 8 9 20 0 1 0 12345 99");
        read(id, &stat).unwrap()
    }

    #[test]
    fn entries_are_read_whatever_the_name() {
        let found = process(12, 3);
        assert_eq!(found.name, "a) b");
        assert_eq!((found.parent, found.group, found.session), (3, 7, 8));
        assert_eq!(found.identity(), (12, 12_345));
        assert!(found.is_living() && read(1, "1 (x) Z 0 1").is_none());
        let own = look_at(process::id()).unwrap();
        assert!(read_all().contains(&own) && !own.is_adopted());
    }

    #[test]
    fn descendants_of_every_generation_are_found() {
        let table =
            [(5, 1), (9, 7), (7, 5), (8, 1), (6, 5), (3, 9)].map(|(id, of)| process(id, of));
        assert_eq!(descendants(&table, 5), BTreeSet::from([3, 6, 7, 9]));
        assert!(descendants(&table, 8).is_empty());
    }
}
