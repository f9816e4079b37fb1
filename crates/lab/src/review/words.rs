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
/// Expected points of a side that had a win and has hardly more than a draw, at most.
const SLIPPED: f64 = 0.65;

/// A move and the two assessments around it.
#[derive(Clone, Copy)]
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
            (Promise::Win(winner), Promise::Open)
                if winner == mover && after.expected_for(mover) <= SLIPPED =>
            {
                Mistake::LetsWinSlip
            }
            (Promise::Open, Promise::Win(_)) if before.is_drawish() => Mistake::GivesAwayDraw,
            (Promise::Open, Promise::Win(_)) if after.expected_for(mover) <= DECISIVE => {
                Mistake::GivesDecisiveAdvantage
            }
            (Promise::Open, Promise::Win(_)) => Mistake::GivesBetterGame,
            (Promise::Win(winner), _) if winner != mover => Mistake::MakesWorse,
            (Promise::Win(_), _) => Mistake::GivesAwayAdvantage,
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

#[cfg(test)]
mod tests {
    use chess::Setup;

    use super::*;
    use crate::review::WhiteScore;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    /// The moves from the last position of a game.
    fn moves(game: &Game, line: &str) -> Vec<Move> {
        let mut position = *game.position();
        let read = |san| {
            let mv = position.parse_san(san).expect("legal");
            position = position.after(mv);
            mv
        };
        line.split_whitespace().map(read).collect()
    }

    fn cp(centipawns: i32, wdl: [u16; 3]) -> Evaluation {
        Evaluation { score: WhiteScore::Cp(centipawns), wdl }
    }

    fn mate(moves: i32) -> Evaluation {
        let wdl = if moves > 0 { [1000, 0, 0] } else { [0, 0, 1000] };
        Evaluation { score: WhiteScore::Mate(moves), wdl }
    }

    /// The words for a move: its position, the evaluations around it, the best line, and the move
    /// with its refutation.
    fn words(fen: &str, [before, after]: [Evaluation; 2], best: &str, played: &str) -> String {
        let game = Game::new(fen.parse::<Setup>().expect("a FEN"));
        let refuted = moves(&game, played);
        let assessment = |evaluation, line| Assessment { evaluation, line, outcome: None };
        let before = assessment(before, moves(&game, best));
        let mut after = assessment(after, refuted[1..].to_vec());
        let mut next = game.clone();
        next.play(refuted[0]).expect("legal");
        after.outcome = next.outcome();
        Case { game: &game, played: refuted[0], before: &before, after: &after }.sentence()
    }

    #[test]
    fn mates_come_first() {
        let fen = "6k1/5ppp/8/8/8/8/q7/3R2K1 w - - 0 30";
        let missed = words(fen, [mate(1), mate(-5)], "Rd8#", "Rd2 Qxd2 Kh1");
        assert_eq!(missed, "Rd2 misses mate in 1: 30. Rd8#. Now Black mates in 5.");
        let fen = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";
        let allowed = words(fen, [cp(-30, [300, 300, 400]), mate(-1)], "e4", "g4 Qh4#");
        assert_eq!(allowed, "g4 allows mate in 1: 2... Qh4#.");
        let unseen = words(fen, [cp(-30, [300, 300, 400]), mate(-9)], "e4", "g4");
        assert_eq!(unseen, "g4 allows mate in 9.");
    }

    #[test]
    fn a_draw_by_the_rules_is_named() {
        let scores = [cp(900, [990, 10, 0]), cp(0, [0, 1000, 0])];
        let text = words("7k/8/8/6Q1/8/8/8/K7 w - - 0 60", scores, "Kb2 Kh7", "Qg6");
        assert_eq!(text, "Qg6 gives away the win, draw by stalemate: better was 60. Kb2 Kh7.");
    }

    #[test]
    fn material_is_named_by_the_refutation() {
        let scores = [cp(20, [400, 300, 300]), cp(-320, [50, 50, 900])];
        let fen = "4k3/pp6/8/3r4/8/5N2/PP6/3RK3 w - - 0 20";
        let text = words(fen, scores, "Rxd5 Ke7", "Nd4 Rxd4 Rxd4 b6");
        // A knight for a rook is a gain; the best line wins more.
        assert_eq!(text, "Nd4 misses 20. Rxd5, which wins a rook. Now Black is ahead by 3.2.");
        let fen = "4k3/pp6/8/3p4/8/2N5/PP6/4K3 w - - 0 20";
        let text = words(fen, scores, "Nxd5 b6", "Ne4 dxe4 Ke2 b6");
        assert_eq!(text, "Ne4 loses a knight: after 20... dxe4 Black is ahead by 3.2.");
        let fen = "4k3/8/8/8/8/8/p6P/3RK3 w - - 0 50";
        let text = words(fen, scores, "Ra1 Kd7", "h4 a1=Q Rxa1 Kd7 Kd2 Kd6");
        assert!(!text.contains("promote"), "the queen was taken at once: {text}");
        let fen = "4k3/8/8/8/6B1/8/p6P/4K3 w - - 0 50";
        let text = words(fen, scores, "Be6 Ke7 Bxa2 Kd6", "h4 a1=Q+ Ke2 Qf6");
        assert!(text.starts_with("h4 lets a pawn promote: after 50... a1=Q+ 51. Ke2"), "{text}");
    }

    #[test]
    fn results_given_away_are_named() {
        let (won, level, lost) =
            (cp(300, [900, 80, 20]), cp(10, [100, 820, 80]), cp(-400, [10, 90, 900]));
        let text = |before, after| words(START, [before, after], "e4 e5", "a4 e5 a5");
        assert_eq!(
            text(won, lost),
            "a4 turns a won position into a lost one: after 1... e5 2. a5 Black is ahead by 4.0."
        );
        assert_eq!(
            text(won, level),
            "a4 lets the win slip: after 1... e5 2. a5 the game is level."
        );
        assert_eq!(
            text(level, lost),
            "a4 gives away the draw: after 1... e5 2. a5 Black is ahead by 4.0."
        );
        let sharp = cp(10, [380, 260, 360]);
        assert!(text(sharp, lost).starts_with("a4 gives Black a decisive advantage: "));
        let worse = cp(-110, [240, 240, 520]);
        assert!(text(sharp, worse).starts_with("a4 gives Black the better game: "));
        assert!(text(worse, lost).starts_with("a4 makes a bad position worse: "));
        assert!(text(won, cp(110, [520, 300, 180])).starts_with("a4 gives away part of the"));
        assert!(text(sharp, cp(-40, [300, 300, 400])).starts_with("a4 weakens the position: "));
    }
}
