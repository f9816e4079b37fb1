//! Hidden values of boards seen before. A board is worth remembering: the next one differs from
//! it in a man or two, and only these need to be added or taken off. Nothing has to be told when
//! moves are made or taken back; boards are compared, so what is remembered cannot be wrong.

use std::sync::Arc;

use chess::{Board, Color, Kind, MAX_MEN, Position};

use super::features::Outlook;
use super::kernels::{Block, Rows};
use super::network::Network;
use crate::score::MAX_PLY;

/// Plies whose boards are remembered: all that a search may come to.
const PLIES: usize = MAX_PLY + 1;

/// The hidden values of one side.
struct Remembered {
    board: Board,
    hidden: Vec<Block>,
}

/// What is remembered of one ply for one side.
struct Place {
    remembered: Remembered,
    /// The bucket and the wing of the king it holds for; none yet at first.
    view: Option<usize>,
}

/// What a thread remembers of one network's hidden values.
pub struct Accumulators {
    network: Arc<Network>,
    /// By ply and side.
    plies: Vec<[Place; 2]>,
    /// By side and view: where a king comes back to.
    views: [Vec<Remembered>; 2],
}

/// What differs between two boards, as rows of the weights.
struct Difference {
    added: [u16; MAX_MEN],
    removed: [u16; MAX_MEN],
    added_count: usize,
    removed_count: usize,
}

impl Accumulators {
    pub fn new(network: Arc<Network>) -> Accumulators {
        let remembered =
            |hidden: &[Block]| Remembered { board: Board::default(), hidden: hidden.to_vec() };
        let place = || Place { remembered: remembered(&network.hidden_biases), view: None };
        let views =
            || (0..2 * network.input_buckets).map(|_| remembered(&network.hidden_biases)).collect();
        Accumulators {
            plies: (0..PLIES).map(|_| [place(), place()]).collect(),
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
        for side in Color::ALL {
            self.bring_up(position, side, ply);
        }
        let [white, black] = &self.plies[ply];
        let (own, other) = match position.turn() {
            Color::White => (white, black),
            Color::Black => (black, white),
        };
        let men = position.occupied().len() as usize;
        self.network.output(&own.remembered.hidden, &other.remembered.hidden, men)
    }

    /// Makes the hidden values of `side` at `ply` those of the position.
    fn bring_up(&mut self, position: &Position, side: Color, ply: usize) {
        let network = &*self.network;
        let king = position.king(side);
        let outlook = Outlook::of(side, king);
        let bucket = network.bucket(outlook, king);
        let view = bucket * 2 + usize::from(outlook.is_mirrored());
        let board = position.board();
        let distance = |place: &Place| match place.view {
            Some(known) if known == view => place.remembered.board.differences(board).len(),
            _ => u32::MAX,
        };
        let here = distance(&self.plies[ply][side]);
        let parent = ply.checked_sub(1).map_or(u32::MAX, |ply| distance(&self.plies[ply][side]));
        let near = here.min(parent);
        // A move changes four squares at most. What is so near need not be looked for elsewhere.
        let known = if near <= 4 {
            u32::MAX
        } else {
            self.views[side][view].board.differences(board).len()
        };
        let rows = |from: &Board| Difference::new(from, board, bucket, outlook);
        let update = |to: &mut Remembered, from: Option<&Remembered>| {
            let difference = rows(from.map_or(&to.board, |from| &from.board));
            let source = from.map(|from| &from.hidden[..]);
            let weights = &network.input_weights;
            network.instructions.update(&mut to.hidden, source, weights, difference.rows());
            to.board = *board;
        };
        let (before, from_here) = self.plies.split_at_mut(ply);
        let place = &mut from_here[0][side];
        if here <= near.min(known) {
            if here > 0 {
                update(&mut place.remembered, None);
            }
            return;
        }
        place.view = Some(view);
        match before.last() {
            Some(parents) if parent <= known => {
                update(&mut place.remembered, Some(&parents[side].remembered));
            }
            _ => {
                let source = &mut self.views[side][view];
                update(&mut place.remembered, Some(source));
                source.hidden.copy_from_slice(&place.remembered.hidden);
                source.board = *board;
            }
        }
    }
}

impl Difference {
    #[inline]
    fn new(from: &Board, to: &Board, bucket: usize, outlook: Outlook) -> Difference {
        let changed = from.differences(to);
        let mut difference = Difference {
            added: [0; MAX_MEN],
            removed: [0; MAX_MEN],
            added_count: 0,
            removed_count: 0,
        };
        for kind in Kind::ALL {
            if ((to.kind(kind) | from.kind(kind)) & changed).is_empty() {
                continue;
            }
            for square in to.kind(kind) & changed {
                let row = Network::row(bucket, outlook, to.owner_of(square), kind, square);
                difference.added[difference.added_count % MAX_MEN] = row;
                difference.added_count += 1;
            }
            for square in from.kind(kind) & changed {
                let row = Network::row(bucket, outlook, from.owner_of(square), kind, square);
                difference.removed[difference.removed_count % MAX_MEN] = row;
                difference.removed_count += 1;
            }
        }
        difference
    }

    #[inline]
    fn rows(&self) -> Rows<'_> {
        Rows {
            added: &self.added[..self.added_count],
            removed: &self.removed[..self.removed_count],
        }
    }
}

#[cfg(test)]
mod tests;
