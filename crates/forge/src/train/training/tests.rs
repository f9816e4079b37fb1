use super::*;
use crate::train::{Folder, placed, read_log, scattered, write_cache};
use chess::Random;

const CONFIG: &str = "width = 32\nking_buckets = \"four\"\noutput_buckets = 2\nbatch = 100\n\
                      superbatch = 9\nepochs = 4\nwarm_up = 3\n";

/// Ten batches and a rest, and as many held out as a batch.
fn caches(folder: &Folder) -> (PathBuf, PathBuf) {
    let mut random = Random::new(21);
    let mut positions = |count: usize| -> Vec<PackedPosition> {
        let position = |_| {
            let pieces = scattered(&mut random, 12);
            placed(&pieces, random.below(1_001) as i16 - 500, random.below(3) as u8)
        };
        (0..count).map(position).collect()
    };
    let (data, held_out) = (folder.0.join("data"), folder.0.join("held"));
    write_cache(&data, &positions(1_050), 1 << 20);
    write_cache(&held_out, &positions(100), 1 << 20);
    (data, held_out)
}

fn open(path: &Path) -> Cache {
    Cache::open(path).unwrap()
}

/// Everything a report says but the time it took.
fn losses(folder: &Path) -> Vec<(u64, f64, f64, f32)> {
    let log = read_log(&folder.join(LOG)).unwrap();
    log.iter().map(|entry| (entry.step, entry.loss, entry.held_out, entry.rate)).collect()
}

#[test]
fn a_training_that_was_stopped_comes_to_the_same_end() {
    let folder = Folder::new("resume");
    let (data, held_out) = caches(&folder);
    for threads in [1, 2] {
        let whole = folder.0.join(format!("whole{threads}"));
        let mut training =
            Training::begin(&whole, CONFIG, open(&data), open(&held_out), threads, None).unwrap();
        assert_eq!(training.steps(), 40);
        assert_eq!(training.go(|_| ControlFlow::Continue(())).unwrap(), Finish::Complete);

        let parts = folder.0.join(format!("parts{threads}"));
        let begun =
            Training::begin(&parts, CONFIG, open(&data), open(&held_out), threads, None).unwrap();
        drop(begun);
        // Within a superbatch, at its end, and within another epoch.
        for stop in [4, 9, 27, 31] {
            let mut training =
                Training::resume(&parts, CONFIG, open(&data), open(&held_out), threads).unwrap();
            let finish = training.go(|batch| match batch.step == stop {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            });
            assert_eq!((finish.unwrap(), training.step()), (Finish::Stopped, stop));
        }
        let mut training =
            Training::resume(&parts, CONFIG, open(&data), open(&held_out), threads).unwrap();
        assert_eq!(training.go(|_| ControlFlow::Continue(())).unwrap(), Finish::Complete);

        let bytes = |folder: &Path| fs::read(folder.join(CHECKPOINT)).unwrap();
        assert!(bytes(&whole) == bytes(&parts), "{threads} threads");
        assert_eq!(losses(&whole), losses(&parts));
        let steps: Vec<u64> = losses(&whole).iter().map(|entry| entry.0).collect();
        assert_eq!(steps, [9, 18, 27, 36, 40]);
    }
}

#[test]
fn a_crash_after_a_checkpoint_costs_only_what_came_after() {
    let folder = Folder::new("crash");
    let (data, held_out) = caches(&folder);
    let run = folder.0.join("run");
    let mut training =
        Training::begin(&run, CONFIG, open(&data), open(&held_out), 2, None).unwrap();
    let mut kept = Vec::new();
    training
        .go(|batch| {
            if batch.step == 20 {
                kept = fs::read(run.join(CHECKPOINT)).unwrap();
            }
            ControlFlow::Continue(())
        })
        .unwrap();
    let (end, expected) = (fs::read(run.join(CHECKPOINT)).unwrap(), losses(&run));
    // As if the program had ended at step 20, which the checkpoint of step 18 does not know of.
    fs::write(run.join(CHECKPOINT), &kept).unwrap();
    let resume = || Training::resume(&run, CONFIG, open(&data), open(&held_out), 2);
    let told = resume().err().unwrap();
    assert!(matches!(told, TrainError::Busy(_)), "{told}");
    drop(training);
    let mut training = resume().unwrap();
    assert_eq!(training.step(), 18);
    training.go(|_| ControlFlow::Continue(())).unwrap();
    assert!(fs::read(run.join(CHECKPOINT)).unwrap() == end);
    assert_eq!(losses(&run), expected);
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let folder = Folder::new("refuse");
    let (data, held_out) = caches(&folder);
    let run = folder.0.join("run");
    let begin = |folder: &Path, config: &str, data: &Path, held_out: &Path| {
        Training::begin(folder, config, open(data), open(held_out), 1, None).map(drop)
    };
    let resume = |config: &str, data: &Path| {
        Training::resume(&run, config, open(data), open(&held_out), 1).map(drop)
    };
    let told = |result: Result<(), TrainError>| result.unwrap_err().to_string();
    assert!(told(resume(CONFIG, &data)).contains(CHECKPOINT));
    begin(&run, CONFIG, &data, &held_out).unwrap();
    assert!(told(begin(&run, CONFIG, &data, &held_out)).contains("--resume"));
    assert!(resume(CONFIG, &data).is_ok());
    assert!(resume(&format!("# a remark\n{CONFIG}"), &data).is_ok());
    let other = CONFIG.replace("width = 32", "width = 64");
    assert!(told(resume(&other, &data)).contains("width 64 and not 32"));
    assert!(told(resume("widht = 3", &data)).contains("widht"));
    assert!(told(resume(CONFIG, &held_out)).contains("other positions"));
    let empty = folder.0.join("empty");
    write_cache(&empty, &[], 1 << 20);
    let elsewhere = folder.0.join("elsewhere");
    for (data, held_out) in [(&empty, &held_out), (&data, &empty)] {
        assert!(told(begin(&elsewhere, CONFIG, data, held_out)).contains("no positions"));
    }
    assert!(!elsewhere.join(CHECKPOINT).exists());
}

#[test]
fn a_damaged_position_ends_a_training_and_is_named() {
    let folder = Folder::new("damaged-position");
    let (data, held_out) = caches(&folder);
    let mut bytes = fs::read(&data).unwrap();
    let at = bytes.len() - 545 * crate::train::RECORD_BYTES;
    bytes[at] ^= 0xff;
    fs::write(&data, bytes).unwrap();
    let run = folder.0.join("run");
    let mut training =
        Training::begin(&run, CONFIG, open(&data), open(&held_out), 2, None).unwrap();
    let error = training.go(|_| ControlFlow::Continue(())).unwrap_err().to_string();
    assert!(error.contains("place 505 is no position"), "{error}");
    // What was learned before is kept, also since the last report.
    assert!(!training.step().is_multiple_of(9));
    assert_eq!(Checkpoint::of_folder(&run).unwrap().step, training.step());
}

#[test]
fn what_is_no_number_any_more_never_replaces_a_good_checkpoint() {
    let folder = Folder::new("dead");
    let (data, held_out) = caches(&folder);
    let run = folder.0.join("run");
    let mut training =
        Training::begin(&run, CONFIG, open(&data), open(&held_out), 1, None).unwrap();
    let good = fs::read(run.join(CHECKPOINT)).unwrap();
    let sound = training.learner.learned.clone();
    let bias = training.config.shape().output_bias_row();
    // One makes every output no number; the other shows only in the next step.
    let deaths: [fn(&mut Learner, usize); 2] = [
        |learner, bias| {
            let mut dead = learner.learned.clone();
            dead[bias].0.fill(f32::NAN);
            learner.begin_with(dead);
        },
        |learner, bias| learner.square[bias].0.fill(f32::NAN),
    ];
    for death in deaths {
        training.learner.begin_with(sound.clone());
        death(&mut training.learner, bias);
        for told in [training.report(1.0).map(drop), training.save()] {
            assert!(matches!(told, Err(TrainError::Diverged { step: 0 })), "{told:?}");
        }
        assert!(fs::read(run.join(CHECKPOINT)).unwrap() == good);
        assert!(losses(&run).is_empty());
    }
    training.learner.begin_with(sound);
    training.report(1.0).unwrap();
    assert_eq!(losses(&run).len(), 1);
}

#[test]
fn the_recipe_stays_with_the_training_in_full() {
    let folder = Folder::new("kept-recipe");
    let (data, held_out) = caches(&folder);
    let run = folder.0.join("run");
    let begin = |run: &Path| Training::begin(run, CONFIG, open(&data), open(&held_out), 1, None);
    let resume = |text: &str| Training::resume(&run, text, open(&data), open(&held_out), 1);
    drop(begin(&run).unwrap());
    let path = run.join(RECIPE);
    let full = fs::read_to_string(&path).unwrap();
    assert_eq!(Config::parse(&full).unwrap(), Config::parse(CONFIG).unwrap().full());
    assert_eq!(Checkpoint::of_folder(&run).unwrap().text, full);
    // It serves as well as what it was made from, and is made anew where it is lost.
    drop(resume(&full).unwrap());
    fs::remove_file(&path).unwrap();
    drop(resume(CONFIG).unwrap());
    assert_eq!(fs::read_to_string(&path).unwrap(), full);
    let other = CONFIG.replace("batch = 100", "batch = 99");
    let elsewhere = folder.0.join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    for folder in [&run, &elsewhere] {
        fs::write(folder.join(RECIPE), &other).unwrap();
    }
    for refused in [resume(CONFIG).map(drop), begin(&elsewhere).map(drop)] {
        let told = refused.unwrap_err().to_string();
        assert!(told.contains(RECIPE) && told.contains("batch 99 and not 100"), "{told}");
    }
    assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 1);
}

#[test]
fn a_training_may_begin_where_another_has_ended() {
    let folder = Folder::new("after");
    let (data, held_out) = caches(&folder);
    let (first, second) = (folder.0.join("first"), folder.0.join("second"));
    let begin = |name: &Path, text: &str, after: Option<&Path>| {
        Training::begin(name, text, open(&data), open(&held_out), 1, after)
    };
    begin(&first, CONFIG, None).unwrap().go(|_| ControlFlow::Continue(())).unwrap();
    // Another course is fine, another shape is not.
    let text = CONFIG.replace("epochs = 4", "epochs = 1\nrate = 0.0001");
    drop(begin(&second, &text, Some(&first)).unwrap());
    let learned = |name: &Path| Checkpoint::of_folder(name).unwrap().learned;
    assert!(learned(&second) == learned(&first));
    let mut training = Training::resume(&second, &text, open(&data), open(&held_out), 1).unwrap();
    assert_eq!((training.step(), training.steps()), (0, 10));
    training.go(|_| ControlFlow::Continue(())).unwrap();
    assert!(learned(&second) != learned(&first));
    // Limits that are narrower than those before are kept from the first step on.
    let tight = folder.0.join("tight");
    let text = format!("{CONFIG}output_limit = 0.1\n");
    drop(begin(&tight, &text, Some(&first)).unwrap());
    assert!(Training::resume(&tight, &text, open(&data), open(&held_out), 1).is_ok());
    let third = folder.0.join("third");
    let wider = CONFIG.replace("width = 32", "width = 64");
    let told = begin(&third, &wider, Some(&first)).err().unwrap();
    assert!(matches!(told, TrainError::OtherShape(_)), "{told}");
    let told = begin(&third, CONFIG, Some(&folder.0.join("nowhere"))).err().unwrap();
    assert!(matches!(told, TrainError::Checkpoint(..)), "{told}");
    assert!(!third.exists());
}
