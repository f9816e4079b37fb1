//! Tuning positions, each reduced to the terms that count in it, stored compactly.

use chess::{Color, Position};
use engine::eval::classical::{Classical, PHASE_TOTAL, Role, term_of};

use super::model::{Gradient, PhaseShares, Sums, Two, Weights, evaluate};
use super::scale::{Target, expected_points};

/// The index of a weight in the lower 16 bits, how often it counts in the upper ones.
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

/// A position. Its counts are stored in four consecutive groups: value, danger of White's king,
/// danger of Black's king, initiative. `ends` holds the end of each group.
#[derive(Clone, Copy)]
struct TuningPosition {
    start: usize,
    ends: [u16; 4],
    shares: PhaseShares,
    target: Target,
    /// The target in points, after `set_targets`.
    target_points: f32,
}

/// The share of the game's result in a target; the rest is the score of the search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ResultShare(pub f64);

/// Positions to tune on, or held out.
#[derive(Default)]
pub struct TuningSet {
    positions: Vec<TuningPosition>,
    counts: Vec<Count>,
}

impl TuningSet {
    /// The number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Adds a position with its target. The targets take effect with [`TuningSet::set_targets`].
    pub fn add(&mut self, position: &Position, target: Target) {
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
        self.positions.push(TuningPosition {
            start,
            ends,
            shares: PhaseShares::new(account.phase, PHASE_TOTAL, account.scale),
            target,
            target_points: 0.5,
        });
    }

    /// Sets all targets, once the steepness is known.
    pub fn set_targets(&mut self, share: ResultShare, steepness: f64) {
        for position in &mut self.positions {
            position.target_points = position.target.blend(share.0, steepness) as f32;
        }
    }

    /// The target of each position.
    pub fn targets(&self) -> impl Iterator<Item = Target> {
        self.positions.iter().map(|position| position.target)
    }

    /// Appends the positions of another set.
    pub fn append(&mut self, mut others: TuningSet) {
        let before = self.counts.len();
        others.positions.iter_mut().for_each(|position| position.start += before);
        self.positions.append(&mut others.positions);
        self.counts.append(&mut others.counts);
    }

    fn groups(&self, position: &TuningPosition) -> [&[Count]; 4] {
        let mut from = position.start;
        position.ends.map(|end| {
            let group = &self.counts[from..position.start + usize::from(end)];
            from += group.len();
            group
        })
    }

    fn sums(&self, position: &TuningPosition, weights: &Weights) -> Sums {
        let sum = |counts: &[Count]| -> Two {
            let mut sum = [0.0; 2];
            for count in counts {
                let [mg, eg] = weights.get(count.weight());
                sum[0] += mg * count.times();
                sum[1] += eg * count.times();
            }
            sum
        };
        let [value, white, black, initiative] = self.groups(position).map(sum);
        Sums { value, danger: [white, black], initiative: initiative[1] }
    }

    /// The evaluation of a position in centipawns from White's point of view.
    pub fn value(&self, number: usize, weights: &Weights) -> f32 {
        let position = &self.positions[number];
        evaluate(&self.sums(position, weights), position.shares).0
    }

    /// The squared error of the predicted points.
    pub(super) fn loss(&self, number: usize, weights: &Weights, steepness: f64) -> f64 {
        let predicted = expected_points(f64::from(self.value(number, weights)), steepness);
        (predicted - f64::from(self.positions[number].target_points)).powi(2)
    }

    /// The loss of a position; its gradient is added to `gradient`.
    pub(super) fn backpropagate(
        &self,
        number: usize,
        weights: &Weights,
        steepness: f64,
        gradient: &mut Gradient,
    ) -> f64 {
        let position = &self.positions[number];
        let (value, by) = evaluate(&self.sums(position, weights), position.shares);
        let predicted = expected_points(f64::from(value), steepness);
        let error = predicted - f64::from(position.target_points);
        let by_value = (2.0 * error * predicted * (1.0 - predicted) * steepness) as f32;
        let [counts, white, black, initiative] = self.groups(position);
        let mut accumulate = |counts: &[Count], by: Two| {
            let by = by.map(|by| by * by_value);
            for count in counts {
                let gradient = &mut gradient.own[count.weight()];
                gradient[0] += by[0] * count.times();
                gradient[1] += by[1] * count.times();
            }
        };
        accumulate(counts, by.value);
        accumulate(white, by.danger[0]);
        accumulate(black, by.danger[1]);
        accumulate(initiative, [0.0, by.initiative]);
        error * error
    }
}

/// Adds up the counts of each weight; those that cancel out are dropped.
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

    /// Weights of all sizes, so that every branch of the model is tested.
    fn uneven() -> Weights {
        let mut weights = Weights::zero();
        for (at, weight) in weights.own.iter_mut().enumerate() {
            let noise = |salt: usize| ((at * 2_654_435_761 + salt) >> 7 & 63) as f32 - 20.0;
            *weight = [noise(1), noise(7919)];
        }
        weights.update_sum();
        weights
    }

    fn tuning_set() -> TuningSet {
        let mut set = TuningSet::default();
        for (at, fen) in POSITIONS.iter().enumerate() {
            let target = Target { result: at as f32 % 3.0 / 2.0, score: 40.0 * at as f32 - 100.0 };
            set.add(&position(fen), target);
        }
        set.set_targets(ResultShare(0.4), 0.006);
        set
    }

    #[test]
    fn gradients_agree_with_finite_differences() {
        let (set, weights, steepness) = (tuning_set(), uneven(), 0.002);
        let mut gradient = Gradient::default();
        for number in 0..set.len() {
            set.backpropagate(number, &weights, steepness, &mut gradient);
        }
        let loss = |weights: &Weights| -> f64 {
            (0..set.len()).map(|number| set.loss(number, weights, steepness)).sum()
        };
        let (mut checked, step) = (0, 0.05);
        for weight in 0..WEIGHT_COUNT {
            for phase in 0..2 {
                let computed = f64::from(gradient.own[weight][phase]);
                if computed == 0.0 {
                    continue;
                }
                let moved = |by: f32| {
                    let mut weights = weights.clone();
                    weights.own[weight][phase] += by;
                    weights.update_sum();
                    loss(&weights)
                };
                let measured = (moved(step) - moved(-step)) / f64::from(2.0 * step);
                let close = (measured - computed).abs() <= 0.02 * computed.abs() + 2e-7;
                let term = term_of(weight);
                assert!(close, "{} {weight} phase {phase}: {computed} but {measured}", term.name);
                checked += 1;
            }
        }
        assert!(checked > 400, "only {checked} gradients");
    }

    #[test]
    fn the_model_evaluates_as_the_engine_does() {
        let (set, weights) = (tuning_set(), Weights::current());
        for (number, fen) in POSITIONS.iter().enumerate() {
            let position = position(fen);
            let (for_mover, _) = Classical::explain(&position);
            let engine = if position.turn() == Color::White { for_mover } else { -for_mover };
            let model = set.value(number, &weights);
            assert!((model - engine as f32).abs() < 3.0, "{fen}: {model} but {engine}");
        }
    }
}
