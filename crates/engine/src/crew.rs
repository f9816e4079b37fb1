//! Workers of a run: each takes what is next and tells what came of it, and one hears them all.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// Lets `workers` do `work`, each with a line of its own to `hear`, until all have ended. Whoever
/// wants them to end sooner calls the halt that they listen to.
pub fn employ<News: Send>(
    name: &str,
    workers: usize,
    work: impl Fn(Sender<News>) + Sync,
    hear: impl FnMut(News),
) {
    thread::scope(|scope| {
        let (told, news) = channel();
        let work = &work;
        for number in 0..workers.max(1) {
            let builder = thread::Builder::new()
                .name(format!("{name} {number}"))
                .stack_size(crate::STACK_BYTES);
            let told = told.clone();
            // With fewer workers it takes longer; with none it does not happen.
            if builder.spawn_scoped(scope, move || work(told)).is_err() {
                break;
            }
        }
        drop(told);
        news.into_iter().for_each(hear);
    });
}

/// What a worker that panicked was at is no worse than what any other was at.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
