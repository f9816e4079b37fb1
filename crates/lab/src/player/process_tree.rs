//! All processes that an engine has started. A descendant may leave the process group, the session
//! and its parent; it is found by a mark in its environment, by its ancestry or, as an orphan, by
//! having become our child.

use std::process::{Child, Command};

/// The descendants of one engine.
pub(super) struct ProcessTree {
    #[cfg(target_os = "linux")]
    mark: String,
    /// Descendants seen while the engine lived: once it is gone, their ancestry is lost.
    #[cfg(target_os = "linux")]
    noted: std::collections::BTreeSet<(u32, u64)>,
}

#[cfg(target_os = "linux")]
pub use linux::{end_marked, mark_of_this_lab};

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeSet;
    use std::process;
    use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
    use std::sync::{Once, OnceLock};
    use std::thread;
    use std::time::{Duration, SystemTime, UNIX_EPOCH};

    use super::super::process_table::{self, ProcessEntry};
    use super::super::system;
    use super::{Child, Command, ProcessTree};

    const MARK: &str = "SECATEUR_LAB";
    /// A killed process is gone within a few rounds, unless the system holds it.
    const ROUNDS: usize = 500;
    const ROUND: Duration = Duration::from_millis(2);

    /// Engines that have not ended.
    static RUNNING: AtomicU32 = AtomicU32::new(0);

    /// The prefix of the marks of all engines that this process starts.
    pub fn mark_of_this_lab() -> &'static str {
        static LAB: OnceLock<String> = OnceLock::new();
        LAB.get_or_init(|| {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            format!("{}-{}-", process::id(), now.as_nanos())
        })
    }

    /// Ends every process whose mark has this prefix, for a lab that was killed before it could.
    pub fn end_marked(mark: &str) {
        end_all(|table| table.iter().filter(|it| it.is_living() && it.has(MARK, mark)).collect());
    }

    impl ProcessTree {
        /// Marks the engine that `command` will start, and with it all its descendants.
        pub(in crate::player) fn mark(command: &mut Command) -> ProcessTree {
            static ADOPT: Once = Once::new();
            // Orphans become our children instead of those of the system.
            ADOPT.call_once(system::adopt_orphans);
            static NEXT: AtomicU32 = AtomicU32::new(0);
            // The full stop keeps mark 1 from matching mark 10.
            let mark = format!("{}{}.", mark_of_this_lab(), NEXT.fetch_add(1, SeqCst));
            command.env(MARK, &mark);
            RUNNING.fetch_add(1, SeqCst);
            ProcessTree { mark, noted: BTreeSet::new() }
        }

        /// Notes the present descendants, before the engine ends.
        pub(in crate::player) fn note(&mut self, child: &Child) {
            let table = process_table::read_all();
            let found: Vec<_> =
                self.among(&table, child.id()).iter().map(|it| it.identity()).collect();
            self.noted.extend(found);
        }

        /// The ids and names of living descendants; `None` if the system does not show them.
        pub(in crate::player) fn living(&self, child: &Child) -> Option<Vec<String>> {
            let table = process_table::read_all();
            let descendants = self.among(&table, child.id());
            let living = descendants.into_iter().filter(|it| it.is_living());
            Some(living.map(|it| format!("{} {}", it.id, it.name)).collect())
        }

        /// Ends the engine, which has not been waited for yet, and all its descendants.
        pub(in crate::player) fn end(&mut self, child: &mut Child) {
            let engine = child.id();
            self.note(child);
            system::kill_group(child);
            let is_last = RUNNING.load(SeqCst) == 1;
            end_all(|table| {
                let mut found = self.among(table, engine);
                // Unknown orphans can only belong to the last engine.
                found.extend(table.iter().filter(|it| is_last && it.is_adopted()));
                found
            });
        }

        fn among<'a>(&self, table: &'a [ProcessEntry], engine: u32) -> Vec<&'a ProcessEntry> {
            let of_engine = process_table::descendants(table, engine);
            let is_descendant = |it: &&ProcessEntry| {
                it.id != engine
                    && (it.group == engine
                        || self.noted.contains(&it.identity())
                        || of_engine.contains(&it.id)
                        || (it.is_living() && it.has(MARK, &self.mark)))
            };
            table.iter().filter(is_descendant).collect()
        }
    }

    impl Drop for ProcessTree {
        fn drop(&mut self) {
            RUNNING.fetch_sub(1, SeqCst);
        }
    }

    /// Kills the processes that `found` returns until there are none, and reaps our children.
    fn end_all(found: impl for<'a> Fn(&'a [ProcessEntry]) -> Vec<&'a ProcessEntry>) {
        for _ in 0..ROUNDS {
            let table = process_table::read_all();
            let found = found(&table);
            // Adopted orphans that ended by themselves are reaped as well.
            let ended = table.iter().filter(|it| !it.is_living() && it.is_adopted());
            let ended = found.iter().copied().filter(|it| !it.is_living()).chain(ended);
            ended.for_each(|it| system::reap(it.id));
            let living = found.iter().filter(|it| it.is_living());
            living.for_each(|it| system::kill(it.id));
            if found.is_empty() {
                return;
            }
            thread::sleep(ROUND);
        }
    }
}

#[cfg(not(target_os = "linux"))]
impl ProcessTree {
    pub(super) fn mark(_: &mut Command) -> ProcessTree {
        ProcessTree {}
    }

    pub(super) fn living(&self, _: &Child) -> Option<Vec<String>> {
        None
    }

    pub(super) fn note(&mut self, _: &Child) {}

    pub(super) fn end(&mut self, child: &mut Child) {
        super::system::kill_group(child);
    }
}
