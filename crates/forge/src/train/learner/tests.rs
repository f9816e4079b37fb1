use super::super::adam::slope;
use super::super::packed::tests::{placed, scattered};
use super::super::reference::output;
use super::super::shape::Part;
use super::*;
use crate::train::config::Config;

/// Positions with all counts of pieces, all scores and all results.
fn positions(count: usize) -> Vec<PackedPosition> {
    let mut random = Random::new(77);
    (0..count)
        .map(|number| {
            let pieces = scattered(&mut random, number % 31);
            placed(&pieces, random.below(2_001) as i16 - 1_000, random.below(3) as u8)
        })
        .collect()
}

/// Two king buckets with a shared part, three output buckets.
fn config(power: f32) -> Config {
    let mut map = vec!["0"; 32];
    map.iter_mut().skip(1).step_by(2).for_each(|bucket| *bucket = "1");
    Config::parse(&format!(
        "width = 96\nking_buckets = [{}]\noutput_buckets = 3\nloss_power = {power:?}\n\
         factoriser = true\nepochs = 1",
        map.join(", ")
    ))
    .unwrap()
}

/// A learner whose weights are all of some size, the shared and the own ones.
fn learner(config: &Config, threads: usize) -> Learner {
    let mut learner = Learner::new(config, threads);
    let mut random = Random::new(3);
    for row in 0..learner.learned.len() {
        // Hidden values are spread around the middle of where they count.
        let middle = if learner.shape.part_of(row) == Part::HiddenBias { 0.5 } else { 0.0 };
        let used = used_columns(&learner.shape, row);
        learner.learned[row].0[..used]
            .fill_with(|| middle + random.below(2_001) as f32 / 1e4 - 0.1);
    }
    learner.fold(threads);
    learner
}

/// The columns of a row that belong to somebody.
fn used_columns(shape: &Shape, row: usize) -> usize {
    match shape.part_of(row) {
        Part::Input | Part::Shared => shape.columns(shape.input_place(row).0),
        Part::HiddenBias => shape.columns(row - shape.hidden_bias_row(0)),
        Part::Output => {
            let rows_of_a_tile = shape.output_row(1, 0, 0) - shape.output_row(0, 0, 0);
            shape.columns((row - shape.output_row(0, 0, 0)) / rows_of_a_tile)
        }
        Part::OutputBias => shape.output_buckets,
    }
}

/// The mean loss, with one learned number changed, in double precision.
fn exact_loss(
    learner: &Learner,
    positions: &[PackedPosition],
    place: (usize, usize),
    by: f64,
) -> f64 {
    let shape = &learner.shape;
    let learned = |row: usize, column: usize| {
        let change = if (row, column) == place { by } else { 0.0 };
        f64::from(learner.learned[row].0[column]) + change
    };
    let weight = |row: usize, column: usize| match shape.part_of(row) {
        Part::Input if shape.shares => {
            let (tile, feature) = shape.input_place(row);
            learned(row, column) + learned(shape.shared_row(tile, feature % PER_BUCKET), column)
        }
        _ => learned(row, column),
    };
    let loss = |position: &PackedPosition| {
        let foretold = 1.0 / (1.0 + (-output(shape, weight, position)).exp());
        (foretold - f64::from(learner.loss.target(position))).abs().powf(learner.loss.power.into())
    };
    positions.iter().map(loss).sum::<f64>() / positions.len() as f64
}

#[test]
fn slopes_are_what_small_changes_of_the_weights_show() {
    for power in [2.0, 2.6] {
        let positions = positions(31);
        let mut learner = learner(&config(power), 2);
        learner.descend(&positions);
        let slopes: Vec<&[Row]> = learner.workers.iter().map(Worker::slopes).collect();
        let shape = &learner.shape;
        let told: Vec<Row> =
            (0..learner.learned.len()).map(|row| slope(shape, row, &slopes)).collect();
        let size =
            told.iter().flat_map(|row| row.0).fold(0.0_f32, |most, slope| most.max(slope.abs()));
        let mut random = Random::new(11);
        let mut checked = [0; 5];
        for row in 0..told.len() {
            let part = shape.part_of(row);
            // All rows would take long: some of the many, all of the few.
            if matches!(part, Part::Input | Part::Shared) && random.below(16) > 0 {
                continue;
            }
            let column = random.below(used_columns(shape, row));
            let told = f64::from(told[row].0[column]);
            let moved = |by: f64| exact_loss(&learner, &positions, (row, column), by);
            let seen = (moved(1e-5) - moved(-1e-5)) / 2e-5;
            let close = (seen - told).abs() <= 1e-4 * told.abs() + 1e-7 * f64::from(size);
            assert!(
                close,
                "power {power}, {part:?}, row {row}, column {column}: {told} but {seen}"
            );
            checked[part as usize] += usize::from(told != 0.0);
        }
        assert!(checked.iter().all(|&count| count > 0), "{checked:?}");
        assert!(checked[Part::Input as usize] > 50, "{checked:?}");
    }
}

#[test]
fn losses_are_those_of_a_plain_computation() {
    let positions = positions(1_500);
    for threads in [1, 2, 3] {
        let mut learner = learner(&config(2.0), threads);
        let exact = exact_loss(&learner, &positions, (usize::MAX, 0), 0.0);
        let count = positions.len() as f64;
        let told = learner.loss(&positions) / count;
        assert!((told - exact).abs() < 1e-6, "{told} but {exact}");
        let told = learner.descend(&positions) / count;
        assert!((told - exact).abs() < 1e-6, "{told} but {exact}");
    }
}

#[test]
fn columns_of_nobody_stay_nought() {
    let config = config(2.0);
    let positions = positions(300);
    let mut learner = Learner::new(&config, 2);
    for number in 1..20 {
        learner.learn(&positions, number, 1e-2);
    }
    let shape = &learner.shape;
    let last = shape.tiles() - 1;
    for feature in 0..shape.features() {
        let row = &learner.weights[shape.input_row(last, feature)];
        assert!(row.0[shape.columns(last)..].iter().all(|&weight| weight == 0.0));
    }
    let row = &learner.weights[shape.input_row(last, 5 * 64)];
    assert!(row.0[..shape.columns(last)].iter().any(|&weight| weight != 0.0));
}

#[test]
fn what_is_learned_depends_on_nothing_but_the_seed() {
    let positions = positions(300);
    let learned = |seed: u64| {
        let mut learner = Learner::new(&Config { seed, ..config(2.0) }, 2);
        for number in 1..10 {
            learner.learn(&positions, number, 1e-2);
        }
        learner.weights
    };
    let first = learned(1);
    assert!(first == learned(1));
    assert!(first != learned(2));
}

#[test]
fn a_batch_may_have_fewer_positions_than_there_are_threads() {
    let positions = positions(9);
    let mut many = Learner::new(&config(2.0), 8);
    let mut one = Learner::new(&config(2.0), 1);
    for batch in [&positions[..], &positions[..2]] {
        let (told, expected) = (many.learn(batch, 1, 1e-3), one.learn(batch, 1, 1e-3));
        assert!((told - expected).abs() < 1e-5, "{told} but {expected}");
    }
    let pairs = many.weights.iter().zip(&one.weights);
    let apart = pairs.flat_map(|(many, one)| (0..COLUMNS).map(|at| (many.0[at] - one.0[at]).abs()));
    // Adam's steps hang on signs of sums that differ in their last bits where slopes cancel.
    assert!(apart.filter(|&apart| apart > 1e-5).count() < 20);
}
