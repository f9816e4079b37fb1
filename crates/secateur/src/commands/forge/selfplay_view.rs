//! The progress of self-play: a bar on a terminal, otherwise a line a minute.

use std::path::Path;
use std::time::{Duration, Instant};

use forge::selfplay::{Effort, Goal, Totals};
use indicatif::{HumanCount, ProgressBar};

use crate::commands::progress;

/// Time between two lines without a terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(60);
/// Time between two updates of the bar.
const BAR_INTERVAL: Duration = Duration::from_millis(200);

pub(super) struct SelfplayView {
    bar: ProgressBar,
    goal: Goal,
    /// The contents of the file at the start.
    before: Totals,
    totals: Totals,
    effort: Effort,
    start: Instant,
    /// The time of the last output, and the totals then.
    shown: (Instant, Totals),
}

impl SelfplayView {
    pub(super) fn new(goal: Goal, totals: Totals) -> SelfplayView {
        let bar = match (goal.games, goal.positions) {
            (None, None) => progress::ticking("{elapsed} {msg}"),
            _ => progress::ticking("{elapsed} {wide_bar} {pos}/{len}\n{msg}"),
        };
        let length = goal.games.map(u64::from).or(goal.positions);
        bar.set_length(length.unwrap_or(0));
        let (start, effort) = (Instant::now(), Effort::default());
        SelfplayView { bar, goal, before: totals, totals, effort, start, shown: (start, totals) }
    }

    /// Prints the first line.
    pub(super) fn begin(&self, file: &Path, threads: usize) {
        let state = match self.before.games {
            0 => "new file".to_owned(),
            games => format!("continued after {} games", HumanCount(games)),
        };
        let rest = match threads {
            1 => "one game at a time".to_owned(),
            _ => format!("{threads} games at a time"),
        };
        let text = format!("{}: {state}, {rest}", file.display());
        progress::line(&self.bar, &text);
    }

    /// Takes the totals after a game was stored.
    pub(super) fn show(&mut self, totals: Totals, effort: Effort) {
        self.totals = totals;
        self.effort += effort;
        let (at, earlier) = self.shown;
        let interval = if self.bar.is_hidden() { LINE_INTERVAL } else { BAR_INTERVAL };
        if at.elapsed() < interval {
            return;
        }
        if self.bar.is_hidden() {
            // The rates since the last line: they are right after a pause, too.
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

    /// The rates of this run.
    fn rates(&self) -> Rates {
        Rates::new(self.before, self.totals, self.start.elapsed())
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

    /// The summary of this run: games and their cost.
    pub(super) fn summary(&self) -> String {
        let per_search = self.effort.nodes as f64 / self.effort.searches.max(1) as f64;
        let speed = self.effort.nodes as f64 / self.effort.search.as_secs_f64().max(1e-9);
        let reset = self.effort.reset.as_secs_f64() / self.effort.total.as_secs_f64().max(1e-9);
        format!(
            "{}\n{} games in {}: {:.1} % of the threads' time in searches, {:.1} % in resets; \
             {per_search:.0} nodes a search, {speed:.0} nodes/s a thread",
            self.text(self.rates()),
            HumanCount(self.totals.games - self.before.games),
            progress::span(self.start.elapsed().as_secs_f64()),
            100.0 * self.effort.search_share(),
            100.0 * reset,
        )
    }
}

/// Games and positions per second.
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
