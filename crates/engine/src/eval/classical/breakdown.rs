//! An account added up by group, colour and phase, for people.

use chess::Color;

use super::endings::with_initiative;
use super::king;
use super::pair::Pair;
use super::terms::{Group, Role, term_of};
use super::trace::Account;
use super::weights::WEIGHTS;

/// What a group of terms is worth to each side. Squares are counted as each king sees them, his
/// enemies included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    pub group: Group,
    pub sides: [Pair; 2],
}

impl Row {
    /// White's less Black's.
    pub fn difference(&self) -> Pair {
        self.sides[0] - self.sides[1]
    }
}

impl Account {
    /// Every group in order. Danger is what it costs; the initiative is told as White's.
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
