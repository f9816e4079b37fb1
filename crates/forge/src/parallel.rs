//! Running a few tasks at the same time, each on its own thread.

use std::panic::resume_unwind;
use std::thread;

/// Runs all tasks and returns their results in order. The caller's thread runs the first one; a
/// thread is started for each of the others, which costs little beside a batch.
pub(crate) fn parallel<R: Send, T: FnOnce() -> R + Send>(
    tasks: impl IntoIterator<Item = T>,
) -> Vec<R> {
    thread::scope(|scope| {
        let mut tasks = tasks.into_iter();
        let Some(first) = tasks.next() else { return Vec::new() };
        let others: Vec<_> = tasks.map(|task| scope.spawn(task)).collect();
        let mut results = vec![first()];
        results.extend(
            others
                .into_iter()
                .map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic))),
        );
        results
    })
}
