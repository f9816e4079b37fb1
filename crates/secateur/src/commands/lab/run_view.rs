//! The progress of a run: a progress bar in a terminal, and a line now and then elsewhere.

use std::path::Path;
use std::time::Instant;

use indicatif::ProgressBar;
use lab::manifest::Manifest;
use lab::state::State;
use lab::stats::{Sprt, fixed};

use super::super::progress;

/// Width of the LLR gauge in characters.
const GAUGE: usize = 31;

pub(super) struct RunView {
    bar: ProgressBar,
    test: Option<Sprt>,
    games: u64,
    duel: bool,
    begun: Instant,
    /// Games that were counted before this start.
    before: Option<u64>,
    shown: Option<Instant>,
}

impl RunView {
    pub(super) fn new(manifest: &Manifest) -> RunView {
        let plan = &manifest.plan;
        let bar = progress::ticking("{wide_bar} {pos}/{len} games\n{msg}");
        let games = u64::from(plan.games());
        bar.set_length(games);
        RunView {
            bar,
            test: plan.test().copied(),
            games,
            duel: plan.is_duel(),
            begun: Instant::now(),
            before: None,
            shown: None,
        }
    }

    /// Shows what is played, and where.
    pub(super) fn begin(&self, folder: &Path, manifest: &Manifest) {
        let mut text = format!(
            "{} of {}, {}\n",
            manifest.plan.kind,
            manifest.names().join(" against "),
            manifest.plan.limits_text()
        );
        text += &format!("openings: {}\nrun: {}\n", manifest.openings, folder.display());
        progress::line(&self.bar, text.trim_end());
    }

    pub(super) fn show(&mut self, state: &State) {
        let before = *self.before.get_or_insert(state.finished());
        let interval = progress::interval(&self.bar);
        if self.shown.is_some_and(|shown| shown.elapsed() < interval) {
            return;
        }
        let first = self.shown.replace(Instant::now()).is_none();
        let seconds = self.begun.elapsed().as_secs_f64();
        let rate = (state.finished() - before) as f64 / seconds.max(1e-3);
        if self.bar.is_hidden() {
            if !first {
                progress::line(&self.bar, &self.plain(state, rate));
            }
            return;
        }
        self.bar.set_position(state.finished());
        self.bar.set_message(self.picture(state, rate));
    }

    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }

    /// Expected remaining games.
    fn to_go(&self, state: &State) -> f64 {
        let left = self.games.saturating_sub(state.finished()) as f64;
        self.test.map_or(left, |test| test.games_to_go(&state.duel().pairs).min(left))
    }

    fn speed(&self, state: &State, rate: f64) -> String {
        let mut text = format!("{rate:.2} games/s");
        if rate > 0.0 && state.finished() > 0 {
            let seconds = self.to_go(state) / rate;
            text += &format!(", about {} to go", progress::span(seconds));
        }
        text
    }

    fn plain(&self, state: &State, rate: f64) -> String {
        let mut text = format!("{}/{} games", state.finished(), self.games);
        if self.duel {
            text += &format!(", {}", score(state));
        }
        if let Some(test) = &self.test {
            text += &format!(", LLR {}", fixed(test.llr(&state.duel().pairs), 2));
        }
        format!("{text}, {}", self.speed(state, rate))
    }

    fn picture(&self, state: &State, rate: f64) -> String {
        let mut text = self.speed(state, rate);
        if self.duel {
            text = format!("{}\n{text}", score(state));
        }
        if let Some(test) = &self.test {
            let llr = test.llr(&state.duel().pairs);
            let (low, high) = test.bounds();
            text = format!(
                "LLR {}  {low:.2} {} {high:.2}\n{text}",
                fixed(llr, 2),
                gauge(llr, low, high)
            );
        }
        text
    }
}

/// Wins, draws, losses, pairs and Elo.
pub(super) fn score(state: &State) -> String {
    let standing = state.duel();
    let (games, pairs) = (standing.games, standing.pairs);
    let (wins, draws, losses) = (games.wins, games.draws, games.losses);
    format!("+{wins} ={draws} -{losses} {:?}, Elo {}", pairs.pairs, pairs.logistic())
}

/// The LLR between its bounds as a line of characters.
fn gauge(llr: f64, low: f64, high: f64) -> String {
    let place = |x: f64| {
        let share = ((x - low) / (high - low)).clamp(0.0, 1.0);
        (share * (GAUGE - 1) as f64).round() as usize
    };
    let (zero, here) = (place(0.0), place(llr));
    let letter = |at: usize| match at {
        _ if at == here => '◆',
        _ if at == zero => '┼',
        _ if (zero.min(here)..zero.max(here)).contains(&at) => '━',
        _ => '─',
    };
    (0..GAUGE).map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gauge_shows_the_llr_between_its_bounds() {
        let shown = gauge(2.94, -2.94, 2.94);
        assert_eq!(shown.chars().last(), Some('◆'));
        assert_eq!(gauge(-99.0, -2.94, 2.94).chars().next(), Some('◆'));
        assert_eq!(gauge(0.0, -2.94, 2.94).chars().nth(GAUGE / 2), Some('◆'));
        assert_eq!(gauge(1.5, -2.94, 2.94).chars().count(), GAUGE);
    }
}
