//! Runs that were started here: each is a process of this program, so that it survives the board
//! and can be resumed.

use std::collections::HashMap;
use std::io;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::thread;

use toolkit::workers::lock;

/// The most runs that the board plays at a time.
pub(crate) const MAX_RUNS: usize = 2;

/// The process of each run, by its name.
#[derive(Default)]
pub(crate) struct Processes(Arc<Mutex<HashMap<String, u32>>>);

impl Processes {
    /// Starts a run. A thread waits for its end, so that the system forgets it.
    pub(crate) fn start(&self, name: &str, command: &mut Command) -> io::Result<()> {
        let mut processes = lock(&self.0);
        if processes.len() >= MAX_RUNS {
            let why = format!("{MAX_RUNS} runs are being played; expected one to end first");
            return Err(io::Error::other(why));
        }
        // Ctrl-C in the board's terminal concerns the board alone.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mut child = command.spawn()?;
        processes.insert(name.to_owned(), child.id());
        let (all, name) = (Arc::clone(&self.0), name.to_owned());
        let wait = move || {
            let _ = child.wait();
            lock(&all).remove(&name);
        };
        thread::Builder::new().name("run".to_owned()).spawn(wait)?;
        Ok(())
    }

    pub(crate) fn is_running(&self, name: &str) -> bool {
        lock(&self.0).contains_key(name)
    }

    pub(crate) fn count(&self) -> usize {
        lock(&self.0).len()
    }

    /// Asks a run to end, as Ctrl-C does. Returns whether it was started here.
    pub(crate) fn interrupt(&self, name: &str) -> bool {
        let processes = lock(&self.0);
        let Some(&id) = processes.get(name) else { return false };
        interrupt(id)
    }
}

#[cfg(unix)]
fn interrupt(id: u32) -> bool {
    let Ok(id) = libc::pid_t::try_from(id) else { return false };
    // SAFETY: the call has no memory effects; the process is a child that has not been waited for.
    unsafe { libc::kill(id, libc::SIGINT) == 0 }
}

#[cfg(not(unix))]
fn interrupt(_: u32) -> bool {
    false
}
