//! Counts the leaves of the move tree, in total and below each root move.
//! Usage: perft DEPTH [FEN]

use std::error::Error;
use std::sync::atomic::AtomicBool;

use chess::perft::{Effort, Table, divide};
use chess::{CastlingNotation, Setup};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let depth = args.next().map_or(Ok(4), |text| text.parse())?;
    let setup = args.next().map_or(Ok(Setup::initial()), |fen| fen.parse())?;

    let table = Table::new(64)?;
    let stop = AtomicBool::new(false);
    let effort = Effort { threads: 2, table: Some(&table), stop: &stop };
    let divided = divide(&setup.position, depth, effort, &|_progress| {})?;

    for (mv, leaves) in divided.by_move {
        println!("{}: {leaves}", mv.uci(CastlingNotation::Standard));
    }
    println!("\n{setup}\ndepth {depth}: {} leaves", divided.leaves);
    Ok(())
}
