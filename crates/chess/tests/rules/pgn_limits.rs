//! Memory holds one game at a time, and the size of a game is limited.

use std::io::{self, Read};

use chess::pgn::{
    MAX_COMMENT_LEN, MAX_COMMENTS_LEN, MAX_NODES, PgnError, PgnFault, PgnGame, PgnReader,
};
use chess::{Game, Outcome};

/// The same text many times, never in memory as a whole.
struct Repeated<'a> {
    text: &'a [u8],
    at: usize,
    left: usize,
}

impl Read for Repeated<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.at == self.text.len() && self.left > 0 {
            (self.at, self.left) = (0, self.left - 1);
        }
        let count = (&self.text[self.at..]).read(into)?;
        self.at += count;
        Ok(count)
    }
}

fn repeated(text: &str, times: usize) -> Repeated<'_> {
    Repeated { text: text.as_bytes(), at: 0, left: times - 1 }
}

/// Reads an oversized game, followed by a good one, and returns the fault of the first.
fn after_a_flood(start: &str, flood: impl Read) -> PgnFault {
    let end = "\n[Event \"next\"]\n\n1. d4 *\n";
    let mut reader = PgnReader::new(start.as_bytes().chain(flood).chain(end.as_bytes()));
    let error = reader.next().expect("a game").expect_err("beyond the limit");
    let next = reader.next().expect("the next game").expect("a good game");
    assert_eq!((next.moves().len(), error.game), (1, 1));
    assert!(reader.next().is_none());
    error.fault
}

#[test]
fn two_hundred_thousand_games_are_streamed() {
    let text = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 $6 (2. Nf3) 2... Ke7 {oh} 3. Qxe5# 1-0\n\n";
    let whole = |game: &Result<PgnGame, PgnError>| {
        game.as_ref().is_ok_and(|game| game.moves().len() == 5 && game.tree().len() == 6)
    };
    assert_eq!(PgnReader::new(repeated(text, 200_000)).filter(whole).count(), 200_000);
}

#[test]
fn a_comment_of_64_megabytes_is_refused_without_being_kept() {
    let flood = io::repeat(b'x').take(64 << 20);
    assert!(matches!(after_a_flood("1. e4 {", flood), PgnFault::CommentTooLong));
    let flood = io::repeat(b'x').take(64 << 20);
    assert!(matches!(after_a_flood("1. e4 ;", flood), PgnFault::CommentTooLong));
    let spread = repeated("{0123456789}", MAX_COMMENT_LEN / 10 + 1);
    assert!(matches!(after_a_flood("1. e4 ", spread), PgnFault::CommentTooLong));
    let times = MAX_COMMENTS_LEN / 1000 + 1;
    let text = format!("Nf3 {{{0}}} Nf6 Ng1 Ng8 ", "x".repeat(1000));
    assert!(matches!(after_a_flood("", repeated(&text, times)), PgnFault::TooManyComments));
}

#[test]
fn a_tag_or_word_of_64_megabytes_is_refused_without_being_kept() {
    let flood = || io::repeat(b'x').take(64 << 20);
    assert!(matches!(after_a_flood("[Event \"a\"]\n[White \"", flood()), PgnFault::TagTooLong));
    assert!(matches!(after_a_flood("[Event \"a\"]\n[", flood()), PgnFault::TagTooLong));
    assert!(matches!(after_a_flood("1. e4 ", flood()), PgnFault::Move(_)));
}

#[test]
fn a_game_without_end_is_refused() {
    let text = "Nf3 Nf6 Ng1 Ng8 ";
    let flood = repeated(text, MAX_NODES / 4 + 1);
    assert!(matches!(after_a_flood("", flood), PgnFault::TooManyMoves));
    let most = repeated(text, MAX_NODES / 4);
    let game = PgnReader::new(most).next().expect("a game").expect("just within the limit");
    assert_eq!(game.moves().len(), MAX_NODES);
    let mut played = Game::default();
    game.moves().into_iter().for_each(|mv| played.play(mv).expect("legal"));
    assert_eq!(played.outcome(), Some(Outcome::FiftyMoves));
}

#[test]
fn floods_of_signs_are_refused_or_skipped() {
    let times = 1 << 20;
    assert!(matches!(after_a_flood("1. e4 ", repeated("(", times)), PgnFault::VariationOfNothing));
    assert!(matches!(after_a_flood("1. e4 ", repeated(")", times)), PgnFault::UnopenedVariation));
    let all: String = (0..64).map(|nag| format!("${nag} ")).collect();
    assert!(matches!(after_a_flood("1. e4 ", repeated(&all, times / 64)), PgnFault::TooManyGlyphs));
    let harmless = repeated("$1 {} . +/- ! ", times).chain(&b"1. e4 *"[..]);
    let game = PgnReader::new(harmless).next().expect("a game").expect("a good game");
    assert_eq!((game.moves().len(), game.problems().len()), (1, 0));
}
