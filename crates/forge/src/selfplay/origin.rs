//! What a game is known by when it is scored anew. Its number does not do: every file has a game
//! of that number.

use crate::format::GameRecord;

/// The checksum of everything but the scores.
pub(super) fn identity(record: &GameRecord) -> u32 {
    let mut bytes = record.start.pack().to_vec();
    bytes.extend([record.result as u8, record.ending as u8]);
    bytes.extend(record.plies.iter().flat_map(|ply| ply.mv.bits().to_le_bytes()));
    crc32fast::hash(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::tests::record;
    use crate::format::{Ending, GameResult};

    #[test]
    fn scores_alone_make_no_other_game() {
        let game = record(&["e2e4", "e7e5"], 10);
        assert_eq!(identity(&record(&["e2e4", "e7e5"], -77)), identity(&game));
        let others = [
            record(&["e2e4", "e7e6"], 10),
            record(&["e2e4"], 10),
            GameRecord { result: GameResult::WhiteWins, ..game.clone() },
            GameRecord { ending: Ending::Checkmate, ..game.clone() },
            GameRecord { start: chess::Setup::chess960(3), ..game.clone() },
        ];
        assert!(others.iter().all(|other| identity(other) != identity(&game)));
    }
}
