//! The result of two players in one sentence.

use super::chart::Tone;
use crate::stats::{Elo, EloModel, Finding, MIN_PAIRS, Pentanomial, Sprt, SprtVerdict};

/// The result from the side of the player `name`; `over` if all games have been played.
pub(super) fn verdict(
    name: &str,
    pairs: &Pentanomial,
    test: Option<&Sprt>,
    over: bool,
) -> (Tone, String) {
    if pairs.count() == 0 {
        return (Tone::Faint, "No pair of games has been finished yet.".to_owned());
    }
    let elo = pairs.logistic();
    let standing = match elo {
        Elo::TooFewPairs => "too few pairs for an interval".to_owned(),
        Elo::Known(interval) => format!("{name} is at {interval} Elo"),
    };
    let Some(test) = test else {
        let found = elo.finding();
        let words = found.words(name);
        return match found {
            Finding::TooFewPairs => {
                (Tone::Faint, format!("{words}: {} of {MIN_PAIRS}.", pairs.count()))
            }
            Finding::NoDifference => (Tone::Faint, format!("{words}: {standing}.")),
            Finding::Stronger => (Tone::Good, format!("{words}: {elo} Elo.")),
            Finding::Weaker => (Tone::Bad, format!("{words}: {elo} Elo.")),
        };
    };
    let verdict = test.verdict(pairs);
    let (elo0, elo1) = test.elo_bounds();
    let unit = unit(test);
    let (tone, decided) = match verdict {
        SprtVerdict::AcceptH1 => (Tone::Good, format!("{verdict} ({elo1} against {elo0} {unit})")),
        SprtVerdict::AcceptH0 => (Tone::Bad, format!("{verdict} ({elo0} against {elo1} {unit})")),
        SprtVerdict::Continue if over => {
            (Tone::Faint, "Not decided, and all games have been played".to_owned())
        }
        SprtVerdict::Continue => (Tone::Faint, "Not decided yet".to_owned()),
    };
    (tone, format!("{decided}; {standing}."))
}

pub(super) fn unit(test: &Sprt) -> &'static str {
    match test.model() {
        EloModel::Logistic => "Elo",
        EloModel::Normalized => "nElo",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Random;

    fn shown(pairs: [u64; 5]) -> (Tone, String) {
        verdict("new", &Pentanomial { pairs }, None, true)
    }

    #[test]
    fn a_clear_win_is_called_one() {
        let (tone, text) = shown([0, 0, 1, 1, 8]);
        assert_eq!(tone, Tone::Good);
        assert!(text.starts_with("new is stronger: +436.4 (+"), "{text}");
        let (tone, text) = shown([0, 0, 1, 0, 0]);
        assert_eq!((tone, text.as_str()), (Tone::Faint, "Too few pairs to compare: 1 of 10."));
        assert!(shown([0, 0, 0, 0, 12]).1.starts_with("new is stronger: > +"));
    }

    /// Random counts: few and many pairs, level and lopsided, with empty cells.
    fn random_pairs(random: &mut Random) -> Pentanomial {
        let scale = [2, 6, 30, 400, 1_000_000][random.below(5)];
        let tilt = random.below(5);
        let cell = |place: usize, random: &mut Random| match random.below(4) {
            0 => 0,
            _ => random.below(1 + scale / (1 + place.abs_diff(tilt))) as u64,
        };
        Pentanomial { pairs: core::array::from_fn(|place| cell(place, random)) }
    }

    #[test]
    fn the_verdict_agrees_with_every_figure_beside_it() {
        let mut random = Random::new(4);
        let mut seen = [0; 5];
        for _ in 0..2_000 {
            let pairs = random_pairs(&mut random);
            let (tone, text) = verdict("new", &pairs, None, true);
            let (elo, normalized) = (pairs.logistic(), pairs.normalized());
            assert_eq!(elo.finding(), normalized.finding(), "{pairs:?}: {elo} {normalized}");
            for text in [&text, &elo.to_string(), &normalized.to_string()] {
                let odd = ["NaN", "inf", "-0.0 ", "unknown"];
                assert!(odd.iter().all(|odd| !text.contains(odd)), "{pairs:?}: {text}");
            }
            let (Some(elo), Some(normalized)) = (elo.known(), normalized.known()) else {
                assert!(pairs.count() < 10 && pairs.superiority().is_none());
                assert_eq!(tone, Tone::Faint);
                seen[usize::from(pairs.count() == 0)] += 1;
                continue;
            };
            for interval in [elo, normalized] {
                assert!(interval.low <= interval.estimate && interval.estimate <= interval.high);
            }
            let score = pairs.score().unwrap();
            assert_eq!(elo.estimate > 0.0, score > 0.5, "{pairs:?}");
            assert_eq!(normalized.estimate > 0.0, score > 0.5, "{pairs:?}");
            let superiority = pairs.superiority().unwrap();
            assert!((superiority > 0.5) == (score > 0.5) || superiority == 0.5, "{pairs:?}");
            // The interval excludes zero exactly where the likelihood of superiority is beyond
            // 2.5 or 97.5 %.
            let (beyond, place) = match tone {
                Tone::Good => (superiority > 0.975, 2),
                Tone::Bad => (superiority < 0.025, 3),
                _ => ((0.025..=0.975).contains(&superiority), 4),
            };
            assert!(beyond, "{pairs:?}: {superiority} {text}");
            let stronger = text.contains("is stronger");
            assert_eq!((tone == Tone::Good, stronger), (elo.low > 0.0, elo.low > 0.0), "{text}");
            assert_eq!(text.contains("is weaker"), elo.high < 0.0, "{text}");
            seen[place] += 1;
        }
        assert!(seen.iter().all(|&cases| cases > 10), "{seen:?}");
    }

    #[test]
    fn a_decided_test_names_its_bound() {
        let test = Sprt::new(0.0, 5.0, 0.05, 0.05, EloModel::Normalized).unwrap();
        let sentence = |pairs| verdict("new", &Pentanomial { pairs }, Some(&test), false);
        let (tone, text) = sentence([100, 1_000, 4_000, 1_600, 150]);
        assert_eq!(tone, Tone::Good);
        assert!(text.starts_with("H1 accepted: LLR reached the upper bound (5 against 0 nElo);"));
        let (tone, text) = sentence([150, 1_600, 4_000, 1_000, 100]);
        assert_eq!(tone, Tone::Bad);
        assert!(text.starts_with("H0 accepted: LLR reached the lower bound (0 against 5 nElo);"));
        assert!(sentence([1, 0, 0, 0, 0]).1.starts_with("Not decided yet; too few pairs"));
    }
}
