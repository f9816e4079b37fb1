//! The evaluation once more, in floating point and with its slope.

use engine::eval::classical::{
    DANGER_ENDGAME_UNIT, DANGER_UNIT, Group, KING_BUCKETS, Pair, Role, SCALE_TOTAL,
    SQUARES_PER_BUCKET, TERMS, Term, WEIGHT_COUNT, WEIGHTS,
};

/// A middlegame and an endgame value.
pub(super) type Two = [f32; 2];

/// The weights while they are being tuned. Squares have a part of their own for each bucket of
/// the king, and one that all buckets share: what is seldom seen learns from what is common.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    pub(super) own: Vec<Two>,
    pub(super) shared: Vec<Two>,
    /// Both parts together: what is read.
    whole: Vec<Two>,
    /// Where the squares begin.
    squares: usize,
}

/// The slope of the loss, by weight.
pub(super) struct Slope {
    pub(super) own: Vec<Two>,
}

impl Default for Slope {
    fn default() -> Slope {
        Slope { own: vec![[0.0; 2]; WEIGHT_COUNT] }
    }
}

impl Slope {
    pub(super) fn add(&mut self, other: &Slope) {
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
    /// Nothing is known; a danger must be felt a little for its slope to show.
    pub fn zero() -> Weights {
        let mut weights = Weights {
            own: vec![[0.0; 2]; WEIGHT_COUNT],
            shared: vec![[0.0; 2]; SQUARES_PER_BUCKET],
            whole: Vec::new(),
            squares: square_term().start,
        };
        for term in TERMS.iter().filter(|term| term.group.role() == Role::Danger) {
            weights.own[term.start..term.start + term.len].fill([10.0, 10.0]);
        }
        weights.join();
        weights
    }

    /// The weights that the engine was built with.
    pub fn current() -> Weights {
        let own = WEIGHTS.iter().map(|pair| [pair.mg() as f32, pair.eg() as f32]).collect();
        let mut weights = Weights { own, ..Weights::zero() };
        weights.join();
        weights
    }

    pub(super) fn shared_place(&self, weight: usize) -> Option<usize> {
        let place = weight.checked_sub(self.squares)?;
        (place < KING_BUCKETS * SQUARES_PER_BUCKET).then_some(place % SQUARES_PER_BUCKET)
    }

    /// Puts both parts together after either changed.
    pub(super) fn join(&mut self) {
        self.whole.clone_from(&self.own);
        for bucket in 0..KING_BUCKETS {
            let start = self.squares + bucket * SQUARES_PER_BUCKET;
            let squares = &mut self.whole[start..start + SQUARES_PER_BUCKET];
            for (value, shared) in squares.iter_mut().zip(&self.shared) {
                value[0] += shared[0];
                value[1] += shared[1];
            }
        }
    }

    #[inline]
    pub(super) fn get(&self, weight: usize) -> Two {
        self.whole[weight]
    }

    /// Rounded, as the engine will take them.
    pub fn rounded(&self) -> Vec<Pair> {
        let round = |value: f32| value.round() as i32;
        self.whole.iter().map(|&[mg, eg]| Pair::new(round(mg), round(eg))).collect()
    }
}

/// A position's sums: the value White's less Black's, each king's danger, the initiative.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Sums {
    pub(super) value: Two,
    pub(super) danger: [Two; 2],
    pub(super) initiative: f32,
}

/// What does not depend on weights.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// The middlegame's share.
    pub(super) opening: f32,
    /// The endgame's share, less what cannot be won.
    pub(super) ending: f32,
}

impl Frame {
    pub(super) fn new(phase: i32, phase_total: i32, scale: i32) -> Frame {
        if scale == 0 {
            return Frame { opening: 0.0, ending: 0.0 };
        }
        let opening = phase as f32 / phase_total as f32;
        Frame { opening, ending: (1.0 - opening) * scale as f32 / SCALE_TOTAL as f32 }
    }
}

/// White's value in centipawns, and how it changes with each sum.
pub(super) fn judge(sums: &Sums, frame: Frame) -> (f32, Sums) {
    let unit = DANGER_UNIT as f32;
    let late_unit = DANGER_ENDGAME_UNIT as f32;
    let felt = sums.danger.map(|[mg, eg]| [mg.max(0.0), eg.max(0.0)]);
    let mg = sums.value[0] - (felt[0][0] * felt[0][0] - felt[1][0] * felt[1][0]) / unit;
    let eg = sums.value[1] - (felt[0][1] - felt[1][1]) / late_unit;
    let sign = if eg > 0.0 { 1.0 } else { -1.0 };
    let levelled = sums.initiative < -eg.abs();
    let late = if levelled { 0.0 } else { eg + sign * sums.initiative };
    let by_mg = frame.opening;
    let by_eg = if levelled { 0.0 } else { frame.ending };
    let by_danger = |side: usize, sign: f32| {
        let eg = if felt[side][1] > 0.0 { sign * by_eg / late_unit } else { 0.0 };
        [sign * by_mg * 2.0 * felt[side][0] / unit, eg]
    };
    let slope = Sums {
        value: [by_mg, by_eg],
        danger: [by_danger(0, -1.0), by_danger(1, 1.0)],
        initiative: by_eg * sign,
    };
    (mg * frame.opening + late * frame.ending, slope)
}
