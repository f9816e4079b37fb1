//! The features of a chunk of positions, grouped: for each, the perspectives in which it is active.
//! The gradient of a weight is a sum over these perspectives; grouped, it is summed in registers,
//! and each row of gradients is read and written once.

use chess::MAX_PIECES;

use super::active_features::{ActiveFeatures, Feature};

/// Positions of a chunk: few enough that their rows stay in the nearest caches.
pub(super) const CHUNK: usize = 128;

/// The active perspectives of each feature of a chunk.
#[derive(Default)]
pub(super) struct FeatureGroups {
    /// Each feature that occurs, and the end of its perspectives; they start where the previous ones end.
    groups: Vec<(Feature, u32)>,
    /// Numbered within the chunk.
    perspectives: Vec<u16>,
}

/// How often each feature occurs; all zero between two calls of `group`.
#[derive(Default)]
pub(super) struct Counts(Vec<u32>);

impl Counts {
    pub(super) fn new(features: usize) -> Counts {
        Counts(vec![0; features])
    }
}

impl FeatureGroups {
    /// Groups the perspectives of a chunk. Its time grows with the chunk only, however many
    /// features the network has.
    pub(super) fn group(
        &mut self,
        features: &ActiveFeatures,
        chunk: core::ops::Range<usize>,
        counts: &mut Counts,
    ) {
        let Counts(counts) = counts;
        // Branch-free, since whether a feature is new is hard to predict: it is always written, and
        // the next one overwrites it if it was known.
        self.groups.resize(chunk.len() * MAX_PIECES + 1, (0, 0));
        let mut found = 0;
        for perspective in chunk.clone() {
            for &feature in features.of(perspective) {
                let count = &mut counts[usize::from(feature)];
                self.groups[found].0 = feature;
                found += usize::from(*count == 0);
                *count += 1;
            }
        }
        self.groups.truncate(found);
        // Each count becomes the index of the feature's next perspective.
        let mut end = 0;
        for (feature, group_end) in &mut self.groups {
            let count = &mut counts[usize::from(*feature)];
            let start = end;
            end += *count;
            (*count, *group_end) = (start, end);
        }
        self.perspectives.resize(end as usize, 0);
        for (number, perspective) in chunk.enumerate() {
            for &feature in features.of(perspective) {
                let index = &mut counts[usize::from(feature)];
                self.perspectives[*index as usize] = number as u16;
                *index += 1;
            }
        }
        for (feature, _) in &self.groups {
            counts[usize::from(*feature)] = 0;
        }
    }

    /// Each feature with its perspectives.
    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, &[u16])> {
        let mut start = 0;
        self.groups.iter().map(move |&(feature, end)| {
            let perspectives = &self.perspectives[start..end as usize];
            start = end as usize;
            (usize::from(feature), perspectives)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bullet::PackedPosition;
    use crate::test_support::random_pieces;
    use crate::train::shape::tests::uneven_shape;
    use chess::Random;
    use std::collections::BTreeMap;

    #[test]
    fn each_group_holds_the_perspectives_in_which_the_feature_is_active() {
        let shape = uneven_shape();
        let mut random = Random::new(9);
        let positions: Vec<_> = (0..50)
            .map(|number| random_pieces(&mut random, number % 31))
            .map(|pieces| PackedPosition::of_pieces(&pieces, 0, 1))
            .collect();
        let mut features = ActiveFeatures::default();
        features.read(&positions, &shape);
        let (mut groups, mut counts) = (FeatureGroups::default(), Counts::new(shape.features()));
        for chunk in [0..100, 10..30, 99..100] {
            groups.group(&features, chunk.clone(), &mut counts);
            assert!(counts.0.iter().all(|&count| count == 0));
            let mut expected: BTreeMap<usize, Vec<u16>> = BTreeMap::new();
            for (number, perspective) in chunk.enumerate() {
                for &feature in features.of(perspective) {
                    expected.entry(feature.into()).or_default().push(number as u16);
                }
            }
            let found =
                groups.iter().map(|(feature, perspectives)| (feature, perspectives.to_vec()));
            assert_eq!(groups.iter().count(), expected.len());
            assert_eq!(found.collect::<BTreeMap<_, _>>(), expected);
        }
    }
}
