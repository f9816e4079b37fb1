//! Worker threads: each does the same work and sends its results to one receiver.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// Runs `work` on `workers` threads until all have ended, and passes everything they send to
/// `receive`. The threads have stacks that a search fits into.
pub fn run<Message: Send>(
    name: &str,
    workers: usize,
    work: impl Fn(Sender<Message>) + Sync,
    receive: impl FnMut(Message),
) {
    thread::scope(|scope| {
        let (sender, messages) = channel();
        let work = &work;
        for number in 0..workers.max(1) {
            let builder = thread::Builder::new()
                .name(format!("{name} {number}"))
                .stack_size(engine::STACK_BYTES);
            let sender = sender.clone();
            // Fewer workers than wanted take longer; the caller notices if there is none.
            if builder.spawn_scoped(scope, move || work(sender)).is_err() {
                break;
            }
        }
        drop(sender);
        messages.into_iter().for_each(receive);
    });
}

/// Locks a mutex even if a thread panicked while it held the lock: every value that is shared
/// here is valid between two statements.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
