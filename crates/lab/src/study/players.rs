//! The players of a study: a baseline and the same with heuristics switched over, or settings as
//! people write them.

use engine::heuristics::Heuristic;

use super::error::StudyError;
use super::plan::{StudyPlayer, own_engine};
use crate::manifest::distinct;
use crate::preset;
use crate::words;

/// The name of the baseline of an ablation.
pub const BASELINE: &str = "baseline";

/// Our own engine with a preset and settings, each written `Name=value`.
pub fn baseline(
    preset: Option<&str>,
    settings: &[String],
    megabytes: u32,
) -> Result<String, StudyError> {
    let mut parts = vec!["self".to_owned(), format!("name={BASELINE}")];
    parts.extend(preset.map(|preset| format!("preset={preset}")));
    parts.extend(settings.iter().cloned());
    parts.push(format!("Hash={megabytes}"));
    preset::expanded(&words::join(&parts)).map_err(StudyError::Preset)
}

/// The heuristic with this name or switch, in any case.
pub fn find_heuristic(name: &str) -> Option<Heuristic> {
    let is_named = |heuristic: &&Heuristic| {
        let names = [format!("{heuristic:?}"), heuristic.knob().option()];
        names.iter().any(|known| known.eq_ignore_ascii_case(name.trim()))
    };
    Heuristic::ALL.iter().find(is_named).copied()
}

/// The baseline, one player for each heuristic and one for each pair. The heuristics of a pair get
/// players of their own too: its interaction needs them.
pub fn ablation_players(
    baseline: &str,
    heuristics: &[Heuristic],
    pairs: &[[Heuristic; 2]],
) -> Result<Vec<StudyPlayer>, StudyError> {
    let knobs = own_engine(baseline)?.knobs;
    let text = baseline.to_owned();
    let mut players = vec![StudyPlayer { name: BASELINE.to_owned(), text, switched: Vec::new() }];
    let mut groups: Vec<Vec<Heuristic>> = Vec::new();
    let singles = heuristics.iter().chain(pairs.iter().flatten()).map(|&single| vec![single]);
    for group in singles.chain(pairs.iter().map(|pair| pair.to_vec())) {
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    for group in groups {
        let names: Vec<String> = group.iter().map(|heuristic| format!("{heuristic:?}")).collect();
        let mut player =
            StudyPlayer { name: names.join("+"), text: baseline.to_owned(), switched: Vec::new() };
        for heuristic in group {
            let on = !heuristic.is_on(&knobs);
            player.text += &format!(" {}={on}", heuristic.knob().option());
            player.switched.push((format!("{heuristic:?}"), on));
        }
        own_engine(&player.text)?;
        players.push(player);
    }
    Ok(players)
}

/// The players of a comparison. Each text is a player of the lab, or a preset with settings behind
/// it, such as `laser StaticNullMaxDepth=3`. A player has a table of this size unless it sets
/// another.
pub fn comparison_players(
    texts: &[String],
    megabytes: u32,
) -> Result<Vec<StudyPlayer>, StudyError> {
    let mut players = Vec::with_capacity(texts.len());
    for text in texts {
        let mut parts = words::split(text).unwrap_or_else(|| vec![text.clone()]);
        if let Some(first) = parts.first().filter(|first| is_preset(first)) {
            parts[0] = format!("preset={first}");
            parts.insert(0, "self".to_owned());
        }
        let expanded = preset::expanded(&words::join(&parts)).map_err(StudyError::Preset)?;
        // Also refuses what is no setting, with the text as it was written.
        own_engine(&expanded)?;
        let mut words = words::split(&expanded).unwrap_or_default();
        let name = words.iter().find_map(|word| word.strip_prefix("name=").map(str::to_owned));
        let name = name.unwrap_or_else(|| match &words[..] {
            [_, settings @ ..] if !settings.is_empty() => settings.join(" "),
            _ => "secateur".to_owned(),
        });
        words.insert(1, format!("Hash={megabytes}"));
        players.push(StudyPlayer { name, text: words::join(&words), switched: Vec::new() });
    }
    let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
    for (player, name) in players.iter_mut().zip(distinct(&names)) {
        player.name = name;
    }
    Ok(players)
}

/// Whether the first word of a player is meant as a preset.
fn is_preset(word: &str) -> bool {
    word != "self" && !word.starts_with("cmd=")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_heuristic_is_switched_over() {
        let text = baseline(None, &["UseNullMove=false".to_owned()], 4).unwrap();
        let players = ablation_players(&text, Heuristic::ALL, &[]).unwrap();
        assert_eq!(players.len(), Heuristic::COUNT + 1);
        let base = own_engine(&text).unwrap();
        assert!(!base.knobs.use_null_move && base.megabytes == 4);
        for (player, &heuristic) in players[1..].iter().zip(Heuristic::ALL) {
            let knobs = own_engine(&player.text).unwrap().knobs;
            assert_ne!(heuristic.is_on(&knobs), heuristic.is_on(&base.knobs), "{heuristic:?}");
            assert_eq!(player.switched, [(player.name.clone(), heuristic.is_on(&knobs))]);
        }
    }

    #[test]
    fn a_pair_brings_its_heuristics_as_players() {
        let pair = [Heuristic::StaticNull, Heuristic::NullMove];
        let text = baseline(Some("laser"), &[], 16).unwrap();
        let players = ablation_players(&text, &[Heuristic::NullMove], &[pair, pair]).unwrap();
        let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
        assert_eq!(names, ["baseline", "NullMove", "StaticNull", "StaticNull+NullMove"]);
        assert_eq!(find_heuristic("usenullmove"), Some(Heuristic::NullMove));
        assert_eq!(find_heuristic("nonsense"), None);
    }

    #[test]
    fn a_preset_is_found_by_its_name_alone() {
        let texts = [
            "secateur",
            "laser StaticNullMaxDepth=3",
            "self UseNullMove=false",
            "self",
            "self preset=bare Hash=2",
        ];
        let players = comparison_players(&texts.map(str::to_owned), 8).unwrap();
        let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
        let expected = [
            "secateur",
            "laser StaticNullMaxDepth=3",
            "UseNullMove=false",
            "secateur (2)",
            "bare Hash=2",
        ];
        assert_eq!(names, expected);
        let engines: Vec<_> =
            players.iter().map(|player| own_engine(&player.text).unwrap()).collect();
        assert_eq!(engines[1].knobs.static_null_max_depth, 3);
        assert_eq!((engines[0].megabytes, engines[4].megabytes), (8, 2));
        for (text, named) in [
            ("lazer", "did you mean 'laser'?"),
            ("self Nonsense=1", "'Nonsense=1' is not known"),
            ("cmd=./engine", "expected 'self'"),
            ("self nodes=5", "all players have the same limit"),
        ] {
            let message = comparison_players(&[text.to_owned()], 8).unwrap_err().to_string();
            assert!(message.contains(named), "{text}: {message}");
        }
    }
}
