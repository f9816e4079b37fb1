use super::*;
use chess::Random;

fn rules(minimum: u64, pairs: u64) -> ScheduleRules {
    ScheduleRules { minimum, until_error: None, pairs: Some(pairs), openings: None }
}

/// The half points of a game: contest 0 scatters most, the last not at all.
fn half_points(contests: usize, contest: usize, round: u32, swapped: bool) -> u8 {
    let mut random = Random::numbered(contest as u64, 2 * round + u32::from(swapped));
    let scatter = contests - 1 - contest;
    match random.below(2 + 4 * (contests - 1)) {
        0..2 => 1,
        number if number < 2 + 2 * scatter => 0,
        number if number < 2 + 4 * scatter => 2,
        _ => 1,
    }
}

/// The games of a schedule: place, contest, round, colour and half points.
type Played = Vec<(u32, usize, u32, bool, u8)>;

/// Plays with several workers. The random numbers say whose game ends next and, if `kills` is not
/// zero, when everybody is killed and the schedule is rebuilt from the finished games.
fn play(contests: usize, rules: ScheduleRules, workers: usize, seed: u64, kills: usize) -> Played {
    let mut random = Random::numbered(seed, 0);
    let mut played: Played = Vec::new();
    let mut schedule = Schedule::new(contests, rules);
    let mut busy: Vec<PairTask> = Vec::new();
    loop {
        let mut is_finished = false;
        while busy.len() < workers {
            match schedule.take() {
                Next::Play(task) => busy.push(task),
                Next::Wait => break,
                Next::Finished => {
                    is_finished = true;
                    break;
                }
            }
        }
        if busy.is_empty() {
            assert!(is_finished, "somebody waits for nothing");
            played.sort_unstable();
            return played;
        }
        let worker = random.below(busy.len());
        let PairTask { place, contest, round, .. } = busy[worker];
        let swapped = busy[worker].swapped.remove(0);
        let half_points = half_points(contests, contest, round, swapped);
        schedule.add(place, contest, round, swapped, half_points);
        played.push((place, contest, round, swapped, half_points));
        if busy[worker].swapped.is_empty() {
            busy.swap_remove(worker);
        }
        if kills > 0 && random.below(kills) == 0 {
            schedule = Schedule::new(contests, rules);
            busy.clear();
            for &(place, contest, round, swapped, half_points) in &played {
                schedule.add(place, contest, round, swapped, half_points);
            }
        }
    }
}

fn pairs_of(played: &Played, contests: usize) -> Vec<usize> {
    let of = |contest| played.iter().filter(|game| game.1 == contest).count() / 2;
    (0..contests).map(of).collect()
}

#[test]
fn every_contest_gets_its_minimum_in_turn() {
    let played = play(3, rules(4, 12), 1, 1, 0);
    let order: Vec<usize> = played.iter().step_by(2).map(|game| game.1).collect();
    assert_eq!(order, [0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2]);
    let rounds: Vec<u32> = played.iter().step_by(2).map(|game| game.2).collect();
    assert_eq!(rounds, [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]);
}

#[test]
fn games_go_where_the_error_is_widest() {
    let pairs = pairs_of(&play(3, rules(20, 600), 2, 1, 0), 3);
    assert_eq!(pairs.iter().sum::<usize>(), 600);
    assert!(pairs[0] > pairs[1] && pairs[1] > 2 * pairs[2] && pairs[2] >= 20, "{pairs:?}");
}

#[test]
fn a_small_error_is_enough() {
    let until_error = Some(40.0);
    let rules = ScheduleRules { until_error, pairs: None, ..rules(20, 0) };
    let played = play(3, rules, 3, 1, 0);
    let mut counts = vec![Pentanomial::default(); 3];
    for pair in played.chunks(2) {
        counts[pair[0].1].add(usize::from(pair[0].4 + pair[1].4));
    }
    for counts in counts {
        let interval = counts.logistic().known().unwrap();
        assert!(0.5 * (interval.high - interval.low) <= 40.0, "{counts:?}");
        assert!(counts.count() < 800, "{counts:?}");
    }
}

#[test]
fn a_difference_beyond_doubt_gets_no_more_games() {
    let rules = rules(40, 200);
    let mut schedule = Schedule::new(2, rules);
    for place in 0..160 {
        let (contest, round) = (place as usize % 2, place / 2);
        // The first contest loses everything, the second draws and loses.
        let half_points = if contest == 0 { 0 } else { u8::from(round % 2 == 0) };
        for swapped in [false, true] {
            schedule.add(place, contest, round, swapped, half_points);
        }
    }
    for _ in 0..40 {
        let Next::Play(task) = schedule.take() else { panic!("games are left") };
        assert_eq!(task.contest, 1);
    }
    assert_eq!(schedule.take(), Next::Finished);
}

#[test]
fn workers_and_kills_do_not_change_the_games() {
    for until_error in [None, Some(60.0)] {
        let rules = ScheduleRules { until_error, ..rules(6, 250) };
        let expected = play(4, rules, 1, 1, 0);
        assert!(expected.len() > 100);
        for (workers, kills) in [(2, 0), (7, 0), (1, 10), (2, 5), (7, 20), (40, 30)] {
            assert_eq!(play(4, rules, workers, 5, kills), expected, "{workers} {kills}");
        }
    }
}

#[test]
fn more_games_continue_the_same_schedule() {
    let (few, many) = (play(3, rules(5, 100), 2, 1, 0), play(3, rules(5, 300), 2, 2, 0));
    assert_eq!(few[..], many[..few.len()]);
}

#[test]
fn a_half_played_pair_is_completed_and_a_game_counts_once() {
    let mut schedule = Schedule::new(2, rules(5, 10));
    schedule.add(0, 0, 0, true, 2);
    schedule.add(0, 0, 0, true, 0);
    let expected = PairTask { place: 0, contest: 0, round: 0, swapped: vec![false] };
    assert_eq!(schedule.take(), Next::Play(expected));
    schedule.add(0, 0, 0, false, 1);
    assert_eq!(schedule.pairs[0].unwrap().result(), Some(3));
}

#[test]
fn no_opening_is_played_twice() {
    let rules = ScheduleRules { openings: Some(7), pairs: None, ..rules(3, 0) };
    let played = play(2, rules, 3, 1, 7);
    assert_eq!(pairs_of(&played, 2), [7, 7]);
    let mut rounds: Vec<(usize, u32)> =
        played.iter().step_by(2).map(|game| (game.1, game.2)).collect();
    rounds.sort_unstable();
    rounds.dedup();
    assert_eq!(rounds.len(), 14);
}
