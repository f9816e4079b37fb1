//! A worker of an SPSA run: takes an iteration, plays its pairs with perturbed settings and reports
//! the result.

use std::sync::Mutex;
use std::sync::mpsc::Sender;

use chess::Color;
use engine::knobs::{Knob, Knobs};

use crate::arena::PlayError;
use crate::game::{End, Rules, play};
use crate::openings::{OpeningSource, Openings};
use crate::player::{InProcess, OwnEngine};
use toolkit::stop::StopAll;
use toolkit::workers::lock;

use super::optimiser::Spsa;
use super::parameter::Parameter;

/// The iterations still to play.
pub(super) struct IterationQueue {
    done: Vec<bool>,
    next: usize,
}

impl IterationQueue {
    pub(super) fn new(done: Vec<bool>) -> IterationQueue {
        IterationQueue { done, next: 0 }
    }

    fn take(&mut self) -> Option<u32> {
        let left = self.done.get(self.next..)?;
        let ahead = left.iter().position(|&done| !done)?;
        self.next += ahead + 1;
        Some(self.next as u32 - 1)
    }
}

/// What a worker reports.
pub(super) enum SpsaMessage {
    Played { number: u32, points: Vec<u8> },
    Failed(PlayError),
}

pub(super) struct SpsaWorker<'a> {
    pub(super) base: &'a OwnEngine,
    pub(super) parameters: &'a [Parameter],
    pub(super) openings: &'a OpeningSource,
    pub(super) rules: &'a Rules,
    pub(super) pairs: u32,
    pub(super) stop: &'a StopAll,
    pub(super) queue: &'a Mutex<IterationQueue>,
    pub(super) spsa: &'a Mutex<Spsa>,
    pub(super) sender: Sender<SpsaMessage>,
}

impl SpsaWorker<'_> {
    pub(super) fn run(self) {
        if let Err(error) = self.play_all() {
            // This fails only if the receiver is gone.
            let _ = self.sender.send(SpsaMessage::Failed(error));
        }
    }

    fn play_all(&self) -> Result<(), PlayError> {
        let mut openings = self.openings.open().map_err(PlayError::Memory)?;
        let start = |name| self.base.start(name, self.stop).map_err(PlayError::Start);
        let (mut plus, mut minus) = (start("plus")?, start("minus")?);
        loop {
            let Some(number) = lock(self.queue).take() else { return Ok(()) };
            let values = lock(self.spsa).perturbation(number);
            plus.set_knobs(knobs_with(self.base.knobs, self.parameters, &values.plus)?);
            minus.set_knobs(knobs_with(self.base.knobs, self.parameters, &values.minus)?);
            let Some(points) = self.play(number, &mut plus, &mut minus, &mut openings)? else {
                return Ok(());
            };
            if self.sender.send(SpsaMessage::Played { number, points }).is_err() {
                return Ok(());
            }
        }
    }

    /// The half points of `plus` in each pair, or `None` if the games were abandoned.
    fn play(
        &self,
        number: u32,
        plus: &mut InProcess,
        minus: &mut InProcess,
        openings: &mut Openings,
    ) -> Result<Option<Vec<u8>>, PlayError> {
        let mut points = Vec::new();
        for pair in 0..self.pairs {
            let opening = openings.get(number * self.pairs + pair).map_err(PlayError::Opening)?;
            let first = play([(plus, None), (minus, None)], &opening, self.rules, self.stop);
            let second = play([(minus, None), (plus, None)], &opening, self.rules, self.stop);
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

/// The settings with these values. A value that cannot be set is an error: without it the games
/// would measure something else.
fn knobs_with(
    mut knobs: Knobs,
    parameters: &[Parameter],
    values: &[f64],
) -> Result<Knobs, PlayError> {
    for (parameter, value) in parameters.iter().zip(values) {
        let unknown = || PlayError::Setting(format!("{} is no setting", parameter.name));
        let knob = Knob::find(&parameter.name).ok_or_else(unknown)?;
        let set = knob.set(&mut knobs, &value.to_string());
        set.map_err(|why| PlayError::Setting(why.to_string()))?;
    }
    Ok(knobs)
}

/// `None` if the game does not count.
fn half_points(end: &End, color: Color) -> Option<u8> {
    end.result().map(|result| result.half_points(color))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spsa::parse_lines;

    #[test]
    fn a_value_that_cannot_be_set_is_an_error() {
        let lines = "FutilityBase, int, 100, 50, 500, 20, 0.02\n\
                     NullMoveStaticMargin, int, 80, 50, 300, 10, 0.02";
        let parameters = parse_lines(lines).unwrap();
        let set = |values: &[f64]| knobs_with(Knobs::DEFAULT, &parameters, values);
        assert_eq!(set(&[120.0, 90.0]).unwrap().futility_base, 120);
        let message = set(&[9_999.0, 90.0]).unwrap_err().to_string();
        assert!(message.contains("FutilityBase") && message.contains("50 to 500"), "{message}");
        let unknown = [Parameter { name: "Nonsense".to_owned(), ..parameters[0].clone() }];
        let message = knobs_with(Knobs::DEFAULT, &unknown, &[1.0]).unwrap_err().to_string();
        assert!(message.contains("Nonsense is no setting"), "{message}");
    }
}
