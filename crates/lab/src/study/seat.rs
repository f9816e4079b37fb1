//! A seat for our own engine, with the settings of one player after another.

use toolkit::stop::StopAll;

use crate::arena::PlayError;
use crate::player::{InProcess, OwnEngine};

/// Empty until somebody sits down.
#[derive(Default)]
pub(super) struct Seat(Option<(OwnEngine, InProcess)>);

impl Seat {
    /// The engine with these settings. It is started again only if they need another table or
    /// network.
    pub(super) fn take(
        &mut self,
        wanted: &OwnEngine,
        stop: &StopAll,
    ) -> Result<&mut InProcess, PlayError> {
        let fits = |engine: &OwnEngine| {
            (engine.megabytes, &engine.eval_file) == (wanted.megabytes, &wanted.eval_file)
        };
        let kept = self.0.take().filter(|(engine, _)| fits(engine));
        let mut engine = match kept {
            Some((_, engine)) => engine,
            None => wanted.start("secateur", stop).map_err(PlayError::Start)?,
        };
        engine.set_knobs(wanted.knobs);
        Ok(&mut self.0.insert((wanted.clone(), engine)).1)
    }
}
