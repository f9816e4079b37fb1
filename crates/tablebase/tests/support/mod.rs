//! Tables are not part of the project: tests that need them read their folder from a variable.
#![allow(dead_code, reason = "each test uses a part of it")]

use chess::{Color, Piece, PieceType, Random, Setup, Square};

const VARIABLE: &str = "SECATEUR_SYZYGY";

/// The folder of all tables with three and four pieces. Says so if there is none.
pub(crate) fn folder() -> Option<String> {
    let folder = std::env::var(VARIABLE).ok();
    if folder.is_none() {
        eprintln!("skipped: {VARIABLE} names no folder of tables with three and four pieces");
    }
    folder
}

/// A position with three or four pieces and a legal move.
pub(crate) fn random_setup(random: &mut Random) -> Setup {
    const TYPES: [PieceType; 5] =
        [PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];
    loop {
        let mut builder = Setup::builder();
        let color = |random: &mut Random| [Color::White, Color::Black][random.below(2)];
        builder = builder.turn(color(random));
        let square = |random: &mut Random| Square::from_index(random.below(64));
        for side in [Color::White, Color::Black] {
            builder = builder.put(square(random), Piece::new(side, PieceType::King));
        }
        for _ in 0..1 + random.below(2) {
            let piece = Piece::new(color(random), TYPES[random.below(TYPES.len())]);
            builder = builder.put(square(random), piece);
        }
        if let Ok(setup) = builder.build()
            && setup.position.occupied().len() > 2
            && setup.position.count_legal() > 0
        {
            return setup;
        }
    }
}
