use std::fs;
use std::path::Path;

use engine::eval::nnue::net_file::NetFile;

use super::*;

fn error(text: &str) -> String {
    Config::parse(text).unwrap_err().to_string()
}

#[test]
fn missing_keys_have_their_defaults() {
    let config = Config::parse("width = 128\nepochs = 3 # a few\nrate = 0.002").unwrap();
    let expected = Config { width: 128, epochs: Some(3), rate: 0.002, ..Config::default() };
    assert_eq!(config, expected);
    assert!(!config.shape().shares, "there is only one king bucket");
    let many = Config::parse("width = 32\nsuperbatches = 1\nking_buckets = \"four\"").unwrap();
    assert!(many.shape().shares);
    assert!(!Config { factoriser: false, ..many }.shape().shares);
}

#[test]
fn unknown_keys_are_named_with_their_line() {
    let error = error("epochs = 3\nwidht = 128");
    assert!(error.contains("line 2") && error.contains("widht"), "{error}");
    assert!(error.contains("width"), "{error}");
}

#[test]
fn values_out_of_range_are_named_with_what_is_accepted() {
    let cases = [
        ("", "width is missing; expected a multiple of 32 up to 2048"),
        ("width = 100", "width is 100; expected a multiple of 32"),
        ("width = 4096", "width is 4096"),
        ("width = -1", "-1"),
        ("width = \"wide\"", "wide"),
        ("width = 32", "neither epochs nor superbatches"),
        ("width = 32\nepochs = 1\nsuperbatches = 1", "expected one of them"),
        ("width = 32\nepochs = 0", "epochs is 0; expected 1 to"),
        ("width = 32\nepochs = 1\nbatch = 0", "batch is 0"),
        (
            "width = 32\nepochs = 1\nwarm_up = 9223372036854775807",
            "warm_up is 9223372036854775807; expected 0 to 16777216",
        ),
        ("width = 32\nepochs = 1\nwarm_up = -1", "warm_up"),
        ("width = 32\nepochs = 1\nseed = -1", "seed"),
        ("width = 32\nepochs = 1\nfactoriser = 2", "factoriser"),
        ("width = 32\nepochs = 1\nsuperbatch = 16777217", "superbatch is 16777217"),
        ("width = 32\nepochs = 1\nheld_out = 0", "held_out is 0; expected 1 to 4294967296"),
        ("width = 32\nsuperbatches = 100001", "superbatches is 100001"),
        ("width = 32\nepochs = 1\nstep_every = 0", "step_every is 0; expected 1 to"),
        ("width = 32\nepochs = 1\nstep_factor = 2.0", "step_factor is 2; expected 0.001 to 1"),
        ("width = 32\nepochs = 1\nloss_power = 1.0", "loss_power is 1; expected 1.5 to 4"),
        ("width = 32\nepochs = 1\ndecay = 1.5", "decay is 1.5; expected 0 to 1"),
        ("width = 32\nepochs = 1\noutput_limit = 8.0", "output_limit is 8; expected 0.1 to"),
        ("width = 32\nepochs = 1\nresult_share = 1.5", "result_share is 1.5; expected 0 to 1"),
        ("width = 32\nepochs = 1\nrate = nan", "rate is NaN"),
        ("width = 32\nepochs = 1\nrate = 0.0", "rate is 0"),
        ("width = 32\nepochs = 1\nfinal_rate = 1.0", "final_rate is 1; expected 0 to 0.001"),
        ("width = 32\nepochs = 1\nweight_limit = 5.0", "weight_limit is 5; expected 0.1 to"),
        ("width = 32\nepochs = 1\noutput_buckets = 64", "output_buckets is 64"),
        ("width = 32\nepochs = 1\nscale = -400", "scale is -400; expected 1 to"),
        ("width = 32\nepochs = 1\nschedule = \"fast\"", "fast"),
        ("width = 32\nepochs = 1\nschedule = \"step\"", "step_every is missing"),
        ("width = 32\nepochs = 1\nstep_factor = 0.5", "have no effect unless"),
        (
            "width = 32\nepochs = 1\nschedule = \"step\"\nstep_every = 2\nfinal_rate = 0.0",
            "final_rate has no effect",
        ),
        ("width = 32\nepochs = 1\nking_buckets = \"five\"", "five"),
        ("width = 32\nepochs = 1\nking_buckets = [0, 1]", "32"),
        ("width = 32\nwidth = 64", "line 2"),
        ("width 32", "line 1"),
    ];
    for (text, expected) in cases {
        let error = error(text);
        assert!(error.contains(expected), "{text:?} gives {error:?}, not {expected:?}");
    }
}

#[test]
fn a_description_must_fit_the_network_file() {
    let recipe = |bytes: usize| {
        Config::parse(&format!("width = 32\nepochs = 1\ndescription = \"{}\"", "x".repeat(bytes)))
    };
    assert!(recipe(65_535).is_ok());
    let error = recipe(65_536).unwrap_err().to_string();
    assert_eq!(error, "description has 65536 bytes; expected at most 65535");
}

#[test]
fn every_recipe_is_complete_and_the_built_in_one_matches_its_network() {
    let nets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../nets");
    let recipe = |path: &Path| {
        let text = fs::read_to_string(path).unwrap();
        let config = Config::parse(&text).unwrap();
        // Defaults may change; the recipe of a network does not.
        let missing = config.missing_keys(&text);
        assert!(missing.is_empty(), "{} lacks {missing:?}", path.display());
        config
    };
    let files = fs::read_dir(&nets).unwrap().map(|entry| entry.unwrap().path());
    let recipes =
        files.filter(|path| path.extension().is_some_and(|extension| extension == "toml"));
    let widths: Vec<usize> = recipes.map(|path| recipe(&path).width).collect();
    assert!(widths.len() >= 2 && widths.into_iter().all(is_width));
    let config = recipe(&nets.join("secateur.toml"));
    let net = NetFile::from_bytes(&fs::read(nets.join("secateur.net")).unwrap()).unwrap();
    assert_eq!(config.width, net.width);
    assert_eq!(config.output_buckets, net.output_buckets);
    assert_eq!(config.king_buckets.map(), net.king_buckets);
    assert_eq!(config.description, net.description);
}
