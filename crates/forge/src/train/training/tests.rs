use super::*;
use crate::test_support::{random_pieces, write_cache};
use crate::train::read_log;
use chess::Random;
use toolkit::{TempFolder, error_chain};

const CONFIG: &str = "width = 32\nking_buckets = \"four\"\noutput_buckets = 2\nbatch = 100\n\
                      superbatch = 9\nepochs = 4\nwarm_up = 3\n";

/// Ten batches and a remainder, and as many held out as a batch.
fn caches(folder: &TempFolder) -> (PathBuf, PathBuf) {
    let mut random = Random::new(21);
    let mut positions = |count: usize| -> Vec<PackedPosition> {
        let position = |_| {
            let pieces = random_pieces(&mut random, 12);
            PackedPosition::of_pieces(
                &pieces,
                random.below(1_001) as i16 - 500,
                random.below(3) as u8,
            )
        };
        (0..count).map(position).collect()
    };
    let (data, held_out) = (folder.file("data"), folder.file("held"));
    write_cache(&data, &positions(1_050), 1 << 20);
    write_cache(&held_out, &positions(100), 1 << 20);
    (data, held_out)
}

fn open(path: &Path) -> Cache {
    Cache::open(path).unwrap()
}

/// Everything that a report holds but the speed.
fn losses(folder: &Path) -> Vec<(u64, f64, f64, f32)> {
    let log = read_log(&folder.join(LOG)).unwrap();
    log.iter().map(|entry| (entry.step, entry.loss, entry.held_out, entry.rate)).collect()
}

#[test]
fn a_stopped_and_resumed_training_gives_the_same_network() {
    let folder = TempFolder::new("resume");
    let (data, held_out) = caches(&folder);
    for threads in [1, 2] {
        let whole = folder.file(&format!("whole{threads}"));
        let mut training =
            Training::begin(&whole, CONFIG, open(&data), open(&held_out), threads, None).unwrap();
        assert_eq!(training.steps(), 40);
        assert_eq!(training.run(|_| ControlFlow::Continue(())).unwrap(), Finish::Complete);

        let parts = folder.file(&format!("parts{threads}"));
        let begun =
            Training::begin(&parts, CONFIG, open(&data), open(&held_out), threads, None).unwrap();
        drop(begun);
        // Within a superbatch, at its end, and within another epoch.
        for stop in [4, 9, 27, 31] {
            let mut training =
                Training::resume(&parts, CONFIG, open(&data), open(&held_out), threads).unwrap();
            let finish = training.run(|batch| match batch.step == stop {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            });
            assert_eq!((finish.unwrap(), training.step()), (Finish::Stopped, stop));
        }
        let mut training =
            Training::resume(&parts, CONFIG, open(&data), open(&held_out), threads).unwrap();
        assert_eq!(training.run(|_| ControlFlow::Continue(())).unwrap(), Finish::Complete);

        let bytes = |folder: &Path| fs::read(folder.join(CHECKPOINT)).unwrap();
        assert!(bytes(&whole) == bytes(&parts), "{threads} threads");
        assert_eq!(losses(&whole), losses(&parts));
        let steps: Vec<u64> = losses(&whole).iter().map(|entry| entry.0).collect();
        assert_eq!(steps, [9, 18, 27, 36, 40]);
    }
}

#[test]
fn a_crash_after_a_checkpoint_costs_only_the_steps_after_it() {
    let folder = TempFolder::new("crash");
    let (data, held_out) = caches(&folder);
    let run = folder.file("run");
    let mut training =
        Training::begin(&run, CONFIG, open(&data), open(&held_out), 2, None).unwrap();
    let mut kept = Vec::new();
    training
        .run(|batch| {
            if batch.step == 20 {
                kept = fs::read(run.join(CHECKPOINT)).unwrap();
            }
            ControlFlow::Continue(())
        })
        .unwrap();
    let (end, expected) = (fs::read(run.join(CHECKPOINT)).unwrap(), losses(&run));
    // As if the program had been killed at step 20, after the checkpoint of step 18.
    fs::write(run.join(CHECKPOINT), &kept).unwrap();
    let resume = || Training::resume(&run, CONFIG, open(&data), open(&held_out), 2);
    let error = resume().err().unwrap();
    assert!(matches!(error, TrainError::Busy(_)), "{error}");
    drop(training);
    let mut training = resume().unwrap();
    assert_eq!(training.step(), 18);
    training.run(|_| ControlFlow::Continue(())).unwrap();
    assert!(fs::read(run.join(CHECKPOINT)).unwrap() == end);
    assert_eq!(losses(&run), expected);
}

#[test]
fn other_recipes_and_caches_are_refused() {
    let folder = TempFolder::new("refuse");
    let (data, held_out) = caches(&folder);
    let run = folder.file("run");
    let begin = |folder: &Path, config: &str, data: &Path, held_out: &Path| {
        Training::begin(folder, config, open(data), open(held_out), 1, None).map(drop)
    };
    let resume = |config: &str, data: &Path| {
        Training::resume(&run, config, open(data), open(&held_out), 1).map(drop)
    };
    let message = |result: Result<(), TrainError>| error_chain(&result.unwrap_err());
    assert!(message(resume(CONFIG, &data)).contains(CHECKPOINT));
    begin(&run, CONFIG, &data, &held_out).unwrap();
    assert!(message(begin(&run, CONFIG, &data, &held_out)).contains("--resume"));
    assert!(resume(CONFIG, &data).is_ok());
    assert!(resume(&format!("# a remark\n{CONFIG}"), &data).is_ok());
    let other = CONFIG.replace("width = 32", "width = 64");
    assert!(message(resume(&other, &data)).contains("width 64 and not 32"));
    assert!(message(resume("widht = 3", &data)).contains("widht"));
    assert!(message(resume(CONFIG, &held_out)).contains("other positions"));
    let empty = folder.file("empty");
    write_cache(&empty, &[], 1 << 20);
    let elsewhere = folder.file("elsewhere");
    for (data, held_out) in [(&empty, &held_out), (&data, &empty)] {
        assert!(message(begin(&elsewhere, CONFIG, data, held_out)).contains("no positions"));
    }
    assert!(!elsewhere.join(CHECKPOINT).exists());
}

#[test]
fn a_damaged_position_ends_a_training_and_is_reported() {
    let folder = TempFolder::new("damaged-position");
    let (data, held_out) = caches(&folder);
    let mut bytes = fs::read(&data).unwrap();
    let at = bytes.len() - 545 * crate::bullet::RECORD_BYTES;
    bytes[at] ^= 0xff;
    fs::write(&data, bytes).unwrap();
    let run = folder.file("run");
    let mut training =
        Training::begin(&run, CONFIG, open(&data), open(&held_out), 2, None).unwrap();
    let error = error_chain(&training.run(|_| ControlFlow::Continue(())).unwrap_err());
    assert!(error.contains("record 505 is not a position"), "{error}");
    // The steps before it are kept, also those since the last report.
    assert!(!training.step().is_multiple_of(9));
    assert_eq!(Checkpoint::of_folder(&run).unwrap().step, training.step());
}

#[test]
fn a_diverged_network_never_replaces_a_good_checkpoint() {
    let folder = TempFolder::new("dead");
    let (data, held_out) = caches(&folder);
    let run = folder.file("run");
    let mut training =
        Training::begin(&run, CONFIG, open(&data), open(&held_out), 1, None).unwrap();
    let good = fs::read(run.join(CHECKPOINT)).unwrap();
    let sound = training.learner.learned.clone();
    let bias = training.config.shape().output_bias_row();
    // The first makes every output NaN; the second shows only in the next step.
    let deaths: [fn(&mut Learner, usize); 2] = [
        |learner, bias| {
            let mut dead = learner.learned.clone();
            dead[bias].0.fill(f32::NAN);
            learner.start_from(dead);
        },
        |learner, bias| learner.square[bias].0.fill(f32::NAN),
    ];
    for death in deaths {
        training.learner.start_from(sound.clone());
        death(&mut training.learner, bias);
        for result in [training.report(1.0).map(drop), training.save()] {
            assert!(matches!(result, Err(TrainError::Diverged { step: 0 })), "{result:?}");
        }
        assert!(fs::read(run.join(CHECKPOINT)).unwrap() == good);
        assert!(losses(&run).is_empty());
    }
    training.learner.start_from(sound);
    training.report(1.0).unwrap();
    assert_eq!(losses(&run).len(), 1);
}

#[test]
fn the_complete_recipe_is_kept_with_the_training() {
    let folder = TempFolder::new("kept-recipe");
    let (data, held_out) = caches(&folder);
    let run = folder.file("run");
    let begin = |run: &Path| Training::begin(run, CONFIG, open(&data), open(&held_out), 1, None);
    let resume = |text: &str| Training::resume(&run, text, open(&data), open(&held_out), 1);
    drop(begin(&run).unwrap());
    let path = run.join(RECIPE);
    let full = fs::read_to_string(&path).unwrap();
    assert_eq!(Config::parse(&full).unwrap(), Config::parse(CONFIG).unwrap().full());
    assert_eq!(Checkpoint::of_folder(&run).unwrap().text, full);
    // The complete recipe resumes the training as well, and is written again if it is lost.
    drop(resume(&full).unwrap());
    fs::remove_file(&path).unwrap();
    drop(resume(CONFIG).unwrap());
    assert_eq!(fs::read_to_string(&path).unwrap(), full);
    let other = CONFIG.replace("batch = 100", "batch = 99");
    let elsewhere = folder.file("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    for folder in [&run, &elsewhere] {
        fs::write(folder.join(RECIPE), &other).unwrap();
    }
    for refused in [resume(CONFIG).map(drop), begin(&elsewhere).map(drop)] {
        let error = error_chain(&refused.unwrap_err());
        assert!(error.contains(RECIPE) && error.contains("batch 99 and not 100"), "{error}");
    }
    assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 1);
}

#[test]
fn a_training_may_start_from_the_network_of_another() {
    let folder = TempFolder::new("after");
    let (data, held_out) = caches(&folder);
    let (first, second) = (folder.file("first"), folder.file("second"));
    let begin = |name: &Path, text: &str, after: Option<&Path>| {
        Training::begin(name, text, open(&data), open(&held_out), 1, after)
    };
    begin(&first, CONFIG, None).unwrap().run(|_| ControlFlow::Continue(())).unwrap();
    // Another schedule is accepted, another shape is not.
    let text = CONFIG.replace("epochs = 4", "epochs = 1\nrate = 0.0001");
    drop(begin(&second, &text, Some(&first)).unwrap());
    let learned = |name: &Path| Checkpoint::of_folder(name).unwrap().learned;
    assert!(learned(&second) == learned(&first));
    let mut training = Training::resume(&second, &text, open(&data), open(&held_out), 1).unwrap();
    assert_eq!((training.step(), training.steps()), (0, 10));
    training.run(|_| ControlFlow::Continue(())).unwrap();
    assert!(learned(&second) != learned(&first));
    // Narrower limits apply from the first step on.
    let tight = folder.file("tight");
    let text = format!("{CONFIG}output_limit = 0.1\n");
    drop(begin(&tight, &text, Some(&first)).unwrap());
    assert!(Training::resume(&tight, &text, open(&data), open(&held_out), 1).is_ok());
    let third = folder.file("third");
    let wider = CONFIG.replace("width = 32", "width = 64");
    let error = begin(&third, &wider, Some(&first)).err().unwrap();
    assert!(matches!(error, TrainError::OtherShape(_)), "{error}");
    let error = begin(&third, CONFIG, Some(&folder.file("nowhere"))).err().unwrap();
    assert!(matches!(error, TrainError::Checkpoint(..)), "{error}");
    assert!(!third.exists());
}
