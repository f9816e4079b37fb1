//! What comes out of a pipe, line by line: a thread of its own empties the pipe as fast as it
//! fills, and whoever waits is woken.

use std::io::{self, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use toolkit::workers;

/// Lines longer than this are nothing that anybody waits for.
const LONGEST_LINE: usize = 1 << 16;

struct Shared<T> {
    kept: Mutex<Kept<T>>,
    came: Condvar,
}

struct Kept<T> {
    what: T,
    closed: bool,
}

/// The reading end, and what has been kept of the lines so far.
pub(crate) struct Inbox<T>(Arc<Shared<T>>);

pub(crate) enum Awaited<A> {
    Came(A),
    /// Nothing more will be said.
    Closed,
    Timeout,
}

impl<T: Default + Send + 'static> Inbox<T> {
    /// Each line is `read`, which may take its time, and what comes of it is `put` to the rest,
    /// which says whether somebody may be waiting for it.
    pub(crate) fn open<M>(
        pipe: impl Read + Send + 'static,
        name: &str,
        read: impl Fn(&str) -> Option<M> + Send + 'static,
        put: impl Fn(&mut T, Instant, M) -> bool + Send + 'static,
    ) -> io::Result<Inbox<T>> {
        let kept = Mutex::new(Kept { what: T::default(), closed: false });
        let shared = Arc::new(Shared { kept, came: Condvar::new() });
        let filled = Arc::clone(&shared);
        thread::Builder::new().name(name.to_owned()).spawn(move || {
            each_line(pipe, |at, line| {
                if let Some(read) = read(line)
                    && put(&mut workers::lock(&filled.kept).what, at, read)
                {
                    filled.came.notify_all();
                }
            });
            workers::lock(&filled.kept).closed = true;
            filled.came.notify_all();
        })?;
        Ok(Inbox(shared))
    }
}

impl<T> Inbox<T> {
    fn lock(&self) -> MutexGuard<'_, Kept<T>> {
        workers::lock(&self.0.kept)
    }

    /// Does something with what has been kept.
    pub(crate) fn with<A>(&self, act: impl FnOnce(&mut T) -> A) -> A {
        act(&mut self.lock().what)
    }

    /// What `take` takes, as soon as there is something before `deadline`.
    pub(crate) fn wait<A>(
        &self,
        deadline: Instant,
        take: impl Fn(&mut T) -> Option<A>,
    ) -> Awaited<A> {
        let mut kept = self.lock();
        loop {
            if let Some(taken) = take(&mut kept.what) {
                return Awaited::Came(taken);
            }
            if kept.closed {
                return Awaited::Closed;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left == Duration::ZERO {
                return Awaited::Timeout;
            }
            let woken = self.0.came.wait_timeout(kept, left);
            kept = woken.unwrap_or_else(std::sync::PoisonError::into_inner).0;
        }
    }

    #[cfg(test)]
    pub(crate) fn wait_for_end(&self) {
        while !self.lock().closed {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Hands on every line with the time it came, until the pipe is closed.
fn each_line(mut pipe: impl Read, mut hear: impl FnMut(Instant, &str)) {
    let (mut chunk, mut line) = (vec![0; 1 << 16], Line::default());
    loop {
        let count = match pipe.read(&mut chunk) {
            Ok(0) => return,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        let at = Instant::now();
        line.push(&chunk[..count], |text| hear(at, text));
    }
}

/// Bytes until the end of a line, as far as it is not too long.
#[derive(Default)]
struct Line {
    bytes: Vec<u8>,
    too_long: bool,
}

impl Line {
    /// Hands on every line that `chunk` completes, without its end.
    fn push(&mut self, chunk: &[u8], mut whole: impl FnMut(&str)) {
        for piece in chunk.split_inclusive(|&byte| byte == b'\n') {
            self.too_long |= self.bytes.len() + piece.len() > LONGEST_LINE;
            if !self.too_long {
                self.bytes.extend_from_slice(piece);
            }
            if piece.last() == Some(&b'\n') {
                if !core::mem::take(&mut self.too_long) {
                    let text = String::from_utf8_lossy(&self.bytes);
                    whole(text.trim_end_matches(['\r', '\n']));
                }
                self.bytes.clear();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(chunks: &[&[u8]]) -> Vec<String> {
        let (mut line, mut heard) = (Line::default(), Vec::new());
        for chunk in chunks {
            line.push(chunk, |text| heard.push(text.to_owned()));
        }
        heard
    }

    #[test]
    fn lines_are_put_together_and_endless_ones_left_out() {
        assert_eq!(lines(&[b"uci", b"ok\r\nready", b"ok \n", b"rest"]), ["uciok", "readyok "]);
        let long = vec![b'x'; LONGEST_LINE];
        assert_eq!(lines(&[&long, b"more", &long, b"end\nuciok\n"]), ["uciok"]);
        assert_eq!(lines(&[b"\xff\0\n\n"]), ["\u{fffd}\0", ""]);
    }

    #[test]
    fn whoever_waits_gets_what_came_and_then_the_end() {
        let numbers = io::Cursor::new(b"1\nx\n2\n");
        let put = |kept: &mut Vec<u32>, _, number| {
            kept.push(number);
            true
        };
        let inbox: Inbox<Vec<u32>> =
            Inbox::open(numbers, "numbers", |text| text.parse().ok(), put).unwrap();
        let deadline = Instant::now() + Duration::from_secs(600);
        let both = |kept: &mut Vec<u32>| (kept.len() == 2).then(|| core::mem::take(kept));
        assert!(matches!(inbox.wait(deadline, both), Awaited::Came(found) if found == [1, 2]));
        assert!(matches!(inbox.wait(deadline, both), Awaited::Closed));
    }
}
