//! The page of an audit: how often each prune is wrong, and what it saves.

use super::chart::{Chart, Series, Tone};
use super::page::Page;
use super::rows::{ChartRow, RowChart};
use crate::audit::{AuditResults, CONTROL, Curve, Group, HeuristicAudit, PlayerAudit, Regression};
use crate::stats::Share;

pub fn page_of_audit(results: &AuditResults) -> String {
    let names: Vec<&str> = results.players.iter().map(|player| player.name.as_str()).collect();
    let title = "How often prunes are wrong";
    let subtitle = format!(
        "{}: {} positions, {}, {}",
        names.join(", "),
        results.positions,
        results.limit,
        results.date
    );
    let mut page = Page::new(title, &subtitle);
    page.verdict(Tone::Main, &verdict(results));
    for player in &results.players {
        if results.players.len() > 1 {
            page.heading(&player.name);
        }
        overview(&mut page, player);
    }
    if results.players.len() > 1 {
        page.heading("Side by side");
        side_by_side(&mut page, &results.players);
    }
    for player in &results.players {
        let of = match results.players.len() {
            1 => String::new(),
            _ => format!(" ({})", player.name),
        };
        page.heading(&format!("Another margin{of}"));
        page.paragraph(
            "What each heuristic would cut with another margin, how often that would be wrong, and \
             how many nodes each wrong cut would save. Zero is the margin as it is; below zero more \
             is cut.",
        );
        for audit in &player.heuristics {
            if let Some(curve) = &audit.curve {
                error_saving(&mut page, curve);
            }
        }
        page.heading(&format!("In detail{of}"));
        for audit in &player.heuristics {
            detail(&mut page, audit);
        }
        page.heading(&format!("Shallow and deep scores{of}"));
        page.paragraph(
            "The deep score as a linear function of the shallow one, v = a v' + b, with the standard \
             deviation sigma and the correlation r, in internal centipawns.",
        );
        regressions(&mut page, &player.regressions);
    }
    page.heading("How it was measured");
    page.paragraph(
        "A cut claims something about the search that it saves: that a node's score is at least beta \
         or at most alpha, or that moves do not beat alpha. A random sample of cuts was searched again \
         with an empty table and with that heuristic off. A cut is wrong if the claim is. Noticed: the \
         search at the reduced depth of the move would have seen it. Deeper: compared with a search \
         two plies deeper without any pruning. Control: nodes that no heuristic cut, searched again \
         with nothing switched off; two searches of one node differ at times, and no heuristic can \
         be expected to differ less than that. Intervals are Wilson's, 95 %.",
    );
    page.paragraph(&format!("Command: {}", results.command));
    page.html()
}

fn verdict(results: &AuditResults) -> String {
    let Some(player) = results.players.first() else { return "Nothing was audited.".to_owned() };
    let is_control = |audit: &&HeuristicAudit| audit.name == CONTROL;
    let cuts = || player.heuristics.iter().filter(|audit| !is_control(audit));
    let worst = cuts().max_by(|a, b| a.low.total_cmp(&b.low));
    let judged: usize = cuts().map(|audit| audit.judged).sum();
    let control = player.heuristics.iter().find(is_control).map_or(String::new(), |control| {
        format!(
            " A repeated search of nodes that nothing cut differs in {} ({}).",
            percent(control.rate),
            interval(&control.share())
        )
    });
    let open = match results.open {
        0 => String::new(),
        open => format!(" {open} samples are not judged yet."),
    };
    match worst {
        Some(worst) => format!(
            "Of {judged} cuts judged, those of {} are wrong most often: {} of them ({}).{control}{open}",
            worst.name,
            percent(worst.rate),
            interval(&worst.share())
        ),
        None => format!("No cut was judged.{open}"),
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// With spaces that do not break.
fn interval(share: &Share) -> String {
    format!("{:.1}\u{a0}to\u{a0}{:.1}", 100.0 * share.low, 100.0 * share.high)
}

fn share(share: &Option<Share>) -> String {
    share.as_ref().map_or("-".to_owned(), |share| percent(share.value))
}

fn overview(page: &mut Page, player: &PlayerAudit) {
    let rows = player.heuristics.iter().map(|audit| ChartRow {
        name: audit.name.clone(),
        value: 100.0 * audit.rate,
        interval: Some((100.0 * audit.low, 100.0 * audit.high)),
        text: percent(audit.rate),
        tone: if audit.name == CONTROL { Tone::Faint } else { Tone::Main },
    });
    page.rows(&RowChart {
        title: "Wrong cuts, in percent, with 95 % intervals".to_owned(),
        origin: 0.0,
        is_log: false,
        rows: rows.collect(),
    });
    let head = [
        "heuristic",
        "cuts",
        "judged",
        "wrong",
        "95 % interval",
        "noticed",
        "deeper",
        "nodes saved a cut",
        "undecided",
    ];
    let rows: Vec<Vec<String>> = player
        .heuristics
        .iter()
        .map(|audit| {
            vec![
                audit.name.clone(),
                audit.cuts.to_string(),
                audit.judged.to_string(),
                percent(audit.rate),
                interval(&audit.share()),
                share(&audit.noticed),
                share(&audit.deeper.as_ref().map(|group| group.share)),
                format!("{:.0}", audit.nodes_saved),
                audit.undecided.to_string(),
            ]
        })
        .collect();
    page.table(&head, &rows);
    let watched = match player.nodes == player.unwatched_nodes {
        true => "The audit did not change the search: ".to_owned(),
        false => "The audit CHANGED the search: ".to_owned(),
    };
    page.paragraph(&format!(
        "{watched}{} nodes with it, {} without.",
        player.nodes, player.unwatched_nodes
    ));
}

fn side_by_side(page: &mut Page, players: &[PlayerAudit]) {
    let mut names: Vec<&str> = Vec::new();
    for audit in players.iter().flat_map(|player| &player.heuristics) {
        if !names.contains(&audit.name.as_str()) {
            names.push(&audit.name);
        }
    }
    let head: Vec<&str> = ["heuristic"]
        .into_iter()
        .chain(players.iter().map(|player| player.name.as_str()))
        .collect();
    let rows: Vec<Vec<String>> = names
        .into_iter()
        .map(|name| {
            let cell = |player: &PlayerAudit| {
                let audit = player.heuristics.iter().find(|audit| audit.name == name);
                audit.map_or("-".to_owned(), |audit| {
                    let share = interval(&audit.share());
                    format!("{} ({share}), {} cuts", percent(audit.rate), audit.cuts)
                })
            };
            [name.to_owned()].into_iter().chain(players.iter().map(cell)).collect()
        })
        .collect();
    page.table(&head, &rows);
}

fn error_saving(page: &mut Page, curve: &Curve) {
    let mut chart = Chart::new(
        &format!("{}: wrong cuts by shift of the margin", curve.heuristic),
        "shift of the margin",
        "wrong, %",
    );
    chart.must_show = curve.points.iter().map(|point| 100.0 * point.wrong.high).collect();
    chart.must_show.push(0.0);
    let points =
        curve.points.iter().map(|point| (f64::from(point.shift), 100.0 * point.wrong.value));
    let mut series = Series::new(&curve.heuristic, Tone::Main, points.collect());
    series.band = curve
        .points
        .iter()
        .map(|point| (100.0 * point.wrong.low, 100.0 * point.wrong.high))
        .collect();
    chart.series.push(series);
    page.chart(&chart);
    let rows: Vec<Vec<String>> = curve
        .points
        .iter()
        .map(|point| {
            vec![
                format!("{:+}", point.shift),
                format!("{:.0}", point.cuts),
                percent(point.wrong.value),
                interval(&point.wrong),
                format!("{:.0}", point.nodes_saved),
                point.nodes_per_error.map_or("-".to_owned(), |nodes| format!("{nodes:.0}")),
            ]
        })
        .collect();
    let head = ["shift", "cuts", "wrong", "95 % interval", "nodes saved", "nodes per wrong cut"];
    page.table(&head, &rows);
}

fn detail(page: &mut Page, audit: &HeuristicAudit) {
    let groups: [(&str, &[Group]); 5] = [
        ("depth", &audit.by_depth),
        ("pieces", &audit.by_phase),
        ("node", &audit.by_kind),
        ("beyond the threshold", &audit.by_slack),
        ("plies from the root", &audit.by_ply),
    ];
    let mut rows = Vec::new();
    for (what, groups) in groups {
        for group in groups {
            rows.push(vec![
                format!("{what} {}", group.name),
                group.judged.to_string(),
                percent(group.share.value),
                interval(&group.share),
                format!("{:.0}", group.nodes_saved),
            ]);
        }
    }
    let title = match &audit.by_move {
        Some(by_move) => {
            format!("{}: {} of the skipped moves beat alpha", audit.name, percent(by_move.value))
        }
        None => audit.name.clone(),
    };
    page.folded(&title, |page| {
        page.table(&["cuts by", "judged", "wrong", "95 % interval", "nodes saved a cut"], &rows);
    });
}

fn regressions(page: &mut Page, regressions: &[Regression]) {
    let rows: Vec<Vec<String>> = regressions
        .iter()
        .map(|fit| {
            vec![
                fit.phase.map_or("all", |phase| phase.name()).to_owned(),
                format!("{} and {}", fit.shallow, fit.deep),
                fit.positions.to_string(),
                format!("{:.3}", fit.a),
                format!("{:+.1}", fit.b),
                format!("{:.1}", fit.sigma),
                format!("{:.3}", fit.r),
            ]
        })
        .collect();
    page.table(&["pieces", "depths", "positions", "a", "b", "sigma", "r"], &rows);
}
