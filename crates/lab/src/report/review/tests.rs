//! Tests of the page of reviewed games.

use chess::Game;
use engine::{Engine, Limits};
use toolkit::stop::StopAll;

use super::*;
use crate::review::{main_line, review};

fn pgn(text: &str) -> PgnGame {
    chess::pgn::PgnReader::new(text.as_bytes()).next().unwrap().unwrap()
}

fn reviewed(pgn: &PgnGame) -> Review {
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    let game: Game = main_line(pgn);
    review(&game, &mut Engine::new(1).unwrap(), &limits, &StopAll::default(), |_| {}).unwrap()
}

#[test]
fn markup_in_tags_is_shown_as_text() {
    let text = "[White \"<script>alert(1)</script>\"]\n[Black \"\\\" onload=x <b>\"]\n\
                [Event \"<img src=x onerror=y>\"]\n\n1. f3 e5 2. g4 Qh4# 0-1";
    let pgn = pgn(text);
    let mut review = reviewed(&pgn);
    review.fault = Some("'<i>' is no move".to_owned());
    let games = || ReviewedGame { number: 1, pgn: &pgn, review: &review };
    for page in [page_of_review(&[games()], "1 s"), page_of_review(&[games(), games()], "<u>")] {
        for markup in ["<script", "<b>", "<img", "<i>", "<u>", "\" onload"] {
            assert!(!page.contains(markup), "{markup}");
        }
        assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    }
}

#[test]
fn the_page_begins_with_the_verdict_and_shows_the_turning_points() {
    let pgn = pgn("[White \"Ada\"]\n[Black \"Bob\"]\n\n1. f3 e5 2. g4 Qh4# 0-1");
    let review = reviewed(&pgn);
    let page = page_of_review(&[ReviewedGame { number: 1, pgn: &pgn, review: &review }], "1 s");
    let place = |text: &str| page.find(text).unwrap_or_else(|| panic!("{text}"));
    assert!(place("Bob played better") < place("class=\"graph\""));
    assert!(place("class=\"graph\"") < place("<svg class=\"board\""));
    assert!(place("<svg class=\"board\"") < place("<table class=\"moves\""));
    assert!(page.contains("g4 allows mate in 1: 2... Qh4#."));
    assert_eq!(page.matches("id=\"wk\"").count(), 1, "the shapes are there once");
    let outside = ["src=", "url(", "@import", "<script", "href=\"http"];
    assert!(outside.iter().all(|word| !page.contains(word)));
}

#[test]
fn games_without_moves_and_cut_games_have_a_page() {
    let pgn = pgn("[White \"Ada\"]\n\n*");
    let mut review = reviewed(&pgn);
    review.plies = 7;
    let page = page_of_review(&[ReviewedGame { number: 1, pgn: &pgn, review: &review }], "1 s");
    assert!(page.contains("No moves were judged."));
    assert!(page.contains("Interrupted: 0 of 7 moves were judged."));
    assert!(!page_of_review(&[], "1 s").is_empty());
}

#[test]
fn several_games_are_listed_with_links() {
    let pgn = pgn("1. e4 *");
    let review = reviewed(&pgn);
    let game = |number| ReviewedGame { number, pgn: &pgn, review: &review };
    let page = page_of_review(&[game(1), game(4)], "1 s");
    for part in ["href=\"#game-1\"", "id=\"game-1\"", "href=\"#game-4\"", "id=\"game-4\""] {
        assert_eq!(page.matches(part).count(), 1, "{part}");
    }
}
