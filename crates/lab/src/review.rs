//! Reviews a game: what each move cost, in expected points and in words.
//!
//! Every position of the game is searched once. The score after a move is therefore the score
//! before the next one, and the loss of a move is the difference between the two scores that are
//! shown. The engine's own choice has no loss by definition: two searches never give exactly the
//! same score. A position in which the game is over is not searched.
//!
//! Everything is judged by **expected points**: the chance to win plus half the chance to draw, from
//! the engine's own curve ([`engine::ScoreScale`]). A pawn matters in a level position and does not
//! in a won one; centipawns would treat both alike. [`THRESHOLDS`] is the one table of marks, and
//! [`accuracy`] the one formula of accuracy.
//!
//! ```
//! use chess::Game;
//! use engine::{Engine, Limits};
//! use lab::review::{Mark, review};
//! use toolkit::stop::StopAll;
//!
//! let mut game = Game::default();
//! for san in ["f3", "e5", "g4", "Qh4#"] {
//!     game.play(game.position().parse_san(san)?)?;
//! }
//! let limits = Limits { nodes: Some(2_000), ..Limits::default() };
//! let review = review(&game, &mut Engine::new(1)?, &limits, &StopAll::default(), |_| {})?;
//! assert_eq!(review.moves[2].mark, Mark::Blunder);
//! assert_eq!(review.moves[2].words, "g4 allows mate in 1: 2... Qh4#.");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Invariants.** With one thread and a limit in nodes or depth, the same game gives the same
//! review. Every line is legal from where it begins.

mod accuracy;
mod annotate;
mod evaluation;
mod judge;
mod line;
mod marks;
mod material;
mod search;
mod sides;
mod turning_points;
mod words;

pub use accuracy::accuracy;
pub use annotate::{annotate, main_line};
pub use evaluation::{Evaluation, WhiteScore};
pub use line::{Line, number, numbered};
pub use marks::{Mark, THRESHOLDS, Threshold};
pub use sides::SideReview;
pub use turning_points::TurningPoint;

use core::fmt;

use chess::{CastlingField, Game};
use engine::{Engine, Limits};
use serde::{Deserialize, Serialize};
use toolkit::stop::StopAll;

use judge::verdict;
use search::Searcher;
use words::Case;

/// A game with every move judged.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Review {
    /// The position before the first move.
    pub start: String,
    /// The moves that were judged, in order.
    pub moves: Vec<ReviewedMove>,
    /// The moves of the game; more than were judged if the review was interrupted.
    pub plies: usize,
    /// White's moves, summed up.
    pub white: SideReview,
    /// Black's moves, summed up.
    pub black: SideReview,
    /// At most three moves that changed the expected result most, in the order of the game.
    pub turning_points: Vec<TurningPoint>,
    /// How the rules ended the game, such as `black mates`.
    pub outcome: Option<String>,
    /// Why the game could not be read beyond its last move. The caller sets it.
    pub fault: Option<String>,
}

/// A move of the game and what it cost.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ReviewedMove {
    /// Counted from 1.
    pub ply: usize,
    /// `14.` or `14...`.
    pub number: String,
    /// The move as people write it.
    pub san: String,
    /// The move as UCI writes it.
    pub uci: String,
    /// The position before the move, as FEN.
    pub fen: String,
    /// The evaluation before the move.
    pub before: Evaluation,
    /// The evaluation after it, which is the one before the next move.
    pub after: Evaluation,
    /// The best line, beginning with the best move; empty only if the game was over.
    pub best: Line,
    /// The best line after the move.
    pub reply: Line,
    /// Whether the move is the engine's own choice.
    pub is_best: bool,
    /// Expected points lost, from 0 to 1.
    pub loss: f64,
    /// Normalised centipawns lost; scores beyond ten pawns count as ten.
    pub loss_cp: i32,
    /// The mark that the loss deserves.
    pub mark: Mark,
    /// From 0 to 100.
    pub accuracy: f64,
    /// What was wrong with the move; empty for a sound one.
    pub words: String,
}

impl ReviewedMove {
    /// The move with its number and mark: `14. Nxe5??`.
    pub fn name(&self) -> String {
        format!("{} {}{}", self.number, self.san, self.mark)
    }

    /// The loss with two decimals, rounded down: no loss seems to reach a threshold that it misses.
    pub fn loss_text(&self) -> String {
        // A loss is a multiple of half a thousandth.
        let hundredths = (2000.0 * self.loss).round() as u32 / 20;
        format!("{}.{:02}", hundredths / 100, hundredths % 100)
    }
}

/// Reported after each move that was judged.
pub struct Progress<'a> {
    /// How many moves were judged.
    pub judged: usize,
    /// How many moves the game has.
    pub of: usize,
    /// The last of them.
    pub last: &'a ReviewedMove,
}

/// Somebody stopped the review. It holds what was judged.
#[derive(Clone, PartialEq, Debug)]
pub struct Interrupted {
    /// The review of the moves so far.
    pub partial: Box<Review>,
}

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Review { moves, plies, .. } = &*self.partial;
        write!(f, "interrupted after {} of {plies} moves", moves.len())
    }
}

impl core::error::Error for Interrupted {}

/// Searches every position of a game with these limits and judges its moves. The engine forgets what
/// it knew before.
pub fn review(
    game: &Game,
    engine: &mut Engine,
    limits: &Limits,
    stop: &StopAll,
    mut on_progress: impl FnMut(&Progress<'_>),
) -> Result<Review, Interrupted> {
    let of = game.moves().len();
    let mut review = Review::new(game);
    let mut searcher = Searcher::new(engine, limits, stop);
    let mut now = Game::new(game.start().clone());
    let Ok(mut before) = searcher.assess(&now, of == 0) else { return Err(review.interrupted()) };
    for (index, &played) in game.moves().iter().enumerate() {
        let earlier = now.clone();
        // The moves of a game are legal; the review of one that is not ends here.
        if now.play(played).is_err() {
            break;
        }
        let Ok(after) = searcher.assess(&now, index + 1 == of) else {
            return Err(review.interrupted());
        };
        let case = Case { game: &earlier, played, before: &before, after: &after };
        review.moves.push(verdict(&case));
        if let Some(last) = review.moves.last() {
            on_progress(&Progress { judged: review.moves.len(), of, last });
        }
        before = after;
    }
    Ok(review.summed_up())
}

impl Review {
    fn new(game: &Game) -> Review {
        Review {
            start: game.start().to_fen(CastlingField::XFen),
            moves: Vec::new(),
            plies: game.moves().len(),
            white: SideReview::default(),
            black: SideReview::default(),
            turning_points: Vec::new(),
            outcome: game.outcome().map(|outcome| outcome.to_string()),
            fault: None,
        }
    }

    fn interrupted(self) -> Interrupted {
        Interrupted { partial: Box::new(self.summed_up()) }
    }

    fn summed_up(mut self) -> Review {
        [self.white, self.black] = sides::sum_up(&self.moves);
        self.turning_points = turning_points::find(&self.moves);
        self
    }

    /// Whether every move was judged.
    pub fn is_complete(&self) -> bool {
        self.moves.len() == self.plies
    }
}
