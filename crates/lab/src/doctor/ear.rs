//! What an engine says, line by line and with the time of each, whether or not it is UCI.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::player::mailbox::Line;

#[derive(Clone, Debug)]
pub(super) struct Heard {
    pub(super) at: Instant,
    /// Without the end of the line.
    pub(super) text: String,
}

pub(super) enum Awaited {
    Line(Heard),
    /// Nothing more will be said.
    Closed,
    Timeout,
}

#[derive(Default)]
struct Lines {
    unread: VecDeque<Heard>,
    closed: bool,
}

#[derive(Default)]
struct Shared {
    lines: Mutex<Lines>,
    came: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thread at the other end empties the pipe as fast as it fills.
pub(super) struct Ear(Arc<Shared>);

impl Ear {
    /// Keeps no more than the last `most` lines that nobody has read.
    pub(super) fn open(pipe: impl Read + Send + 'static, most: usize) -> io::Result<Ear> {
        let shared = Arc::new(Shared::default());
        let filled = Arc::clone(&shared);
        thread::Builder::new().name("ear".to_owned()).spawn(move || fill(pipe, &filled, most))?;
        Ok(Ear(shared))
    }

    /// The next line, if it comes before `deadline`.
    pub(super) fn wait(&self, deadline: Instant) -> Awaited {
        let mut lines = self.0.lock();
        loop {
            if let Some(line) = lines.unread.pop_front() {
                return Awaited::Line(line);
            }
            if lines.closed {
                return Awaited::Closed;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left == Duration::ZERO {
                return Awaited::Timeout;
            }
            lines = self.0.came.wait_timeout(lines, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Takes what there is without waiting.
    pub(super) fn take(&self) -> Vec<Heard> {
        self.0.lock().unread.drain(..).collect()
    }
}

fn fill(mut pipe: impl Read, shared: &Shared, most: usize) {
    let (mut chunk, mut line) = (vec![0; 1 << 16], Line::default());
    loop {
        let count = match pipe.read(&mut chunk) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let at = Instant::now();
        let mut lines = shared.lock();
        line.push(&chunk[..count], |text| {
            if lines.unread.len() >= most {
                lines.unread.pop_front();
            }
            let text = text.trim_end_matches(['\r', '\n']).to_owned();
            lines.unread.push_back(Heard { at, text });
        });
        shared.came.notify_all();
    }
    shared.lock().closed = true;
    shared.came.notify_all();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept_in_order() {
        let ear = Ear::open(io::Cursor::new(b"a\r\nb\n\nc d \nrest"), 3).unwrap();
        let mut heard = Vec::new();
        while !ear.0.lock().closed {
            thread::sleep(Duration::from_millis(1));
        }
        while let Awaited::Line(line) = ear.wait(Instant::now()) {
            heard.push(line.text);
        }
        assert_eq!(heard, ["b", "", "c d "]);
        assert!(matches!(ear.wait(Instant::now()), Awaited::Closed));
    }
}
