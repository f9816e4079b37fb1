//! Judges a cut: searches what it has saved, in an engine with an empty table.
//!
//! The engine knows the histories and corrections that the audited search had when it ended: the root
//! is searched again first, as it was audited. With blank histories the order of moves would be poor,
//! the other heuristics would skip good moves, and the judge would be wrong more often than the cut.

use std::sync::Arc;

use chess::{Game, Move};
use engine::eval::nnue::Network;
use engine::heuristics::Heuristic;
use engine::knobs::Knobs;
use engine::probe::Silent;
use engine::score::Score;
use engine::tt::NoMemory;
use engine::{Engine, Learned, Limits, NodeAnswer, NodeQuestion};
use serde::{Deserialize, Serialize};
use toolkit::stop::{StopAll, StopHandle};

use super::sample::{Replayed, Sample, SampledClaim};

/// Plies that the deeper truth adds.
const DEEPER: i32 = 2;
/// The table of a judge: a cut saves far fewer nodes than it can hold.
const MEGABYTES: usize = 4;
/// Roots whose histories are kept, of three megabytes each.
const ROOTS: usize = 64;

/// What a cut is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Truth {
    /// The same search to the same depth without this heuristic.
    Same,
    /// A search two plies deeper in which no heuristic cuts nodes or skips moves.
    Deeper,
}

/// The judgement of a sample.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Judgement {
    /// The number of the sample in its file.
    pub sample: usize,
    pub truth: Truth,
    /// Whether the claim is wrong; `None` if the search had to be stopped.
    pub wrong: Option<bool>,
    /// Whether a search at the reduced depth would have noticed; only of moves that were skipped.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub noticed: Option<bool>,
    /// Moves that the claim is about, and those of them that beat alpha.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub moves: Option<[usize; 2]>,
    /// The nodes that the search would have spent instead of the cut.
    pub nodes: u64,
    /// The decision fell short of its threshold, and its heuristic would not have acted even so.
    #[serde(skip_serializing_if = "core::ops::Not::not", default)]
    pub idle: bool,
}

/// The settings without a heuristic.
pub fn without(heuristic: Heuristic, knobs: &Knobs) -> Knobs {
    let mut knobs = *knobs;
    match heuristic {
        // Its rules for skipping captures, not quiescence itself.
        Heuristic::Quiescence => {
            knobs.quiescence_see = false;
            knobs.quiescence_max_moves = i32::MAX;
        }
        heuristic => {
            let set = heuristic.knob().set(&mut knobs, "false");
            debug_assert!(set.is_ok(), "{heuristic:?} has a switch");
        }
    }
    knobs
}

/// The settings without any heuristic that cuts nodes or skips moves. The table, reductions and
/// extensions stay.
pub fn without_pruning(knobs: &Knobs) -> Knobs {
    let stays =
        |heuristic: Heuristic| matches!(heuristic, Heuristic::TableCutoff | Heuristic::Reductions);
    let prunes =
        Heuristic::ALL.iter().filter(|heuristic| heuristic.claims() && !stays(**heuristic));
    prunes.fold(*knobs, |knobs, &heuristic| without(heuristic, &knobs))
}

/// Judges samples, one after the other.
pub struct Judge {
    engine: Engine,
    knobs: Knobs,
    /// The limits and the table of the audited search.
    limits: Limits,
    megabytes: usize,
    /// A search with more nodes is stopped.
    most_nodes: u64,
    stop: StopHandle,
    /// What the searches of the last roots have taught, the latest last.
    learned: Vec<(String, Learned)>,
}

impl Judge {
    /// A judge of searches with these settings, limits and megabytes of table.
    pub fn new(
        knobs: Knobs,
        network: Arc<Network>,
        (limits, megabytes): (Limits, usize),
        most_nodes: u64,
        stop: &StopAll,
    ) -> Result<Judge, NoMemory> {
        let engine = Engine::with_network(MEGABYTES, network)?;
        let (stop, learned) = (stop.handle(), Vec::new());
        Ok(Judge { engine, knobs, limits, megabytes, most_nodes, stop, learned })
    }

    /// Lets the engine know what the audited search of a root had learned when it ended.
    fn prepare(&mut self, fen: &str, game: &Game) -> Result<(), NoMemory> {
        match self.learned.iter().position(|(known, _)| known == fen) {
            Some(place) => {
                let known = self.learned.remove(place);
                self.learned.push(known);
            }
            None => {
                self.engine.knobs = self.knobs;
                let mut engine = self.engine.alike(self.megabytes)?;
                let control = self.stop.next_control();
                engine.go::<Silent>(game, &self.limits, &control, &mut ());
                if self.learned.len() >= ROOTS {
                    self.learned.remove(0);
                }
                self.learned.push((fen.to_owned(), engine.learned()));
            }
        }
        if let Some((_, learned)) = self.learned.last() {
            self.engine.recall(learned);
        }
        Ok(())
    }

    /// Judges a sample; `None` if a stop was requested, or the sample cannot be replayed.
    pub fn judge(
        &mut self,
        number: usize,
        sample: &Sample,
        truth: Truth,
    ) -> Result<Option<Judgement>, NoMemory> {
        let Some(replayed) = sample.replayed() else { return Ok(None) };
        self.prepare(&sample.fen, &replayed.game)?;
        let plies = match truth {
            Truth::Same => {
                let knobs = self.knobs;
                self.engine.knobs = replayed.heuristic.map_or(knobs, |of| without(of, &knobs));
                0
            }
            Truth::Deeper => {
                self.engine.knobs = without_pruning(&self.knobs);
                DEEPER
            }
        };
        let judged = match sample.claim {
            SampledClaim::MovesFailLow => self.moves(&replayed, sample, plies),
            SampledClaim::NodeFailsHigh | SampledClaim::NodeFailsLow => {
                self.node(&replayed, sample, plies)
            }
        };
        let judgement = Judgement { sample: number, truth, ..judged };
        Ok((!self.stop.is_requested()).then_some(judgement))
    }

    fn ask(
        &mut self,
        replayed: &Replayed,
        sample: &Sample,
        mv: Option<Move>,
        depth: i32,
        [alpha, beta]: [Score; 2],
    ) -> Option<NodeAnswer> {
        let mut line = replayed.line.clone();
        line.extend(mv.map(Some));
        let question = NodeQuestion {
            game: &replayed.game,
            line: &line,
            depth,
            alpha,
            beta,
            cut: sample.cut != mv.is_some(),
            root_depth: sample.root_depth,
        };
        self.engine.ask(&question, self.most_nodes, &self.stop.next_control())
    }

    fn node(&mut self, replayed: &Replayed, sample: &Sample, plies: i32) -> Judgement {
        let (alpha, beta) = (sample.alpha(), sample.beta());
        let depth = deeper(sample.depth, plies);
        let high = sample.claim == SampledClaim::NodeFailsHigh;
        let window = if high { [beta - 1, beta] } else { [alpha, alpha + 1] };
        // Razoring asks quiescence first, and acts only if that agrees.
        if sample.near
            && replayed.heuristic == Some(Heuristic::Razoring)
            && self.ask(replayed, sample, None, 0, window).is_some_and(|quiet| quiet.score > alpha)
        {
            return Judgement { idle: true, ..BLANK };
        }
        let Some(answer) = self.ask(replayed, sample, None, depth, window) else { return BLANK };
        let wrong = if high { answer.score < beta } else { answer.score > alpha };
        Judgement { wrong: Some(wrong), nodes: answer.nodes, ..BLANK }
    }

    fn moves(&mut self, replayed: &Replayed, sample: &Sample, plies: i32) -> Judgement {
        let alpha = sample.alpha();
        // As the opponent sees it.
        let window = [-(alpha + 1), -alpha];
        let full = deeper(sample.move_depth, plies);
        let (mut nodes, mut wrong, mut noticed) = (0, 0, false);
        let is_reduction = replayed.heuristic == Some(Heuristic::Reductions);
        for &mv in &replayed.moves {
            let mut search = |depth| {
                let answer = self.ask(replayed, sample, Some(mv), depth, window)?;
                Some((-answer.score > alpha, answer.nodes))
            };
            // The search would first have gone as far as the reduction allows.
            let Some((mut beats, mut spent)) = search(sample.reduced_depth) else { return BLANK };
            let beats_reduced = beats;
            if full != sample.reduced_depth {
                let Some((beats_full, more)) = search(full) else { return BLANK };
                spent = match (is_reduction, beats) {
                    // The reduced search was made: only the rest is saved.
                    (true, _) => more.saturating_sub(spent),
                    (false, true) => spent + more,
                    (false, false) => spent,
                };
                beats = beats_full;
            }
            nodes += spent;
            wrong += usize::from(beats);
            noticed |= beats && beats_reduced;
        }
        Judgement {
            wrong: Some(wrong > 0),
            noticed: (!is_reduction).then_some(noticed),
            moves: Some([replayed.moves.len(), wrong]),
            nodes,
            ..BLANK
        }
    }
}

/// More plies, but quiescence stays quiescence.
fn deeper(depth: i32, plies: i32) -> i32 {
    if depth > 0 { depth + plies } else { depth }
}

/// The search had to be stopped.
const BLANK: Judgement = Judgement {
    sample: 0,
    truth: Truth::Same,
    wrong: None,
    noticed: None,
    moves: None,
    nodes: 0,
    idle: false,
};
