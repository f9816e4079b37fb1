use super::*;
use crate::TempFolder;
use engine::knobs::{Evaluator, KNOBS, Range, StaticNullGuard};

/// A preset made of these lines.
fn preset(text: &str) -> Result<Preset, PresetError> {
    Preset::read("some.toml", text)
}

fn message(text: &str) -> String {
    preset(text).and_then(|preset| preset.knobs()).unwrap_err().to_string()
}

#[test]
fn every_line_of_every_built_in_preset_can_be_set() {
    for preset in Preset::built_in().unwrap() {
        // The error names the file and the line.
        preset.knobs().unwrap_or_else(|error| panic!("{error}"));
        let text = TEXTS[NAMES.iter().position(|name| *name == preset.name).unwrap()];
        let lines = text.lines().skip_while(|line| *line != "[settings]").skip(1);
        let written = lines.filter(|line| !line.is_empty() && !line.starts_with('#')).count();
        assert_eq!(preset.settings.len(), written, "{}", preset.name);
    }
}

#[test]
fn every_built_in_preset_describes_itself() {
    for (preset, name) in Preset::built_in().unwrap().iter().zip(NAMES) {
        assert_eq!(preset.name, *name);
        for text in [&preset.title, &preset.source, &preset.scale_from] {
            assert!(!text.is_empty() && !text.contains('\n'), "{name}: '{text}'");
        }
        let is_own = *name == DEFAULT;
        assert_eq!(preset.cannot.is_empty(), is_own, "{name}");
        assert_eq!(preset.settings.is_empty(), is_own, "{name}");
    }
}

#[test]
fn presets_write_options_as_they_are_listed_and_leave_the_evaluation_alone() {
    for preset in Preset::built_in().unwrap() {
        for setting in &preset.settings {
            let knob = Knob::find(&setting.option).unwrap();
            assert_eq!(knob.option(), setting.option, "{}", preset.name);
            assert_ne!(knob.name, "evaluator", "{}", preset.name);
        }
        let classical = Knobs { evaluator: Evaluator::Classical, ..Knobs::default() };
        let knobs = preset.replacing(&classical).unwrap();
        assert_eq!(knobs.evaluator, Evaluator::Classical);
        assert_eq!(Knobs { evaluator: Knobs::DEFAULT.evaluator, ..knobs }, preset.knobs().unwrap());
    }
}

#[test]
fn built_in_presets_differ_from_each_other() {
    let knobs: Vec<Knobs> =
        Preset::built_in().unwrap().iter().map(|preset| preset.knobs().unwrap()).collect();
    for (index, one) in knobs.iter().enumerate() {
        assert!(!knobs[index + 1..].contains(one), "{}", NAMES[index]);
    }
    assert_eq!(knobs[0], Knobs::DEFAULT);
}

#[test]
fn the_disputed_rules_are_those_of_their_sources() {
    let knobs = |name: &str| Preset::find(name).unwrap().knobs().unwrap();
    let static_null = |name| {
        let k = knobs(name);
        (k.static_null_max_depth, k.null_move_static_margin, k.static_null_strict)
    };
    assert_eq!(static_null("seajay-s0"), (3, 120, false));
    assert_eq!(static_null("seajay-s1"), (8, 85, false));
    assert_eq!(static_null("seajay-s1-cured"), (4, 85, false));
    assert_eq!(static_null("Laser"), (6, 70, false));
    assert_eq!(static_null("PUBLIUS"), (6, 135, true));
    let cured = knobs("seajay-s1-cured");
    assert_eq!(cured.static_null_guard, StaticNullGuard::Either);
    assert_eq!(cured.static_null_endgame_threshold, 1300);
    let k = knobs("seajay-s2");
    assert_eq!((k.futility_max_depth, k.futility_base, k.futility_scale), (4, 150, 60));
    let k = knobs("python");
    assert_eq!((k.delta_node_margin, k.delta_margin, k.table_entry_limit), (975, 200, 500_000));
}

#[test]
fn the_bare_search_keeps_only_the_table_and_quiescence() {
    use engine::heuristics::Heuristic as H;
    let kept = [H::TranspositionTable, H::TableEval, H::TableCutoff, H::Quiescence];
    let bare = Preset::find("bare").unwrap().knobs().unwrap();
    for &heuristic in H::ALL {
        assert_eq!(heuristic.is_on(&bare), kept.contains(&heuristic), "{heuristic:?}");
    }
}

#[test]
fn a_name_is_found_before_a_path_and_a_path_in_any_folder() {
    let folder = TempFolder::new("presets");
    let path = folder.file("mine.toml");
    fs::write(&path, "# found by a tuner\nFutilityBase = 115.4 # rounded\n").unwrap();
    let preset = Preset::find(&path.to_string_lossy()).unwrap();
    assert_eq!((preset.name.as_str(), preset.scale), ("mine", 100));
    assert_eq!(preset.knobs().unwrap().futility_base, 115);
    assert_eq!(preset.settings[0].line, 2);
    fs::write(&path, "#".repeat(LONGEST_FILE as usize + 1)).unwrap();
    let error = Preset::find(&path.to_string_lossy()).unwrap_err().to_string();
    assert!(error.contains("longer than 262144 bytes"), "{error}");
    let error = Preset::find("nowhere.toml").unwrap_err();
    assert!(matches!(error, PresetError::Unreadable { .. }), "{error}");
}

#[test]
fn an_unknown_name_gets_a_suggestion_and_the_list() {
    let error = Preset::find("lasr").unwrap_err().to_string();
    assert!(error.contains("did you mean 'laser'?"), "{error}");
    assert!(NAMES.iter().all(|name| error.contains(name.as_ref())), "{error}");
    let error = Preset::find("zzz").unwrap_err().to_string();
    assert!(!error.contains("did you mean") && error.contains("or the path of a file"), "{error}");
}

#[test]
fn the_scale_converts_margins_and_nothing_else() {
    let text = "scale = 80\n[settings]\nFutilityBase = 150\nFutilityMaxDepth = 4\n\
                StaticNullEndgameThreshold = 1300\nStaticNullGuard = \"either\"\n";
    let preset = preset(text).unwrap();
    let knobs = preset.knobs().unwrap();
    assert_eq!((knobs.futility_base, knobs.futility_max_depth), (120, 4));
    assert_eq!(knobs.static_null_endgame_threshold, 1300);
    assert_eq!(knobs.static_null_guard, StaticNullGuard::Either);
    assert_eq!(preset.settings[0].value, "150");
    for bad in ["0", "1001", "1.5", "\"100\""] {
        let message = message(&format!("scale = {bad}\n"));
        assert!(message.contains("line 1: scale: expected 1 to 1000"), "{message}");
    }
}

/// The scale must reach every number that the documents call a margin, and no switch.
#[test]
fn margins_are_numbers() {
    let margins = KNOBS.iter().filter(|knob| knob.unit == Unit::Centipawns);
    assert!(margins.clone().all(|knob| matches!(knob.range, Range::Spin { .. })));
    let names: Vec<&str> = margins.map(|knob| knob.name).collect();
    for name in ["null_move_static_margin", "futility_base", "razor_margin1", "delta_margin"] {
        assert!(names.contains(&name), "{name}");
    }
    assert!(!names.contains(&"static_null_endgame_threshold"));
}

#[test]
fn faults_name_the_file_and_the_line() {
    for (text, fault) in [
        ("FutilityBase\n", "some.toml, line 1: "),
        (
            "# one\n[settings]\nFutilityBas = 1\n",
            "line 3: no setting of the search is called 'FutilityBas'; did you mean 'FutilityBase'?",
        ),
        ("Xyzzy = 1\n", "line 1: no setting of the search is called 'Xyzzy'; expected an option"),
        ("\n\nFutilityBase = 9999\n", "line 3: FutilityBase: 9999 is out of range"),
        ("UseNullMove = 3\n", "line 1: UseNullMove: '3'; expected true or false"),
        ("StaticNullGuard = \"all\"\n", "line 1: StaticNullGuard: 'all'; expected one of none,"),
        ("FutilityBase = [1]\n", "line 1: FutilityBase: expected a number, true, false or"),
        ("title = 3\n", "line 1: title: expected a text in quotes"),
        ("cannot = \"x\"\n", "line 1: cannot: expected a list of texts"),
        ("FutilityBase = 90\nFutilityBase = 91\n", "line 2: "),
    ] {
        let message = message(text);
        assert!(message.starts_with("preset some.toml, line "), "{message}");
        assert!(message.contains(fault), "{text:?}: {message}");
    }
}
