//! What was wrong with a move, in one sentence.

use chess::{Color, Game, Move, Outcome, Position};

use super::evaluation::{Evaluation, Promise, name};
use super::line::numbered;
use super::material::Toll;
use super::search::Assessment;

/// Moves of a refutation to show where material does not say how many.
const SHOWN: usize = 4;
/// Moves of a mate to show.
const MATE_SHOWN: usize = 9;

/// Expected points of a side whose opponent has a decisive advantage, at most.
const DECISIVE: f64 = 0.2;

/// A move and the two assessments around it.
pub(super) struct Case<'a> {
    /// The game before the move.
    pub(super) game: &'a Game,
    pub(super) played: Move,
    pub(super) before: &'a Assessment,
    pub(super) after: &'a Assessment,
}

/// The kinds of mistakes; the first that applies is named.
#[derive(PartialEq, Eq, Debug)]
enum Mistake {
    MissesMate(u32),
    AllowsMate(u32),
    EndsInDraw(Outcome),
    LetsPawnPromote(Toll),
    LosesMaterial(Toll),
    DoesNotRecapture,
    MissesMaterial(Toll),
    ThrowsGameAway,
    LetsWinSlip,
    GivesAwayDraw,
    GivesDecisiveAdvantage,
    GivesBetterGame,
    GivesAwayAdvantage,
    MakesWorse,
    Weakens,
}

impl Case<'_> {
    fn mover(&self) -> Color {
        self.game.position().turn()
    }

    /// Whether the mover had a mate and has none any more.
    pub(super) fn misses_mate(&self) -> bool {
        let [before, after] = [self.before, self.after].map(|it| it.evaluation.mate());
        before == Some(self.mover()) && after != before
    }

    /// The sentence about a move that is not the best.
    pub(super) fn sentence(&self) -> String {
        let san = self.game.position().san(self.played);
        let standing = self.after.evaluation.standing();
        match self.mistake() {
            Mistake::AllowsMate(moves) => match self.refutation(MATE_SHOWN) {
                line if line.is_empty() => format!("{san} allows mate in {moves}."),
                line => format!("{san} allows mate in {moves}: {line}."),
            },
            Mistake::MissesMate(moves) => {
                let line = self.best(MATE_SHOWN);
                format!("{san} misses mate in {moves}: {line}. Now {standing}.")
            }
            Mistake::EndsInDraw(outcome) => {
                let line = self.best(SHOWN);
                format!("{san} gives away the win, {outcome}: better was {line}.")
            }
            Mistake::LetsPawnPromote(toll) => {
                let line = self.refutation(toll.plies - 1);
                format!("{san} lets a pawn promote: after {line} {standing}.")
            }
            Mistake::LosesMaterial(toll) => {
                let (lost, line) = (toll.lost(), self.refutation(toll.plies - 1));
                format!("{san} loses {lost}: after {line} {standing}.")
            }
            Mistake::DoesNotRecapture => {
                format!("{san} does not recapture: {} was necessary. Now {standing}.", self.best(1))
            }
            Mistake::MissesMaterial(toll) => {
                let (won, line) = (toll.won(), self.best(toll.plies));
                format!("{san} misses {line}, which wins {won}. Now {standing}.")
            }
            Mistake::ThrowsGameAway => {
                self.after_refutation("turns a won position into a lost one")
            }
            Mistake::LetsWinSlip => self.after_refutation("lets the win slip"),
            Mistake::GivesAwayDraw => self.after_refutation("gives away the draw"),
            Mistake::GivesDecisiveAdvantage => self
                .after_refutation(&format!("gives {} a decisive advantage", name(!self.mover()))),
            Mistake::GivesBetterGame => {
                self.after_refutation(&format!("gives {} the better game", name(!self.mover())))
            }
            Mistake::GivesAwayAdvantage => {
                self.after_refutation("gives away part of the advantage")
            }
            Mistake::MakesWorse => self.after_refutation("makes a bad position worse"),
            Mistake::Weakens => self.after_refutation("weakens the position"),
        }
    }

    fn mistake(&self) -> Mistake {
        let mover = self.mover();
        let (before, after) = (self.before.evaluation, self.after.evaluation);
        if self.misses_mate() {
            return Mistake::MissesMate(moves_to_mate(before));
        }
        if after.mate() == Some(!mover) && before.mate() != Some(!mover) {
            return Mistake::AllowsMate(moves_to_mate(after));
        }
        if let Some(outcome) = self.after.outcome.filter(|outcome| outcome.winner().is_none()) {
            return Mistake::EndsInDraw(outcome);
        }
        if let Some(mistake) = self.material() {
            return mistake;
        }
        match (before.promise(), after.promise()) {
            (Promise::Win(winner), Promise::Win(other)) if winner == mover && other != mover => {
                Mistake::ThrowsGameAway
            }
            (Promise::Win(winner), Promise::Open) if winner == mover => Mistake::LetsWinSlip,
            (Promise::Open, Promise::Win(_)) if before.is_drawish() => Mistake::GivesAwayDraw,
            (Promise::Open, Promise::Win(_)) if after.expected_for(mover) <= DECISIVE => {
                Mistake::GivesDecisiveAdvantage
            }
            (Promise::Open, Promise::Win(_)) => Mistake::GivesBetterGame,
            (Promise::Win(winner), _) if winner != mover => Mistake::MakesWorse,
            (_, Promise::Win(_)) => Mistake::GivesAwayAdvantage,
            _ => Mistake::Weakens,
        }
    }

    /// A mistake that costs material, compared with the best line.
    fn material(&self) -> Option<Mistake> {
        let start = self.game.position();
        let refuted: Vec<Move> = [self.played].into_iter().chain(self.after.line.clone()).collect();
        let baseline = self.before_exchange();
        let played = Toll::of(&baseline, start, &refuted, 2)?;
        let best = Toll::of(&baseline, start, &self.before.line, 1)?;
        if played.points() <= best.points() {
            return None;
        }
        let captured_on =
            self.game.moves().last().filter(|mv| mv.is_capture()).map(|last| last.to());
        let first = self.before.line.first();
        if first.is_some_and(|mv| mv.is_capture() && Some(mv.to()) == captured_on) {
            return Some(Mistake::DoesNotRecapture);
        }
        if played.points() > 0 {
            return Some(match played.is_promotion() {
                true => Mistake::LetsPawnPromote(played),
                false => Mistake::LosesMaterial(played),
            });
        }
        (best.points() < 0).then_some(Mistake::MissesMaterial(best))
    }

    /// The position before the captures that led to this one, if the last move was a capture.
    fn before_exchange(&self) -> Position {
        let moves = self.game.moves();
        let captures = moves.iter().rev().take_while(|mv| mv.is_capture()).count();
        let start = self.game.start().position;
        moves[..moves.len() - captures].iter().fold(start, |position, &mv| position.after(mv))
    }

    fn after_refutation(&self, what: &str) -> String {
        let san = self.game.position().san(self.played);
        let standing = self.after.evaluation.standing();
        match self.refutation(SHOWN) {
            line if line.is_empty() => format!("{san} {what}: {standing}."),
            line => format!("{san} {what}: after {line} {standing}."),
        }
    }

    /// The first moves of the refutation, which begins with the opponent's reply.
    fn refutation(&self, most: usize) -> String {
        let mut game = self.game.clone();
        match game.play(self.played) {
            Ok(()) => numbered(&game, first(&self.after.line, most)),
            Err(_) => String::new(),
        }
    }

    /// The first moves of the best line.
    fn best(&self, most: usize) -> String {
        numbered(self.game, first(&self.before.line, most))
    }
}

fn first(line: &[Move], most: usize) -> &[Move] {
    &line[..line.len().min(most)]
}

fn moves_to_mate(evaluation: Evaluation) -> u32 {
    match evaluation.score {
        super::WhiteScore::Mate(moves) => moves.unsigned_abs(),
        super::WhiteScore::Cp(_) => 0,
    }
}
