//! A move of the opponent, as strong as the person has chosen.

use std::sync::Arc;
use std::time::Duration;

use chess::{Game, Move, Position, Random};
use engine::probe::Silent;
use engine::score::Score;
use engine::{Limits, Listener, Progress};
use serde_json::json;
use toolkit::stop::StopAll;

use crate::board::Board;
use crate::fields::Fields;
use crate::job::{Reports, Work};
use crate::levels::{LEVELS, Level};
use crate::node::Node;
use crate::place::{Place, uci};
use crate::random_seed::random_seed;
use crate::refusal::{Answer, Refusal};
use crate::score_json::WhiteView;
use crate::search_settings::SearchSettings;

/// Moves to choose from, at levels that do not always play the best one.
const CANDIDATES: usize = 4;
/// The longest clock: a day.
const LONGEST_MS: u64 = 86_400_000;
/// Time lost on the way to the page.
const OVERHEAD: Duration = Duration::from_millis(50);
/// With this score or worse, in normalised centipawns, the strongest opponent resigns. The others
/// play on: who learns wants to mate.
const RESIGNS: i32 = -1_000;
/// A draw is accepted after this many plies, by a side that is not better than this.
const DRAW_FROM: usize = 60;
const DRAW_UP_TO: i32 = 10;

pub(crate) fn go(board: &Arc<Board>, fields: &Fields) -> Result<Work, Refusal> {
    let Place { game, line } = Place::read(fields)?;
    if let Some(outcome) = game.outcome() {
        return Err(Refusal(format!("the game is over: {outcome}")));
    }
    let level = fields.text("level")?;
    let level = Level::named(level).ok_or_else(|| {
        Refusal(format!("level: expected one of {}", LEVELS.each_ref().map(|l| l.name).join(", ")))
    })?;
    let limits = level.limits(clock(fields)?);
    let network = Arc::clone(&board.network);
    let seed = random_seed()?;
    let work = move |_: &Reports, stop: &StopAll| {
        let mut engine = SearchSettings::standard().engine(&network)?;
        engine.multi_pv = if level.tolerance > 0 { CANDIDATES } else { 1 };
        let mut candidates = Candidates::default();
        let control = stop.handle().next_control();
        let answer = engine.go::<Silent>(&game, &limits, &control, &mut candidates);
        if stop.is_requested() {
            return Err(Refusal::new("Cancelled."));
        }
        let best = answer.best.ok_or_else(|| Refusal::new("there is no legal move"))?;
        let (mv, score) = match mate_in_one(game.position()) {
            Some(mate) => (mate, Score::mate_at(1)),
            None => candidates.choose((best, answer.score), level.tolerance, seed),
        };
        let scale = engine.scale(game.position());
        let view = WhiteView { scale, turn: game.position().turn() };
        played(game, line.len(), mv, &view, (score, level))
    };
    Ok(Box::new(work))
}

/// Even the weakest level sees it: an opponent that misses it looks broken, not weak.
fn mate_in_one(position: &Position) -> Option<Move> {
    position.legal_moves().into_iter().find(|&mv| {
        let next = position.after(mv);
        next.in_check() && next.count_legal() == 0
    })
}

fn played(
    mut game: Game,
    plies: usize,
    mv: Move,
    view: &WhiteView,
    (score, level): (Score, &Level),
) -> Answer {
    let san = game.position().san(mv).to_string();
    game.play(mv)?;
    let value = view.scale.normalised(score);
    Ok(json!({
        "uci": uci(mv),
        "san": san,
        "node": Node::after(&game, plies + 1),
        "score": view.score(score),
        "resigns": level.tolerance == 0 && value <= RESIGNS,
        "draw": plies >= DRAW_FROM && value <= DRAW_UP_TO,
    }))
}

fn clock(fields: &Fields) -> Result<Limits, Refusal> {
    let Some(clock) = fields.object("clock")? else { return Ok(Limits::default()) };
    let read = |name| {
        let time = clock.optional_number(name, 0..=LONGEST_MS)?;
        Ok::<_, Refusal>(time.map(Duration::from_millis))
    };
    let increment = |name| Ok::<_, Refusal>(read(name)?.unwrap_or_default());
    Ok(Limits {
        time: [read("white_ms")?, read("black_ms")?],
        increment: [increment("white_increment_ms")?, increment("black_increment_ms")?],
        overhead: OVERHEAD,
        ..Limits::default()
    })
}

/// The best moves of the last iteration that has a score for each.
#[derive(Default)]
struct Candidates(Vec<(Move, Score)>);

impl Listener for Candidates {
    fn progress(&mut self, progress: &Progress<'_>) {
        let scored = progress.moves.iter().filter(|root| root.score > Score::MINUS_INFINITE);
        self.0 = scored.map(|root| (root.mv, root.score)).collect();
    }
}

impl Candidates {
    /// One of the moves that are at most `tolerance` worse than the best. A mate, for either side,
    /// leaves no choice.
    fn choose(&self, best: (Move, Score), tolerance: i32, seed: u64) -> (Move, Score) {
        if best.1.is_decisive() {
            return best;
        }
        let near = self.0.iter().filter(|(_, score)| {
            !score.is_decisive() && best.1.centipawns() - score.centipawns() <= tolerance
        });
        let near: Vec<(Move, Score)> = near.copied().collect();
        Random::numbered(seed, 0).pick(&near).unwrap_or(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Setup;

    #[test]
    fn only_moves_near_the_best_are_played() {
        let moves = Position::initial().legal_moves();
        let score = Score::evaluation;
        let candidates = Candidates(vec![
            (moves[0], score(50)),
            (moves[1], score(20)),
            (moves[2], score(-100)),
            (moves[3], Score::mated_at(4)),
        ]);
        let mut chosen = Vec::new();
        for seed in 0..100 {
            chosen.push(candidates.choose((moves[0], score(50)), 40, seed).0);
        }
        assert!(chosen.contains(&moves[0]) && chosen.contains(&moves[1]));
        assert!(!chosen.contains(&moves[2]) && !chosen.contains(&moves[3]));
    }

    #[test]
    fn a_mate_in_one_is_seen() {
        let find = |fen: &str| mate_in_one(&fen.parse::<Setup>().unwrap().position).map(uci);
        assert_eq!(find("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").as_deref(), Some("a1a8"));
        assert_eq!(find("6k1/5pp1/8/8/8/8/8/R5K1 w - - 0 1"), None);
    }

    #[test]
    fn a_mate_is_always_played() {
        let moves = Position::initial().legal_moves();
        let mate = (moves[1], Score::mate_at(3));
        let candidates = Candidates(vec![mate, (moves[0], Score::evaluation(900))]);
        assert!((0..50).all(|seed| candidates.choose(mate, 30_000, seed).0 == moves[1]));
    }
}
