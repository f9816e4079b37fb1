//! The players of a study: a baseline, and the same with heuristics switched over.

use engine::heuristics::Heuristic;
use toolkit::presets::PresetError;

use super::plan::{StudyError, StudyPlayer, own_engine};
use crate::preset;
use crate::words;

/// The name of the baseline of an ablation.
pub const BASELINE: &str = "baseline";

/// Our own engine with a preset and settings, each written `Name=value`.
pub fn baseline(
    preset: Option<&str>,
    settings: &[String],
    megabytes: u32,
) -> Result<String, PresetError> {
    let mut parts = vec!["self".to_owned(), format!("name={BASELINE}")];
    parts.extend(preset.map(|preset| format!("preset={preset}")));
    parts.extend(settings.iter().cloned());
    parts.push(format!("Hash={megabytes}"));
    preset::expanded(&words::join(&parts))
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
}
