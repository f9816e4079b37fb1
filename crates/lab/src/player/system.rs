//! What the system does for us with processes and pipes: groups that end together, writing that
//! never blocks for ever, and looking at a process without letting go of its number.

use std::io;
use std::process::{Child, ChildStdin, Command};
use std::time::Duration;

/// A group of its own, so that whatever it starts can be ended with it; and its end with ours,
/// however we end.
#[cfg(unix)]
pub(super) fn set_apart(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
    #[cfg(target_os = "linux")]
    // SAFETY: between fork and exec only a system call is made, which is safe to make there.
    unsafe {
        command.pre_exec(|| {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            Ok(())
        });
    }
}

/// Ends the process and, where there are groups, all it has started and left in its group.
#[cfg(unix)]
pub(super) fn kill_group(child: &mut Child) {
    if let Ok(group) = i32::try_from(child.id()) {
        // SAFETY: a signal touches no memory. The child has not been waited for yet, so the
        // number is still its own.
        unsafe { libc::kill(-group, libc::SIGKILL) };
    }
    let _ = child.kill();
}

/// Whether the process has ended, without waiting for it: its number stays its own.
#[cfg(unix)]
pub(super) fn has_ended(child: &mut Child) -> bool {
    // SAFETY: all zeros are a valid siginfo, and the call writes to nothing else.
    unsafe {
        let mut info: libc::siginfo_t = core::mem::zeroed();
        let how = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
        libc::waitid(libc::P_PID, child.id(), &mut info, how) != 0 || info.si_pid() != 0
    }
}

/// The numbers and names of those in the group of a process, besides itself. What has ended and
/// only waits to be asked how does not count.
#[cfg(target_os = "linux")]
pub(super) fn others_in_group(group: u32) -> Option<Vec<String>> {
    let processes = std::fs::read_dir("/proc").ok()?.filter_map(Result::ok);
    let others = processes.filter_map(|entry| {
        let number: u32 = entry.file_name().to_str()?.parse().ok()?;
        let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
        // The name stands in brackets and may hold anything, brackets too.
        let (before, after) = stat.rsplit_once(')')?;
        let (_, name) = before.split_once('(')?;
        let mut fields = after.split_ascii_whitespace();
        let (state, _parent, its_group) = (fields.next()?, fields.next()?, fields.next()?);
        let counts = number != group && its_group.parse() == Ok(group) && state != "Z";
        counts.then(|| format!("{number} {name}"))
    });
    Some(others.collect())
}

#[cfg(not(target_os = "linux"))]
pub(super) fn others_in_group(_: u32) -> Option<Vec<String>> {
    None
}

#[cfg(unix)]
pub(super) fn never_block(pipe: &ChildStdin) -> io::Result<()> {
    use std::os::fd::AsRawFd;
    // SAFETY: the descriptor is open as long as the pipe is borrowed.
    unsafe {
        let flags = libc::fcntl(pipe.as_raw_fd(), libc::F_GETFL);
        if flags < 0 || libc::fcntl(pipe.as_raw_fd(), libc::F_SETFL, flags | libc::O_NONBLOCK) < 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}

/// Waits until the pipe takes more, for so long at most.
#[cfg(unix)]
pub(super) fn wait_for_room(pipe: &ChildStdin, time: Duration) {
    use std::os::fd::AsRawFd;
    let mut watched = libc::pollfd { fd: pipe.as_raw_fd(), events: libc::POLLOUT, revents: 0 };
    let milliseconds = time.as_millis().min(i32::MAX as u128) as i32;
    // SAFETY: one descriptor, open as long as the pipe is borrowed.
    unsafe { libc::poll(&mut watched, 1, milliseconds) };
}

#[cfg(not(unix))]
pub(super) fn set_apart(_: &mut Command) {}

#[cfg(not(unix))]
pub(super) fn kill_group(child: &mut Child) {
    let _ = child.kill();
}

#[cfg(not(unix))]
pub(super) fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

#[cfg(not(unix))]
pub(super) fn never_block(_: &ChildStdin) -> io::Result<()> {
    Ok(())
}

#[cfg(not(unix))]
pub(super) fn wait_for_room(_: &ChildStdin, _: Duration) {}
