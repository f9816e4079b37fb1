//! The state of a run: what its finished games add up to. It takes a few bytes per game, so that a
//! million games fit into memory.

use std::collections::BTreeMap;

use chess::Color;
use toolkit::Ending;

use crate::record::GameSummary;
use crate::stats::{Encounter, Pentanomial, WinDrawLoss};

/// The results of one pairing. A pair counts once both its games have ended.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Standing {
    pub pairs: Pentanomial,
    /// From the first player's side.
    pub games: WinDrawLoss,
}

/// More than one loss on time in this many games raises the alarm.
const GAMES_PER_TIME_LOSS: u64 = 1_000;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pairings: Vec<(usize, usize)>,
    /// The half points of the pairing's first player, by game number.
    games: Vec<Option<u8>>,
    standings: Vec<Standing>,
    endings: BTreeMap<Ending, u64>,
    /// Losses on time, by player.
    late: BTreeMap<usize, u64>,
    finished: u64,
}

/// The place of a game in the schedule: rounds of all pairings, two games each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    pub round: u32,
    pub pairing: usize,
    /// The second game of a pair: same opening, colours swapped.
    pub swapped: bool,
}

impl Place {
    pub fn of(number: u32, pairings: usize) -> Place {
        let (pair, pairings) = (number / 2, pairings.max(1) as u32);
        Place {
            round: pair / pairings,
            pairing: (pair % pairings) as usize,
            swapped: number % 2 == 1,
        }
    }
}

impl State {
    pub fn new(pairings: &[(usize, usize)]) -> State {
        State {
            pairings: pairings.to_vec(),
            games: Vec::new(),
            standings: vec![Standing::default(); pairings.len()],
            endings: BTreeMap::new(),
            late: BTreeMap::new(),
            finished: 0,
        }
    }

    /// Whether a game has been counted.
    pub fn has(&self, number: u32) -> bool {
        self.games.get(number as usize).is_some_and(Option::is_some)
    }

    /// Counts a game. Returns whether it counts: void games and repeated numbers do not.
    pub fn add(&mut self, game: GameSummary) -> bool {
        let place = Place::of(game.number, self.pairings.len());
        let Some(&(first, second)) = self.pairings.get(place.pairing) else { return false };
        let players = if place.swapped { (second, first) } else { (first, second) };
        if self.has(game.number) || (game.white, game.black) != players {
            return false;
        }
        *self.endings.entry(game.ending).or_default() += 1;
        let Some(result) = game.result else { return false };
        let white = result.half_points(Color::White);
        if game.ending == Ending::Time {
            let loser = if white == 0 { game.white } else { game.black };
            *self.late.entry(loser).or_default() += 1;
        }
        let own = if place.swapped { 2 - white } else { white };
        let index = game.number as usize;
        if self.games.len() <= index {
            self.games.resize(index + 1, None);
        }
        self.games[index] = Some(own);
        self.finished += 1;
        let standing = &mut self.standings[place.pairing];
        match own {
            2 => standing.games.wins += 1,
            1 => standing.games.draws += 1,
            _ => standing.games.losses += 1,
        }
        if let Some(other) = self.games.get(index ^ 1).copied().flatten() {
            standing.pairs.add(usize::from(own + other));
        }
        true
    }

    /// The number of counted games.
    pub fn finished(&self) -> u64 {
        self.finished
    }

    /// The results by pairing.
    pub fn standings(&self) -> &[Standing] {
        &self.standings
    }

    /// The results of the first pairing, which is the only one of a duel.
    pub fn duel(&self) -> Standing {
        self.standings.first().copied().unwrap_or_default()
    }

    pub fn endings(&self) -> &BTreeMap<Ending, u64> {
        &self.endings
    }

    /// A warning, if more games are lost on time than sound engines on an idle machine would lose.
    pub fn time_alarm(&self, names: &[String]) -> Option<String> {
        if self.late.values().sum::<u64>() * GAMES_PER_TIME_LOSS <= self.finished {
            return None;
        }
        let losers = self.late.iter().filter_map(|(&player, &count)| {
            let games = if count == 1 { "game" } else { "games" };
            names.get(player).map(|name| format!("{name} lost {count} {games} on time"))
        });
        let losers: Vec<String> = losers.collect();
        Some(format!("{}: is the machine busy? See --margin", losers.join(", ")))
    }

    pub fn encounters(&self) -> Vec<Encounter> {
        let pairings = self.pairings.iter().zip(&self.standings);
        pairings
            .map(|(&(first, second), standing)| {
                let Standing { games, pairs } = *standing;
                Encounter { first, second, games, pairs }
            })
            .collect()
    }

    /// Which of the first `games` games have been counted.
    pub fn played(&self, games: usize) -> Vec<bool> {
        (0..games).map(|number| self.games.get(number).is_some_and(Option::is_some)).collect()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::record::Record;
    use chess::GameResult;

    pub(crate) fn record(
        number: u32,
        white: usize,
        black: usize,
        result: Option<GameResult>,
    ) -> Record {
        Record {
            number,
            white,
            black,
            start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
            moves: "e2e4 e7e5".to_owned(),
            opening: 2,
            opening_name: None,
            notes: Vec::new(),
            result,
            ending: Ending::Repetition,
            words: String::new(),
        }
    }

    #[test]
    fn a_pair_counts_once_both_games_have_ended() {
        let mut state = State::new(&[(0, 1)]);
        assert!(state.add(record(0, 0, 1, Some(GameResult::WhiteWins)).summary()));
        assert_eq!(state.duel().pairs.count(), 0);
        assert!(state.add(record(1, 1, 0, Some(GameResult::Draw)).summary()));
        assert_eq!(state.duel().pairs.pairs, [0, 0, 0, 1, 0]);
        assert_eq!(state.duel().games, WinDrawLoss { wins: 1, draws: 1, losses: 0 });
        // The second game of a pair may end first.
        assert!(state.add(record(3, 1, 0, Some(GameResult::WhiteWins)).summary()));
        assert!(state.add(record(2, 0, 1, Some(GameResult::BlackWins)).summary()));
        assert_eq!(state.duel().pairs.pairs, [1, 0, 0, 1, 0]);
    }

    #[test]
    fn void_repeated_and_foreign_games_do_not_count() {
        let mut state = State::new(&[(0, 1)]);
        assert!(!state.add(record(0, 0, 1, None).summary()));
        assert!(!state.has(0));
        assert!(state.add(record(0, 0, 1, Some(GameResult::WhiteWins)).summary()));
        assert!(!state.add(record(0, 0, 1, Some(GameResult::BlackWins)).summary()));
        assert!(
            !state.add(record(1, 0, 1, Some(GameResult::WhiteWins)).summary()),
            "the colours are wrong"
        );
        assert_eq!((state.finished(), state.duel().games.wins), (1, 1));
    }

    #[test]
    fn more_than_one_loss_on_time_in_a_thousand_raises_the_alarm() {
        let mut state = State::new(&[(0, 1)]);
        let names = ["new", "old"].map(str::to_owned);
        for number in 0..2_000 {
            let (white, black) = if number % 2 == 0 { (0, 1) } else { (1, 0) };
            let ending = if number < 2 { Ending::Time } else { Ending::Checkmate };
            let game =
                Record { ending, ..record(number, white, black, Some(GameResult::WhiteWins)) };
            assert!(state.add(game.summary()));
            assert_eq!(state.time_alarm(&names).is_some(), number < 1_999, "{number}");
            let both = "new lost 1 game on time, old lost 1 game on time: is the machine busy?";
            match number {
                0 => assert!(state.time_alarm(&names).unwrap().starts_with("old lost 1 game on")),
                1 => assert!(state.time_alarm(&names).unwrap().starts_with(both)),
                _ => {}
            }
        }
    }

    #[test]
    fn a_gauntlet_keeps_its_pairings_apart() {
        let mut state = State::new(&[(0, 1), (0, 2)]);
        for (number, black) in [(0, 1), (2, 2), (4, 1), (6, 2)] {
            assert!(state.add(record(number, 0, black, Some(GameResult::WhiteWins)).summary()));
        }
        assert!(state.add(record(3, 2, 0, Some(GameResult::WhiteWins)).summary()));
        let games: Vec<u64> = state.encounters().iter().map(|e| e.games.games()).collect();
        assert_eq!(games, [2, 3]);
        assert_eq!(Place::of(6, 2), Place { round: 1, pairing: 1, swapped: false });
    }
}
