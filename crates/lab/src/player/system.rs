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

/// Ends the process and, where there are groups, those that have stayed in its group.
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

/// Children whose parents have ended become ours.
#[cfg(target_os = "linux")]
pub(super) fn adopt_orphans() {
    // SAFETY: a setting of this process; no memory is touched.
    unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1) };
}

#[cfg(target_os = "linux")]
pub(super) fn kill(process: u32) {
    if let Ok(id) = i32::try_from(process) {
        // SAFETY: a signal touches no memory.
        unsafe { libc::kill(id, libc::SIGKILL) };
    }
}

/// Asks after a process that has ended, if it is a child of ours, and so lets it go.
#[cfg(target_os = "linux")]
pub(super) fn reap(process: u32) {
    if let Ok(id) = i32::try_from(process) {
        // SAFETY: nothing is asked for that would be written anywhere.
        unsafe { libc::waitpid(id, core::ptr::null_mut(), libc::WNOHANG) };
    }
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
