//! The classical evaluation in floating point, with its gradient.

use engine::eval::classical::{
    DANGER_ENDGAME_UNIT, DANGER_UNIT, Group, KING_BUCKETS, Pair, Role, SCALE_TOTAL,
    SQUARES_PER_BUCKET, TERMS, Term, WEIGHT_COUNT, WEIGHTS,
};

/// A middlegame and an endgame value.
pub(super) type Two = [f32; 2];

/// The weights during tuning. Square tables have a part for each king bucket and a part that all
/// buckets share, so that rare king squares learn from common ones.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    pub(super) own: Vec<Two>,
    pub(super) shared: Vec<Two>,
    /// The sum of both parts, which the evaluation reads.
    sum: Vec<Two>,
    /// The first weight of the square tables.
    squares: usize,
}

/// The gradient of the loss, by weight.
pub(super) struct Gradient {
    pub(super) own: Vec<Two>,
}

impl Default for Gradient {
    fn default() -> Gradient {
        Gradient { own: vec![[0.0; 2]; WEIGHT_COUNT] }
    }
}

impl Gradient {
    pub(super) fn add(&mut self, other: &Gradient) {
        for (sum, more) in self.own.iter_mut().zip(&other.own) {
            sum[0] += more[0];
            sum[1] += more[1];
        }
    }
}

pub(super) fn square_term() -> &'static Term {
    TERMS.iter().find(|term| term.group == Group::Squares).expect("squares are a term")
}

impl Weights {
    /// Untrained weights: zero, but for king danger, whose gradient vanishes at zero.
    pub fn zero() -> Weights {
        let mut weights = Weights {
            own: vec![[0.0; 2]; WEIGHT_COUNT],
            shared: vec![[0.0; 2]; SQUARES_PER_BUCKET],
            sum: Vec::new(),
            squares: square_term().start,
        };
        for term in TERMS.iter().filter(|term| term.group.role() == Role::Danger) {
            weights.own[term.start..term.start + term.len].fill([10.0, 10.0]);
        }
        weights.update_sum();
        weights
    }

    /// The weights of this engine.
    pub fn current() -> Weights {
        let own = WEIGHTS.iter().map(|pair| [pair.mg() as f32, pair.eg() as f32]).collect();
        let mut weights = Weights { own, ..Weights::zero() };
        weights.update_sum();
        weights
    }

    pub(super) fn shared_index(&self, weight: usize) -> Option<usize> {
        let index = weight.checked_sub(self.squares)?;
        (index < KING_BUCKETS * SQUARES_PER_BUCKET).then_some(index % SQUARES_PER_BUCKET)
    }

    /// Updates the sum after either part changed.
    pub(super) fn update_sum(&mut self) {
        self.sum.clone_from(&self.own);
        for bucket in 0..KING_BUCKETS {
            let start = self.squares + bucket * SQUARES_PER_BUCKET;
            let squares = &mut self.sum[start..start + SQUARES_PER_BUCKET];
            for (value, shared) in squares.iter_mut().zip(&self.shared) {
                value[0] += shared[0];
                value[1] += shared[1];
            }
        }
    }

    #[inline]
    pub(super) fn get(&self, weight: usize) -> Two {
        self.sum[weight]
    }

    /// The weights rounded to integers, as the engine reads them.
    pub fn rounded(&self) -> Vec<Pair> {
        let round = |value: f32| value.round() as i32;
        self.sum.iter().map(|&[mg, eg]| Pair::new(round(mg), round(eg))).collect()
    }
}

/// The sums of a position's terms: value (White's less Black's), the danger of each king, the
/// initiative.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Sums {
    pub(super) value: Two,
    pub(super) danger: [Two; 2],
    pub(super) initiative: f32,
}

/// How much the middlegame and the endgame sums count in a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct PhaseShares {
    /// The share of the middlegame.
    pub(super) middlegame: f32,
    /// The share of the endgame, reduced where it is hard to win.
    pub(super) endgame: f32,
}

impl PhaseShares {
    pub(super) fn new(phase: i32, phase_total: i32, scale: i32) -> PhaseShares {
        if scale == 0 {
            return PhaseShares { middlegame: 0.0, endgame: 0.0 };
        }
        let middlegame = phase as f32 / phase_total as f32;
        PhaseShares { middlegame, endgame: (1.0 - middlegame) * scale as f32 / SCALE_TOTAL as f32 }
    }
}

/// The evaluation from White's point of view in centipawns, and its derivative with respect to each
/// sum.
pub(super) fn evaluate(sums: &Sums, shares: PhaseShares) -> (f32, Sums) {
    let unit = DANGER_UNIT as f32;
    let late_unit = DANGER_ENDGAME_UNIT as f32;
    let felt = sums.danger.map(|[mg, eg]| [mg.max(0.0), eg.max(0.0)]);
    let mg = sums.value[0] - (felt[0][0] * felt[0][0] - felt[1][0] * felt[1][0]) / unit;
    let eg = sums.value[1] - (felt[0][1] - felt[1][1]) / late_unit;
    let sign = if eg > 0.0 { 1.0 } else { -1.0 };
    let levelled = sums.initiative < -eg.abs();
    let late = if levelled { 0.0 } else { eg + sign * sums.initiative };
    let by_mg = shares.middlegame;
    let by_eg = if levelled { 0.0 } else { shares.endgame };
    let by_danger = |side: usize, sign: f32| {
        let eg = if felt[side][1] > 0.0 { sign * by_eg / late_unit } else { 0.0 };
        [sign * by_mg * 2.0 * felt[side][0] / unit, eg]
    };
    let gradient = Sums {
        value: [by_mg, by_eg],
        danger: [by_danger(0, -1.0), by_danger(1, 1.0)],
        initiative: by_eg * sign,
    };
    (mg * shares.middlegame + late * shares.endgame, gradient)
}
