//! The settings of self-play games. A file stores them in its header: one file holds games of one
//! kind.

use core::ops::RangeInclusive;

use chess::Position;
use engine::{WinCurve, material};
use toolkit::adjudicator::{Adjudication, Agreement};

/// Everything a game depends on, besides its number and the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Nodes of a search.
    pub nodes: NodeBudget,
    /// What changes once few pieces are left.
    pub endgame: Option<Endgame>,
    /// Size of each thread's hash table.
    pub hash_megabytes: u32,
    /// Seed of the openings.
    pub seed: u64,
    /// Games start from one of the 960 arrangements.
    pub chess960: bool,
    /// The games are those of another file with new scores.
    pub relabelled: bool,
    /// Random plies before the first stored move; each game draws its own number.
    pub random_plies: RangeInclusive<u32>,
    /// Openings whose score is beyond this limit are not played.
    pub opening_limit: OpeningLimit,
    /// Percent of the openings within the limit that are played although they are decided: their
    /// score is beyond a half-win.
    pub decided_percent: u32,
    /// The rules of adjudication.
    pub rules: Rules,
}

/// How long a search may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeBudget {
    /// The search ends with the iteration that reaches this many nodes,
    pub soft: u32,
    /// or within an iteration, at this many.
    pub hard: u32,
}

/// The hard limit in units of the soft one: a search must not run away, and should rarely be cut
/// within an iteration.
const HARD: u32 = 8;

impl NodeBudget {
    /// A soft limit with the usual hard limit.
    pub fn new(soft: u32) -> NodeBudget {
        NodeBudget { soft, hard: soft.saturating_mul(HARD) }
    }
}

/// Endgames need longer searches, since short ones do not see what wins; and they are played out,
/// since a short search calls many of them drawn that are not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Endgame {
    /// The most pieces of an endgame, kings and pawns included.
    pub pieces: u32,
    pub nodes: NodeBudget,
}

/// How far from equal an opening may be, in raw centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpeningLimit {
    /// With any material. Files of format 1 have this limit.
    Fixed(u32),
    /// With all pieces on the board; with fewer, the score that wins as often.
    FullBoard(u32),
}

impl OpeningLimit {
    /// The limit in centipawns.
    pub fn centipawns(self) -> u32 {
        let (OpeningLimit::Fixed(limit) | OpeningLimit::FullBoard(limit)) = self;
        limit
    }

    /// Whether an opening with this score is within the limit.
    pub fn allows(self, score: i16, curve: &WinCurve, position: &Position) -> bool {
        let score = f64::from(score.unsigned_abs());
        match self {
            OpeningLimit::Fixed(limit) => score <= f64::from(limit),
            OpeningLimit::FullBoard(limit) => {
                score * curve.half_win(WinCurve::FULL_BOARD)
                    <= f64::from(limit) * curve.half_win(material(position))
            }
        }
    }
}

/// When a game ends before the rules of chess end it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Won, when both sides score one of them this many centipawns ahead,
    pub win_score: u32,
    /// for this many plies in a row.
    pub win_plies: u32,
    /// Drawn, when both sides score at most this many centipawns,
    pub draw_score: u32,
    /// for this many plies in a row,
    pub draw_plies: u32,
    /// all of them after this many plies of the game, and not in an endgame.
    pub draw_from: u32,
    /// Truncated after this many plies, and stored as drawn.
    pub max_plies: u32,
}

impl Rules {
    /// A score or a ply that no game reaches, for a rule that is off.
    pub const NEVER: u32 = u32::MAX;

    /// The same for the adjudicator, which counts draws only where the caller allows them.
    pub(crate) fn adjudication(&self) -> Adjudication {
        let rule =
            |is_on: bool, centipawns, plies| is_on.then_some(Agreement { centipawns, plies });
        Adjudication {
            win: rule(self.win_score != Rules::NEVER, self.win_score, self.win_plies),
            draw: rule(self.draw_from != Rules::NEVER, self.draw_score, self.draw_plies),
            max_plies: Some(self.max_plies),
        }
    }
}

impl Settings {
    /// The default settings with this soft limit, and no longer searches in endgames.
    pub fn with_nodes(soft_nodes: u32) -> Settings {
        Settings { nodes: NodeBudget::new(soft_nodes), endgame: None, ..Settings::default() }
    }

    /// Whether a position counts as an endgame.
    pub fn is_endgame(&self, position: &Position) -> bool {
        self.endgame.is_some_and(|endgame| position.occupied().len() <= endgame.pieces)
    }

    /// The budget of a search from this position.
    pub fn nodes_for(&self, position: &Position) -> NodeBudget {
        match self.endgame {
            Some(endgame) if self.is_endgame(position) => endgame.nodes,
            _ => self.nodes,
        }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            nodes: NodeBudget::new(1_000),
            endgame: Some(Endgame::default()),
            hash_megabytes: 8,
            seed: 1,
            chess960: false,
            relabelled: false,
            random_plies: 4..=9,
            opening_limit: OpeningLimit::FullBoard(120),
            decided_percent: 25,
            rules: Rules::default(),
        }
    }
}

impl Default for Endgame {
    fn default() -> Endgame {
        Endgame { pieces: 14, nodes: NodeBudget::new(1_000) }
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

#[cfg(test)]
mod tests {
    use engine::knobs::Evaluator;

    use super::*;

    fn position(fen: &str) -> Position {
        fen.parse::<chess::Setup>().unwrap().position
    }

    #[test]
    fn an_opening_with_less_material_may_be_further_from_equal() {
        let curve = WinCurve::of(Evaluator::Nnue);
        let full = Position::initial();
        let bare = position("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1");
        let limit = OpeningLimit::FullBoard(120);
        for (score, on_full, on_bare) in [(120, true, true), (121, false, true)] {
            for score in [score, -score] {
                assert_eq!(limit.allows(score, &curve, &full), on_full, "{score}");
                assert_eq!(limit.allows(score, &curve, &bare), on_bare, "{score}");
            }
        }
        // Half of the games are won at 79.8 centipawns with 78 points, at 250.9 with 16.
        assert!(limit.allows(377, &curve, &bare) && !limit.allows(378, &curve, &bare));
        let fixed = OpeningLimit::Fixed(120);
        assert!(fixed.allows(-120, &curve, &bare) && !fixed.allows(121, &curve, &bare));
        assert!(!OpeningLimit::FullBoard(32_000).allows(i16::MIN, &curve, &full));
    }

    #[test]
    fn the_endgame_begins_at_its_number_of_pieces() {
        let endgame = Endgame { pieces: 4, nodes: NodeBudget { soft: 400, hard: 900 } };
        let settings = Settings { endgame: Some(endgame), ..Settings::with_nodes(100) };
        let four = position("4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1");
        let five = position("4k3/8/8/8/8/8/2PPP3/4K3 w - - 0 1");
        assert_eq!(settings.nodes_for(&four), endgame.nodes);
        assert_eq!(settings.nodes_for(&five), NodeBudget { soft: 100, hard: 800 });
        assert!(settings.is_endgame(&four) && !settings.is_endgame(&five));
        assert_eq!(Settings::with_nodes(100).nodes_for(&four), NodeBudget::new(100));
    }
}
