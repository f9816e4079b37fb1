//! Starting positions: the standard one, the 960 of Chess960 by number, and any two of those
//! mixed, one per colour (double Chess960).

use chess::{CastlingField, File, Kind, Position, Setup};

pub const ARRANGEMENTS: usize = 960;
/// The number of standard chess among the 960.
pub const STANDARD: usize = 518;

/// The two knights' places among the five squares that bishops and queen leave free.
const KNIGHTS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

/// The back rank that a number below 960 stands for, a-file first.
/// CITE: Reinhard Scharnagl's numbering; chessprogramming.org/Chess960
pub fn back_rank(number: usize) -> [Kind; 8] {
    assert!(number < ARRANGEMENTS, "{number} is beyond the 960 arrangements");
    let (rest, light) = (number / 4, number % 4);
    let (rest, dark) = (rest / 4, rest % 4);
    let (knights, queen) = (rest / 6, rest % 6);

    let mut files = [None; 8];
    files[2 * light + 1] = Some(Kind::Bishop);
    files[2 * dark] = Some(Kind::Bishop);
    fill(&mut files, queen, Kind::Queen);
    // The farther knight first, or the nearer would shift its place.
    let (near, far) = KNIGHTS[knights];
    fill(&mut files, far, Kind::Knight);
    fill(&mut files, near, Kind::Knight);
    for kind in [Kind::Rook, Kind::King, Kind::Rook] {
        fill(&mut files, 0, kind);
    }
    files.map(|kind| kind.expect("eight men fill eight files"))
}

/// Puts a man on the free file that `skipped` free files precede.
fn fill(files: &mut [Option<Kind>; 8], skipped: usize, kind: Kind) {
    let free = files.iter_mut().filter(|file| file.is_none()).nth(skipped);
    *free.expect("a free file") = Some(kind);
}

/// The starting position with each colour's men in an arrangement of its own.
pub fn double_chess960(white: usize, black: usize) -> Position {
    let letters = |number| back_rank(number).map(Kind::letter).iter().collect::<String>();
    let rooks = |number| {
        let rank = back_rank(number).into_iter().zip(File::ALL).rev();
        rank.filter(|(kind, _)| *kind == Kind::Rook)
            .map(|(_, file)| file.letter())
            .collect::<String>()
    };
    let fen = format!(
        "{}/pppppppp/8/8/8/8/PPPPPPPP/{} w {}{} - 0 1",
        letters(black),
        letters(white).to_uppercase(),
        rooks(white).to_uppercase(),
        rooks(black),
    );
    let setup: Setup = fen.parse().expect("a starting position is valid");
    debug_assert_eq!(setup.to_fen(CastlingField::Shredder), fen);
    setup.position
}

pub fn chess960(number: usize) -> Position {
    double_chess960(number, number)
}
