//! How self-play looks while it goes on: a picture where somebody sits in front of a terminal, a
//! line a minute elsewhere.

use std::path::Path;
use std::time::{Duration, Instant};

use forge::selfplay::{Effort, Goal, Totals};
use indicatif::{HumanCount, ProgressBar};

use crate::commands::progress;

/// Between two lines where there is no picture.
const LINES: Duration = Duration::from_secs(60);
/// Between two pictures.
const PICTURES: Duration = Duration::from_millis(200);

pub(super) struct View {
    bar: ProgressBar,
    goal: Goal,
    /// What the file held when this began.
    before: Totals,
    totals: Totals,
    effort: Effort,
    begun: Instant,
    /// When something was last shown, and what there was then.
    shown: (Instant, Totals),
}

impl View {
    pub(super) fn new(goal: Goal, totals: Totals) -> View {
        let bar = match (goal.games, goal.positions) {
            (None, None) => progress::ticking("{elapsed} {msg}"),
            _ => progress::ticking("{elapsed} {wide_bar} {pos}/{len}\n{msg}"),
        };
        let aim = goal.games.map(u64::from).or(goal.positions);
        bar.set_length(aim.unwrap_or(0));
        let (begun, effort) = (Instant::now(), Effort::default());
        View { bar, goal, before: totals, totals, effort, begun, shown: (begun, totals) }
    }

    /// What is about to be played.
    pub(super) fn begin(&self, file: &Path, threads: usize) {
        let games = HumanCount(self.before.games);
        let text = match self.before.games {
            0 => format!("{}: begun, {threads} games at once", file.display()),
            _ => format!("{}: gone on with after {games} games, {threads} at once", file.display()),
        };
        progress::line(&self.bar, &text);
    }

    /// Hears of a game that has been kept.
    pub(super) fn show(&mut self, totals: Totals, effort: Effort) {
        self.totals = totals;
        self.effort += effort;
        let (at, earlier) = self.shown;
        let interval = if self.bar.is_hidden() { LINES } else { PICTURES };
        if at.elapsed() < interval {
            return;
        }
        if self.bar.is_hidden() {
            // Whoever was stopped for a while wants to know how fast it goes now.
            progress::line(&self.bar, &self.text(Rates::new(earlier, totals, at.elapsed())));
        } else {
            let done = if self.goal.games.is_some() { totals.games } else { totals.quiet };
            self.bar.set_position(done);
            self.bar.set_message(self.text(self.rates()));
        }
        self.shown = (Instant::now(), totals);
    }

    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }

    /// Since this began.
    fn rates(&self) -> Rates {
        Rates::new(self.before, self.totals, self.begun.elapsed())
    }

    fn text(&self, rates: Rates) -> String {
        let Totals { games, positions, quiet } = self.totals;
        let (games, positions) = (HumanCount(games), HumanCount(positions));
        let mut text = format!(
            "{games} games, {positions} positions, {} of them quiet; {:.0} positions/s, {:.0} \
             quiet/s, {:.0} games/h",
            HumanCount(quiet),
            rates.positions,
            rates.quiet,
            3_600.0 * rates.games
        );
        if let Some(seconds) = self.seconds_to_go(rates) {
            text += &format!("; about {} to go", progress::span(seconds));
        }
        text
    }

    fn seconds_to_go(&self, rates: Rates) -> Option<f64> {
        let (left, rate) = match self.goal {
            Goal { games: Some(games), .. } => {
                (u64::from(games).saturating_sub(self.totals.games), rates.games)
            }
            Goal { positions: Some(positions), .. } => {
                (positions.saturating_sub(self.totals.quiet), rates.quiet)
            }
            _ => return None,
        };
        (rate > 0.0).then(|| left as f64 / rate)
    }

    /// What has been played since this began, and what it has cost.
    pub(super) fn summary(&self) -> String {
        let per_search = self.effort.nodes as f64 / self.effort.searches.max(1) as f64;
        let speed = self.effort.nodes as f64 / self.effort.search.as_secs_f64().max(1e-9);
        let reset = self.effort.reset.as_secs_f64() / self.effort.total.as_secs_f64().max(1e-9);
        format!(
            "{}\n{} games in {}: {:.1} % of the threads' time in searches, {:.1} % in resets; \
             {per_search:.0} nodes a search, {speed:.0} nodes/s a thread",
            self.text(self.rates()),
            HumanCount(self.totals.games - self.before.games),
            progress::span(self.begun.elapsed().as_secs_f64()),
            100.0 * self.effort.search_share(),
            100.0 * reset,
        )
    }
}

/// What has come each second.
#[derive(Clone, Copy)]
struct Rates {
    games: f64,
    positions: f64,
    quiet: f64,
}

impl Rates {
    fn new(then: Totals, now: Totals, time: Duration) -> Rates {
        let seconds = time.as_secs_f64().max(1e-3);
        let rate = |then: u64, now: u64| (now - then) as f64 / seconds;
        Rates {
            games: rate(then.games, now.games),
            positions: rate(then.positions, now.positions),
            quiet: rate(then.quiet, now.quiet),
        }
    }
}
