//! Positions reduced to what was counted in them, close together in memory.

use chess::{Color, Position};
use engine::eval::classical::{Classical, PHASE_TOTAL, Role, term_of};

use super::model::{Frame, Slope, Sums, Two, Weights, judge};
use super::scale::{Aim, win_share};

/// A weight in the lower 16 bits, how often it counts in the upper ones.
#[derive(Clone, Copy)]
struct Count(u32);

impl Count {
    fn new(weight: u16, times: i16) -> Count {
        Count(u32::from(weight) | u32::from(times as u16) << 16)
    }

    fn weight(self) -> usize {
        (self.0 & 0xffff) as usize
    }

    fn times(self) -> f32 {
        f32::from((self.0 >> 16) as u16 as i16)
    }
}

/// A position. Its counts follow one another: value, danger of White's king, of Black's,
/// initiative; each ends where the next begins.
#[derive(Clone, Copy)]
struct Lesson {
    start: usize,
    ends: [u16; 4],
    frame: Frame,
    aim: Aim,
    /// What the aim comes to, once `set_targets` was called.
    target: f32,
}

/// How much of a target is the result of the game; the rest is what the search thought.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Share(pub f64);

#[derive(Default)]
pub struct Lessons {
    lessons: Vec<Lesson>,
    counts: Vec<Count>,
}

impl Lessons {
    pub fn len(&self) -> usize {
        self.lessons.len()
    }

    pub fn is_empty(&self) -> bool {
        self.lessons.is_empty()
    }

    /// Adds a position that should be judged as `aim` says, once the targets are set.
    pub fn add(&mut self, position: &Position, aim: Aim) {
        let (_, account) = Classical::explain(position);
        let mut value: Vec<(u16, i16)> = Vec::with_capacity(account.notes.len());
        let mut danger: [Vec<(u16, i16)>; 2] = Default::default();
        let mut initiative = Vec::new();
        for note in &account.notes {
            let count = (note.weight, note.times);
            match term_of(usize::from(note.weight)).group.role() {
                Role::Value if note.color == Color::White => value.push(count),
                Role::Value => value.push((note.weight, -note.times)),
                Role::Danger => danger[note.color.index()].push(count),
                Role::Initiative => initiative.push(count),
            }
        }
        let start = self.counts.len();
        let [white, black] = danger;
        let ends = [value, white, black, initiative].map(|counts| {
            self.counts.extend(merged(counts));
            (self.counts.len() - start) as u16
        });
        self.lessons.push(Lesson {
            start,
            ends,
            frame: Frame::new(account.phase, PHASE_TOTAL, account.scale),
            aim,
            target: 0.5,
        });
    }

    /// Sets the targets, when it is known how steeply points follow scores.
    pub fn set_targets(&mut self, share: Share, steepness: f64) {
        for lesson in &mut self.lessons {
            lesson.target = lesson.aim.blend(share.0, steepness) as f32;
        }
    }

    pub fn aims(&self) -> impl Iterator<Item = Aim> {
        self.lessons.iter().map(|lesson| lesson.aim)
    }

    /// Puts `others` behind these.
    pub fn append(&mut self, mut others: Lessons) {
        let before = self.counts.len();
        others.lessons.iter_mut().for_each(|lesson| lesson.start += before);
        self.lessons.append(&mut others.lessons);
        self.counts.append(&mut others.counts);
    }

    fn parts(&self, lesson: &Lesson) -> [&[Count]; 4] {
        let mut from = lesson.start;
        lesson.ends.map(|end| {
            let part = &self.counts[from..lesson.start + usize::from(end)];
            from += part.len();
            part
        })
    }

    fn sums(&self, lesson: &Lesson, weights: &Weights) -> Sums {
        let sum = |counts: &[Count]| -> Two {
            let mut sum = [0.0; 2];
            for count in counts {
                let [mg, eg] = weights.get(count.weight());
                sum[0] += mg * count.times();
                sum[1] += eg * count.times();
            }
            sum
        };
        let [value, white, black, initiative] = self.parts(lesson).map(sum);
        Sums { value, danger: [white, black], initiative: initiative[1] }
    }

    /// White's value in centipawns, as the weights have it.
    pub fn value(&self, number: usize, weights: &Weights) -> f32 {
        let lesson = &self.lessons[number];
        judge(&self.sums(lesson, weights), lesson.frame).0
    }

    pub(super) fn loss(&self, number: usize, weights: &Weights, steepness: f64) -> f64 {
        let foretold = win_share(f64::from(self.value(number, weights)), steepness);
        (foretold - f64::from(self.lessons[number].target)).powi(2)
    }

    /// The loss of a position, and its slope added to `slope`.
    pub(super) fn descend(
        &self,
        number: usize,
        weights: &Weights,
        steepness: f64,
        slope: &mut Slope,
    ) -> f64 {
        let lesson = &self.lessons[number];
        let (value, by) = judge(&self.sums(lesson, weights), lesson.frame);
        let foretold = win_share(f64::from(value), steepness);
        let error = foretold - f64::from(lesson.target);
        let steep = (2.0 * error * foretold * (1.0 - foretold) * steepness) as f32;
        let [counts, white, black, initiative] = self.parts(lesson);
        let mut fall = |counts: &[Count], by: Two| {
            let by = by.map(|by| by * steep);
            for count in counts {
                let slope = &mut slope.own[count.weight()];
                slope[0] += by[0] * count.times();
                slope[1] += by[1] * count.times();
            }
        };
        fall(counts, by.value);
        fall(white, by.danger[0]);
        fall(black, by.danger[1]);
        fall(initiative, [0.0, by.initiative]);
        error * error
    }
}

/// Counts of the same weight as one; what cancels out is gone.
fn merged(mut counts: Vec<(u16, i16)>) -> impl Iterator<Item = Count> {
    counts.sort_unstable_by_key(|&(weight, _)| weight);
    let mut sums: Vec<(u16, i16)> = Vec::with_capacity(counts.len());
    for (weight, times) in counts {
        match sums.last_mut() {
            Some(last) if last.0 == weight => last.1 += times,
            _ => sums.push((weight, times)),
        }
    }
    sums.into_iter()
        .filter(|&(_, times)| times != 0)
        .map(|(weight, times)| Count::new(weight, times))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Setup;
    use engine::eval::classical::WEIGHT_COUNT;

    const POSITIONS: [&str; 6] = [
        "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10",
        "r4rk1/1bq2ppp/p2bpn2/1p6/3B4/2NB4/PPP1QPPP/R4RK1 b - - 0 16",
        "2r3k1/5ppp/p3p3/1pR1P3/1P1r4/P6P/5PP1/2R3K1 w - - 0 30",
        "8/5pk1/4p1p1/3pP2p/1P1P1K1P/8/5P2/8 b - - 0 40",
        "r2q1r2/ppp2ppk/3p3p/2b1n1NQ/4P1b1/2NP4/PPP2PP1/R1B2RK1 b - - 0 13",
        "5rk1/p4p2/1p2p1pQ/3pP3/3P2P1/1P2q3/P5BK/5R2 b - - 0 30",
    ];

    fn position(fen: &str) -> Position {
        fen.parse::<Setup>().unwrap().position
    }

    /// Weights of all sizes, so that every branch of the model is met.
    fn uneven() -> Weights {
        let mut weights = Weights::zero();
        for (at, weight) in weights.own.iter_mut().enumerate() {
            let noise = |salt: usize| ((at * 2_654_435_761 + salt) >> 7 & 63) as f32 - 20.0;
            *weight = [noise(1), noise(7919)];
        }
        weights.join();
        weights
    }

    fn lessons() -> Lessons {
        let mut lessons = Lessons::default();
        for (at, fen) in POSITIONS.iter().enumerate() {
            let aim = Aim { result: at as f32 % 3.0 / 2.0, score: 40.0 * at as f32 - 100.0 };
            lessons.add(&position(fen), aim);
        }
        lessons.set_targets(Share(0.4), 0.006);
        lessons
    }

    #[test]
    fn slopes_are_what_small_changes_of_the_weights_show() {
        let (lessons, weights, steepness) = (lessons(), uneven(), 0.002);
        let mut slope = Slope::default();
        for number in 0..lessons.len() {
            lessons.descend(number, &weights, steepness, &mut slope);
        }
        let loss = |weights: &Weights| -> f64 {
            (0..lessons.len()).map(|number| lessons.loss(number, weights, steepness)).sum()
        };
        let (mut checked, step) = (0, 0.05);
        for weight in 0..WEIGHT_COUNT {
            for phase in 0..2 {
                let told = f64::from(slope.own[weight][phase]);
                if told == 0.0 {
                    continue;
                }
                let moved = |by: f32| {
                    let mut weights = weights.clone();
                    weights.own[weight][phase] += by;
                    weights.join();
                    loss(&weights)
                };
                let seen = (moved(step) - moved(-step)) / f64::from(2.0 * step);
                let close = (seen - told).abs() <= 0.02 * told.abs() + 2e-7;
                let term = term_of(weight);
                assert!(close, "{} {weight} phase {phase}: {told} but {seen}", term.name);
                checked += 1;
            }
        }
        assert!(checked > 400, "only {checked} slopes");
    }

    #[test]
    fn the_model_judges_as_the_engine_does() {
        let (lessons, weights) = (lessons(), Weights::current());
        for (number, fen) in POSITIONS.iter().enumerate() {
            let position = position(fen);
            let (for_mover, _) = Classical::explain(&position);
            let engine = if position.turn() == Color::White { for_mover } else { -for_mover };
            let model = lessons.value(number, &weights);
            assert!((model - engine as f32).abs() < 3.0, "{fen}: {model} but {engine}");
        }
    }
}
