//! ProbCut. A capture that beats a raised beta in a shallower search almost surely beats beta
//! itself. Fails when the refutation lies deeper than the search that confirms it.
//! CITE: Michael Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm"
//! (1995); chessprogramming.org/ProbCut

use super::Node;
use crate::knobs::Knobs;
use crate::score::Score;

/// The raised beta, if it is worth a try.
#[inline]
pub(crate) fn raised_beta(k: &Knobs, node: &Node) -> Option<Score> {
    let beta = node.window.beta;
    let improving = if node.improving { k.prob_cut_improving } else { 0 };
    (!beta.is_decisive()).then(|| beta + k.prob_cut_margin - improving)
}
