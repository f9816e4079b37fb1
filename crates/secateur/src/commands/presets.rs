//! `secateur presets`: lists the presets, and shows one beside the defaults.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use engine::knobs::{Evaluator, Knob, Knobs, Unit};
use engine::score::Score;
use engine::{ScoreScale, WinCurve};
use toolkit::presets::{Preset, TO_THE_LETTER};

use super::folded::{folded, width};
use super::table;

#[derive(Args, Debug)]
pub(crate) struct PresetsArgs {
    #[command(subcommand)]
    tool: Option<PresetsTool>,
}

#[derive(Subcommand, Debug)]
enum PresetsTool {
    /// Print each setting of a preset beside the default
    Show {
        /// The name of a preset, or a file
        preset: String,
    },
}

/// The option `--preset` of the tools that search.
#[derive(Args, Debug)]
pub(crate) struct PresetArg {
    /// Search with the settings of a preset: a name that 'secateur presets' lists, or a file
    #[arg(long, value_name = "PRESET")]
    preset: Option<String>,
}

impl PresetArg {
    /// The preset as written on the command line.
    pub(super) fn name(&self) -> Option<&str> {
        self.preset.as_deref()
    }

    /// The settings to search with.
    pub(super) fn knobs(&self) -> Result<Knobs> {
        let Some(name) = &self.preset else { return Ok(Knobs::default()) };
        if engine::CONSTANT_KNOBS {
            bail!("--preset: settings are constants in this build");
        }
        Preset::find(name).and_then(|preset| preset.knobs()).context("--preset")
    }
}

pub(crate) fn run(args: &PresetsArgs) -> Result<ExitCode> {
    let mut out = io::stdout().lock();
    match &args.tool {
        None => list(&mut out, width())?,
        Some(PresetsTool::Show { preset }) => show(&mut out, &Preset::find(preset)?, width())?,
    }
    Ok(ExitCode::SUCCESS)
}

fn list(out: &mut impl Write, width: usize) -> Result<()> {
    for preset in Preset::built_in()? {
        describe(out, &preset, width)?;
        writeln!(out)?;
    }
    let usage = "Use a preset by its name, or a file of settings by its path: 'setoption name \
                 Preset value laser', 'secateur bench --preset laser' (also stats and analyze), or \
                 as a player of the lab, 'self preset=laser'. 'secateur presets show laser' prints \
                 its settings.";
    writeln!(out, "{}", folded("", usage, width))?;
    Ok(())
}

fn describe(out: &mut impl Write, preset: &Preset, width: usize) -> io::Result<()> {
    writeln!(out, "{}", folded(&format!("{:<17}", preset.name), &preset.title, width))?;
    let mut part = |name: &str, text: &str| match text {
        "" => Ok(()),
        text => writeln!(out, "{}", folded(&format!("  {name:<15}"), text, width)),
    };
    part("source", &preset.source)?;
    part("scale", &scale(preset))?;
    for (index, text) in preset.cannot.iter().enumerate() {
        part(if index == 0 { "cannot express" } else { "" }, text)?;
    }
    Ok(())
}

/// The scale of a preset, in words.
pub(super) fn scale(preset: &Preset) -> String {
    let Preset { scale, scale_from, .. } = preset;
    format!("{scale} internal centipawns per {TO_THE_LETTER} of the source. {scale_from}")
        .trim_end()
        .to_owned()
}

/// A setting beside its default. Margins are in internal and in normalised centipawns.
pub(super) struct Compared {
    pub(super) option: String,
    /// As the preset writes it.
    pub(super) written: String,
    pub(super) value: String,
    pub(super) normalised: Option<i32>,
    pub(super) default: String,
    pub(super) default_normalised: Option<i32>,
}

/// The settings of a preset in its order.
pub(super) fn compared(preset: &Preset) -> Result<Vec<Compared>> {
    let (knobs, defaults) = (preset.knobs()?, Knobs::default());
    let rows = preset.settings.iter().filter_map(|setting| {
        let knob = Knob::find(&setting.option)?;
        Some(Compared {
            option: knob.option(),
            written: setting.value.clone(),
            value: knob.text(&knobs),
            normalised: normalised(knob, &knobs),
            default: knob.text(&defaults),
            default_normalised: normalised(knob, &defaults),
        })
    });
    Ok(rows.collect())
}

/// A margin in normalised centipawns on a full board.
fn normalised(knob: &Knob, knobs: &Knobs) -> Option<i32> {
    let curve = WinCurve::of(Evaluator::Nnue);
    let full_board = ScoreScale { curve, material: WinCurve::FULL_BOARD };
    let is_margin = knob.unit == Unit::Centipawns;
    is_margin.then(|| full_board.normalised(Score::evaluation(knob.get(knobs))))
}

/// What the two units are.
pub(super) fn units() -> String {
    let half = |material| WinCurve::of(Evaluator::Nnue).half_win(material).round();
    let full = WinCurve::FULL_BOARD;
    format!(
        "Margins are in internal centipawns, and in normalised ones on a full board, of which 100 \
         win half of the games between equals. 100 normalised centipawns are {} internal ones on a \
         full board ({full} points of material), {} at 45 points and {} at 10.",
        half(full),
        half(45),
        half(10)
    )
}

fn show(out: &mut impl Write, preset: &Preset, width: usize) -> Result<()> {
    describe(out, preset, width)?;
    let rows = compared(preset)?;
    if rows.is_empty() {
        writeln!(out, "\nEvery setting is at its default.")?;
        return Ok(());
    }
    let is_scaled = preset.scale != TO_THE_LETTER;
    let mut cells = vec![heading(is_scaled)];
    cells.extend(rows.iter().map(|row| line(row, is_scaled)));
    writeln!(out)?;
    table::aligned(out, &cells, 1)?;
    if rows.iter().any(|row| row.normalised.is_some()) {
        writeln!(out, "\n{}", folded("", &units(), width))?;
    }
    Ok(())
}

fn heading(is_scaled: bool) -> Vec<String> {
    let written = is_scaled.then_some("source");
    let names = ["setting"].into_iter().chain(written);
    names.chain(["preset", "norm.", "default", "norm."]).map(str::to_owned).collect()
}

fn line(row: &Compared, is_scaled: bool) -> Vec<String> {
    let centipawns = |number: Option<i32>| number.map_or_else(String::new, |n| n.to_string());
    let written = is_scaled.then(|| row.written.clone());
    let cells = [row.option.clone()].into_iter().chain(written);
    cells
        .chain([
            row.value.clone(),
            centipawns(row.normalised),
            row.default.clone(),
            centipawns(row.default_normalised),
        ])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(print: impl FnOnce(&mut Vec<u8>) -> Result<()>) -> String {
        let mut out = Vec::new();
        print(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_list_fits_its_width_and_names_every_preset() {
        for width in [60, 100] {
            let text = printed(|out| list(out, width));
            assert!(text.lines().all(|line| line.chars().count() <= width), "{text}");
            for preset in Preset::built_in().unwrap() {
                assert!(text.lines().any(|line| line.starts_with(&preset.name)), "{text}");
            }
        }
    }

    #[test]
    fn margins_are_shown_in_both_units() {
        let text = printed(|out| show(out, &Preset::find("laser").unwrap(), 100));
        let margin = text.lines().find(|line| line.starts_with("NullMoveStaticMargin")).unwrap();
        let cells: Vec<&str> = margin.split_whitespace().collect();
        assert_eq!((cells.len(), cells[1], cells[2]), (5, "70", "88"), "{margin}");
        let depth = text.lines().find(|line| line.starts_with("StaticNullMaxDepth")).unwrap();
        assert_eq!(depth.split_whitespace().count(), 3, "{depth}");
    }
}
