//! The recorded trees. They are large, so only the newest few are kept, whichever tab recorded them:
//! a page that was reloaded still finds its tree.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use lab::tree::RecordedTree;
use toolkit::workers::lock;

use crate::refusal::Refusal;

/// The most trees at a time.
const MOST: usize = 4;

#[derive(Default)]
pub(crate) struct TreeStore(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    last_number: u64,
    trees: VecDeque<(String, Arc<RecordedTree>)>,
}

impl TreeStore {
    /// Keeps a tree and returns its name. The oldest one goes if there are too many.
    pub(crate) fn add(&self, tree: RecordedTree) -> (String, Arc<RecordedTree>) {
        let mut kept = lock(&self.0);
        kept.last_number += 1;
        let (name, tree) = (format!("t{}", kept.last_number), Arc::new(tree));
        kept.trees.push_back((name.clone(), Arc::clone(&tree)));
        if kept.trees.len() > MOST {
            kept.trees.pop_front();
        }
        (name, tree)
    }

    pub(crate) fn get(&self, name: &str) -> Result<Arc<RecordedTree>, Refusal> {
        let kept = lock(&self.0);
        let found = kept.trees.iter().find(|(known, _)| known == name);
        let gone = "tree: the server keeps only the last four; record it again";
        found.map(|(_, tree)| Arc::clone(tree)).ok_or_else(|| Refusal::new(gone))
    }

    pub(crate) fn len(&self) -> usize {
        lock(&self.0).trees.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Game;
    use engine::knobs::Evaluator;
    use engine::probe::tree::TreeRecorder;

    #[test]
    fn the_oldest_tree_goes_first() {
        let store = TreeStore::default();
        let names: Vec<String> = (0..=MOST)
            .map(|_| {
                let tree = TreeRecorder::default().into_tree();
                store.add(RecordedTree::new(&Game::default(), tree, Evaluator::Nnue)).0
            })
            .collect();
        assert_eq!(store.len(), MOST);
        assert!(store.get(&names[0]).is_err() && store.get("").is_err());
        assert!(names[1..].iter().all(|name| store.get(name).is_ok()));
    }
}
