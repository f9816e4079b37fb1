//! How games end: by the rules, the clock, a fault or the arbiter.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use chess::{Color, Game, GameResult, Move, Outcome, Position, Setup};
use engine::tablebase::{Prober, Wdl};
use lab::adjudication::{Adjudication, Draw, Resign};
use lab::game::{End, Played, Rules, Seat, play};
use lab::limit::Limit;
use lab::player::{Clocks, Eval, Fault, Player, Thought};
use lab::record::Record;
use toolkit::Ending;
use toolkit::stop::StopAll;

/// Plays given moves in a given time.
struct Puppet {
    moves: VecDeque<Result<&'static str, Fault>>,
    time: Duration,
    score: Option<Eval>,
    alive: bool,
    seen: Vec<Clocks>,
}

impl Puppet {
    fn new(moves: &[&'static str]) -> Puppet {
        Puppet {
            moves: moves.iter().map(|mv| Ok(*mv)).collect(),
            time: Duration::from_millis(100),
            score: None,
            alive: true,
            seen: Vec::new(),
        }
    }

    fn then(mut self, fault: Fault) -> Puppet {
        self.moves.push_back(Err(fault));
        self
    }
}

impl Player for Puppet {
    fn name(&self) -> &str {
        "puppet"
    }

    fn begin(&mut self, _chess960: bool) -> Result<(), Fault> {
        Ok(())
    }

    fn think(&mut self, game: &Game, _limit: Limit, clocks: &Clocks) -> Result<Thought, Fault> {
        self.seen.push(*clocks);
        let text = self.moves.pop_front().expect("the game ends before the moves do")?;
        let mv: Move = game.position().parse_uci(text).expect("a legal move");
        Ok(Thought { mv, score: self.score, depth: 1, nodes: 1, time: self.time })
    }

    fn is_alive(&mut self) -> bool {
        self.alive
    }
}

const RULES: Rules = Rules {
    limit: Limit::Nodes(1),
    margin: Duration::ZERO,
    adjudication: Adjudication::NONE,
    tables: None,
    chess960: false,
};

fn clock(base: u64, increment: u64, moves: Option<u32>) -> Rules {
    let [base, increment] = [base, increment].map(Duration::from_millis);
    Rules { limit: Limit::Clock { base, increment, moves }, ..RULES }
}

fn game(fen: &str) -> Game {
    Game::new(fen.parse::<Setup>().unwrap())
}

fn played(white: &mut Puppet, black: &mut Puppet, opening: &Game, rules: &Rules) -> Played {
    play([(white, None), (black, None)], opening, rules, &StopAll::default())
}

#[test]
fn the_rules_end_games() {
    let mut white = Puppet::new(&["f2f3", "g2g4"]);
    let mut black = Puppet::new(&["e7e5", "d8h4"]);
    let mate = played(&mut white, &mut black, &Game::default(), &RULES);
    assert_eq!(mate.end, End::Rules(Outcome::Checkmate { winner: Color::Black }));
    assert_eq!(mate.end.result(), Some(GameResult::BlackWins));
    assert_eq!(mate.thoughts.len(), 4);

    let opening = game("7k/5K2/8/8/8/8/8/6Q1 w - - 0 1");
    let end = played(&mut Puppet::new(&["g1g6"]), &mut Puppet::new(&[]), &opening, &RULES).end;
    assert_eq!(end, End::Rules(Outcome::Stalemate));

    let opening = game("7k/8/8/8/8/8/7n/6K1 w - - 0 1");
    let end = played(&mut Puppet::new(&["g1h2"]), &mut Puppet::new(&[]), &opening, &RULES).end;
    assert_eq!(end, End::Rules(Outcome::InsufficientMaterial));

    let opening = game("7k/8/8/8/8/8/R7/6K1 w - - 99 80");
    let end = played(&mut Puppet::new(&["a2b2"]), &mut Puppet::new(&[]), &opening, &RULES).end;
    assert_eq!(end, End::Rules(Outcome::FiftyMoves));

    let mut white = Puppet::new(&["g1f3", "f3g1", "g1f3", "f3g1"]);
    let mut black = Puppet::new(&["g8f6", "f6g8", "g8f6", "f6g8"]);
    let end = played(&mut white, &mut black, &Game::default(), &RULES).end;
    assert_eq!(end, End::Rules(Outcome::Repetition));
}

#[test]
fn a_game_that_is_over_asks_no_player() {
    let opening = game("7k/8/8/8/8/8/8/6K1 w - - 0 1");
    let end = played(&mut Puppet::new(&[]), &mut Puppet::new(&[]), &opening, &RULES).end;
    assert_eq!(end, End::Rules(Outcome::InsufficientMaterial));
}

#[test]
fn clocks_run_and_refill() {
    let moves = ["g1f3", "f3g1", "g1f3", "f3g1"];
    let answers = ["g8f6", "f6g8", "g8f6", "f6g8"];
    let (mut white, mut black) = (Puppet::new(&moves), Puppet::new(&answers));
    black.time = Duration::from_millis(30);
    played(&mut white, &mut black, &Game::default(), &clock(150, 10, Some(2)));
    let left = |seen: &[Clocks], side: usize| -> Vec<u128> {
        seen.iter().filter_map(|clocks| Some(clocks.left[side]?.as_millis())).collect()
    };
    // 150 - 100 + 10, and then 100 is too much: the refill comes only after the second move.
    assert_eq!(left(&white.seen, 0), [150, 60]);
    assert_eq!(white.seen[0].moves_to_go, Some(2));
    assert_eq!(white.seen[1].moves_to_go, Some(1));
    let (mut white, mut black) = (Puppet::new(&moves), Puppet::new(&answers));
    white.time = Duration::from_millis(70);
    black.time = Duration::from_millis(30);
    let end = played(&mut white, &mut black, &Game::default(), &clock(150, 10, Some(2))).end;
    assert_eq!(left(&white.seen, 0), [150, 90, 180, 120]);
    assert_eq!(left(&black.seen, 1), [150, 130, 260, 240]);
    assert_eq!(end, End::Rules(Outcome::Repetition));
}

#[test]
fn each_player_may_set_its_own_limit() {
    let (mut white, mut black) = (Puppet::new(&["f2f3", "g2g4"]), Puppet::new(&["e7e5", "d8h4"]));
    let slow = clock(500, 10, None).limit;
    // Black takes far longer than White's clock would allow.
    black.time = Duration::from_secs(60);
    let seats: [Seat<'_>; 2] = [(&mut white, Some(slow)), (&mut black, None)];
    let end = play(seats, &Game::default(), &RULES, &StopAll::default()).end;
    assert_eq!(end, End::Rules(Outcome::Checkmate { winner: Color::Black }));
    assert_eq!(white.seen[1].left, [Some(Duration::from_millis(410)), None]);
    assert_eq!(white.seen[1].increments, [Duration::from_millis(10), Duration::ZERO]);
}

#[test]
fn an_overdrawn_clock_loses_beyond_the_margin() {
    let over = Duration::from_millis(20);
    for (margin, lost) in [(0, true), (19, true), (20, false)] {
        let mut rules = clock(80, 0, None);
        rules.margin = Duration::from_millis(margin);
        let (mut white, mut black) = (Puppet::new(&["f2f3", "g2g4"]), Puppet::new(&["e7e5"]));
        black.time = Duration::ZERO;
        let end = played(&mut white, &mut black, &Game::default(), &rules).end;
        // Within the margin the first move passes, and no time is left for the second.
        let expected = if lost { over } else { Duration::from_millis(100) };
        assert_eq!(end, End::Time { loser: Color::White, over: expected, silent: false });
    }
    let rules = Rules { limit: Limit::MoveTime(Duration::from_millis(90)), ..RULES };
    let end =
        played(&mut Puppet::new(&["f2f3"]), &mut Puppet::new(&[]), &Game::default(), &rules).end;
    let over = Duration::from_millis(10);
    assert_eq!(end, End::Time { loser: Color::White, over, silent: false });
}

#[test]
fn silence_loses_on_time_only_if_the_limit_is_a_time() {
    let waited = Duration::from_millis(300);
    for (rules, timed) in [(clock(100, 0, None), true), (RULES, false)] {
        let mut white = Puppet::new(&[]).then(Fault::Silent { waited });
        let end = played(&mut white, &mut Puppet::new(&[]), &Game::default(), &rules).end;
        let over = Duration::from_millis(200);
        assert_eq!(end.result(), Some(GameResult::BlackWins));
        assert_eq!(end == End::Time { loser: Color::White, over, silent: true }, timed);
    }
}

#[test]
fn a_wait_for_readyok_is_no_thinking_time() {
    let waited = Duration::from_millis(300);
    for rules in [clock(100, 0, None), clock(1_000, 0, None), RULES] {
        let mut white = Puppet::new(&[]).then(Fault::Unready { waited });
        let played = played(&mut white, &mut Puppet::new(&[]), &Game::default(), &rules);
        let fault = Fault::Unready { waited };
        assert_eq!(played.end, End::Fault { loser: Color::White, fault });
        assert_eq!(Record::new(0, 0, 1, &played).ending, Ending::NotReady);
    }
}

#[test]
fn a_fault_loses_unless_both_are_gone() {
    let gone = || Fault::Gone("signal 9".to_owned());
    for (fault, alive, counts) in [
        (gone(), true, true),
        (gone(), false, false),
        (Fault::Illegal("e2e5".to_owned()), false, true),
    ] {
        let mut white = Puppet::new(&["e2e4"]);
        white.alive = alive;
        let mut black = Puppet::new(&[]).then(fault);
        let end = played(&mut white, &mut black, &Game::default(), &RULES).end;
        assert_eq!(end.result(), counts.then_some(GameResult::WhiteWins), "{end:?}");
    }
}

#[test]
fn an_abandoned_game_does_not_count() {
    let stop = StopAll::default();
    stop.request();
    let (mut white, mut black) = (Puppet::new(&[]), Puppet::new(&[]));
    let end = play([(&mut white, None), (&mut black, None)], &Game::default(), &RULES, &stop).end;
    assert_eq!(end.result(), None);
    assert_eq!(end, End::Abandoned);
}

#[test]
fn the_arbiter_ends_games_on_which_both_players_agree() {
    let moves = ["g1f3", "f3g1", "b1c3", "c3b1"];
    let answers = ["g8f6", "f6g8", "b8c6", "c6b8"];
    let with = |adjudication: Adjudication, scores: [i32; 2]| {
        let (mut white, mut black) = (Puppet::new(&moves), Puppet::new(&answers));
        white.score = Some(Eval::Centipawns(scores[0]));
        black.score = Some(Eval::Centipawns(scores[1]));
        let rules = Rules { adjudication, ..RULES };
        played(&mut white, &mut black, &Game::default(), &rules).end
    };
    let resign = Some(Resign { moves: 2, centipawns: 300 });
    let resign = Adjudication { resign, ..Adjudication::NONE };
    assert_eq!(
        with(resign, [400, -400]),
        End::Adjudicated(GameResult::WhiteWins, Ending::AdjudicatedWin)
    );
    assert_eq!(
        with(resign, [-400, 400]),
        End::Adjudicated(GameResult::BlackWins, Ending::AdjudicatedWin)
    );
    let draw = Some(Draw { from_move: 1, moves: 1, centipawns: 10 });
    let draw = Adjudication { draw, ..Adjudication::NONE };
    assert_eq!(with(draw, [5, -5]), End::Adjudicated(GameResult::Draw, Ending::AdjudicatedDraw));
    let short = Adjudication { max_plies: 3, ..Adjudication::NONE };
    assert_eq!(with(short, [900, 900]), End::Adjudicated(GameResult::Draw, Ending::TooLong));
}

/// Knows that White wins every position with three pieces that it can see.
struct WhiteWins;

impl Prober for WhiteWins {
    fn max_pieces(&self) -> u32 {
        3
    }

    fn wdl_after_zeroing(&self, position: &Position) -> Option<Wdl> {
        Some(if position.turn() == Color::White { Wdl::Win } else { Wdl::Loss })
    }

    fn dtz(&self, _: &Position) -> Option<i32> {
        None
    }
}

#[test]
fn tablebases_end_a_game_directly_after_a_capture_or_pawn_move() {
    let rules = Rules { tables: Some(Arc::new(WhiteWins)), ..RULES };
    let opening = Game::new("4k3/8/8/8/8/8/p7/R3K3 w - - 0 1".parse::<Setup>().unwrap());
    let with = |moves: [&'static str; 2], answers: [&'static str; 1]| {
        let (mut white, mut black) = (Puppet::new(&moves), Puppet::new(&answers));
        let played = played(&mut white, &mut black, &opening, &rules);
        (played.end, played.game.moves().len())
    };
    let known = End::Adjudicated(GameResult::WhiteWins, Ending::Tablebase);
    assert_eq!(with(["a1a2", ""], [""]), (known.clone(), 1));
    // Quiet moves come first; a fault would end the game if the tables did not.
    assert_eq!(with(["e1d2", "a1a2"], ["e8e7"]), (known, 3));
}

#[test]
fn tablebases_know_nothing_of_castling_rights() {
    let rules = Rules {
        tables: Some(Arc::new(WhiteWins)),
        adjudication: Adjudication { max_plies: 1, ..Adjudication::NONE },
        ..RULES
    };
    let opening = Game::new("r3k3/8/8/8/8/8/P7/4K3 b q - 0 1".parse::<Setup>().unwrap());
    let (mut white, mut black) = (Puppet::new(&[]), Puppet::new(&["a8a2"]));
    let end = played(&mut white, &mut black, &opening, &rules).end;
    assert_eq!(end, End::Adjudicated(GameResult::WhiteWins, Ending::Tablebase), "no right left");
    let opening = Game::new("r3k3/8/8/8/8/8/3p4/4K3 w q - 0 1".parse::<Setup>().unwrap());
    let (mut white, mut black) = (Puppet::new(&["e1d2"]), Puppet::new(&[]));
    let end = played(&mut white, &mut black, &opening, &rules).end;
    assert_eq!(end, End::Adjudicated(GameResult::Draw, Ending::TooLong));
}
