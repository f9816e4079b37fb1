//! What an engine says, line by line and with the time of each, whether or not it is UCI.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::time::Instant;

use crate::player::inbox::{Awaited, Inbox};

#[derive(Clone, Debug)]
pub(super) struct Heard {
    pub(super) at: Instant,
    /// Without the end of the line.
    pub(super) text: String,
}

pub(super) struct Ear(Inbox<VecDeque<Heard>>);

impl Ear {
    /// Keeps no more than the last `most` lines that nobody has read.
    pub(super) fn open(pipe: impl Read + Send + 'static, most: usize) -> io::Result<Ear> {
        let put = move |unread: &mut VecDeque<Heard>, at, text| {
            if unread.len() >= most {
                unread.pop_front();
            }
            unread.push_back(Heard { at, text });
            true
        };
        Inbox::open(pipe, "ear", |text| Some(text.to_owned()), put).map(Ear)
    }

    /// The next line, if it comes before `deadline`.
    pub(super) fn wait(&self, deadline: Instant) -> Awaited<Heard> {
        self.0.wait(deadline, VecDeque::pop_front)
    }

    /// Takes what there is without waiting.
    pub(super) fn take(&self) -> Vec<Heard> {
        self.0.with(|unread| unread.drain(..).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept_in_order() {
        let ear = Ear::open(io::Cursor::new(b"a\r\nb\n\nc d \nrest"), 3).unwrap();
        ear.0.wait_for_end();
        let mut heard = Vec::new();
        while let Awaited::Came(line) = ear.wait(Instant::now()) {
            heard.push(line.text);
        }
        assert_eq!(heard, ["b", "", "c d "]);
        assert!(matches!(ear.wait(Instant::now()), Awaited::Closed));
    }
}
