//! A network ready to evaluate: its weights in aligned blocks, as the vector loops need them.

use chess::Square;

use super::features::{KING_PLACES, PER_BUCKET, Perspective, PieceSquare, output_bucket};
use super::kernels::{Block, Instructions, LANES};
use super::net_file::NetFile;

/// Evaluations are clamped to ± this, in centipawns, so that they fit 32 bits.
const MAX_CENTIPAWNS: i64 = 1 << 20;

/// The weights of a network, and the instructions to compute with.
pub struct Network {
    pub(super) instructions: Instructions,
    /// Blocks in the hidden layer of one side.
    blocks: usize,
    king_buckets: [u8; KING_PLACES],
    pub(super) input_buckets: usize,
    output_buckets: usize,
    hidden_unit: i16,
    output_unit: i16,
    scale: i16,
    pub(super) input_weights: Vec<Block>,
    pub(super) hidden_biases: Vec<Block>,
    output_weights: Vec<Block>,
    output_biases: Vec<i32>,
    description: String,
}

impl Network {
    /// Prepares a network for the widest vectors of this machine.
    pub fn new(net: &NetFile) -> Network {
        Network::with(net, Instructions::best())
    }

    pub(super) fn with(net: &NetFile, instructions: Instructions) -> Network {
        Network {
            instructions,
            blocks: net.width / LANES,
            king_buckets: net.king_buckets,
            input_buckets: net.input_buckets(),
            output_buckets: net.output_buckets,
            hidden_unit: net.hidden_unit,
            output_unit: net.output_unit,
            scale: net.scale,
            input_weights: blocks(&net.input_weights),
            hidden_biases: blocks(&net.hidden_biases),
            output_weights: blocks(&net.output_weights),
            output_biases: net.output_biases.clone(),
            description: net.description.clone(),
        }
    }

    /// The name of the vector instructions that networks use on this machine.
    pub fn instructions() -> &'static str {
        Instructions::best().name()
    }

    /// The description in the network's file.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The bucket of input weights for a king on this square.
    #[inline]
    pub(super) fn bucket(&self, perspective: Perspective, king: Square) -> usize {
        usize::from(self.king_buckets[perspective.king_place(king)])
    }

    /// The row of a piece among the input weights.
    #[inline]
    pub(super) fn row(bucket: usize, perspective: Perspective, piece: PieceSquare) -> u16 {
        (bucket * PER_BUCKET + perspective.feature(piece)) as u16
    }

    /// Centipawns for the side whose hidden values are `own`.
    #[inline]
    pub(super) fn output(&self, own: &[Block], other: &[Block], pieces: usize) -> i32 {
        let bucket = output_bucket(pieces, self.output_buckets);
        let start = bucket * 2 * self.blocks;
        let weights = &self.output_weights[start..start + 2 * self.blocks];
        let sum = self.instructions.output([own, other], weights, self.hidden_unit);
        let hidden = i64::from(self.hidden_unit);
        let value = sum / hidden + i64::from(self.output_biases[bucket]);
        let centipawns = value * i64::from(self.scale) / (hidden * i64::from(self.output_unit));
        centipawns.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS) as i32
    }
}

fn blocks(numbers: &[i16]) -> Vec<Block> {
    let mut blocks = vec![Block::ZERO; numbers.len() / LANES];
    for (block, numbers) in blocks.iter_mut().zip(numbers.chunks_exact(LANES)) {
        block.0.copy_from_slice(numbers);
    }
    blocks
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use chess::{Game, Setup};

    use super::*;
    use crate::control::Control;
    use crate::engine::Engine;
    use crate::probe::Silent;
    use crate::time::Limits;

    #[test]
    fn all_instruction_sets_search_the_same_nodes() {
        let limits = Limits { depth: Some(12), ..Limits::default() };
        let nodes = |instructions| {
            let network = Arc::new(Network { instructions, ..Network::built_in() });
            let mut engine = Engine::with_network(4, network).unwrap();
            let (game, control) = (Game::new(Setup::initial()), Arc::new(Control::default()));
            engine.go::<Silent>(&game, &limits, &control, &mut ()).nodes
        };
        let all: Vec<u64> = Instructions::all().into_iter().map(nodes).collect();
        assert!(all[0] > 1_000 && all.iter().all(|&nodes| nodes == all[0]), "{all:?}");
    }
}
