//! Building a position gives the same result as reading it from FEN: setups, repairs and errors.

use std::collections::HashSet;
use std::mem::discriminant;

use crate::games::visit_games;
use chess::{
    CastlingField, Color, FenError, File, MAX_FULLMOVE_NUMBER, MAX_HALFMOVE_CLOCK, Piece,
    PieceType, Random, Rank, Setup, SetupBuilder, Square, Wing,
};

/// Puts each piece and grants each right by hand.
fn rebuild(setup: &Setup) -> SetupBuilder {
    let position = &setup.position;
    let mut builder = Setup::builder()
        .turn(position.turn())
        .en_passant(position.en_passant())
        .halfmove_clock(setup.halfmove_clock)
        .fullmove_number(setup.fullmove_number);
    for square in position.occupied() {
        builder = builder.put(square, position.piece_on(square).expect("an occupied square"));
    }
    for rook in position.castling().rooks() {
        builder = builder.castle_with(position.board().owner_of(rook), rook.file());
    }
    builder
}

#[test]
fn positions_of_random_games_build_as_their_fen_reads() {
    let mut random = Random::new(17);
    let (mut castling, mut en_passant) = (0, 0);
    visit_games(120, |position, _| {
        let setup = Setup {
            halfmove_clock: random.below(usize::from(MAX_HALFMOVE_CLOCK) + 1) as u16,
            fullmove_number: 1 + random.below(usize::from(MAX_FULLMOVE_NUMBER)) as u16,
            ..Setup::from(*position)
        };
        castling += usize::from(position.castling().rooks().any());
        en_passant += usize::from(position.en_passant().is_some());
        let built = rebuild(&setup).build();
        assert_eq!(built, Ok(setup.clone()));
        assert_eq!(built, setup.to_fen(CastlingField::Shredder).parse());
        assert_eq!(setup.to_builder().build(), Ok(setup));
    });
    assert!(castling > 1_000 && en_passant > 20, "{castling} {en_passant}");
}

/// Random pieces, most of them in impossible places. Every other board can castle.
fn random_pieces(random: &mut Random) -> [Option<Piece>; 64] {
    let mut pieces = [None; 64];
    let count = if random.below(8) == 0 { 60 } else { random.below(12) };
    for _ in 0..count {
        let color = Color::ALL[random.below(2)];
        let piece_type = PieceType::ALL[random.below(if count == 60 { 5 } else { 2 })];
        let rank = if random.below(4) == 0 { random.below(8) } else { 1 + random.below(6) };
        pieces[8 * rank + random.below(8)] = Some(Piece::new(color, piece_type));
    }
    let at_home = random.below(2) == 0;
    for color in Color::ALL {
        if at_home {
            for (file, piece_type) in
                [(File::A, PieceType::Rook), (File::E, PieceType::King), (File::H, PieceType::Rook)]
            {
                let square = Square::new(file, Rank::R1.seen_by(color));
                pieces[square] = Some(Piece::new(color, piece_type));
            }
        } else if random.below(16) > 0 {
            pieces[random.below(64)] = Some(Piece::new(color, PieceType::King));
        }
    }
    pieces
}

fn board_field(pieces: &[Option<Piece>; 64]) -> String {
    let row = |rank| {
        let squares = File::ALL.map(|file| pieces[Square::new(file, rank)]);
        let letters: String =
            squares.iter().map(|piece| piece.map_or('1', |piece| piece.letter())).collect();
        (2..=8).rev().fold(letters, |row, run| row.replace(&"1".repeat(run), &run.to_string()))
    };
    Rank::ALL.into_iter().rev().map(row).collect::<Vec<_>>().join("/")
}

/// The same random position as a builder and as FEN.
fn random_draft(random: &mut Random) -> (SetupBuilder, String) {
    let pieces = random_pieces(random);
    let mut builder = Setup::builder();
    for square in Square::all() {
        if let Some(piece) = pieces[square] {
            builder = builder.put(square, piece);
        }
    }
    let turn = Color::ALL[random.below(2)];
    let mut castling = String::new();
    for _ in 0..random.below(6).saturating_sub(random.below(3)) {
        let color = Color::ALL[random.below(2)];
        let letter = if random.below(3) == 0 {
            let file = File::ALL[random.below(8)];
            builder = builder.castle_with(color, file);
            file.letter()
        } else {
            let wing = Wing::ALL[random.below(2)];
            builder = builder.castle(color, wing);
            if wing == Wing::King { 'k' } else { 'q' }
        };
        let is_white = color == Color::White;
        castling.push(if is_white { letter.to_ascii_uppercase() } else { letter });
    }
    let passed = Square::new(File::ALL[random.below(8)], Rank::R6.seen_by(turn));
    let en_passant = match random.below(3) {
        0 => None,
        1 => Some(passed),
        _ => Some(Square::from_index(random.below(64))),
    };
    let clocks = (random.below(200) as u16, random.below(12_000) as u16);
    let builder = builder
        .turn(turn)
        .en_passant(en_passant)
        .halfmove_clock(clocks.0)
        .fullmove_number(clocks.1);
    let fen = format!(
        "{} {} {} {} {} {}",
        board_field(&pieces),
        if turn == Color::White { 'w' } else { 'b' },
        if castling.is_empty() { "-" } else { &castling },
        en_passant.map_or("-".to_owned(), |square| square.to_string()),
        clocks.0,
        clocks.1,
    );
    (builder, fen)
}

#[test]
fn impossible_positions_give_the_errors_and_repairs_of_fen() {
    let mut random = Random::new(23);
    let (mut errors, mut repairs) = (HashSet::new(), HashSet::new());
    let (mut accepted, mut kept) = (0, 0);
    for _ in 0..100_000 {
        let (builder, fen) = random_draft(&mut random);
        let built = builder.build();
        assert_eq!(built, fen.parse(), "{fen}");
        match built {
            Ok(setup) => {
                assert_eq!(setup.position, setup.position.recomputed());
                repairs.extend(setup.repairs.iter().map(discriminant));
                accepted += 1;
                kept += usize::from(setup.position.en_passant().is_some());
            }
            Err(error) => {
                errors.insert(discriminant(&error));
            }
        }
    }
    // Six errors of the board and two of castling; all four repairs.
    assert_eq!((errors.len(), repairs.len()), (8, 4));
    assert!(accepted > 1_000 && kept > 10, "{accepted} {kept}");
}

#[test]
fn putting_replaces_and_removing_empties() {
    let queen = Piece::new(Color::White, PieceType::Queen);
    let pawn = Piece::new(Color::Black, PieceType::Pawn);
    let kings: Setup = "4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse().unwrap();
    let builder = kings.to_builder().put(Square::D4, queen).put(Square::D4, pawn);
    assert_eq!(builder.build().unwrap().position.piece_on(Square::D4), Some(pawn));
    assert_eq!(builder.remove(Square::D4).build(), Ok(kings));
}

#[test]
fn rights_can_be_revoked_before_others_are_granted() {
    let initial = Setup::initial().to_builder();
    let repeated = FenError::RepeatedCastling { letter: 'K' };
    assert_eq!(
        initial.clone().castle(Color::White, Wing::King).build(),
        Err(FenError::LongCastling)
    );
    assert_eq!(
        initial
            .clone()
            .no_castling()
            .castle_with(Color::White, File::H)
            .castle(Color::White, Wing::King)
            .build(),
        Err(repeated)
    );
    let setup = initial.no_castling().castle(Color::Black, Wing::Queen).build().unwrap();
    assert_eq!(setup.position.castling().rooks(), Square::A8.bitboard());
}
