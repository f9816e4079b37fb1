use super::super::adam::row_gradient;
use super::super::shape::Part;
use super::super::trained::reference_output;
use super::*;
use crate::test_support::random_pieces;
use crate::train::config::Config;

/// Positions with all numbers of pieces, all scores and all results.
fn positions(count: usize) -> Vec<PackedPosition> {
    let mut random = Random::new(77);
    (0..count)
        .map(|number| {
            let pieces = random_pieces(&mut random, number % 31);
            PackedPosition::of_pieces(
                &pieces,
                random.below(2_001) as i16 - 1_000,
                random.below(3) as u8,
            )
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

/// A learner whose own and shared weights are all random.
fn learner(config: &Config, threads: usize) -> Learner {
    let mut learner = Learner::new(config, threads);
    let mut random = Random::new(3);
    for row in 0..learner.learned.len() {
        // Hidden values are spread around the middle of their range.
        let middle = if learner.shape.part_of(row) == Part::HiddenBias { 0.5 } else { 0.0 };
        let used = used_columns(&learner.shape, row);
        learner.learned[row].0[..used]
            .fill_with(|| middle + random.below(2_001) as f32 / 1e4 - 0.1);
    }
    learner.fold(threads);
    learner
}

/// The used columns of a row.
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

/// The mean loss in double precision, with one trained weight changed.
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
        let predicted = 1.0 / (1.0 + (-reference_output(shape, weight, position)).exp());
        (predicted - f64::from(learner.loss.target(position))).abs().powf(learner.loss.power.into())
    };
    positions.iter().map(loss).sum::<f64>() / positions.len() as f64
}

#[test]
fn gradients_agree_with_finite_differences() {
    for power in [2.0, 2.6] {
        let positions = positions(31);
        let mut learner = learner(&config(power), 2);
        learner.backpropagate(&positions);
        let gradients: Vec<&[Row]> = learner.workers.iter().map(Worker::gradients).collect();
        let shape = &learner.shape;
        let rows: Vec<Row> =
            (0..learner.learned.len()).map(|row| row_gradient(shape, row, &gradients)).collect();
        let size = rows.iter().flat_map(|row| row.0).fold(0.0_f32, |max, it| max.max(it.abs()));
        let mut random = Random::new(11);
        let mut checked = [0; 5];
        for (row, gradient) in rows.iter().enumerate() {
            let part = shape.part_of(row);
            // All rows would take long: some of the large layers, all of the small ones.
            if matches!(part, Part::Input | Part::Shared) && random.below(16) > 0 {
                continue;
            }
            let column = random.below(used_columns(shape, row));
            let computed = f64::from(gradient.0[column]);
            let moved = |by: f64| exact_loss(&learner, &positions, (row, column), by);
            let measured = (moved(1e-5) - moved(-1e-5)) / 2e-5;
            let close =
                (measured - computed).abs() <= 1e-4 * computed.abs() + 1e-7 * f64::from(size);
            assert!(
                close,
                "power {power}, {part:?}, row {row}, column {column}: {computed} but {measured}"
            );
            checked[part as usize] += usize::from(computed != 0.0);
        }
        assert!(checked.iter().all(|&count| count > 0), "{checked:?}");
        assert!(checked[Part::Input as usize] > 50, "{checked:?}");
    }
}

#[test]
fn losses_are_those_of_the_reference() {
    let positions = positions(1_500);
    for threads in [1, 2, 3] {
        let mut learner = learner(&config(2.0), threads);
        let exact = exact_loss(&learner, &positions, (usize::MAX, 0), 0.0);
        let count = positions.len() as f64;
        let computed = learner.loss(&positions) / count;
        assert!((computed - exact).abs() < 1e-6, "{computed} but {exact}");
        let computed = learner.backpropagate(&positions) / count;
        assert!((computed - exact).abs() < 1e-6, "{computed} but {exact}");
    }
}

#[test]
fn unused_columns_stay_zero() {
    let config = config(2.0);
    let positions = positions(300);
    let mut learner = Learner::new(&config, 2);
    for number in 1..20 {
        learner.step(&positions, number, 1e-2);
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
fn the_seed_determines_the_result() {
    let positions = positions(300);
    let learned = |seed: u64| {
        let mut learner = Learner::new(&Config { seed, ..config(2.0) }, 2);
        for number in 1..10 {
            learner.step(&positions, number, 1e-2);
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
        let (loss, expected) = (many.step(batch, 1, 1e-3), one.step(batch, 1, 1e-3));
        assert!((loss - expected).abs() < 1e-5, "{loss} but {expected}");
    }
    let pairs = many.weights.iter().zip(&one.weights);
    let apart = pairs.flat_map(|(many, one)| (0..COLUMNS).map(|at| (many.0[at] - one.0[at]).abs()));
    // Adam's steps depend on the signs of sums that differ in their last bits where gradients
    // cancel.
    assert!(apart.filter(|&apart| apart > 1e-5).count() < 20);
}
