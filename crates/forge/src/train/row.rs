//! All numbers of a network while it is trained stand in rows of one width. The hidden layer is
//! cut into tiles of so many columns, and the weights of a tile lie together: those of a whole
//! bucket are 192 KiB then, which stay in the second cache while a tile is worked on.

/// Eight registers of eight numbers.
pub(crate) const COLUMNS: usize = 64;

/// Lies at the beginning of a cache line.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(C, align(64))]
pub(crate) struct Row(pub(crate) [f32; COLUMNS]);

impl Row {
    pub(crate) const ZERO: Row = Row([0.0; COLUMNS]);

    #[inline(always)]
    pub(crate) fn add(&mut self, other: &Row) {
        for (sum, more) in self.0.iter_mut().zip(&other.0) {
            *sum += more;
        }
    }
}
