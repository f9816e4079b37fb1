//! What an engine has said and nobody has read yet. However much it talks, no more is kept than
//! the answers that are waited for and the last lines it thought worth telling.

use std::collections::VecDeque;
use std::io::Read;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use uci::{Info, Reply, ReplyError};

/// Lines longer than this are not UCI.
const LONGEST_LINE: usize = 1 << 16;
/// Answers beyond these are not waited for by anybody.
const MOST_ANSWERS: usize = 4096;
/// Of lines about a search, so many of the last are kept.
const MOST_TOLD: usize = 1024;

/// What was said, as far as somebody may wait for it.
pub(super) enum Said {
    Reply(Reply),
    /// A `bestmove` whose move cannot be read.
    NoMove(String),
}

#[derive(Default)]
struct Mail {
    answers: VecDeque<(Instant, Said)>,
    /// The last lines that tell a score for the first line of play.
    told: VecDeque<(Instant, Info)>,
    closed: bool,
}

#[derive(Default)]
struct Shared {
    mail: Mutex<Mail>,
    came: Condvar,
}

/// The reading end; a thread at the other end empties the pipe as fast as it fills.
pub(super) struct Mailbox(Arc<Shared>);

pub(super) enum Awaited {
    Answer(Instant, Said),
    /// The engine has closed its output.
    Closed,
    Timeout,
}

impl Mailbox {
    pub(super) fn open(pipe: impl Read + Send + 'static) -> std::io::Result<Mailbox> {
        let shared = Arc::new(Shared::default());
        let filled = Arc::clone(&shared);
        thread::Builder::new().name("mailbox".to_owned()).spawn(move || fill(pipe, &filled))?;
        Ok(Mailbox(shared))
    }

    fn lock(&self) -> MutexGuard<'_, Mail> {
        self.0.mail.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next answer, if it comes before `deadline`.
    pub(super) fn wait(&self, deadline: Instant) -> Awaited {
        let mut mail = self.lock();
        loop {
            if let Some((at, answer)) = mail.answers.pop_front() {
                return Awaited::Answer(at, answer);
            }
            if mail.closed {
                return Awaited::Closed;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left == Duration::ZERO {
                return Awaited::Timeout;
            }
            mail = self.0.came.wait_timeout(mail, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Takes the last lines that told a score, in their order.
    pub(super) fn told(&self) -> VecDeque<(Instant, Info)> {
        core::mem::take(&mut self.lock().told)
    }

    /// Throws away what nobody has read: it belongs to an earlier search.
    pub(super) fn empty(&self) {
        let mut mail = self.lock();
        mail.answers.clear();
        mail.told.clear();
    }
}

fn fill(mut pipe: impl Read, shared: &Shared) {
    let mut chunk = vec![0; 1 << 16];
    let mut line = Line::default();
    loop {
        let count = match pipe.read(&mut chunk) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let at = Instant::now();
        line.push(&chunk[..count], |text| deliver(shared, at, text));
    }
    let mut mail = shared.mail.lock().unwrap_or_else(PoisonError::into_inner);
    mail.closed = true;
    shared.came.notify_all();
}

fn deliver(shared: &Shared, at: Instant, text: &str) {
    let said = match text.parse::<Reply>() {
        Ok(reply) => Said::Reply(reply),
        Err(ReplyError::BadBestMove { word }) => Said::NoMove(word.unwrap_or_default()),
        Err(_) => return,
    };
    let mut mail = shared.mail.lock().unwrap_or_else(PoisonError::into_inner);
    match said {
        Said::Reply(Reply::Info(info)) => {
            let first_line = info.multipv.is_none_or(|line| line == 1);
            if info.score.is_some() && first_line {
                if mail.told.len() == MOST_TOLD {
                    mail.told.pop_front();
                }
                mail.told.push_back((at, *info));
            }
        }
        answer if mail.answers.len() < MOST_ANSWERS => {
            mail.answers.push_back((at, answer));
            shared.came.notify_all();
        }
        _ => {}
    }
}

/// Bytes until the end of a line, as far as they may be UCI.
#[derive(Default)]
pub(crate) struct Line {
    bytes: Vec<u8>,
    too_long: bool,
}

impl Line {
    /// Hands on every line that `chunk` completes.
    pub(crate) fn push(&mut self, chunk: &[u8], mut whole: impl FnMut(&str)) {
        for piece in chunk.split_inclusive(|&byte| byte == b'\n') {
            self.too_long |= self.bytes.len() + piece.len() > LONGEST_LINE;
            if !self.too_long {
                self.bytes.extend_from_slice(piece);
            }
            if piece.last() == Some(&b'\n') {
                if !core::mem::take(&mut self.too_long) {
                    whole(&String::from_utf8_lossy(&self.bytes));
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
            line.push(chunk, |text| heard.push(text.trim_end().to_owned()));
        }
        heard
    }

    #[test]
    fn lines_are_put_together_and_endless_ones_left_out() {
        assert_eq!(lines(&[b"uci", b"ok\r\nready", b"ok\n", b"rest"]), ["uciok", "readyok"]);
        let long = vec![b'x'; LONGEST_LINE];
        assert_eq!(lines(&[&long, b"more", &long, b"end\nuciok\n"]), ["uciok"]);
        assert_eq!(lines(&[b"\xff\0\n\n"]), ["\u{fffd}\0", ""]);
    }

    #[test]
    fn a_flood_is_not_kept() {
        let flood = b"bestmove e2e4\ninfo depth 1 score cp 3\n".repeat(3 * MOST_ANSWERS);
        let mailbox = Mailbox::open(std::io::Cursor::new(flood)).unwrap();
        while !mailbox.lock().closed {
            thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(mailbox.lock().answers.len(), MOST_ANSWERS);
        assert_eq!(mailbox.told().len(), MOST_TOLD);
        mailbox.empty();
        assert!(matches!(mailbox.wait(Instant::now()), Awaited::Closed));
    }
}
