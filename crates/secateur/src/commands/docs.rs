//! `secateur docs`: generates documents from the engine's tables and from measured figures.

mod figures;

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use engine::eval::classical::{Pair, TERMS, WEIGHTS};
use engine::heuristics::Heuristic;
use engine::knobs::{KNOBS, Knob, Knobs, Range, Unit};
use toolkit::presets::Preset;

use super::note;
use super::presets::{Compared, compared, scale, units};
use figures::{CutFigure, Figures, GameFigure, NodeFigure};

const NOTICE: &str = "<!-- Written by `make docs` from the engine's tables. -->\n\n";

/// Name and content of every generated document.
fn documents(figures: &Figures) -> Result<[(&'static str, String); 4]> {
    Ok([
        ("heuristics.md", heuristics(figures)),
        ("knobs.md", knobs()),
        ("presets.md", presets()?),
        ("evaluation-terms.md", evaluation_terms()),
    ])
}

#[derive(Args, Debug)]
pub(crate) struct DocsArgs {
    /// Folder of the documents
    #[arg(default_value = "docs")]
    folder: PathBuf,

    /// Write nothing; fail if a document is not up to date
    #[arg(long, conflicts_with = "take")]
    check: bool,

    /// Add the figures of a run: `results.json` of `lab audit` or `lab ablate`; may be given several
    /// times
    #[arg(long, value_name = "FILE")]
    take: Vec<PathBuf>,
}

/// Writes the documents, or with `--check` fails if one is not up to date.
pub(crate) fn run(args: &DocsArgs) -> Result<ExitCode> {
    let figures = match args.take.is_empty() {
        true => Figures::read(&args.folder)?,
        false => Figures::take(&args.folder, &args.take)?,
    };
    let missing = figures.missing();
    if args.check && !missing.is_empty() {
        anyhow::bail!("{}: {}", args.folder.join(figures::FIGURES).display(), missing.join("; "));
    }
    for line in missing.into_iter().chain(figures.outdated()) {
        note(line);
    }
    for (name, text) in documents(&figures)? {
        let path = args.folder.join(name);
        let shown = path.display();
        if !args.check {
            fs::write(&path, text).with_context(|| format!("{shown}"))?;
        } else if fs::read_to_string(&path).unwrap_or_default() != text {
            anyhow::bail!("{shown} is not up to date; run 'make docs'");
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The meaning of the counters, below the table of heuristics.
const COUNTERS: &str = "
## Counters

| count | meaning |
|---|---|
| asked | the heuristic was on, and looked at the node or move |
| acted | it cut, skipped, reduced, extended, or changed the order or the evaluation |
| unstored | it cut, and its settings did not let it write the cut to the table |
| searches, high | it made a search of its own; that search failed high |
| verified, refuted | a further search confirmed the result, or did not |
| nodes | nodes of its own searches |
| slack | how far beyond its threshold it was when it acted, in the unit of the threshold |

Events, visits and table probes are kept by depth; `qs` is quiescence. A heuristic's own search is counted when it ends, so
one that was stopped is missing. `nodes` are moves and null moves made, exactly as UCI counts them. `visits` are
nodes entered, more than moves made: the root of every search, a move searched again, and verification,
singular and shallower searches of a node that is already on the board.

Some heuristics act in their own way:

- TranspositionTable: asked is a probe, acted a hit.
- Aspiration: asked is a search in a narrow window, acted a score inside it.
- CorrectionHistory: asked is an evaluation, acted one that it changed.
- Killers, Countermoves: asked is a node that has one, acted a cut by one that the table did not
  suggest.
- Quiescence: asked is a node that the table did not end, a search is one that made a move, and acted
  is one where a move raised alpha.
- MultiCut: asked is a singular search that failed high.
- LazyEvaluation: asked and acted only with the classical evaluation.
";

fn heuristics(figures: &Figures) -> String {
    let mut text = format!(
        "{NOTICE}# Heuristics\n\n\
         Each heuristic has a UCI option that switches it, one page of code with its gate and its\n\
         decision, and counters, which `secateur stats` and the UCI option `SearchStats` print.\n\n\
         | heuristic | option | default | what it assumes, and when it fails | page | origin |\n\
         |---|---|---|---|---|---|\n"
    );
    for &heuristic in Heuristic::ALL {
        let state = if heuristic.is_on(&Knobs::default()) { "on" } else { "off" };
        let (option, doc, cite) = (heuristic.knob().option(), heuristic.doc(), heuristic.cite());
        let page = heuristic.page();
        let name = page.rsplit('/').next().unwrap_or(page);
        let link = format!("[{name}](../crates/engine/src/{page})");
        // Writing to a string cannot fail.
        let _ =
            writeln!(text, "| {heuristic:?} | `{option}` | {state} | {doc} | {link} | {cite} |");
    }
    text.push_str(&measured(figures));
    text.push_str(COUNTERS);
    text
}

/// The measured figures, and the commands that gave them.
fn measured(figures: &Figures) -> String {
    let mut text = String::from(
        "\n## Measured\n\n\
         What happens without each heuristic (with it, if it is off by default), and how often its\n\
         cuts are wrong. Elo is the change for the engine without it, from games against itself;\n\
         nodes are those to a fixed depth, as a multiple; a cut is wrong if a search of what it\n\
         saved contradicts it ([lab.md](lab.md#audit)). Intervals are of 95 %. Heuristics without\n\
         wrong cuts change the order, the depth or the evaluation, or prove what they say. The\n\
         control is a repeated search of nodes that nothing cut.\n\n\
         | heuristic | Elo | games | nodes | wrong cuts | judged | nodes saved a cut |\n\
         |---|---:|---:|---:|---:|---:|---:|\n",
    );
    let named = |heuristic: &Heuristic| (format!("{heuristic:?}"), figures.of(*heuristic));
    let mut rows: Vec<_> = Heuristic::ALL.iter().map(named).collect();
    // The greatest loss first; unknown ones last.
    let loss = |games: &Option<GameFigure>| games.as_ref().map_or(f64::MAX, |games| games.elo);
    rows.sort_by(|(_, a), (_, b)| loss(&a.games).total_cmp(&loss(&b.games)));
    rows.extend(figures.0.get_key_value("Control").map(|(name, of)| (name.clone(), of.clone())));
    for (name, of) in &rows {
        let [elo, games] = game_cells(of.games.as_ref());
        let [wrong, judged, saved] = cut_cells(of.cuts.as_ref());
        let nodes = node_cell(of.nodes.as_ref());
        // Writing to a string cannot fail.
        let _ =
            writeln!(text, "| {name} | {elo} | {games} | {nodes} | {wrong} | {judged} | {saved} |");
    }
    text.push_str("\n| figures | search | date | command |\n|---|---|---|---|\n");
    let mut commands: Vec<String> = Vec::new();
    for of in figures.0.values() {
        let games = of.games.as_ref().map(|f| (format!("Elo, {}", f.limit), &f.origin));
        let nodes = of.nodes.as_ref().map(|f| (format!("nodes, depth {}", f.depth), &f.origin));
        let cuts = of.cuts.as_ref().map(|f| (format!("cuts, {}", f.limit), &f.origin));
        for (what, origin) in [games, nodes, cuts].into_iter().flatten() {
            let figures::Origin { date, bench, command } = origin;
            let row = format!("| {what} | bench {bench} | {date} | `{command}` |\n");
            if !commands.contains(&row) {
                commands.push(row);
            }
        }
    }
    commands.sort();
    text.push_str(&commands.concat());
    text
}

/// Elo with its interval, and games.
fn game_cells(figure: Option<&GameFigure>) -> [String; 2] {
    figure.map_or_else(Default::default, |GameFigure { elo, low, high, games, .. }| {
        [format!("{elo:+.1} ({low:+.1} to {high:+.1})"), games.to_string()]
    })
}

fn node_cell(figure: Option<&NodeFigure>) -> String {
    figure.map_or_else(String::new, |NodeFigure { ratio, is_least, .. }| {
        format!("{}{ratio:.2}", if *is_least { "> " } else { "" })
    })
}

/// The share of wrong cuts with its interval, the number judged, and nodes saved.
fn cut_cells(figure: Option<&CutFigure>) -> [String; 3] {
    figure.map_or_else(
        Default::default,
        |CutFigure { rate, low, high, judged, nodes_saved, .. }| {
            let [rate, low, high] = [rate, low, high].map(|share| 100.0 * share);
            let wrong = format!("{rate:.1} % ({low:.1} to {high:.1})");
            [wrong, judged.to_string(), format!("{nodes_saved:.0}")]
        },
    )
}

fn knobs() -> String {
    let mut text = format!(
        "{NOTICE}# Knobs\n\n\
         Every tunable of the search is a UCI option. `setoption` accepts all of them, but `uci`\n\
         lists only those in bold, so that GUIs show about a dozen options. `secateur\n\
         --all-options` and the option `ShowAllOptions` list them all. The unit cp is a margin in\n\
         internal centipawns of the evaluation.\n\n\
         | option | default | range | step | unit | what it is |\n|---|---|---|---|---|---|\n"
    );
    for knob in KNOBS {
        let _ = writeln!(text, "{}", row(knob));
    }
    text
}

fn row(knob: &Knob) -> String {
    let default = knob.text(&Knobs::default());
    let (range, step) = match knob.range {
        Range::Spin { min, max, step, .. } => (format!("{min} to {max}"), step.to_string()),
        Range::Check { .. } => ("true, false".to_owned(), String::new()),
        Range::Combo { names, .. } => (names.join(", "), String::new()),
    };
    let name = if knob.listed { format!("**{}**", knob.option()) } else { knob.option() };
    let unit = match knob.unit {
        Unit::Plain => "",
        Unit::Centipawns => "cp",
    };
    format!("| {name} | {default} | {range} | {step} | {unit} | {} |", knob.doc)
}

fn presets() -> Result<String> {
    let mut text = format!(
        "{NOTICE}# Presets\n\n\
         A preset is a named list of settings: the rules of another engine as far as ours can\n\
         express them. The files are in [presets](../presets) and are built into the program. A\n\
         name is looked up before a path, so that a file of your own works in the same places:\n\n\
         | where | how |\n|---|---|\n\
         | UCI | `setoption name Preset value laser` |\n\
         | tools | `secateur bench --preset laser`; also `stats` and `analyze` |\n\
         | lab | the player `\"self preset=laser\"`, perhaps with further settings behind it |\n\n\
         `secateur presets` lists them, `secateur presets show laser` prints one.\n\n\
         **Setting `Preset` first resets every setting of the search to its default**, then sets\n\
         those of the preset. `Evaluator`, `EvalFile`, `Hash` and the like stay. A later\n\
         `setoption` overrides the preset; `Preset value secateur` restores the defaults. In the\n\
         lab, settings count in the order of the words.\n\n\
         A file consists of `name`, `title`, `source`, `scale`, `scale_from` and `cannot`, all\n\
         optional, and of `OptionName = value` below `[settings]`. Margins in it are in the\n\
         centipawns of the source, and `scale` says how many internal ones make 100 of them: they\n\
         are converted when the preset is used. At 100 they are taken to the letter. To try\n\
         another scale, copy the file and change the number.\n\n{}\n",
        units()
    );
    for preset in Preset::built_in()? {
        let Preset { name, title, source, .. } = &preset;
        let _ = write!(text, "\n## {name}\n\n{title}. {source}\n\nScale: {}\n", scale(&preset));
        if !preset.cannot.is_empty() {
            let _ = writeln!(text, "\nIt cannot express:\n");
        }
        for item in &preset.cannot {
            let _ = writeln!(text, "- {item}");
        }
        let rows = compared(&preset)?;
        if !rows.is_empty() {
            let _ = writeln!(
                text,
                "\n| setting | preset | normalised | default | normalised |\n|---|---:|---:|---:|---:|"
            );
        }
        for row in rows {
            let Compared { option, value, default, .. } = &row;
            let centipawns = |number: Option<i32>| number.map_or(String::new(), |n| n.to_string());
            let (ours, theirs) = (centipawns(row.normalised), centipawns(row.default_normalised));
            let _ = writeln!(text, "| {option} | {value} | {ours} | {default} | {theirs} |");
        }
    }
    Ok(text)
}

fn evaluation_terms() -> String {
    let mut text = format!(
        "{NOTICE}# Terms of the classical evaluation\n\n\
         What each term counts for a side, and the range of its weights in centipawns, as\n\
         `secateur forge texel` found them. King danger is squared; initiative belongs to the side\n\
         that is ahead in the endgame.\n\n\
         | group | term | weights | middlegame | endgame | what it counts |\n\
         |---|---|---:|---|---|---|\n"
    );
    for term in TERMS {
        let weights = &WEIGHTS[term.start..term.start + term.len];
        let span = |half: fn(Pair) -> i32| {
            let values = || weights.iter().map(|&pair| half(pair));
            match (values().min().unwrap_or(0), values().max().unwrap_or(0)) {
                (least, greatest) if least == greatest => least.to_string(),
                (least, greatest) => format!("{least} to {greatest}"),
            }
        };
        let (mg, eg) = (span(Pair::mg), span(Pair::eg));
        let name = term.name.to_lowercase().replace('_', " ");
        let (group, len, doc) = (term.group, term.len, term.doc.trim());
        let _ = writeln!(text, "| {group:?} | {name} | {len} | {mg} | {eg} | {doc} |");
    }
    text
}
