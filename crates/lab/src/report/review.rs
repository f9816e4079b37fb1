//! The page of reviewed games: who played how well, where each game turned, and every move.

use core::fmt::Write as _;

use chess::pgn::{PgnGame, result_text};
use chess::{Color, Setup};

use super::board::Board;
use super::chart::Tone;
use super::page::Page;
use super::points_graph::PointsGraph;
use super::svg::escaped;
use crate::machine;
use crate::review::{Evaluation, Mark, Review, ReviewedMove, SideReview, THRESHOLDS, TurningPoint};

/// A game of the page.
pub struct ReviewedGame<'a> {
    /// Its number in the file.
    pub number: usize,
    pub pgn: &'a PgnGame,
    pub review: &'a Review,
}

/// Accuracies this close count as equal.
const SAME_ACCURACY: f64 = 1.0;
/// Moves of a better line to show.
const LINE: usize = 8;

/// `effort` says how long each position was searched.
pub fn page_of_review(games: &[ReviewedGame<'_>], effort: &str) -> String {
    let subtitle = |what: &str| format!("{what}{effort} a position, {}", machine::now());
    let mut page = match games {
        [game] => {
            let result = result_text(game.pgn.result());
            let subtitle = subtitle(&format!("{result}, {}", occasion(game.pgn)));
            let mut page = Page::new(&players(game), &subtitle);
            one_game(&mut page, game, false);
            page
        }
        _ => {
            let mut page = Page::new(&format!("{} games reviewed", games.len()), &subtitle(""));
            list(&mut page, games);
            for game in games {
                page.anchor(&anchor(game));
                page.heading(&format!("Game {}: {}", game.number, heading(game)));
                one_game(&mut page, game, true);
            }
            page
        }
    };
    rules(&mut page);
    page.html()
}

/// The value of a tag, unless it is unknown.
fn tag<'a>(pgn: &'a PgnGame, name: &str) -> Option<&'a str> {
    pgn.tags().get(name).filter(|value| !value.is_empty() && !value.starts_with('?'))
}

fn player(pgn: &PgnGame, color: Color) -> &str {
    let name = if color == Color::White { "White" } else { "Black" };
    tag(pgn, name).unwrap_or(name)
}

fn players(game: &ReviewedGame<'_>) -> String {
    let [white, black] = [Color::White, Color::Black].map(|color| player(game.pgn, color));
    format!("{white} – {black}")
}

fn heading(game: &ReviewedGame<'_>) -> String {
    format!("{}, {}", players(game), result_text(game.pgn.result()))
}

/// Event, site and date as far as they are known, for a subtitle.
fn occasion(pgn: &PgnGame) -> String {
    ["Event", "Site", "Date"].into_iter().filter_map(|name| tag(pgn, name)).fold(
        String::new(),
        |mut text, value| {
            // Writing to a string cannot fail. Unknown days and months are left out.
            let _ = write!(text, "{}, ", value.replace(".??", ""));
            text
        },
    )
}

fn anchor(game: &ReviewedGame<'_>) -> String {
    format!("game-{}", game.number)
}

fn percent(side: &SideReview) -> String {
    side.accuracy.map_or_else(|| "-".to_owned(), |accuracy| format!("{accuracy:.1}\u{a0}%"))
}

fn list(page: &mut Page, games: &[ReviewedGame<'_>]) {
    let moves: usize = games.iter().map(|game| game.review.moves.len()).sum();
    let marked = |mark| {
        let sides = games.iter().flat_map(|game| [&game.review.white, &game.review.black]);
        sides.map(|side| side.count(mark)).sum::<usize>()
    };
    page.verdict(
        Tone::Main,
        &format!(
            "{moves} moves judged: {} ??, {} ? and {} ?!.",
            marked(Mark::Blunder),
            marked(Mark::Mistake),
            marked(Mark::Inaccuracy)
        ),
    );
    let rows: Vec<(String, Vec<String>)> = games
        .iter()
        .map(|game| {
            let Review { white, black, .. } = game.review;
            let cells =
                vec![game.number.to_string(), heading(game), percent(white), percent(black)];
            (anchor(game), cells)
        })
        .collect();
    page.linked_table(&["game", "players", "White", "Black"], &rows);
}

fn one_game(page: &mut Page, game: &ReviewedGame<'_>, folds: bool) {
    let review = game.review;
    page.verdict(Tone::Main, &format!("{}{}", verdict(game), turned(review)));
    for note in notes(review) {
        page.verdict(Tone::Bad, &note);
    }
    if review.moves.is_empty() {
        return;
    }
    figures(page, game);
    page.drawing("White's expected points", "graph", &graph(review).svg());
    if !review.turning_points.is_empty() {
        page.heading(if review.turning_points.len() == 1 {
            "Turning point"
        } else {
            "Turning points"
        });
        for turn in &review.turning_points {
            turning_point(page, review, turn);
        }
    }
    match folds {
        true => page.folded("Moves", |page| page.raw(&moves(review))),
        false => {
            page.heading("Moves");
            page.raw(&moves(review));
        }
    }
}

/// Who played better.
fn verdict(game: &ReviewedGame<'_>) -> String {
    let Review { white, black, .. } = game.review;
    let [first, second] = [Color::White, Color::Black].map(|color| player(game.pgn, color));
    match (white.accuracy, black.accuracy) {
        (Some(one), Some(other)) if (one - other).abs() < SAME_ACCURACY => {
            format!("Both sides played equally well: accuracy {one:.1} % and {other:.1} %.")
        }
        (Some(one), Some(other)) if one > other => {
            format!("{first} played better: accuracy {one:.1} % against {other:.1} %.")
        }
        (Some(one), Some(other)) => {
            format!("{second} played better: accuracy {other:.1} % against {one:.1} %.")
        }
        (Some(one), None) => format!("Only {first} moved: accuracy {one:.1} %."),
        (None, Some(other)) => format!("Only {second} moved: accuracy {other:.1} %."),
        (None, None) => "No moves were judged.".to_owned(),
    }
}

/// The names of the turning points.
fn turned(review: &Review) -> String {
    let moves =
        review.turning_points.iter().filter_map(|turn| review.moves.get(turn.ply.wrapping_sub(1)));
    let names: Vec<String> = moves.map(ReviewedMove::name).collect();
    match &names[..] {
        [] => String::new(),
        [one] => format!(" The game turned at {one}"),
        [first @ .., last] => format!(" The game turned at {} and {last}", first.join(", ")),
    }
}

/// What the reader must know: a review may be shorter than its game.
fn notes(review: &Review) -> Vec<String> {
    let mut notes = Vec::new();
    if !review.is_complete() {
        let (judged, plies) = (review.moves.len(), review.plies);
        notes.push(format!("Interrupted: {judged} of {plies} moves were judged."));
    }
    if let Some(fault) = &review.fault {
        notes.push(format!("Judged up to an error in the file: {fault}."));
    }
    notes
}

fn figures(page: &mut Page, game: &ReviewedGame<'_>) {
    let Review { white, black, .. } = game.review;
    let mut rows = Vec::new();
    for (color, side) in [(Color::White, white), (Color::Black, black)] {
        rows.push(vec![
            player(game.pgn, color).to_owned(),
            percent(side),
            side.inaccuracies.to_string(),
            side.mistakes.to_string(),
            side.blunders.to_string(),
            format!("{:.3}", side.loss),
        ]);
    }
    page.table(&["player", "accuracy", "?!", "?", "??", "loss a move"], &rows);
}

fn graph(review: &Review) -> PointsGraph {
    let first = review.moves.first().map(|mv| mv.before);
    let rest = review.moves.iter().map(|mv| mv.after);
    let points: Vec<f64> = first.into_iter().chain(rest).map(Evaluation::expected).collect();
    let start = review.start.parse::<Setup>();
    let number = start.as_ref().map_or(1, |start| u32::from(start.fullmove_number));
    let black = start.is_ok_and(|start| start.position.turn() == Color::Black);
    let marks = review.moves.iter().filter(|mv| mv.mark != Mark::None);
    let marks = marks.map(|mv| {
        let tone = if mv.mark == Mark::Blunder { Tone::Bad } else { Tone::Other(1) };
        (
            mv.ply,
            tone,
            format!("{}: {:.2} → {:.2}", mv.name(), mv.before.expected(), mv.after.expected()),
        )
    });
    let label = "White's expected points after each move, from 0 to 1".to_owned();
    PointsGraph { points, first: (number, black), marks: marks.collect(), label }
}

fn turning_point(page: &mut Page, review: &Review, turn: &TurningPoint) {
    let Some(mv) = turn.ply.checked_sub(1).and_then(|index| review.moves.get(index)) else {
        return;
    };
    let better = format!("Better: {}", shortened(mv));
    let words = [turn.words.clone(), better];
    let Ok(setup) = mv.fen.parse::<Setup>() else { return };
    let position = setup.position;
    let arrow = |uci: &str, tone| position.parse_uci(uci).ok().map(|mv| (mv, tone));
    let best = mv.best.uci.first().and_then(|uci| arrow(uci, Tone::Good));
    let arrows = best.into_iter().chain(arrow(&mv.uci, Tone::Bad)).collect();
    let label =
        format!("The position before {}; red is the move played, green the better one", mv.name());
    let board = Board { position: &position, bottom: mv.mover(), arrows, label };
    page.board(&board, &mv.name(), &words);
}

/// The first moves of the best line, with its score.
fn shortened(mv: &ReviewedMove) -> String {
    format!("{} ({})", mv.best.shortened(LINE), mv.before)
}

fn moves(review: &Review) -> String {
    let mut html = String::from(
        "<div class=\"scroll\"><table class=\"moves\"><thead><tr><th>move</th>\
         <th class=\"number\">score</th><th class=\"number\">points</th>\
         <th class=\"number\">loss</th><th>best</th></tr></thead><tbody>\n",
    );
    // Writing to a string cannot fail, so results of `write!` are dropped throughout.
    for mv in &review.moves {
        let class = match mv.mark {
            Mark::None => "",
            Mark::Inaccuracy | Mark::Mistake => " class=\"doubtful\"",
            Mark::Blunder => " class=\"blunder\"",
        };
        let best = if mv.is_best { "✓" } else { mv.best.san.first().map_or("", String::as_str) };
        let loss = if mv.is_best { String::new() } else { mv.loss_text() };
        let _ = writeln!(
            html,
            "<tr{class}><td>{}</td><td class=\"number\">{}</td><td class=\"number\">{:.2}</td>\
             <td class=\"number\">{loss}</td><td>{}</td></tr>",
            escaped(&mv.name()),
            mv.after,
            mv.after.expected(),
            escaped(best)
        );
        if !mv.words.is_empty() {
            let words = format!("{} Better: {}", mv.words, shortened(mv));
            let _ = writeln!(
                html,
                "<tr class=\"words\"><td colspan=\"5\">{}</td></tr>",
                escaped(&words)
            );
        }
    }
    html.push_str("</tbody></table></div>\n");
    html
}

/// How moves are judged.
fn rules(page: &mut Page) {
    let marks: Vec<String> = THRESHOLDS
        .iter()
        .map(|threshold| format!("{} from {:.2}", threshold.mark, threshold.from))
        .collect();
    page.paragraph(&format!(
        "Scores are in pawns from White's point of view; +1.00 is a 50 % chance to win. Expected \
         points are the chance to win plus half the chance to draw. The loss of a move is the fall \
         of its side's expected points; the engine's own choice (✓) has none. Marks by loss: {}. \
         The accuracy of a move is 103.17 × exp(-4.354 × loss) - 3.17, that of a side the mean of \
         its moves. Turning points are the moves with the greatest loss among those after which \
         another result is to be expected: a side is winning if it wins more often than not.",
        marks.join(", ")
    ));
}

#[cfg(test)]
mod tests;
