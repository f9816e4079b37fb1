//! The features of a few positions, sorted: for each, the views that have it. The slope of a
//! weight is a sum over the views that use it; taken together they are added in registers, and
//! each row of slopes is read and written once.

use chess::MAX_PIECES;

use super::views::{Feature, Views};

/// Positions that are sorted together: few enough that their rows stay in the nearest caches.
pub(super) const CHUNK: usize = 128;

#[derive(Default)]
pub(super) struct Sorted {
    /// Each feature that occurs, and where its views end; they begin where those before end.
    groups: Vec<(Feature, u32)>,
    /// Numbered within the chunk.
    views: Vec<u16>,
}

/// How often each feature occurs; nought for all between two sorts.
#[derive(Default)]
pub(super) struct Counts(Vec<u32>);

impl Counts {
    pub(super) fn new(features: usize) -> Counts {
        Counts(vec![0; features])
    }
}

impl Sorted {
    /// Sorts the views of a chunk. It takes a time that grows with the chunk only, however many
    /// features there may be.
    pub(super) fn sort(
        &mut self,
        views: &Views,
        chunk: core::ops::Range<usize>,
        counts: &mut Counts,
    ) {
        let Counts(counts) = counts;
        // Whether a feature is new is hard to foresee: it is written down in any case, and the
        // next one takes its place if it was known. So there is no branch.
        self.groups.resize(chunk.len() * MAX_PIECES + 1, (0, 0));
        let mut found = 0;
        for view in chunk.clone() {
            for &feature in views.of(view) {
                let count = &mut counts[usize::from(feature)];
                self.groups[found].0 = feature;
                found += usize::from(*count == 0);
                *count += 1;
            }
        }
        self.groups.truncate(found);
        // A count becomes the place of the next view of its feature.
        let mut end = 0;
        for (feature, group_end) in &mut self.groups {
            let count = &mut counts[usize::from(*feature)];
            let start = end;
            end += *count;
            (*count, *group_end) = (start, end);
        }
        self.views.resize(end as usize, 0);
        for (number, view) in chunk.enumerate() {
            for &feature in views.of(view) {
                let place = &mut counts[usize::from(feature)];
                self.views[*place as usize] = number as u16;
                *place += 1;
            }
        }
        for (feature, _) in &self.groups {
            counts[usize::from(*feature)] = 0;
        }
    }

    /// Each feature with its views.
    #[inline(always)]
    pub(super) fn groups(&self) -> impl Iterator<Item = (usize, &[u16])> {
        let mut start = 0;
        self.groups.iter().map(move |&(feature, end)| {
            let views = &self.views[start..end as usize];
            start = end as usize;
            (usize::from(feature), views)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::packed::tests::{placed, scattered};
    use crate::train::shape::tests::odd;
    use chess::Random;
    use std::collections::BTreeMap;

    #[test]
    fn sorted_views_are_the_views_that_have_the_feature() {
        let shape = odd();
        let mut random = Random::new(9);
        let positions: Vec<_> =
            (0..50).map(|number| placed(&scattered(&mut random, number % 31), 0, 1)).collect();
        let mut views = Views::default();
        views.read(&positions, &shape);
        let (mut sorted, mut counts) = (Sorted::default(), Counts::new(shape.features()));
        for chunk in [0..100, 10..30, 99..100] {
            sorted.sort(&views, chunk.clone(), &mut counts);
            assert!(counts.0.iter().all(|&count| count == 0));
            let mut expected: BTreeMap<usize, Vec<u16>> = BTreeMap::new();
            for (number, view) in chunk.enumerate() {
                for &feature in views.of(view) {
                    expected.entry(feature.into()).or_default().push(number as u16);
                }
            }
            let found = sorted.groups().map(|(feature, views)| (feature, views.to_vec()));
            assert_eq!(sorted.groups().count(), expected.len());
            assert_eq!(found.collect::<BTreeMap<_, _>>(), expected);
        }
    }
}
