//! The evaluation of one thread: the settings choose the network or the classical evaluation.

use std::sync::Arc;

use chess::Position;

use super::classical::Classical;
use super::nnue::{Accumulators, Network};
use crate::knobs::{Evaluator, Knobs};

/// The settings of the evaluation.
#[derive(Clone, Copy)]
pub(crate) struct EvalOptions {
    evaluator: Evaluator,
    /// Whether the classical evaluation caches pawn structures.
    cache_pawns: bool,
}

impl EvalOptions {
    #[inline(always)]
    pub(crate) fn new(knobs: &Knobs) -> EvalOptions {
        EvalOptions { evaluator: knobs.evaluator, cache_pawns: knobs.use_pawn_cache }
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
        let in_use = self.hidden.as_ref().is_some_and(|it| Arc::ptr_eq(it.network(), network));
        if !in_use {
            self.hidden = Some(Accumulators::new(Arc::clone(network)));
        }
    }

    /// Material and piece-square values, in centipawns for the side to move.
    #[inline]
    pub(crate) fn quick(&mut self, position: &Position) -> i32 {
        self.classical.quick(position)
    }

    /// Centipawns for the side to move, `ply` plies from the root.
    #[inline]
    pub(crate) fn evaluate(
        &mut self,
        position: &Position,
        ply: usize,
        options: EvalOptions,
    ) -> i32 {
        if let (Some(hidden), Evaluator::Nnue) = (&mut self.hidden, options.evaluator) {
            return hidden.evaluate(position, ply);
        }
        if !options.cache_pawns {
            self.classical.forget_pawns(position);
        }
        self.classical.evaluate(position)
    }
}
