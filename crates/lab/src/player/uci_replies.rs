//! The unread replies of an engine. However much it sends, only the answers that somebody may wait
//! for and the last `info` lines with a score are kept.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::time::Instant;

use uci::{Info, Reply, ReplyError};

use super::pipe_reader::{PipeReader, Received};

/// Maximum unread answers; nobody waits for more.
const MAX_ANSWERS: usize = 4096;
/// Maximum `info` lines; older ones are dropped.
const MAX_INFOS: usize = 1024;

/// A reply that somebody may wait for.
pub(super) enum EngineReply {
    Uci(Reply),
    /// A `bestmove` whose move cannot be read.
    UnreadableMove(String),
}

#[derive(Default)]
struct Unread {
    answers: VecDeque<(Instant, EngineReply)>,
    /// The last lines with a score for the first variation.
    infos: VecDeque<(Instant, Info)>,
}

pub(super) struct UciReplies(PipeReader<Unread>);

impl UciReplies {
    pub(super) fn open(pipe: impl Read + Send + 'static) -> io::Result<UciReplies> {
        PipeReader::open(pipe, "replies", read, Unread::put).map(UciReplies)
    }

    /// Waits for the next answer.
    pub(super) fn wait(&self, deadline: Instant) -> Received<(Instant, EngineReply)> {
        self.0.wait(deadline, |unread| unread.answers.pop_front())
    }

    /// Takes the last `info` lines with a score, in their order.
    pub(super) fn take_infos(&self) -> VecDeque<(Instant, Info)> {
        self.0.with(|unread| core::mem::take(&mut unread.infos))
    }

    /// Discards all unread replies: they belong to an earlier search.
    pub(super) fn clear(&self) {
        self.0.with(|unread| {
            unread.answers.clear();
            unread.infos.clear();
        });
    }
}

fn read(text: &str) -> Option<EngineReply> {
    match text.parse::<Reply>() {
        Ok(reply) => Some(EngineReply::Uci(reply)),
        Err(ReplyError::BadBestMove { word }) => {
            Some(EngineReply::UnreadableMove(word.unwrap_or_default()))
        }
        Err(_) => None,
    }
}

impl Unread {
    /// Returns whether the reply is an answer.
    fn put(&mut self, at: Instant, reply: EngineReply) -> bool {
        match reply {
            EngineReply::Uci(Reply::Info(info)) => {
                let first_line = info.multipv.is_none_or(|line| line == 1);
                if info.score.is_some() && first_line {
                    if self.infos.len() == MAX_INFOS {
                        self.infos.pop_front();
                    }
                    self.infos.push_back((at, *info));
                }
                false
            }
            answer if self.answers.len() < MAX_ANSWERS => {
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
    fn a_flood_does_not_fill_memory() {
        let flood = b"bestmove e2e4\ninfo depth 1 score cp 3\n".repeat(3 * MAX_ANSWERS);
        let replies = UciReplies::open(io::Cursor::new(flood)).unwrap();
        replies.0.wait_for_end();
        assert_eq!(replies.0.with(|unread| unread.answers.len()), MAX_ANSWERS);
        assert_eq!(replies.take_infos().len(), MAX_INFOS);
        replies.clear();
        assert!(matches!(replies.wait(Instant::now()), Received::Closed));
    }
}
