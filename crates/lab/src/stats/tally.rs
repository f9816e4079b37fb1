//! Single games.

/// Games by their result, as one side sees them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
}

impl Tally {
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points per game; one half where there are no games.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + 0.5 * self.draws as f64) / games as f64,
        }
    }

    pub fn draw_rate(&self) -> f64 {
        match self.games() {
            0 => 0.0,
            games => self.draws as f64 / games as f64,
        }
    }
}
