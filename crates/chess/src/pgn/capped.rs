//! The text of a token, which cannot outgrow its limit.

use super::PgnFault;
use crate::sanitise::decode;

/// Collects bytes up to a limit and remembers whether there were more.
pub(super) struct Capped {
    pub(super) bytes: Vec<u8>,
    limit: usize,
    overflows: bool,
}

impl Capped {
    pub(super) fn new(limit: usize) -> Capped {
        Capped { bytes: Vec::new(), limit, overflows: false }
    }

    pub(super) fn push(&mut self, byte: u8) {
        match self.bytes.len() < self.limit {
            true => self.bytes.push(byte),
            false => self.overflows = true,
        }
    }

    /// Latin-1 grows when it is decoded, hence the second look.
    pub(super) fn text(&self, too_long: PgnFault) -> Result<String, PgnFault> {
        let text = decode(&self.bytes);
        if self.overflows || text.len() > self.limit { Err(too_long) } else { Ok(text) }
    }
}
