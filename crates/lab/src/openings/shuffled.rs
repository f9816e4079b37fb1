//! The 960 arrangements of the back rank, by number.
//! CITE: Reinhard Scharnagl's numbering; chessprogramming.org/Chess960

pub(super) const ARRANGEMENTS: usize = 960;

/// The two knights' places among the five squares that bishops and queen leave free.
const KNIGHTS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

/// The start of the game with this arrangement, as FEN; numbers begin anew at 960.
pub(super) fn start(number: usize) -> String {
    let rank = back_rank(number % ARRANGEMENTS);
    format!("{rank}/pppppppp/8/8/8/8/PPPPPPPP/{} w KQkq - 0 1", rank.to_uppercase())
}

fn back_rank(number: usize) -> String {
    let (rest, light) = (number / 4, number % 4);
    let (rest, dark) = (rest / 4, rest % 4);
    let (knights, queen) = (rest / 6, rest % 6);
    let mut files = [' '; 8];
    files[2 * light + 1] = 'b';
    files[2 * dark] = 'b';
    put(&mut files, queen, 'q');
    // The farther knight first, or the nearer would shift its place.
    let (near, far) = KNIGHTS[knights];
    put(&mut files, far, 'n');
    put(&mut files, near, 'n');
    for man in ['r', 'k', 'r'] {
        put(&mut files, 0, man);
    }
    files.iter().collect()
}

/// On the free file that `skipped` free files precede.
fn put(files: &mut [char; 8], skipped: usize, man: char) {
    if let Some(file) = files.iter_mut().filter(|file| **file == ' ').nth(skipped) {
        *file = man;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{CastlingField, Setup};
    use std::collections::HashSet;

    #[test]
    fn all_arrangements_are_legal_and_distinct() {
        let starts: HashSet<String> = (0..ARRANGEMENTS).map(start).collect();
        assert_eq!(starts.len(), ARRANGEMENTS);
        for fen in &starts {
            let setup: Setup = fen.parse().unwrap();
            assert!(setup.repairs.is_empty(), "{fen}");
            assert_eq!(setup.to_fen(CastlingField::XFen), *fen);
        }
        assert_eq!(start(518), Setup::initial().to_fen(CastlingField::XFen));
    }
}
