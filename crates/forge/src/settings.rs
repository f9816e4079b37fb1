//! What games are played like. Written into the file they go to: games of one file are of one
//! kind.

/// Everything a game depends on beside its number and the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// A search ends with the iteration in which it reaches so many nodes.
    pub soft_nodes: u32,
    /// Or within one, at so many.
    pub hard_nodes: u32,
    /// Of the table of each thread.
    pub hash_megabytes: u32,
    pub seed: u64,
    /// Games begin from one of the 960 arrangements.
    pub chess960: bool,
    /// The games are those of another file, scored anew.
    pub relabelled: bool,
    /// Random plies before the first move that is kept; half of the games have one more.
    pub random_plies: u32,
    /// Openings that a search finds more lopsided than this, in centipawns, are not played.
    pub opening_limit: u32,
    pub rules: Rules,
}

/// When a game is over though it could go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Won, when both sides have seen one of them so many centipawns ahead,
    pub win_score: u32,
    /// for so many plies in a row.
    pub win_plies: u32,
    /// Drawn, when both have seen no more than this,
    pub draw_score: u32,
    /// for so many plies in a row,
    pub draw_plies: u32,
    /// all of them after so many plies of the game.
    pub draw_from: u32,
    /// Drawn after so many plies, whatever anybody sees.
    pub max_plies: u32,
}

impl Rules {
    /// A score or a ply that no game comes to, for a rule that is not wanted.
    pub const NEVER: u32 = u32::MAX;
}

/// How many times the soft limit the hard one is: a search must not run away, and should not
/// often be cut short.
const HARD: u32 = 8;

impl Settings {
    pub fn with_nodes(soft_nodes: u32) -> Settings {
        Settings { soft_nodes, hard_nodes: soft_nodes.saturating_mul(HARD), ..Settings::default() }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            soft_nodes: 1_000,
            hard_nodes: 1_000 * HARD,
            hash_megabytes: 8,
            seed: 1,
            chess960: false,
            relabelled: false,
            random_plies: 8,
            opening_limit: 400,
            rules: Rules::default(),
        }
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            win_score: 2_000,
            win_plies: 4,
            draw_score: 8,
            draw_plies: 12,
            draw_from: 80,
            max_plies: 400,
        }
    }
}
