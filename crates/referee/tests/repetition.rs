//! Repetition against brute force. Games with few pieces go back and forth, with null moves and
//! moves taken back, and the test remembers every earlier position.

use chess::{Move, Position, Random, Setup, Trail};

/// Few pieces, so that positions recur often; some with castling rights to lose.
const SHUFFLES: [&str; 8] = [
    "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
    "k7/8/8/8/8/8/8/K6R w - - 0 1",
    "4k2r/8/8/8/8/8/8/R3K3 w Qk - 3 20",
    "7k/6pp/8/8/8/8/PP6/KB6 w - - 0 1",
    "k5n1/8/8/8/8/8/8/1N5K b - - 10 30",
    "qk6/8/8/8/8/8/8/6KQ w - - 0 1",
    "k7/p7/P7/3p4/3P4/8/7p/7K w - - 0 1",
    "r3k3/8/8/8/8/8/4P3/2R1K3 w Cq - 0 1",
];

/// All earlier positions, and how far back they matter.
struct Memory {
    positions: Vec<Position>,
    /// For each position, the index of the first one that can still recur.
    windows: Vec<usize>,
}

impl Memory {
    fn new(start: Position) -> Memory {
        Memory { positions: vec![start], windows: vec![0] }
    }

    fn now(&self) -> &Position {
        self.positions.last().expect("there is always the start")
    }

    fn push(&mut self, next: Position, cuts: bool) {
        let window = if cuts { self.positions.len() } else { self.windows[self.windows.len() - 1] };
        self.positions.push(next);
        self.windows.push(window);
    }

    fn pop(&mut self) {
        self.positions.pop();
        self.windows.pop();
    }

    /// How many plies ago each earlier occurrence of `position` was.
    fn distances(&self, position: &Position) -> Vec<usize> {
        let current = self.positions.len() - 1;
        let window = self.windows[current];
        let earlier = window..current;
        earlier.filter(|&at| self.positions[at] == *position).map(|at| current - at).collect()
    }

    fn is_repetition(&self, ply: usize) -> bool {
        let distances = self.distances(self.now());
        distances.len() >= 2 || distances.iter().any(|&back| back < ply)
    }

    /// Tries every reversible move. Castling loses rights, so it never repeats a position and needs
    /// no exception.
    fn can_repeat(&self, ply: usize) -> bool {
        let moves = self.now().legal_moves();
        let mut reversible = moves.into_iter().filter(|&mv| !self.now().is_irreversible(mv));
        reversible.any(|mv: Move| {
            let distances = self.distances(&self.now().after(mv));
            distances.len() >= 2 || distances.iter().any(|&back| back < ply)
        })
    }
}

#[derive(Default, Debug)]
struct Seen {
    repetitions: usize,
    threefold: usize,
    repeatable: usize,
    not_repeatable: usize,
}

fn compare(trail: &Trail, memory: &Memory, seen: &mut Seen) {
    let position = memory.now();
    let occurrences = 1 + memory.distances(position).len();
    assert_eq!(trail.occurrences(), occurrences, "{position:?}");
    assert_eq!(trail.is_threefold(), occurrences >= 3, "{position:?}");
    for ply in [0, 1, 2, 3, 4, 5, 6, 8, 12, 20, 40] {
        assert_eq!(trail.is_repetition(ply), memory.is_repetition(ply), "ply {ply} {position:?}");
        let repeatable = memory.can_repeat(ply);
        assert_eq!(trail.can_repeat(position, ply), repeatable, "ply {ply} {position:?}");
        seen.repeatable += usize::from(repeatable);
        seen.not_repeatable += usize::from(!repeatable);
    }
    seen.repetitions += usize::from(occurrences >= 2);
    seen.threefold += usize::from(occurrences >= 3);
}

fn shuffle(fen: &str, plies: usize, random: &mut Random, seen: &mut Seen) {
    let setup: Setup = fen.parse().expect("a valid position");
    let mut trail = Trail::new(&setup.position, setup.halfmove_clock);
    let mut memory = Memory::new(setup.position);
    // Reversing the last move of the same side makes positions recur.
    let mut last_moves: Vec<Option<Move>> = Vec::new();
    for _ in 0..plies {
        compare(&trail, &memory, seen);
        let position = *memory.now();
        if random.below(12) == 0 && memory.positions.len() > 1 {
            trail.pop();
            memory.pop();
            last_moves.pop();
            continue;
        }
        if random.below(40) == 0 && !position.in_check() {
            let next = position.after_null();
            trail.push_null(&next);
            memory.push(next, true);
            last_moves.push(None);
            continue;
        }
        let moves = position.legal_moves();
        let own_last = last_moves.len().checked_sub(2).and_then(|index| last_moves[index]);
        let back = own_last.and_then(|last| {
            moves.into_iter().find(|mv| mv.from() == last.to() && mv.to() == last.from())
        });
        let mv =
            if random.below(3) == 0 { random.pick(&moves) } else { back.or(random.pick(&moves)) };
        let Some(mv) = mv else { break };
        let next = position.after(mv);
        trail.push(&position, mv, &next);
        memory.push(next, position.is_irreversible(mv));
        last_moves.push(Some(mv));
    }
}

#[test]
fn the_trail_agrees_with_brute_force() {
    let mut random = Random::new(21);
    let mut seen = Seen::default();
    for round in 0..240 {
        shuffle(SHUFFLES[round % SHUFFLES.len()], 80, &mut random, &mut seen);
    }
    assert!(seen.repetitions > 1_000 && seen.threefold > 300, "{seen:?}");
    assert!(seen.repeatable > 5_000 && seen.not_repeatable > 5_000, "{seen:?}");
}
