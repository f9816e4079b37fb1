//! Plays random games on three boards and runs every check at every position.

use core::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use chess::{CastlingField, CastlingNotation, Move, MoveList, Position, Random, Setup};

use crate::checks::{CHECKS, Scene, verdict_without_history};
use crate::starts::{ARRANGEMENTS, ODD, STANDARD, chess960, double_chess960};
use crate::trio::{CLOCK_LIMIT, Trio};

/// What to run. The seed determines all games.
#[derive(Clone, Copy)]
pub struct Plan {
    /// Games are started until this many positions are checked.
    pub positions: u64,
    pub seed: u64,
    pub threads: usize,
}

/// What a run has covered. A rule that never came up has not been checked.
#[derive(Clone, Copy, Default)]
pub struct Tally {
    pub games: u64,
    pub positions: u64,
    pub plies: u64,
    pub of_chess960: u64,
    pub castlings: u64,
    pub en_passants: u64,
    pub promotions: u64,
    pub checks: u64,
    pub double_checks: u64,
    pub ends: u64,
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.positions += other.positions;
        self.plies += other.plies;
        self.of_chess960 += other.of_chess960;
        self.castlings += other.castlings;
        self.en_passants += other.en_passants;
        self.promotions += other.promotions;
        self.checks += other.checks;
        self.double_checks += other.double_checks;
        self.ends += other.ends;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} games, {} positions of Chess960 and double Chess960",
            self.games, self.of_chess960
        )?;
        write!(
            f,
            "{} castlings, {} en passant, {} promotions, {} checks ({} double), {} mates and stalemates",
            self.castlings,
            self.en_passants,
            self.promotions,
            self.checks,
            self.double_checks,
            self.ends
        )
    }
}

/// Where and how the boards disagree, and the moves that lead there.
#[derive(Debug)]
pub struct Difference {
    pub check: &'static str,
    pub fen: String,
    pub ours: String,
    pub oracle: String,
    pub start: String,
    pub moves: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "difference in {}", self.check)?;
        writeln!(f, "  position: {}", self.fen)?;
        writeln!(f, "  ours:     {}", self.ours)?;
        writeln!(f, "  oracle:   {}", self.oracle)?;
        writeln!(f, "  start:    {}", self.start)?;
        write!(f, "  moves:    {}", self.moves)
    }
}

/// Runs a plan. The seed and the number of a game determine it, whichever thread plays it.
pub fn run(plan: Plan, progress: impl Fn(u64) + Sync) -> Result<Tally, Box<Difference>> {
    let next_game = AtomicU32::new(0);
    let checked = AtomicU64::new(0);
    let stopped = AtomicBool::new(false);
    let total = Mutex::new(Ok(Tally::default()));
    let play = || {
        while !stopped.load(Ordering::Relaxed) && checked.load(Ordering::Relaxed) < plan.positions {
            let game = next_game.fetch_add(1, Ordering::Relaxed);
            let outcome = play_game(plan.seed, game);
            let mut total = total.lock().expect("no other thread has panicked");
            match (outcome, &mut *total) {
                (Ok(tally), Ok(total)) => {
                    total.add(&tally);
                    checked.store(total.positions, Ordering::Relaxed);
                    progress(total.positions);
                }
                (Err(difference), Ok(_)) => {
                    stopped.store(true, Ordering::Relaxed);
                    *total = Err(difference);
                }
                (_, Err(_)) => {}
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..plan.threads {
            scope.spawn(play);
        }
        play();
    });
    total.into_inner().expect("no thread has panicked")
}

/// In turns: standard chess, Chess960, double Chess960, an odd position.
fn start_of(game: u32, random: &mut Random) -> (Setup, bool) {
    let round = game as usize / 4;
    match game % 4 {
        0 => (Setup::from(chess960(STANDARD)), false),
        1 => (Setup::from(chess960(round % ARRANGEMENTS)), true),
        2 => {
            let (white, black) = (random.below(ARRANGEMENTS), random.below(ARRANGEMENTS));
            (Setup::from(double_chess960(white, black)), true)
        }
        _ => (ODD[round % ODD.len()].parse().expect("odd positions are valid"), false),
    }
}

/// Plays one game and checks every position.
pub fn play_game(seed: u64, game: u32) -> Result<Tally, Box<Difference>> {
    let mut random = Random::numbered(seed, game);
    let (start, of_chess960) = start_of(game, &mut random);
    let mut trio = Trio::from_setup(start).expect("every start is accepted by all boards");
    let mut tally = Tally { games: 1, ..Tally::default() };
    let mut before = MoveList::new();
    for _ in 0..20 + random.below(100) {
        let moves = trio.ours.position().legal_moves();
        let candidates = doubtful_moves(&before, &moves, &mut random);
        check(&trio, &candidates)?;
        tally.positions += 1;
        tally.of_chess960 += u64::from(of_chess960);
        let checkers = trio.ours.position().checkers();
        tally.checks += u64::from(checkers.any());
        tally.double_checks += u64::from(checkers.several());

        let Some(mv) = choose(&moves, &mut random) else {
            tally.ends += 1;
            break;
        };
        if trio.ours.trail().halfmove_clock() >= CLOCK_LIMIT {
            break;
        }
        tally.plies += 1;
        tally.castlings += u64::from(mv.is_castle());
        tally.en_passants += u64::from(mv.is_en_passant());
        tally.promotions += u64::from(mv.is_promotion());
        trio.play(mv);
        before = moves;
    }
    Ok(tally)
}

/// A random move. Half the time it is castling, en passant or a promotion, if there is one.
pub fn choose(moves: &[Move], random: &mut Random) -> Option<Move> {
    let rare: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|mv| mv.is_castle() || mv.is_en_passant() || mv.is_promotion())
        .collect();
    if random.below(2) == 0 && !rare.is_empty() { random.pick(&rare) } else { random.pick(moves) }
}

/// Encodings that are nearly legal: moves of the position before, legal moves with every other
/// kind, and random bits.
fn doubtful_moves(before: &[Move], now: &[Move], random: &mut Random) -> Vec<Move> {
    let disguised = now.iter().flat_map(|mv| {
        (0..16u16).filter_map(|kind| Move::from_bits(mv.bits() & 0x0fff | kind << 12))
    });
    let mut doubtful: Vec<Move> = before.iter().copied().chain(disguised).collect();
    doubtful.extend((0..64).filter_map(|_| Move::from_bits(random.word() as u16)));
    doubtful
}

fn check(trio: &Trio, candidates: &[Move]) -> Result<(), Box<Difference>> {
    let scene = Scene::of(trio, candidates);
    let rows = CHECKS.iter().map(|(name, ask)| (*name, ask(&scene)));
    let outcome =
        std::iter::once_with(|| ("outcome", verdict_without_history(&trio.ours, &trio.shakmaty)));
    for (check, verdict) in rows.chain(outcome) {
        if let Err(mismatch) = verdict {
            let game = &trio.ours;
            let moves =
                game.moves().iter().map(|mv| mv.uci(CastlingNotation::Chess960).to_string());
            return Err(Box::new(Difference {
                check,
                fen: game.fen(CastlingField::XFen),
                ours: mismatch.ours,
                oracle: mismatch.oracle,
                start: game.start().to_fen(CastlingField::XFen),
                moves: moves.collect::<Vec<_>>().join(" "),
            }));
        }
    }
    Ok(())
}

/// Calls `visit` with the first `count` positions of the same random games.
pub fn visit_positions(seed: u64, count: u64, mut visit: impl FnMut(&Trio)) {
    let mut seen = 0;
    for game in 0.. {
        let mut random = Random::numbered(seed, game);
        let (start, _) = start_of(game, &mut random);
        let mut trio = Trio::from_setup(start).expect("every start is accepted by all boards");
        for _ in 0..20 + random.below(100) {
            if seen == count {
                return;
            }
            visit(&trio);
            seen += 1;
            let position: &Position = trio.ours.position();
            let Some(mv) = choose(&position.legal_moves(), &mut random) else { break };
            trio.play(mv);
        }
    }
}
