//! The results of an audit as a table in the terminal.

use std::io::{self, Write};

use lab::audit::{AuditResults, HeuristicAudit, PlayerAudit};
use lab::stats::Share;

use crate::commands::table;

pub(super) fn write(out: &mut impl Write, results: &AuditResults) -> io::Result<()> {
    for player in &results.players {
        write_player(out, results, player)?;
    }
    if results.open > 0 {
        writeln!(out, "\n{} samples are not judged yet", results.open)?;
    }
    Ok(())
}

fn write_player(
    out: &mut impl Write,
    results: &AuditResults,
    player: &PlayerAudit,
) -> io::Result<()> {
    let PlayerAudit { name, nodes, unwatched_nodes, .. } = player;
    writeln!(out, "\n{name}: {} positions, {}, {nodes} nodes", results.positions, results.limit)?;
    let same = if nodes == unwatched_nodes { "as many" } else { "NOT as many" };
    writeln!(out, "{same} nodes without the audit ({unwatched_nodes})\n")?;
    let head = [
        "heuristic",
        "cuts",
        "judged",
        "wrong %",
        "95 % interval",
        "noticed %",
        "deeper %",
        "saved",
    ];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(player.heuristics.iter().map(row));
    table::aligned(out, &rows, 1)
}

fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

fn row(audit: &HeuristicAudit) -> Vec<String> {
    let share = |share: &Option<Share>| share.map_or("-".to_owned(), |share| percent(share.value));
    let deeper = audit.deeper.as_ref().map(|group| group.share);
    vec![
        audit.name.clone(),
        audit.cuts.to_string(),
        audit.judged.to_string(),
        percent(audit.rate),
        format!("{} to {}", percent(audit.low), percent(audit.high)),
        share(&audit.noticed),
        share(&deeper),
        format!("{:.0}", audit.nodes_saved),
    ]
}
