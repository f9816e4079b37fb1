//! The table of terms that the classical evaluation counts. Each term is declared once and owns a
//! range of the weights; the tuner, the printed table and the weights file derive from it.

use chess::{PieceType, Square};

/// What a group's sum is added to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The value of its side.
    Value,
    /// The danger of its side's king, which counts by its square.
    Danger,
    /// The initiative of the better side in the endgame.
    Initiative,
}

/// A set of related terms: a row of the printed table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    Material,
    Squares,
    Mobility,
    Pieces,
    Pawns,
    Passed,
    Threats,
    Space,
    King,
    Danger,
    Initiative,
    Tempo,
}

impl Group {
    pub const ALL: [Group; 12] = [
        Group::Material,
        Group::Squares,
        Group::Mobility,
        Group::Pieces,
        Group::Pawns,
        Group::Passed,
        Group::Threats,
        Group::Space,
        Group::King,
        Group::Danger,
        Group::Initiative,
        Group::Tempo,
    ];

    /// What the group's sum is added to.
    pub const fn role(self) -> Role {
        match self {
            Group::Danger => Role::Danger,
            Group::Initiative => Role::Initiative,
            _ => Role::Value,
        }
    }
}

/// A range of weights that belong together.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    pub group: Group,
    pub name: &'static str,
    pub doc: &'static str,
    pub start: usize,
    pub len: usize,
}

macro_rules! terms {
    ($($group:ident { $( $(#[doc = $doc:literal])+ $name:ident [$len:expr]; )+ })+) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[derive(Clone, Copy)]
        enum Order { $($( $name, )+)+ }

        const LENGTHS: &[usize] = &[$($( $len, )+)+];

        const fn start(term: Order) -> usize {
            let (mut sum, mut at) = (0, 0);
            while at < term as usize {
                sum += LENGTHS[at];
                at += 1;
            }
            sum
        }

        $($(
            $(#[doc = $doc])+
            pub(super) const $name: usize = start(Order::$name);
        )+)+

        /// All terms in the order of their weights.
        pub const TERMS: &[Term] = &[$($(
            Term {
                group: Group::$group,
                name: stringify!($name),
                doc: concat!($($doc),+),
                start: start(Order::$name),
                len: $len,
            },
        )+)+];
    };
}

/// Buckets of king squares: four files, as the other wing is mirrored, times four bands of ranks.
pub const KING_BUCKETS: usize = 16;

/// Piece-square weights in each king bucket.
pub const SQUARES_PER_BUCKET: usize = 2 * PieceType::COUNT * Square::COUNT;

/// The index of a piece-square weight, both piece and square from the perspective of the king.
#[inline]
pub fn square_weight(bucket: usize, enemy: bool, piece_type: PieceType, place: usize) -> usize {
    let row = usize::from(enemy) * PieceType::COUNT + piece_type.index();
    SQUARES + bucket * SQUARES_PER_BUCKET + row * Square::COUNT + place
}

terms! {
    Material {
        /// Each piece: pawn, knight, bishop, rook, queen.
        MATERIAL [5];
        /// Two bishops.
        BISHOP_PAIR [1];
    }
    Squares {
        /// Each piece by its square, as each king sees it: by king bucket, own or enemy piece, type, square.
        SQUARES [KING_BUCKETS * SQUARES_PER_BUCKET];
    }
    Mobility {
        /// A knight by the squares it may safely reach.
        KNIGHT_MOBILITY [9];
        /// A bishop by the squares it may safely reach.
        BISHOP_MOBILITY [14];
        /// A rook by the squares it may safely reach.
        ROOK_MOBILITY [15];
        /// A queen by the squares it may safely reach.
        QUEEN_MOBILITY [28];
    }
    Pieces {
        /// A knight that no pawn can drive away; and supported by a pawn.
        KNIGHT_OUTPOST [2];
        /// A bishop that no pawn can drive away; and supported by a pawn.
        BISHOP_OUTPOST [2];
        /// A knight or bishop right behind a pawn.
        MINOR_BEHIND_PAWN [1];
        /// A bishop, for each own rammed pawn on squares of its colour.
        BISHOP_RAMMED_PAWNS [1];
        /// A bishop, for each own pawn on squares of its colour.
        BISHOP_OWN_PAWNS [1];
        /// A bishop that sees both central squares of a long diagonal.
        BISHOP_LONG_DIAGONAL [1];
        /// A rook on a file without own pawns; without any pawns.
        ROOK_FILE [2];
        /// A rook on the seventh rank with the enemy king on the last two.
        ROOK_SEVENTH [1];
        /// A queen that a slider would attack if a piece in between moved.
        QUEEN_BEHIND_SCREEN [1];
        /// A knight by how closed the position is.
        KNIGHT_CLOSEDNESS [9];
        /// A rook by how closed the position is.
        ROOK_CLOSEDNESS [9];
    }
    Pawns {
        /// No own pawn on the files beside, by file from the edge; and no enemy pawn ahead.
        PAWN_ISOLATED [8];
        /// An own pawn ahead on the same file; and isolated.
        PAWN_DOUBLED [2];
        /// It cannot be supported and its next square is attacked by a pawn; on a half-open file.
        PAWN_BACKWARD [2];
        /// Beside an own pawn, by rank.
        PAWN_PHALANX [8];
        /// Supported by an own pawn, by rank.
        PAWN_SUPPORTED [8];
        /// Not passed, but with as many helpers as opponents ahead, by rank.
        PAWN_CANDIDATE [8];
        /// Groups of pawns with no pawns on the files between them.
        PAWN_ISLANDS [1];
    }
    Passed {
        /// By rank; whether the next square is free of pieces and then of attacks.
        PASSED [3 * 8];
        /// For each step between the own king and the next square, by rank.
        PASSED_OWN_KING [8];
        /// For each step between the enemy king and the next square, by rank.
        PASSED_ENEMY_KING [8];
        /// Nothing attacks or blocks the way to promotion, by rank.
        PASSED_FREE_PATH [8];
        /// Supported by an own pawn, by rank.
        PASSED_SUPPORTED [8];
        /// An own rook or queen behind it; an enemy one.
        PASSED_ROOK_BEHIND [2];
        /// The enemy has no pieces and its king comes too late.
        PASSED_UNSTOPPABLE [1];
    }
    Threats {
        /// A pawn attacks a knight, bishop, rook, queen.
        THREAT_BY_PAWN [4];
        /// A knight or bishop attacks a weak pawn, knight, bishop, or a rook, queen.
        THREAT_BY_MINOR [5];
        /// A rook attacks a weak pawn, knight, bishop, rook, or a queen.
        THREAT_BY_ROOK [5];
        /// The king attacks a weak piece.
        THREAT_BY_KING [1];
        /// A weak piece or pawn without a defender, or a weak piece that is attacked twice.
        THREAT_HANGING [1];
        /// A pawn may safely advance and attack a piece.
        THREAT_BY_PUSH [1];
        /// A knight, bishop or rook may safely go where it attacks the queen.
        THREAT_TO_QUEEN [3];
        /// An attacked piece whose only guard is the queen.
        THREAT_QUEEN_GUARDS [1];
    }
    Space {
        /// Squares that both sides attack and the enemy does not hold firmly.
        SPACE_RESTRICTED [1];
        /// Space: safe squares behind the own pawns in the middle, times own pieces, divided by 8.
        SPACE_BEHIND [1];
        /// Central squares we attack and no enemy pawn does.
        SPACE_CENTRE [1];
    }
    King {
        /// Own pawns near the king: on its file or beside, by file from the edge, by distance ahead.
        KING_SHELTER [2 * 4 * 8];
        /// Enemy pawns near the king: free or rammed, by file from the edge, by distance ahead.
        KING_STORM [2 * 4 * 8];
        /// Own pieces next to the king: pawns and minors.
        KING_DEFENDERS [12];
        /// Distance to the nearest own pawn.
        KING_PAWN_DISTANCE [8];
        /// No pawns at all on the king's flank.
        KING_BARE_FLANK [1];
    }
    Danger {
        /// Always.
        DANGER_BASE [1];
        /// Each knight, bishop, rook, queen that attacks the king's surroundings.
        DANGER_ATTACKER [4];
        /// Attacks on the king's surroundings.
        DANGER_ATTACKS [1];
        /// Weak squares of the king's surroundings.
        DANGER_WEAK_SQUARES [1];
        /// Squares where a knight, bishop, rook, queen may safely give check.
        DANGER_SAFE_CHECK [4];
        /// Squares where a knight, bishop or rook gives check but can be captured.
        DANGER_UNSAFE_CHECK [1];
        /// The attacking side has no queen.
        DANGER_NO_QUEEN [1];
        /// Own pieces that shield the king from a slider.
        DANGER_PINNED [1];
        /// Own knight or bishop next to the king.
        DANGER_MINOR_DEFENDER [1];
        /// Squares of the king's flank that the enemy attacks.
        DANGER_FLANK_ATTACKS [1];
        /// Squares of the king's flank that are defended.
        DANGER_FLANK_DEFENCE [1];
        /// Own pawns near the king: on its file or beside, by distance ahead.
        DANGER_SHELTER [2 * 8];
        /// Enemy pawns near the king: free or rammed, by distance ahead.
        DANGER_STORM [2 * 8];
    }
    Initiative {
        /// Always.
        INITIATIVE_BASE [1];
        /// Each pawn.
        INITIATIVE_PAWNS [1];
        /// Pawns on both flanks.
        INITIATIVE_BOTH_FLANKS [1];
        /// Pawns and kings alone.
        INITIATIVE_PAWN_ENDING [1];
        /// Each passed pawn.
        INITIATIVE_PASSED [1];
        /// A king beyond the middle.
        INITIATIVE_INFILTRATION [1];
        /// How much further apart the kings are in files than in ranks.
        INITIATIVE_OUTFLANKING [1];
    }
    Tempo {
        /// Having the move.
        TEMPO [1];
    }
}

/// The number of weights.
pub const WEIGHT_COUNT: usize = {
    let last = &TERMS[TERMS.len() - 1];
    last.start + last.len
};

/// The term a weight belongs to.
pub fn term_of(weight: usize) -> &'static Term {
    &TERMS[TERMS.partition_point(|term| term.start <= weight) - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_cover_the_weights_without_gaps() {
        let mut next = 0;
        for term in TERMS {
            assert_eq!(term.start, next, "{}", term.name);
            assert!(term.len > 0 && !term.doc.trim().is_empty(), "{}", term.name);
            assert_eq!(term_of(term.start).name, term.name);
            assert_eq!(term_of(term.start + term.len - 1).name, term.name);
            next += term.len;
        }
        assert_eq!(next, WEIGHT_COUNT);
        assert!(u16::try_from(WEIGHT_COUNT).is_ok(), "traces number weights with 16 bits");
    }
}
