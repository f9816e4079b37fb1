//! Aligned tables.

use std::io::{self, Write};

/// Prints columns as wide as their widest cell: the first `left` ones aligned left, the others,
/// which are numbers, aligned right.
pub(super) fn aligned(out: &mut impl Write, rows: &[Vec<String>], left: usize) -> io::Result<()> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let length = |cell: &String| cell.chars().count();
    let widest = |column| rows.iter().filter_map(|row| row.get(column)).map(length).max();
    let widths: Vec<usize> = (0..columns).map(|column| widest(column).unwrap_or(0)).collect();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if column < left { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        writeln!(out, "{}", cells.collect::<Vec<String>>().join("  ").trim_end())?;
    }
    Ok(())
}
