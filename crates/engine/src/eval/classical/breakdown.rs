//! An account summed by group, colour and phase, for the printed table.

use chess::Color;

use super::endings::with_initiative;
use super::king;
use super::pair::Pair;
use super::terms::{Group, Role, term_of};
use super::trace::Account;
use super::weights::WEIGHTS;

/// The value of a group of terms for each side. Squares count from the perspective of each king,
/// enemy pieces included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    pub group: Group,
    pub sides: [Pair; 2],
}

impl Row {
    /// White's value minus Black's.
    pub fn difference(&self) -> Pair {
        self.sides[0] - self.sides[1]
    }
}

impl Account {
    /// Every group in order. Danger appears as its cost; the initiative is counted for White.
    pub fn rows(&self) -> Vec<Row> {
        let mut rows: Vec<Row> =
            Group::ALL.into_iter().map(|group| Row { group, sides: [Pair::ZERO; 2] }).collect();
        for note in &self.notes {
            let weight = usize::from(note.weight);
            let group = term_of(weight).group;
            rows[group as usize].sides[note.color] += WEIGHTS[weight] * i32::from(note.times);
        }
        let danger = &mut rows[Group::Danger as usize];
        danger.sides = danger.sides.map(king::cost);
        let plain: i32 = rows
            .iter()
            .filter(|row| row.group.role() != Role::Initiative)
            .map(|row| row.difference().eg())
            .sum();
        let initiative = &mut rows[Group::Initiative as usize].sides;
        let strength = initiative[Color::White].eg();
        initiative[Color::White] = Pair::new(0, with_initiative(plain, strength) - plain);
        rows
    }
}
