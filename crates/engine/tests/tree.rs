//! The recorded tree is the tree that was searched.

use std::sync::Arc;

use chess::{Game, Position, Setup};
use engine::Limits;
use engine::heuristics::Heuristic;
use engine::probe::tree::{Arrival, ITERATION, NodeId, NodeType, Reason, Tree, TreeRecorder};
use engine::probe::{NodeView, Probe, Silent};
use engine::{Answer, Control, Engine};

const POSITIONS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
    "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1",
];

fn position(fen: &str) -> Position {
    fen.parse::<Setup>().unwrap().position
}

fn search<P: Probe>(fen: &str, depth: i32) -> Answer<P> {
    let mut engine = Engine::new(4).unwrap();
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let game = Game::new(fen.parse::<Setup>().unwrap());
    engine.go(&game, &limits, &Arc::new(Control::default()), &mut ())
}

/// Counts the nodes entered in the last iteration.
#[derive(Default)]
struct LastIteration {
    entered: u64,
    in_last: u64,
}

impl Probe for LastIteration {
    const DETAILED: bool = true;

    fn entered(&mut self, _node: &NodeView<'_>) {
        self.entered += 1;
    }

    fn iteration(&mut self, _depth: i32, _nodes: u64) {
        self.in_last = core::mem::take(&mut self.entered);
    }
}

/// A recorder that keeps few nodes, so that it must fold.
struct Small(TreeRecorder);

impl Default for Small {
    fn default() -> Small {
        Small(TreeRecorder::new(2_000))
    }
}

impl Probe for Small {
    const DETAILED: bool = true;

    fn entered(&mut self, node: &NodeView<'_>) {
        self.0.entered(node);
    }

    fn exited(&mut self, ply: usize, score: Option<engine::score::Score>) {
        self.0.exited(ply, score);
    }

    fn opened(&mut self, node: &NodeView<'_>, left: Option<engine::score::Score>) {
        self.0.opened(node, left);
    }

    fn ended(&mut self, ply: usize, end: engine::probe::NodeEnd) {
        self.0.ended(ply, end);
    }

    fn decided(&mut self, decision: &engine::probe::Decision<'_>) -> bool {
        self.0.decided(decision)
    }

    fn iteration(&mut self, depth: i32, nodes: u64) {
        self.0.iteration(depth, nodes);
    }
}

fn ids(tree: &Tree) -> impl Iterator<Item = NodeId> {
    1..tree.len() as NodeId
}

/// The position of every node, found by playing the moves from the root.
fn positions(tree: &Tree, root: Position) -> Vec<Position> {
    let mut positions = vec![root; tree.len()];
    for id in ids(tree) {
        let node = tree.node(id).unwrap();
        let before = positions[node.parent.unwrap() as usize];
        positions[id as usize] = match (node.arrival, node.mv) {
            (Arrival::Move, Some(mv)) => {
                assert!(before.is_legal(mv), "{node:?}");
                before.after(mv)
            }
            (Arrival::NullMove, None) => before.after_null(),
            (Arrival::Move | Arrival::Again | Arrival::Excluded, None) => before,
            _ => panic!("{node:?}"),
        };
    }
    positions
}

#[test]
fn recording_does_not_change_the_search() {
    for fen in POSITIONS {
        let (silent, recorded) = (search::<Silent>(fen, 9), search::<TreeRecorder>(fen, 9));
        assert_eq!((silent.nodes, silent.best), (recorded.nodes, recorded.best));
    }
}

#[test]
fn every_node_that_was_searched_is_recorded() {
    for fen in POSITIONS {
        let counted = search::<LastIteration>(fen, 8).probe.in_last;
        let tree = search::<TreeRecorder>(fen, 8).probe.into_tree();
        assert_eq!((tree.searched(), tree.depth(), tree.folded_below()), (counted, 8, 0));
        assert_eq!(tree.len() as u64, counted + 1);
    }
}

#[test]
fn every_node_follows_from_its_parent() {
    for fen in POSITIONS {
        let tree = search::<TreeRecorder>(fen, 9).probe.into_tree();
        let positions = positions(&tree, position(fen));
        for id in ids(&tree) {
            let node = tree.node(id).unwrap();
            assert_eq!(node.key, positions[id as usize].key() as u32, "{node:?}");
            assert!(node.alpha < node.beta, "{node:?}");
            let score = node.score.expect("the iteration was finished");
            let path = tree.path(id);
            assert_eq!((path[0], path[path.len() - 1]), (ITERATION, id));
            let parent = tree.node(node.parent.unwrap()).unwrap();
            if parent.id != ITERATION && node.arrival == Arrival::Move {
                // A child is asked about scores within the window of its parent; only ProbCut asks
                // whether it beats a raised beta, with a zero window.
                let is_zero = node.beta.raw() - node.alpha.raw() == 1;
                assert!(-node.beta >= parent.alpha, "{node:?} {parent:?}");
                assert!(-node.alpha <= parent.beta || is_zero, "{node:?} {parent:?}");
            }
            match node.reason {
                Reason::Cutoff => assert!(score >= node.beta, "{node:?}"),
                Reason::AllMoves if node.node_type != NodeType::Quiescence => {
                    assert!(score < node.beta, "{node:?}");
                }
                _ => {}
            }
        }
    }
}

/// Null windows included: a pass is asked whether it reaches beta, a position without its best move
/// whether the rest stays below, and a move whether it beats what is known.
#[test]
fn every_window_follows_from_the_window_of_the_parent() {
    let (mut zero, mut passes) = (0, 0);
    for fen in POSITIONS {
        let tree = search::<TreeRecorder>(fen, 9).probe.into_tree();
        for node in ids(&tree).filter_map(|id| tree.node(id)) {
            let parent = tree.node(node.parent.unwrap()).unwrap();
            if parent.id == ITERATION {
                continue;
            }
            let is_zero = node.beta - node.alpha == 1;
            zero += usize::from(is_zero);
            match node.arrival {
                Arrival::Move => {
                    // Within the negated window; ProbCut alone asks about a raised beta.
                    let within = -node.beta >= parent.alpha && -node.alpha <= parent.beta;
                    assert!(within || is_zero && -node.beta >= parent.alpha, "{node:?} {parent:?}");
                    // A wide window is that of the parent, narrowed only by moves before it.
                    if !is_zero && node.node_type == NodeType::Pv {
                        assert_eq!(parent.node_type, NodeType::Pv);
                    }
                }
                Arrival::NullMove => {
                    passes += 1;
                    assert!(is_zero && -node.alpha == parent.beta, "{node:?} {parent:?}");
                }
                Arrival::Excluded => assert!(is_zero, "{node:?} {parent:?}"),
                Arrival::Again => {
                    let within = node.alpha >= parent.alpha && node.beta <= parent.beta;
                    assert!(within, "{node:?} {parent:?}");
                }
            }
        }
    }
    assert!(zero > 5_000 && passes > 100, "{zero} {passes}");
}

/// A score follows from the scores of the moves: no move of a node that failed low beat alpha, and a
/// node that was cut by its score reaches beta.
#[test]
fn every_score_follows_from_the_scores_below() {
    for fen in POSITIONS {
        let tree = search::<TreeRecorder>(fen, 9).probe.into_tree();
        for node in ids(&tree).filter_map(|id| tree.node(id)) {
            let score = node.score.expect("the iteration was finished");
            let children = || tree.children(node.id).filter_map(|child| tree.node(child));
            match node.reason {
                Reason::Cutoff | Reason::Ended(engine::probe::NodeEnd::StandPat) => {
                    assert!(score >= node.beta, "{node:?}");
                }
                Reason::Left(Heuristic::StaticNull | Heuristic::NullMove | Heuristic::ProbCut) => {
                    assert!(score >= node.beta, "{node:?}");
                }
                Reason::Left(Heuristic::Razoring) => assert!(score <= node.alpha, "{node:?}"),
                Reason::AllMoves if node.node_type != NodeType::Quiescence => {
                    // The last search of each move counts, and none reached beta.
                    for child in children().filter(|child| child.arrival == Arrival::Move) {
                        let again =
                            children().any(|other| other.id > child.id && other.mv == child.mv);
                        assert!(again || -child.score.unwrap() < node.beta, "{node:?} {child:?}");
                    }
                }
                _ => {}
            }
        }
    }
}

#[test]
fn reasons_and_keys_are_found_for_a_whole_subtree() {
    let tree = search::<TreeRecorder>(POSITIONS[1], 8).probe.into_tree();
    let reasons = tree.reasons(ITERATION);
    assert_eq!(reasons.iter().map(|&(_, count)| count).sum::<u64>(), tree.searched());
    assert!(reasons.is_sorted_by(|one, two| one.1 >= two.1));
    let cutoffs = ids(&tree).filter(|&id| tree.reason(id) == Some(Reason::Cutoff)).count() as u64;
    assert!(reasons.contains(&(Reason::Cutoff, cutoffs)));
    let root = tree.node(1).unwrap();
    assert_eq!(tree.with_key(root.key).next(), Some(1));
    let child = tree.children(1).next().unwrap();
    assert_eq!(tree.mv(child), tree.node(child).unwrap().mv);
}

#[test]
fn the_best_move_of_a_cutoff_is_the_child_that_reached_beta() {
    let tree = search::<TreeRecorder>(POSITIONS[1], 9).probe.into_tree();
    let mut seen = 0;
    for node in ids(&tree).filter_map(|id| tree.node(id)) {
        if node.reason == Reason::Cutoff && node.node_type != NodeType::Quiescence {
            let best = node.best.expect("a move cut");
            let children = tree.children(node.id).filter_map(|id| tree.node(id));
            let last = children.filter(|child| child.mv == Some(best)).last().unwrap();
            assert!(-last.score.unwrap() >= node.beta, "{node:?} {last:?}");
            seen += 1;
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn skipped_moves_are_legal_and_were_not_searched() {
    let tree = search::<TreeRecorder>(POSITIONS[1], 9).probe.into_tree();
    let positions = positions(&tree, position(POSITIONS[1]));
    let mut seen = 0;
    for id in ids(&tree) {
        for skipped in tree.skipped(id) {
            assert!(positions[id as usize].is_legal(skipped.mv));
            let mut children = tree.children(id).filter_map(|child| tree.node(child));
            let is_main = tree.node(id).unwrap().node_type != NodeType::Quiescence;
            assert!(!is_main || !children.any(|child| child.mv == Some(skipped.mv)), "{skipped:?}");
            seen += 1;
        }
    }
    assert!(seen > 1_000, "{seen}");
}

#[test]
fn a_tree_that_is_too_large_is_folded_and_still_counts_every_node() {
    for fen in POSITIONS {
        let whole = search::<TreeRecorder>(fen, 10).probe.into_tree();
        let folded = search::<Small>(fen, 10).probe.0.into_tree();
        assert_eq!(folded.searched(), whole.searched());
        if whole.len() > 4_000 {
            assert!(folded.folded_below() > 0 && folded.len() < 4_000, "{}", folded.len());
            // 32 bytes a node, half as many again for skipped moves, and the nodes still open.
            assert!(folded.bytes() < 2_000 * 48 + 64 * 48, "{}", folded.bytes());
        }
        // What is left stands in the same place.
        positions(&folded, position(fen));
        let nodes = |tree: &Tree| {
            let largest = tree.largest_children(ITERATION, 0, 50);
            let shown = largest.iter().map(|node| (node.nodes, node.score, node.eval, node.reason));
            shown.collect::<Vec<_>>()
        };
        assert_eq!(nodes(&folded), nodes(&whole));
    }
}
