//! Lists the legal moves of a position in SAN, captures first.
//! Usage: legal_moves [FEN]

use chess::{FenError, MoveList, Noisy, Quiet, Setup};

fn main() -> Result<(), FenError> {
    let fen = std::env::args().nth(1);
    let setup = fen.map_or(Ok(Setup::initial()), |fen| fen.parse::<Setup>())?;
    for repair in &setup.repairs {
        eprintln!("{repair}");
    }

    let position = setup.position;
    let mut moves = MoveList::new();
    position.generate::<Noisy>(&mut moves);
    position.generate::<Quiet>(&mut moves);

    println!("{position:?}");
    for mv in &moves {
        println!("{}", position.san(mv));
    }
    Ok(())
}
