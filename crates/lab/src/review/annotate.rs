//! Writes a review into a game: glyphs, scores, words and better lines. What the game held before
//! stays.

use chess::Game;
use chess::pgn::{
    MAX_COMMENT_LEN, MAX_COMMENTS_LEN, MAX_NAGS, MAX_NODES, MAX_TAGS, NodeId, PgnGame,
};

use super::evaluation::{Evaluation, WhiteScore};
use super::{Review, ReviewedMove};

/// Moves of a better line to write.
const LINE: usize = 10;
/// The glyphs from `!` to `?!`: a move that has one keeps it alone.
const JUDGEMENTS: core::ops::RangeInclusive<u16> = 1..=6;
/// Tags that an annotation adds at most.
const TAGS: usize = 3;

/// The main line of a game. It ends before a null move, because no engine can judge one.
pub fn main_line(pgn: &PgnGame) -> Game {
    let mut game = Game::new(pgn.start().clone());
    for id in pgn.tree().main_line() {
        match pgn.tree().node(id).mv().map(|mv| game.play(mv)) {
            Some(Ok(())) => {}
            Some(Err(_)) | None => break,
        }
    }
    game
}

/// The game as PGN with its review. A move gets its glyph, its score as `[%eval 0.35]`, the words of
/// its mistake, and the better line as a variation. A score or a sentence that is there already is
/// not added again, so that a game can be annotated twice.
pub fn annotate(pgn: &PgnGame, review: &Review) -> String {
    let mut annotator = Annotator::new(pgn.clone());
    annotator.tags(review);
    let nodes: Vec<NodeId> = pgn.tree().main_line().collect();
    for (&id, mv) in nodes.iter().zip(&review.moves) {
        annotator.one_move(id, mv);
    }
    if let Some(fault) = &review.fault {
        let last = nodes.last().copied().unwrap_or(NodeId::ROOT);
        annotator.comment(last, &format!("Not read beyond this: {fault}"));
    }
    annotator.pgn.to_string()
}

/// Adds to a game as long as the result can be read again.
struct Annotator {
    pgn: PgnGame,
    /// Bytes of all comments.
    comments: usize,
}

impl Annotator {
    fn new(pgn: PgnGame) -> Annotator {
        let tree = pgn.tree();
        let nodes = tree.walk().filter_map(|event| match event {
            chess::pgn::Event::Move(id) => Some(id),
            _ => None,
        });
        let length = |id| tree.node(id).comment().len() + tree.node(id).intro().len() + 1;
        let comments = nodes.chain([NodeId::ROOT]).map(length).sum();
        Annotator { pgn, comments }
    }

    fn tags(&mut self, review: &Review) {
        if self.pgn.tags().len() + TAGS > MAX_TAGS {
            return;
        }
        if self.pgn.tags().get("Annotator").is_none() {
            // The names are letters, so they are accepted.
            let _ = self.pgn.set_tag("Annotator", "Secateur");
        }
        for (name, side) in [("WhiteAccuracy", &review.white), ("BlackAccuracy", &review.black)] {
            if let Some(accuracy) = side.accuracy {
                let _ = self.pgn.set_tag(name, &format!("{accuracy:.1}"));
            }
        }
    }

    fn one_move(&mut self, id: NodeId, mv: &ReviewedMove) {
        let nags = self.pgn.tree().node(id).nags();
        let is_judged = nags.iter().any(|nag| JUDGEMENTS.contains(nag));
        if let Some(threshold) = mv.mark.threshold()
            && !is_judged
            && nags.len() < MAX_NAGS
        {
            self.pgn.annotate(id, threshold.nag);
        }
        if let Some(tag) = eval_tag(mv.after)
            && !self.pgn.tree().node(id).comment().contains("[%eval")
        {
            self.comment(id, &tag);
        }
        if !mv.words.is_empty() && !self.pgn.tree().node(id).comment().contains(&mv.words) {
            self.comment(id, &mv.words);
        }
        if mv.mark.threshold().is_some() {
            self.better_line(id, mv);
        }
    }

    /// Adds the better line beside a move. Moves that are there already are followed, not repeated.
    fn better_line(&mut self, id: NodeId, mv: &ReviewedMove) {
        let Some(mut parent) = self.pgn.tree().parent(id) else { return };
        let mut position = self.pgn.position_at(parent);
        for uci in mv.best.uci.iter().take(LINE) {
            let Ok(mv) = position.parse_uci(uci) else { return };
            position = position.after(mv);
            let known = self.pgn.tree().children(parent);
            let known =
                known.into_iter().find(|&child| self.pgn.tree().node(child).mv() == Some(mv));
            parent = match known {
                Some(child) => child,
                None if self.pgn.tree().len() >= MAX_NODES => return,
                None => match self.pgn.add(parent, mv) {
                    Ok(child) => child,
                    Err(_) => return,
                },
            };
        }
    }

    fn comment(&mut self, id: NodeId, text: &str) {
        let length = text.len() + 1;
        let fits = self.pgn.tree().node(id).comment().len() + length <= MAX_COMMENT_LEN;
        if fits && self.comments + length <= MAX_COMMENTS_LEN {
            self.comments += length;
            self.pgn.comment(id, text);
        }
    }
}

/// The score as other programs read it; none where the game has ended in mate.
fn eval_tag(evaluation: Evaluation) -> Option<String> {
    match evaluation.score {
        WhiteScore::Mate(0) => None,
        WhiteScore::Mate(moves) => Some(format!("[%eval #{moves}]")),
        WhiteScore::Cp(centipawns) => {
            // Adding 0.0 removes the sign of a negative zero.
            Some(format!("[%eval {:.2}]", f64::from(centipawns) / 100.0 + 0.0))
        }
    }
}
