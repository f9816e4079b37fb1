//! What became of an entry offered to the table.

/// Told to whoever counts; nobody else needs to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Stored {
    /// It went where nothing was.
    Empty,
    /// It took the place of older news of the same position.
    Renewed,
    /// It took the place of another position, left by an earlier search.
    OverOld,
    /// It took the place of another position, written in this very search: a collision.
    OverPresent,
    /// What stood there is worth more.
    Refused,
}

impl Stored {
    pub const ALL: [Stored; 5] =
        [Stored::Empty, Stored::Renewed, Stored::OverOld, Stored::OverPresent, Stored::Refused];
    pub const COUNT: usize = Stored::ALL.len();
}
