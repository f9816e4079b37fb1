//! A plan whose parts have been parsed once, for everything that plays or shows a run.

use core::fmt;
use core::ops::Deref;
use core::time::Duration;
use std::sync::Arc;

use engine::tablebase::Prober;
use serde::{Deserialize, Serialize};
use tablebase::{FolderError, Kind, Syzygy};

use super::{Plan, RunKind, SprtPlan};
use crate::game::Rules;
use crate::limit::Limit;
use crate::openings::{BookError, OpeningSource};
use crate::player::{PlayerSpec, PlayerSpecError, Timeouts};
use crate::stats::{Sprt, SprtError};

/// A plan that makes sense: enough players, a number of games that fits, a valid test. It reads
/// like the [`Plan`] it was made from and adds what follows from it.
///
/// Settings of players are not parsed here but in [`CheckedPlan::lineup`]: a report of an old run
/// must not fail because the engine has lost a setting since.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Plan", into = "Plan")]
pub struct CheckedPlan {
    plan: Plan,
    pairings: Vec<(usize, usize)>,
    games: u32,
    test: Option<Sprt>,
    own_limits: Vec<Option<Limit>>,
}

/// What a run plays with: players whose settings are valid and openings that could be read.
pub struct Lineup {
    pub players: Vec<PlayerSpec>,
    pub openings: OpeningSource,
    /// Tablebases that end games.
    pub tables: Option<Arc<dyn Prober>>,
    /// The same opening always gives the same game.
    pub deterministic: bool,
}

/// Why a plan cannot be carried out.
#[derive(Debug)]
pub enum PlanError {
    Player { text: String, why: PlayerSpecError },
    TooFew { players: usize },
    TooMany { games: u64 },
    Book(BookError),
    Tables(FolderError),
    NoTables { folders: String },
    Sprt(SprtError),
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlanError::Player { text, why } => write!(f, "player '{text}': {why}"),
            PlanError::TooFew { players } => {
                write!(f, "{players} players; expected at least two")
            }
            PlanError::TooMany { games } => {
                write!(f, "{games} games; expected at most {}", u32::MAX)
            }
            PlanError::Book(error) => error.fmt(f),
            PlanError::Tables(error) => write!(f, "tablebases: {error}"),
            PlanError::NoTables { folders } => {
                write!(f, "tablebases: no sound WDL table in '{folders}'")
            }
            PlanError::Sprt(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for PlanError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            PlanError::Player { why, .. } => Some(why),
            PlanError::TooFew { .. } | PlanError::TooMany { .. } | PlanError::NoTables { .. } => {
                None
            }
            PlanError::Book(error) => Some(error),
            PlanError::Tables(error) => Some(error),
            PlanError::Sprt(error) => Some(error),
        }
    }
}

impl SprtPlan {
    pub fn test(&self) -> Result<Sprt, SprtError> {
        Sprt::new(self.elo0, self.elo1, self.alpha, self.beta, self.model)
    }
}

impl Plan {
    /// Which players meet, by their places.
    fn pairings(&self) -> Vec<(usize, usize)> {
        let players = self.players.len();
        match self.kind {
            RunKind::Match | RunKind::Sprt => vec![(0, 1)],
            RunKind::Gauntlet => (1..players).map(|other| (0, other)).collect(),
            RunKind::RoundRobin => {
                (0..players).flat_map(|one| (one + 1..players).map(move |two| (one, two))).collect()
            }
        }
    }
}

impl TryFrom<Plan> for CheckedPlan {
    type Error = PlanError;

    fn try_from(plan: Plan) -> Result<CheckedPlan, PlanError> {
        if plan.players.len() < 2 {
            return Err(PlanError::TooFew { players: plan.players.len() });
        }
        let pairings = plan.pairings();
        let games = 2 * u64::from(plan.pairs) * pairings.len() as u64;
        let games = u32::try_from(games).map_err(|_| PlanError::TooMany { games })?;
        let test = plan.sprt.map(|sprt| sprt.test()).transpose().map_err(PlanError::Sprt)?;
        let own_limits = plan.players.iter().map(|text| PlayerSpec::limit_in(text)).collect();
        Ok(CheckedPlan { plan, pairings, games, test, own_limits })
    }
}

impl From<CheckedPlan> for Plan {
    fn from(checked: CheckedPlan) -> Plan {
        checked.plan
    }
}

impl Deref for CheckedPlan {
    type Target = Plan;

    fn deref(&self) -> &Plan {
        &self.plan
    }
}

impl CheckedPlan {
    /// Which players meet, by their places.
    pub fn pairings(&self) -> &[(usize, usize)] {
        &self.pairings
    }

    /// Whether only two players take part.
    pub fn is_duel(&self) -> bool {
        self.pairings.len() == 1
    }

    /// Maximum games of the whole run.
    pub fn games(&self) -> u32 {
        self.games
    }

    pub fn test(&self) -> Option<&Sprt> {
        self.test.as_ref()
    }

    /// Each player's own limit, if it sets one.
    pub fn own_limits(&self) -> &[Option<Limit>] {
        &self.own_limits
    }

    /// Each player's own limit, or the one for all.
    pub fn limits(&self) -> impl Iterator<Item = Limit> {
        self.own_limits.iter().map(|own| own.unwrap_or(self.limit))
    }

    /// The limit in words; every different one if players set their own.
    pub fn limits_text(&self) -> String {
        let mut texts: Vec<String> = Vec::new();
        for limit in self.limits().map(|limit| limit.to_string()) {
            if !texts.contains(&limit) {
                texts.push(limit);
            }
        }
        texts.join(" against ")
    }

    /// Whether time limits any player.
    pub fn is_timed(&self) -> bool {
        self.limits().any(Limit::is_timed)
    }

    /// Parses the players' settings and reads the openings.
    pub fn lineup(&self) -> Result<Lineup, PlanError> {
        let parse = |text: &String| {
            text.parse().map_err(|why| PlanError::Player { text: text.clone(), why })
        };
        let players: Vec<PlayerSpec> = self.players.iter().map(parse).collect::<Result<_, _>>()?;
        let openings = self.openings.open(self.order, self.seed, self.chess960);
        let openings = openings.map_err(PlanError::Book)?;
        let deterministic = !self.is_timed() && players.iter().all(PlayerSpec::is_own);
        Ok(Lineup { players, openings, tables: self.open_tables()?, deterministic })
    }

    /// Opens the tablebases that end games, if the plan names any.
    fn open_tables(&self) -> Result<Option<Arc<dyn Prober>>, PlanError> {
        let Some(folders) = &self.tables else { return Ok(None) };
        let tables = Syzygy::open(folders).map_err(PlanError::Tables)?;
        if tables.count(Kind::Wdl) == 0 {
            return Err(PlanError::NoTables { folders: folders.clone() });
        }
        Ok(Some(Arc::new(tables)))
    }

    /// The rules of its games, without the tablebases, which the lineup opens.
    pub fn rules(&self) -> Rules {
        Rules {
            limit: self.limit,
            margin: Duration::from_millis(self.margin_ms),
            adjudication: self.adjudication,
            tables: None,
            chess960: self.chess960,
        }
    }

    pub fn timeouts(&self) -> Timeouts {
        Timeouts {
            ready: Duration::from_millis(self.ready_ms),
            stall: Duration::from_millis(self.stall_ms),
            grace: Duration::from_millis(self.margin_ms) + Timeouts::DEFAULT.grace,
        }
    }
}

impl Lineup {
    /// Maximum games of a run with these players. Deterministic players end it with the last
    /// opening of the book: a game played twice is no further evidence.
    pub fn games(&self, plan: &CheckedPlan) -> u32 {
        match self.openings.len().filter(|_| self.deterministic) {
            Some(openings) => plan.games.min(2 * (openings * plan.pairings.len()) as u32),
            None => plan.games,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::super::OpeningChoice;
    use super::*;
    use crate::adjudication::Adjudication;
    use crate::openings::Order;

    /// A short match between two players.
    pub(crate) fn plan(players: [&str; 2]) -> Plan {
        Plan {
            kind: RunKind::Match,
            players: players.map(str::to_owned).to_vec(),
            pairs: 1,
            limit: Limit::Nodes(1000),
            margin_ms: 0,
            openings: OpeningChoice::Random,
            order: Order::Sequential,
            seed: 1,
            adjudication: Adjudication::DEFAULT,
            tables: None,
            chess960: false,
            sprt: None,
            ready_ms: 1,
            stall_ms: 1,
        }
    }

    fn checked(players: [&str; 2]) -> CheckedPlan {
        CheckedPlan::try_from(plan(players)).unwrap()
    }

    #[test]
    fn players_set_their_own_limits() {
        let deterministic = |plan: &CheckedPlan| plan.lineup().unwrap().deterministic;
        let equal = checked(["self", "self UseNullMove=false"]);
        assert_eq!(equal.limits_text(), "nodes=1000");
        assert!(deterministic(&equal) && !equal.is_timed());
        let odds = checked(["self nodes=500", "self"]);
        assert_eq!(odds.limits_text(), "nodes=500 against nodes=1000");
        assert!(deterministic(&odds));
        let timed = checked(["self", "self tc=2+0.02"]);
        assert!(timed.is_timed() && !deterministic(&timed));
        let own: Vec<bool> = timed.own_limits().iter().map(Option::is_some).collect();
        assert_eq!(own, [false, true]);
    }

    #[test]
    fn a_plan_with_a_lost_setting_can_be_shown_but_not_played() {
        let text = serde_json::to_string(&plan(["self nodes=7", "self LostSetting=1"])).unwrap();
        let read: CheckedPlan = serde_json::from_str(&text).unwrap();
        assert_eq!(read.limits_text(), "nodes=7 against nodes=1000");
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
        let message = read.lineup().err().unwrap().to_string();
        assert!(message.contains("'LostSetting=1' is not known"), "{message}");
    }

    #[test]
    fn a_plan_that_makes_no_sense_is_refused() {
        let one = Plan { players: vec!["self".to_owned()], ..plan(["self"; 2]) };
        let endless = Plan { pairs: u32::MAX, ..plan(["self"; 2]) };
        for (plan, named) in [(one, "1 players; expected"), (endless, "games; expected at most")] {
            let message = CheckedPlan::try_from(plan).unwrap_err().to_string();
            assert!(message.contains(named), "{message}");
        }
    }
}
