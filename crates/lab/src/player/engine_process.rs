//! The process of an engine: started with pipes and in its own process group, written to without
//! blocking for long, and ended together with every process it has started.

use std::io::{self, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use toolkit::stop::StopAll;

use super::engine_command::EngineCommand;
use super::process_tree::ProcessTree;
use super::system;

/// The interval at which a wait checks for a stop or for the end of the process.
pub(crate) const POLL: Duration = Duration::from_millis(50);
/// Output that an ended process left in its pipe arrives within this time.
pub(crate) const DRAIN: Duration = Duration::from_millis(100);

/// Dropping it ends the process.
pub(crate) struct EngineProcess {
    child: Child,
    tree: ProcessTree,
    /// `None` once it has been closed.
    input: Option<ChildStdin>,
    /// It has been waited for: its id may belong to another process now.
    reaped: bool,
}

/// What happens to the engine's standard error.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stderr {
    /// Nobody reads it, and a full pipe must not block the engine.
    Discarded,
    Piped,
}

pub(crate) struct Started {
    pub(crate) process: EngineProcess,
    pub(crate) output: ChildStdout,
    /// If it is piped.
    pub(crate) stderr: Option<ChildStderr>,
}

/// Why a write failed.
pub(crate) enum WriteError {
    /// The engine is gone.
    Gone,
    /// The engine does not read its input.
    Full {
        waited: Duration,
    },
    Abandoned,
}

impl EngineProcess {
    pub(crate) fn start(engine: &EngineCommand, stderr: Stderr) -> io::Result<Started> {
        let mut command = Command::new(&engine.program);
        command.args(&engine.arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(match stderr {
            Stderr::Discarded => Stdio::null(),
            Stderr::Piped => Stdio::piped(),
        });
        system::isolate(&mut command);
        let tree = ProcessTree::mark(&mut command);
        let mut child = command.spawn()?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let stderr = child.stderr.take();
        let process = EngineProcess { child, tree, input, reaped: false };
        match (&process.input, output) {
            (Some(input), Some(output)) => {
                system::never_block(input)?;
                Ok(Started { process, output, stderr })
            }
            _ => Err(io::Error::other("the process has no pipes")),
        }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes all bytes, or fails after `timeout`.
    pub(crate) fn write(
        &mut self,
        mut bytes: &[u8],
        timeout: Duration,
        stop: &StopAll,
    ) -> Result<(), WriteError> {
        let Some(input) = &mut self.input else { return Err(WriteError::Gone) };
        let start = Instant::now();
        while !bytes.is_empty() {
            match input.write(bytes) {
                Ok(0) => return Err(WriteError::Gone),
                Ok(written) => bytes = &bytes[written..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    let waited = start.elapsed();
                    if waited >= timeout {
                        return Err(WriteError::Full { waited });
                    }
                    if stop.is_requested() {
                        return Err(WriteError::Abandoned);
                    }
                    system::wait_for_room(input, POLL);
                }
                Err(_) => return Err(WriteError::Gone),
            }
        }
        Ok(())
    }

    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    pub(crate) fn has_ended(&mut self) -> bool {
        self.reaped || system::has_ended(&mut self.child)
    }

    /// The living descendants of the process; `None` if the system does not show them.
    pub(crate) fn descendants(&self) -> Option<Vec<String>> {
        if self.reaped { Some(Vec::new()) } else { self.tree.living(&self.child) }
    }

    /// Notes the descendants before the process ends: afterwards their ancestry is lost.
    pub(crate) fn expect_end(&mut self) {
        if !self.reaped {
            self.tree.note(&self.child);
        }
    }

    /// Ends the process with all its descendants. Returns its exit status.
    pub(crate) fn end(&mut self) -> io::Result<ExitStatus> {
        // The descendants end first, while the id still belongs to the process.
        if !core::mem::replace(&mut self.reaped, true) {
            self.tree.end(&mut self.child);
        }
        self.child.wait()
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        let _ = self.end();
    }
}
