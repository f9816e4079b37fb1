//! Searches give way to the server: a page with eight analyses still answers a click at once.

/// How much a search gives way, from 0 to 19.
#[cfg(target_os = "linux")]
const NICENESS: libc::c_int = 5;

/// Lowers the priority of this thread and of those that it starts. If the system refuses, answers
/// only take longer.
#[cfg(target_os = "linux")]
pub(crate) fn give_way() {
    // SAFETY: the call has no memory effects; on Linux it concerns the calling thread alone.
    unsafe { libc::setpriority(libc::PRIO_PROCESS, 0, NICENESS) };
}

/// Elsewhere the priority of a single thread cannot be lowered this way.
#[cfg(not(target_os = "linux"))]
pub(crate) fn give_way() {}
