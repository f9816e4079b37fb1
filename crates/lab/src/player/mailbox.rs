//! What an engine has said and nobody has read yet. However much it talks, no more is kept than
//! the answers that are waited for and the last lines it thought worth telling.

use std::collections::VecDeque;
use std::io::Read;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use uci::{Info, Reply};

/// Lines longer than this are not UCI.
const LONGEST_LINE: usize = 1 << 16;
/// Answers beyond these are not waited for by anybody.
const MOST_ANSWERS: usize = 4096;

#[derive(Default)]
struct Mail {
    answers: VecDeque<(Instant, Reply)>,
    /// The last line that tells a score for the first line of play.
    told: Option<Info>,
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
    Answer(Instant, Reply),
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

    /// Takes the last score told.
    pub(super) fn told(&self) -> Option<Info> {
        self.lock().told.take()
    }

    /// Throws away what nobody has read: it belongs to an earlier search.
    pub(super) fn empty(&self) {
        let mut mail = self.lock();
        mail.answers.clear();
        mail.told = None;
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
        for &byte in &chunk[..count] {
            if let Some(text) = line.push(byte) {
                deliver(shared, at, text);
            }
        }
    }
    let mut mail = shared.mail.lock().unwrap_or_else(PoisonError::into_inner);
    mail.closed = true;
    shared.came.notify_all();
}

fn deliver(shared: &Shared, at: Instant, text: &str) {
    let Ok(reply) = text.parse::<Reply>() else { return };
    let mut mail = shared.mail.lock().unwrap_or_else(PoisonError::into_inner);
    match reply {
        Reply::Info(info) if info.score.is_some() && info.multipv.is_none_or(|line| line == 1) => {
            mail.told = Some(*info);
        }
        Reply::Info(_) => {}
        answer if mail.answers.len() < MOST_ANSWERS => {
            mail.answers.push_back((at, answer));
            shared.came.notify_all();
        }
        _ => {}
    }
}

/// Bytes until the end of a line, as far as they may be UCI.
#[derive(Default)]
struct Line {
    bytes: Vec<u8>,
    too_long: bool,
    whole: String,
}

impl Line {
    fn push(&mut self, byte: u8) -> Option<&str> {
        if byte != b'\n' {
            self.too_long |= self.bytes.len() >= LONGEST_LINE;
            if !self.too_long {
                self.bytes.push(byte);
            }
            return None;
        }
        let skip = core::mem::take(&mut self.too_long);
        self.whole.clear();
        self.whole.push_str(&String::from_utf8_lossy(&self.bytes));
        self.bytes.clear();
        (!skip).then_some(self.whole.as_str())
    }
}
