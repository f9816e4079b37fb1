//! System calls for processes and pipes: process groups, non-blocking writes, and checking for the
//! end of a process without giving up its id.

use std::io;
use std::process::{Child, ChildStdin, Command};
use std::time::Duration;

/// Gives the process its own group, so that the group can be killed, and ties its life to ours.
#[cfg(unix)]
pub(super) fn isolate(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
    #[cfg(target_os = "linux")]
    // SAFETY: prctl is async-signal-safe, as required between fork and exec.
    unsafe {
        command.pre_exec(|| {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            Ok(())
        });
    }
}

/// Kills the process and its group.
#[cfg(unix)]
pub(super) fn kill_group(child: &mut Child) {
    if let Ok(group) = i32::try_from(child.id()) {
        // SAFETY: a signal touches no memory. The child has not been waited for yet, so the id is
        // still its own.
        unsafe { libc::kill(-group, libc::SIGKILL) };
    }
    let _ = child.kill();
}

/// Whether the process has ended, without reaping it: its id stays its own.
#[cfg(unix)]
pub(super) fn has_ended(child: &mut Child) -> bool {
    // SAFETY: an all-zero siginfo is valid, and the call writes only to it.
    unsafe {
        let mut info: libc::siginfo_t = core::mem::zeroed();
        let how = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
        libc::waitid(libc::P_PID, child.id(), &mut info, how) != 0 || info.si_pid() != 0
    }
}

/// Makes orphaned descendants our children.
#[cfg(target_os = "linux")]
pub(super) fn adopt_orphans() {
    // SAFETY: the call changes a setting of this process and touches no memory.
    unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1) };
}

#[cfg(target_os = "linux")]
pub(super) fn kill(process: u32) {
    if let Ok(id) = i32::try_from(process) {
        // SAFETY: a signal touches no memory.
        unsafe { libc::kill(id, libc::SIGKILL) };
    }
}

/// Reaps a zombie, if it is our child.
#[cfg(target_os = "linux")]
pub(super) fn reap(process: u32) {
    if let Ok(id) = i32::try_from(process) {
        // SAFETY: the status pointer is null, so nothing is written.
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

/// Waits until the pipe accepts more bytes, or `time` has passed.
#[cfg(unix)]
pub(super) fn wait_for_room(pipe: &ChildStdin, time: Duration) {
    use std::os::fd::AsRawFd;
    let mut watched = libc::pollfd { fd: pipe.as_raw_fd(), events: libc::POLLOUT, revents: 0 };
    let milliseconds = time.as_millis().min(i32::MAX as u128) as i32;
    // SAFETY: one descriptor, open as long as the pipe is borrowed.
    unsafe { libc::poll(&mut watched, 1, milliseconds) };
}

#[cfg(not(unix))]
pub(super) fn isolate(_: &mut Command) {}

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
