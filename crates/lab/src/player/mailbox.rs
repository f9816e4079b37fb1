//! What an engine has said and nobody has read yet. However much it talks, no more is kept than
//! the answers that are waited for and the last lines it thought worth telling.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::time::Instant;

use uci::{Info, Reply, ReplyError};

use super::inbox::{Awaited, Inbox};

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
}

pub(super) struct Mailbox(Inbox<Mail>);

impl Mailbox {
    pub(super) fn open(pipe: impl Read + Send + 'static) -> io::Result<Mailbox> {
        Inbox::open(pipe, "mailbox", read, Mail::put).map(Mailbox)
    }

    /// The next answer, if it comes before `deadline`.
    pub(super) fn wait(&self, deadline: Instant) -> Awaited<(Instant, Said)> {
        self.0.wait(deadline, |mail| mail.answers.pop_front())
    }

    /// Takes the last lines that told a score, in their order.
    pub(super) fn told(&self) -> VecDeque<(Instant, Info)> {
        self.0.with(|mail| core::mem::take(&mut mail.told))
    }

    /// Throws away what nobody has read: it belongs to an earlier search.
    pub(super) fn empty(&self) {
        self.0.with(|mail| {
            mail.answers.clear();
            mail.told.clear();
        });
    }
}

fn read(text: &str) -> Option<Said> {
    match text.parse::<Reply>() {
        Ok(reply) => Some(Said::Reply(reply)),
        Err(ReplyError::BadBestMove { word }) => Some(Said::NoMove(word.unwrap_or_default())),
        Err(_) => None,
    }
}

impl Mail {
    /// Says whether it is an answer.
    fn put(&mut self, at: Instant, said: Said) -> bool {
        match said {
            Said::Reply(Reply::Info(info)) => {
                let first_line = info.multipv.is_none_or(|line| line == 1);
                if info.score.is_some() && first_line {
                    if self.told.len() == MOST_TOLD {
                        self.told.pop_front();
                    }
                    self.told.push_back((at, *info));
                }
                false
            }
            answer if self.answers.len() < MOST_ANSWERS => {
                self.answers.push_back((at, answer));
                true
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_not_kept() {
        let flood = b"bestmove e2e4\ninfo depth 1 score cp 3\n".repeat(3 * MOST_ANSWERS);
        let mailbox = Mailbox::open(io::Cursor::new(flood)).unwrap();
        mailbox.0.wait_for_end();
        assert_eq!(mailbox.0.with(|mail| mail.answers.len()), MOST_ANSWERS);
        assert_eq!(mailbox.told().len(), MOST_TOLD);
        mailbox.empty();
        assert!(matches!(mailbox.wait(Instant::now()), Awaited::Closed));
    }
}
