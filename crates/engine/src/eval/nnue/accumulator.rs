//! Hidden values of boards seen before. A board is worth remembering: the next one differs from
//! it in a piece or two, and only these need to be added or taken off. Nothing has to be told when
//! moves are made or taken back; boards are compared, so what is remembered cannot be wrong.

mod difference;

use std::sync::Arc;

use chess::{Bitboard, Board, Color, Position};

use super::features::Perspective;
use super::kernels::Block;
use super::network::Network;
use crate::score::MAX_PLY;
use difference::Difference;

/// Plies whose boards are remembered: all that a search may come to.
const PLIES: usize = MAX_PLY + 1;
/// A move changes four squares at most. What is so near need not be looked for elsewhere.
const NEAR: u32 = 4;

/// The hidden values of one side at a ply.
struct Side {
    hidden: Vec<Block>,
    /// The bucket and the wing of the king they hold for; none yet at first.
    view: Option<usize>,
}

/// What is remembered of one ply. Both sides saw the same board.
struct Place {
    board: Board,
    sides: [Side; 2],
}

/// What a king saw when he last had this view.
struct Seen {
    board: Board,
    hidden: Vec<Block>,
}

/// What a thread remembers of one network's hidden values.
pub struct Accumulators {
    network: Arc<Network>,
    plies: Vec<Place>,
    /// By side and view: where a king comes back to.
    views: [Vec<Seen>; 2],
}

/// Whose hidden values are nearest to those wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Here,
    Parent,
    View,
}

impl Accumulators {
    pub fn new(network: Arc<Network>) -> Accumulators {
        let hidden = || network.hidden_biases.clone();
        let side = || Side { hidden: hidden(), view: None };
        let place = || Place { board: Board::default(), sides: [side(), side()] };
        let seen = || Seen { board: Board::default(), hidden: hidden() };
        let views = || (0..2 * network.input_buckets).map(|_| seen()).collect();
        Accumulators {
            plies: (0..PLIES).map(|_| place()).collect(),
            views: [views(), views()],
            network,
        }
    }

    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Centipawns for the side to move. `ply` is a hint where boards like this one are found.
    pub fn evaluate(&mut self, position: &Position, ply: usize) -> i32 {
        let ply = ply.min(PLIES - 1);
        self.bring_up(position, ply);
        let [white, black] = &self.plies[ply].sides;
        let (own, other) = match position.turn() {
            Color::White => (white, black),
            Color::Black => (black, white),
        };
        let pieces = position.occupied().len() as usize;
        self.network.output(&own.hidden, &other.hidden, pieces)
    }

    /// Makes the hidden values at `ply` those of the position.
    fn bring_up(&mut self, position: &Position, ply: usize) {
        let network = &*self.network;
        let board = position.board();
        let (before, from_here) = self.plies.split_at_mut(ply);
        let (parent, here) = (before.last(), &mut from_here[0]);
        let changed_here = here.board.differences(board);
        let changed_since_parent = parent.map(|parent| parent.board.differences(board));
        // Both sides mostly begin with the same board, from which the same pieces differ.
        let mut difference = Difference::none();
        let mut known_from = None;
        for side in Color::ALL {
            let king = position.king(side);
            let perspective = Perspective::of(side, king);
            let bucket = network.bucket(perspective, king);
            let view = bucket * 2 + usize::from(perspective.is_mirrored());
            let seen = &mut self.views[side][view];

            let holds = |place: &&Place| place.sides[side].view == Some(view);
            let parent = parent.filter(holds);
            let far = |changed: Option<Bitboard>| changed.map_or(u32::MAX, Bitboard::len);
            let from_here = far(holds(&&*here).then_some(changed_here));
            let from_parent = far(changed_since_parent.filter(|_| parent.is_some()));
            let near = from_here.min(from_parent);
            let from_view = far((near > NEAR).then(|| seen.board.differences(board)));
            let (source, start, hidden) = match parent {
                _ if from_here <= near.min(from_view) => (Source::Here, &here.board, None),
                Some(parent) if from_parent <= from_view => {
                    (Source::Parent, &parent.board, Some(&parent.sides[side].hidden))
                }
                _ => (Source::View, &seen.board, Some(&seen.hidden)),
            };
            if source == Source::Here && changed_here.is_empty() {
                continue;
            }

            if source == Source::View || known_from != Some(source) {
                difference.look(start, position);
                known_from = Some(source);
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
            if source == Source::View {
                seen.hidden.copy_from_slice(&side.hidden);
                seen.board = *board;
            }
        }
        here.board = *board;
    }
}

#[cfg(test)]
mod tests;
