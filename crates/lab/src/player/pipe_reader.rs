//! Reads a pipe line by line: a thread empties the pipe as fast as it fills, and wakes a waiting
//! reader.

use std::io::{self, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use toolkit::workers;

/// Longer lines are dropped: no UCI line is that long.
const MAX_LINE: usize = 1 << 16;

struct Shared<T> {
    buffer: Mutex<Buffer<T>>,
    arrived: Condvar,
}

struct Buffer<T> {
    content: T,
    closed: bool,
}

/// The buffer that the thread fills.
pub(crate) struct PipeReader<T>(Arc<Shared<T>>);

pub(crate) enum Received<A> {
    Item(A),
    /// The pipe is closed and the buffer is empty.
    Closed,
    Timeout,
}

impl<T: Default + Send + 'static> PipeReader<T> {
    /// Starts a thread that parses each line with `read`, outside the lock, and stores the result
    /// with `put`, which returns whether to wake a waiting reader.
    pub(crate) fn open<M>(
        pipe: impl Read + Send + 'static,
        name: &str,
        read: impl Fn(&str) -> Option<M> + Send + 'static,
        put: impl Fn(&mut T, Instant, M) -> bool + Send + 'static,
    ) -> io::Result<PipeReader<T>> {
        let buffer = Mutex::new(Buffer { content: T::default(), closed: false });
        let shared = Arc::new(Shared { buffer, arrived: Condvar::new() });
        let filled = Arc::clone(&shared);
        thread::Builder::new().name(name.to_owned()).spawn(move || {
            each_line(pipe, |at, line| {
                if let Some(read) = read(line)
                    && put(&mut workers::lock(&filled.buffer).content, at, read)
                {
                    filled.arrived.notify_all();
                }
            });
            workers::lock(&filled.buffer).closed = true;
            filled.arrived.notify_all();
        })?;
        Ok(PipeReader(shared))
    }
}

impl<T> PipeReader<T> {
    fn lock(&self) -> MutexGuard<'_, Buffer<T>> {
        workers::lock(&self.0.buffer)
    }

    /// Accesses the buffered content.
    pub(crate) fn with<A>(&self, act: impl FnOnce(&mut T) -> A) -> A {
        act(&mut self.lock().content)
    }

    /// Waits until `take` returns something, the pipe is closed or `deadline` passes.
    pub(crate) fn wait<A>(
        &self,
        deadline: Instant,
        take: impl Fn(&mut T) -> Option<A>,
    ) -> Received<A> {
        let mut buffer = self.lock();
        loop {
            if let Some(taken) = take(&mut buffer.content) {
                return Received::Item(taken);
            }
            if buffer.closed {
                return Received::Closed;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left == Duration::ZERO {
                return Received::Timeout;
            }
            let woken = self.0.arrived.wait_timeout(buffer, left);
            buffer = woken.unwrap_or_else(std::sync::PoisonError::into_inner).0;
        }
    }

    #[cfg(test)]
    pub(crate) fn wait_for_end(&self) {
        while !self.lock().closed {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Passes every line with its time to `receive`, until the pipe is closed.
fn each_line(mut pipe: impl Read, mut receive: impl FnMut(Instant, &str)) {
    let (mut chunk, mut line) = (vec![0; 1 << 16], Line::default());
    loop {
        let count = match pipe.read(&mut chunk) {
            Ok(0) => return,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        let at = Instant::now();
        line.push(&chunk[..count], |text| receive(at, text));
    }
}

/// The bytes of the current line, unless it is too long.
#[derive(Default)]
struct Line {
    bytes: Vec<u8>,
    too_long: bool,
}

impl Line {
    /// Passes every line that `chunk` completes to `whole`, without its line end.
    fn push(&mut self, chunk: &[u8], mut whole: impl FnMut(&str)) {
        for piece in chunk.split_inclusive(|&byte| byte == b'\n') {
            self.too_long |= self.bytes.len() + piece.len() > MAX_LINE;
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
        let (mut line, mut received) = (Line::default(), Vec::new());
        for chunk in chunks {
            line.push(chunk, |text| received.push(text.to_owned()));
        }
        received
    }

    #[test]
    fn lines_are_assembled_and_overlong_ones_dropped() {
        assert_eq!(lines(&[b"uci", b"ok\r\nready", b"ok \n", b"rest"]), ["uciok", "readyok "]);
        let long = vec![b'x'; MAX_LINE];
        assert_eq!(lines(&[&long, b"more", &long, b"end\nuciok\n"]), ["uciok"]);
        assert_eq!(lines(&[b"\xff\0\n\n"]), ["\u{fffd}\0", ""]);
    }

    #[test]
    fn a_reader_gets_the_content_and_then_the_end() {
        let numbers = io::Cursor::new(b"1\nx\n2\n");
        let put = |numbers: &mut Vec<u32>, _, number| {
            numbers.push(number);
            true
        };
        let reader: PipeReader<Vec<u32>> =
            PipeReader::open(numbers, "numbers", |text| text.parse().ok(), put).unwrap();
        let deadline = Instant::now() + Duration::from_secs(600);
        let both = |found: &mut Vec<u32>| (found.len() == 2).then(|| core::mem::take(found));
        assert!(matches!(reader.wait(deadline, both), Received::Item(found) if found == [1, 2]));
        assert!(matches!(reader.wait(deadline, both), Received::Closed));
    }
}
