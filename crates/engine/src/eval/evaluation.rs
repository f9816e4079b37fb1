//! The evaluation of one thread: the network or the classical evaluation, as the settings say.
//!
//! Lazy evaluation, off by default: where the pieces and their squares alone are far from equal,
//! the finer terms are left out. Fails when they matter; and with the network it mixes two scales,
//! since the glance is the classical evaluation's.
//! CITE: chessprogramming.org/Lazy_Evaluation

use std::sync::Arc;

use chess::Position;

use super::classical::Classical;
use super::nnue::{Accumulators, Network};
use crate::knobs::{Evaluator, Knobs};

/// How to evaluate, from the settings.
#[derive(Clone, Copy)]
pub(crate) struct EvalOptions {
    evaluator: Evaluator,
    /// Lazy evaluation: the distance from equal beyond which the finer terms are left out.
    lazy: Option<i32>,
    /// The classical evaluation caches pawn structures.
    remember_pawns: bool,
}

impl EvalOptions {
    #[inline(always)]
    pub(crate) fn new(knobs: &Knobs) -> EvalOptions {
        EvalOptions {
            evaluator: knobs.evaluator,
            lazy: knobs.lazy_evaluation.then_some(knobs.lazy_margin),
            remember_pawns: knobs.use_pawn_cache,
        }
    }
}

/// Both evaluations with their caches.
#[derive(Default)]
pub(crate) struct Evaluation {
    classical: Classical,
    /// `None` before the first search.
    hidden: Option<Accumulators>,
}

impl Evaluation {
    /// Uses this network from now on.
    pub(crate) fn use_network(&mut self, network: &Arc<Network>) {
        let known = self.hidden.as_ref().is_some_and(|it| Arc::ptr_eq(it.network(), network));
        if !known {
            self.hidden = Some(Accumulators::new(Arc::clone(network)));
        }
    }

    /// Centipawns for the side to move, `ply` plies from the root.
    #[inline]
    pub(crate) fn evaluate(
        &mut self,
        position: &Position,
        ply: usize,
        options: EvalOptions,
    ) -> i32 {
        if let Some(margin) = options.lazy {
            let glance = self.classical.glance(position);
            if glance.abs() > margin {
                return glance;
            }
        }
        match (&mut self.hidden, options.evaluator) {
            (Some(hidden), Evaluator::Nnue) => hidden.evaluate(position, ply),
            _ => {
                if !options.remember_pawns {
                    self.classical.forget_pawns(position);
                }
                self.classical.evaluate(position)
            }
        }
    }
}
