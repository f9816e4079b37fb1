//! Whatever a program has started, wherever it has gone. A child may leave the group, the session
//! and its parent; it is found by a mark in its environment, by its ancestry or, at last, by being
//! ours though we have not started it.

use std::process::{Child, Command};

/// All that one program starts.
pub(super) struct Kin {
    #[cfg(target_os = "linux")]
    mark: String,
    /// Those that were known while the program lived: once it has gone, nothing tells who
    /// descended from it.
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

    use super::super::processes::{self, Process};
    use super::super::system;
    use super::{Child, Command, Kin};

    const MARK: &str = "SECATEUR_LEASH";
    /// What is killed is gone within a few of these, or the system holds it.
    const ROUNDS: usize = 500;
    const ROUND: Duration = Duration::from_millis(2);

    /// Programs that are still on a leash.
    static LEASHED: AtomicU32 = AtomicU32::new(0);

    /// Whatever is started here carries a mark that begins so.
    pub fn mark_of_this_lab() -> &'static str {
        static LAB: OnceLock<String> = OnceLock::new();
        LAB.get_or_init(|| {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            format!("{}-{}-", process::id(), now.as_nanos())
        })
    }

    /// Ends every process with a mark that begins so: for when a lab has ended without doing it.
    pub fn end_marked(mark: &str) {
        end_all(|table| table.iter().filter(|it| it.is_living() && it.has(MARK, mark)).collect());
    }

    impl Kin {
        /// Those of the program that this command will start.
        pub(in crate::player) fn of(command: &mut Command) -> Kin {
            static ADOPT: Once = Once::new();
            // Orphans come to us instead of going where nobody knows whose they were.
            ADOPT.call_once(system::adopt_orphans);
            static NEXT: AtomicU32 = AtomicU32::new(0);
            // The full stop keeps the first from being taken for the tenth.
            let mark = format!("{}{}.", mark_of_this_lab(), NEXT.fetch_add(1, SeqCst));
            command.env(MARK, &mark);
            LEASHED.fetch_add(1, SeqCst);
            Kin { mark, noted: BTreeSet::new() }
        }

        /// Takes note of those there are. The program may be about to go.
        pub(in crate::player) fn note(&mut self, child: &Child) {
            let table = processes::table();
            let found: Vec<_> =
                self.among(&table, child.id()).iter().map(|it| it.identity()).collect();
            self.noted.extend(found);
        }

        /// The numbers and names of those still there; `None` where the system does not tell.
        pub(in crate::player) fn living(&self, child: &Child) -> Option<Vec<String>> {
            let table = processes::table();
            let kin = self.among(&table, child.id());
            let living = kin.into_iter().filter(|it| it.is_living());
            Some(living.map(|it| format!("{} {}", it.id, it.name)).collect())
        }

        /// Ends the program and all of them. It has not been waited for yet.
        pub(in crate::player) fn end(&mut self, child: &mut Child) {
            let engine = child.id();
            self.note(child);
            system::kill_group(child);
            let is_last = LEASHED.load(SeqCst) == 1;
            end_all(|table| {
                let mut found = self.among(table, engine);
                // Nobody is left whose they could be.
                found.extend(table.iter().filter(|it| is_last && it.is_adopted()));
                found
            });
        }

        fn among<'a>(&self, table: &'a [Process], engine: u32) -> Vec<&'a Process> {
            let of_engine = processes::descendants(table, engine);
            let is_kin = |it: &&Process| {
                it.id != engine
                    && (it.group == engine
                        || self.noted.contains(&it.identity())
                        || of_engine.contains(&it.id)
                        || (it.is_living() && it.has(MARK, &self.mark)))
            };
            table.iter().filter(is_kin).collect()
        }
    }

    impl Drop for Kin {
        fn drop(&mut self) {
            LEASHED.fetch_sub(1, SeqCst);
        }
    }

    /// Kills those that are `found` until there are none, and takes note of the ends of those
    /// that have become ours.
    fn end_all(found: impl for<'a> Fn(&'a [Process]) -> Vec<&'a Process>) {
        for _ in 0..ROUNDS {
            let table = processes::table();
            let found = found(&table);
            // An orphan that has ended without our doing waits for us too, whosever it was.
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
impl Kin {
    pub(super) fn of(_: &mut Command) -> Kin {
        Kin {}
    }

    pub(super) fn living(&self, _: &Child) -> Option<Vec<String>> {
        None
    }

    pub(super) fn note(&mut self, _: &Child) {}

    pub(super) fn end(&mut self, child: &mut Child) {
        super::system::kill_group(child);
    }
}
