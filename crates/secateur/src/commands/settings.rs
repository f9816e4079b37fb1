//! Settings of the search on the command line.

use anyhow::{Context, Result};
use engine::knobs::{Knob, Knobs};

/// Sets knobs, each written `Name=value`, in order.
pub(super) fn apply(settings: &[String], knobs: &mut Knobs) -> Result<()> {
    for setting in settings {
        let (name, value) = setting
            .split_once('=')
            .with_context(|| format!("--set {setting}: expected NAME=VALUE"))?;
        let knob = Knob::find(name.trim()).with_context(|| {
            format!("--set {setting}: no setting '{name}'; expected one that docs/knobs.md lists")
        })?;
        knob.set(knobs, value).with_context(|| format!("--set {setting}"))?;
    }
    Ok(())
}
