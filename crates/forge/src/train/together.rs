//! Several things done at once, each on a thread of its own.

use std::panic::resume_unwind;
use std::thread;

/// Does all of them and gives what came of each, in order. One is done by who asks; a thread is
/// begun for each other, which takes little beside a batch.
pub(super) fn together<R: Send, T: FnOnce() -> R + Send>(
    tasks: impl IntoIterator<Item = T>,
) -> Vec<R> {
    thread::scope(|scope| {
        let mut tasks = tasks.into_iter();
        let Some(own) = tasks.next() else { return Vec::new() };
        let others: Vec<_> = tasks.map(|task| scope.spawn(task)).collect();
        let mut made = vec![own()];
        made.extend(
            others
                .into_iter()
                .map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic))),
        );
        made
    })
}
