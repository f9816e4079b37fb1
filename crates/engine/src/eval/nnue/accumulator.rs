//! Accumulators: the hidden values of recent boards. The next board differs in a piece or two, so
//! only the weights of these are added or subtracted. The search does not report its moves: boards
//! are compared, so a cached value cannot be out of step with the position.

mod difference;

use std::sync::Arc;

use chess::{Bitboard, Board, Color, Position};

use super::features::Perspective;
use super::kernels::Block;
use super::network::Network;
use crate::score::MAX_PLY;
use difference::Difference;

/// Plies with a cached board: all that a search can reach.
const PLIES: usize = MAX_PLY + 1;
/// A move changes at most four squares. With no more changes than that, the cache of views is not
/// consulted.
const NEAR: u32 = 4;

/// The hidden values of one side at a ply.
struct Side {
    hidden: Vec<Block>,
    /// The bucket and the wing of the king, as an index; `None` before the first use.
    view: Option<usize>,
}

/// The cached board of one ply, with the hidden values of both sides.
struct PlyCache {
    board: Board,
    sides: [Side; 2],
}

/// The last board on which a king had this view.
struct ViewCache {
    board: Board,
    hidden: Vec<Block>,
}

/// The cached hidden values of one network, for one thread.
pub struct Accumulators {
    network: Arc<Network>,
    plies: Vec<PlyCache>,
    /// By side and view, for a king that returns to an earlier bucket or wing.
    views: [Vec<ViewCache>; 2],
}

/// The cached hidden values to start from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Base {
    /// Those of the same ply, left by a sibling.
    Ply,
    /// Those of the previous ply.
    Parent,
    /// Those of the last board with the same view.
    View,
}

impl Accumulators {
    /// Empty caches for a network.
    pub fn new(network: Arc<Network>) -> Accumulators {
        let hidden = || network.hidden_biases.clone();
        let side = || Side { hidden: hidden(), view: None };
        let ply = || PlyCache { board: Board::default(), sides: [side(), side()] };
        let view = || ViewCache { board: Board::default(), hidden: hidden() };
        let views = || (0..2 * network.input_buckets).map(|_| view()).collect();
        Accumulators {
            plies: (0..PLIES).map(|_| ply()).collect(),
            views: [views(), views()],
            network,
        }
    }

    /// The network that the caches belong to.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Centipawns for the side to move. `ply` is a hint: similar boards are cached there.
    pub fn evaluate(&mut self, position: &Position, ply: usize) -> i32 {
        let ply = ply.min(PLIES - 1);
        self.update(position, ply);
        let [white, black] = &self.plies[ply].sides;
        let (own, other) = match position.turn() {
            Color::White => (white, black),
            Color::Black => (black, white),
        };
        let pieces = position.occupied().len() as usize;
        self.network.output(&own.hidden, &other.hidden, pieces)
    }

    /// Brings the hidden values at `ply` up to date with the position.
    fn update(&mut self, position: &Position, ply: usize) {
        let network = &*self.network;
        let board = position.board();
        let (before, from_here) = self.plies.split_at_mut(ply);
        let (parent, here) = (before.last(), &mut from_here[0]);
        let changed_here = here.board.differences(board);
        let changed_since_parent = parent.map(|parent| parent.board.differences(board));
        // Both sides mostly start from the same board, and then share one difference.
        let mut difference = Difference::none();
        let mut difference_from = None;
        for side in Color::ALL {
            let king = position.king(side);
            let perspective = Perspective::of(side, king);
            let bucket = network.bucket(perspective, king);
            let view = bucket * 2 + usize::from(perspective.is_mirrored());
            let cached_view = &mut self.views[side][view];

            let has_view = |ply: &&PlyCache| ply.sides[side].view == Some(view);
            let parent = parent.filter(has_view);
            let count = |changed: Option<Bitboard>| changed.map_or(u32::MAX, Bitboard::len);
            let from_here = count(has_view(&&*here).then_some(changed_here));
            let from_parent = count(changed_since_parent.filter(|_| parent.is_some()));
            let nearest = from_here.min(from_parent);
            let from_view = count((nearest > NEAR).then(|| cached_view.board.differences(board)));
            let (base, start, hidden) = match parent {
                _ if from_here <= nearest.min(from_view) => (Base::Ply, &here.board, None),
                Some(parent) if from_parent <= from_view => {
                    (Base::Parent, &parent.board, Some(&parent.sides[side].hidden))
                }
                _ => (Base::View, &cached_view.board, Some(&cached_view.hidden)),
            };
            if base == Base::Ply && changed_here.is_empty() {
                continue;
            }

            if base == Base::View || difference_from != Some(base) {
                difference.compute(start, position);
                difference_from = Some(base);
            }
            let rows = difference.rows(bucket, perspective);
            let side = &mut here.sides[side];
            network.instructions.update(
                &mut side.hidden,
                hidden.map(|hidden| &hidden[..]),
                &network.input_weights,
                rows,
            );
            side.view = Some(view);
            if base == Base::View {
                cached_view.hidden.copy_from_slice(&side.hidden);
                cached_view.board = *board;
            }
        }
        here.board = *board;
    }
}

#[cfg(test)]
mod tests;
