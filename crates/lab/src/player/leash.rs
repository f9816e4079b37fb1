//! A program on a leash: started with pipes and in a group of its own, written to without ever
//! blocking for long, and ended together with whatever it has started.

use std::io::{self, Write};
use std::process::{
    Child, ChildStderr, ChildStdin, ChildStdout, Command as System, ExitStatus, Stdio,
};
use std::time::{Duration, Instant};

use toolkit::stop::StopAll;

use super::kin::Kin;
use super::spec::EngineSpec;
use super::system;

/// How often a wait is interrupted to see whether it still makes sense.
pub(crate) const GLANCE: Duration = Duration::from_millis(50);
/// What a program that has ended may still have in its pipe arrives within this.
pub(crate) const LAST_WORDS: Duration = Duration::from_millis(100);

/// Ends when it is dropped.
pub(crate) struct Leash {
    child: Child,
    kin: Kin,
    /// Open until it is closed on purpose.
    input: Option<ChildStdin>,
    /// It has been waited for: its number may be somebody else's.
    reaped: bool,
}

/// What becomes of a program's complaints.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Complaints {
    /// They are its own affair, and a full pipe must not stop it.
    Ignored,
    Read,
}

pub(crate) struct Started {
    pub(crate) leash: Leash,
    pub(crate) output: ChildStdout,
    /// Where they are read.
    pub(crate) complaints: Option<ChildStderr>,
}

/// Why not everything could be written.
pub(crate) enum Unwritten {
    /// Nobody is there to read it.
    Gone,
    /// It does not read what it is told.
    Full {
        waited: Duration,
    },
    CalledOff,
}

impl Leash {
    pub(crate) fn start(spec: &EngineSpec, complaints: Complaints) -> io::Result<Started> {
        let mut command = System::new(&spec.program);
        command.args(&spec.arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(match complaints {
            Complaints::Ignored => Stdio::null(),
            Complaints::Read => Stdio::piped(),
        });
        system::set_apart(&mut command);
        let kin = Kin::of(&mut command);
        let mut child = command.spawn()?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let complaints = child.stderr.take();
        let leash = Leash { child, kin, input, reaped: false };
        match (&leash.input, output) {
            (Some(input), Some(output)) => {
                system::never_block(input)?;
                Ok(Started { leash, output, complaints })
            }
            _ => Err(io::Error::other("no pipes")),
        }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn write(
        &mut self,
        mut bytes: &[u8],
        patience: Duration,
        stop: &StopAll,
    ) -> Result<(), Unwritten> {
        let Some(input) = &mut self.input else { return Err(Unwritten::Gone) };
        let start = Instant::now();
        while !bytes.is_empty() {
            match input.write(bytes) {
                Ok(0) => return Err(Unwritten::Gone),
                Ok(written) => bytes = &bytes[written..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    let waited = start.elapsed();
                    if waited >= patience {
                        return Err(Unwritten::Full { waited });
                    }
                    if stop.is_requested() {
                        return Err(Unwritten::CalledOff);
                    }
                    system::wait_for_room(input, GLANCE);
                }
                Err(_) => return Err(Unwritten::Gone),
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

    /// Those it has started that are still there; `None` where the system does not tell.
    pub(crate) fn others(&self) -> Option<Vec<String>> {
        if self.reaped { Some(Vec::new()) } else { self.kin.living(&self.child) }
    }

    /// It is about to be asked to go: what it has started is taken note of while it can be.
    pub(crate) fn expect_end(&mut self) {
        if !self.reaped {
            self.kin.note(&self.child);
        }
    }

    /// Ends it and all it has started, and says how it ended.
    pub(crate) fn end(&mut self) -> io::Result<ExitStatus> {
        // Its children go before its number is given back.
        if !core::mem::replace(&mut self.reaped, true) {
            self.kin.end(&mut self.child);
        }
        self.child.wait()
    }
}

impl Drop for Leash {
    fn drop(&mut self) {
        let _ = self.end();
    }
}
