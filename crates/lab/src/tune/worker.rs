//! Whoever plays the games of a climb: takes an iteration, nudges two players and tells how they
//! fared.

use std::sync::Mutex;
use std::sync::mpsc::Sender;

use chess::Color;
use engine::knobs::{Knob, Knobs};

use crate::arena::Broken;
use crate::contender::Own;
use crate::game::{End, Rules, play};
use crate::openings::{Openings, Source};
use crate::player::Here;
use crate::spsa::{Climb, Parameter};
use toolkit::stop::StopAll;
use toolkit::workers::lock;

/// What is left to play.
pub(super) struct Queue {
    done: Vec<bool>,
    next: usize,
}

impl Queue {
    pub(super) fn new(done: Vec<bool>) -> Queue {
        Queue { done, next: 0 }
    }

    fn take(&mut self) -> Option<u32> {
        let left = self.done.get(self.next..)?;
        let ahead = left.iter().position(|&done| !done)?;
        self.next += ahead + 1;
        Some(self.next as u32 - 1)
    }
}

/// What a worker has to tell.
pub(super) enum News {
    Played { number: u32, points: Vec<u8> },
    Broken(Broken),
}

pub(super) struct Worker<'a> {
    pub(super) base: &'a Own,
    pub(super) parameters: &'a [Parameter],
    pub(super) source: &'a Source,
    pub(super) rules: &'a Rules,
    pub(super) pairs: u32,
    pub(super) stop: &'a StopAll,
    pub(super) queue: &'a Mutex<Queue>,
    pub(super) climb: &'a Mutex<Climb>,
    pub(super) told: Sender<News>,
}

impl Worker<'_> {
    pub(super) fn run(self) {
        if let Err(error) = self.play_all() {
            // Whoever should hear of it has gone if this fails.
            let _ = self.told.send(News::Broken(error));
        }
    }

    fn play_all(&self) -> Result<(), Broken> {
        let mut openings = self.source.open().map_err(Broken::Memory)?;
        let start = |name| self.base.start(name, self.stop).map_err(Broken::Start);
        let (mut up, mut down) = (start("up")?, start("down")?);
        loop {
            let Some(number) = lock(self.queue).take() else { return Ok(()) };
            let nudge = lock(self.climb).nudge(number);
            up.turn(turned(self.base.knobs, self.parameters, &nudge.plus)?);
            down.turn(turned(self.base.knobs, self.parameters, &nudge.minus)?);
            let Some(points) = self.play(number, &mut up, &mut down, &mut openings)? else {
                return Ok(());
            };
            if self.told.send(News::Played { number, points }).is_err() {
                return Ok(());
            }
        }
    }

    /// The half points of `up` in each pair, or `None` if the games were called off.
    fn play(
        &self,
        number: u32,
        up: &mut Here,
        down: &mut Here,
        openings: &mut Openings,
    ) -> Result<Option<Vec<u8>>, Broken> {
        let mut points = Vec::new();
        for pair in 0..self.pairs {
            let opening = openings.get(number * self.pairs + pair).map_err(Broken::Opening)?;
            let first = play([(up, None), (down, None)], &opening, self.rules, self.stop);
            let second = play([(down, None), (up, None)], &opening, self.rules, self.stop);
            let (Some(as_white), Some(as_black)) =
                (half_points(&first.end, Color::White), half_points(&second.end, Color::Black))
            else {
                return Ok(None);
            };
            points.push(as_white + as_black);
        }
        Ok(Some(points))
    }
}

/// The settings with these values. A player that cannot be given them would play for others.
fn turned(mut knobs: Knobs, parameters: &[Parameter], values: &[f64]) -> Result<Knobs, Broken> {
    for (parameter, value) in parameters.iter().zip(values) {
        let unknown = || Broken::Setting(format!("{} is no setting", parameter.name));
        let knob = Knob::find(&parameter.name).ok_or_else(unknown)?;
        let set = knob.set(&mut knobs, &value.to_string());
        set.map_err(|why| Broken::Setting(why.to_string()))?;
    }
    Ok(knobs)
}

/// `None` if the game does not count.
fn half_points(end: &End, color: Color) -> Option<u8> {
    end.winner().map(|winner| match winner {
        None => 1,
        Some(winner) if winner == color => 2,
        Some(_) => 0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spsa::parse_lines;

    #[test]
    fn a_value_that_cannot_be_set_is_not_passed_over() {
        let lines = "FutilityBase, int, 100, 50, 500, 20, 0.02\n\
                     NullMoveStaticMargin, int, 80, 50, 300, 10, 0.02";
        let parameters = parse_lines(lines).unwrap();
        let set = |values: &[f64]| turned(Knobs::DEFAULT, &parameters, values);
        assert_eq!(set(&[120.0, 90.0]).unwrap().futility_base, 120);
        let told = set(&[9_999.0, 90.0]).unwrap_err().to_string();
        assert!(told.contains("FutilityBase") && told.contains("50 to 500"), "{told}");
        let stranger = [Parameter { name: "Nonsense".to_owned(), ..parameters[0].clone() }];
        let told = turned(Knobs::DEFAULT, &stranger, &[1.0]).unwrap_err().to_string();
        assert!(told.contains("Nonsense is no setting"), "{told}");
    }
}
