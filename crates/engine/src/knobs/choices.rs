//! Choices on which the literature disagrees: each is an option, so that games can decide.

/// An option with named values.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name { $($(#[$variant_doc])* $variant),* }

        impl $name {
            pub(super) const NAMES: &'static [&'static str] = &[$($text),*];
            const ALL: &'static [$name] = &[$($name::$variant),*];

            /// The choice with this index among the names.
            pub(super) fn at(index: i32) -> $name {
                Self::ALL[index as usize]
            }
        }
    };
}

choice! {
    /// The static evaluation.
    Evaluator {
        /// The network.
        Nnue = "nnue",
        /// The classical evaluation, with named terms.
        Classical = "classical",
    }
}

choice! {
    /// How the margin of static null move grows with depth.
    StaticNullMargin {
        /// The margin times the depth, one ply less when improving.
        Linear = "linear",
        /// The full margin for each of the first three plies, half of it for each further ply.
        Progressive = "progressive",
        /// With the square of the depth, equal to the linear one at depth 5.
        Quadratic = "quadratic",
    }
}

choice! {
    /// When static null move does not cut, because zugzwang is near.
    StaticNullGuard {
        /// Never.
        None = "none",
        /// When the side to move has only pawns.
        Piece = "piece",
        /// When the side to move has no more than its own threshold.
        Mover = "mover",
        /// When either side is below the endgame threshold.
        Either = "either",
        /// When both sides are.
        Both = "both",
        /// When the side to move is below its own threshold, or both sides are below the other.
        Weak = "weak",
        /// As `either`, but shallow nodes are cut anyway.
        Shallow = "shallow",
    }
}

choice! {
    /// The evaluation that a heuristic goes by.
    EvalSource {
        /// The table's score where its bound says more than the evaluation.
        Adjusted = "adjusted",
        /// The corrected static evaluation.
        Static = "static",
    }
}

choice! {
    /// Which cuts of static null move are written to the table.
    StaticNullStore {
        /// Those of nodes that the table did not know.
        Unknown = "unknown",
        /// Those, and over entries that hold only an evaluation.
        EvalOnly = "eval-only",
        /// All; the table decides.
        Always = "always",
    }
}

choice! {
    /// The score that a cut by static null move returns.
    StaticNullReturn {
        /// The evaluation minus the margin.
        Margin = "margin",
        /// The evaluation.
        Eval = "eval",
        /// Beta.
        Beta = "beta",
        /// A third of the evaluation, two thirds of beta.
        Blend = "blend",
    }
}

choice! {
    /// What null move asks of the evaluation before it passes.
    NullMoveGate {
        /// Nothing.
        None = "none",
        /// At least beta.
        Eval = "eval",
        /// At least beta, and the static evaluation above beta by the headroom.
        Headroom = "headroom",
    }
}

choice! {
    /// When moves may be skipped.
    PruneFrom {
        /// Once a move is known that does not lose by force.
        NotLost = "not-lost",
        /// From the second move on.
        SecondMove = "second-move",
    }
}

choice! {
    /// Which pieces futility pruning takes for hanging.
    HangingPieces {
        /// None: their moves are pruned like others.
        None = "none",
        /// Those that are attacked.
        Attacked = "attacked",
        /// Those that are attacked and not defended.
        Undefended = "undefended",
    }
}

choice! {
    /// Which margins extended futility goes by.
    ExtendedMargins {
        /// Its own base and scale.
        Own = "own",
        /// Those of futility pruning.
        Futility = "futility",
    }
}

choice! {
    /// What pieces are worth in exchanges.
    ExchangeScale {
        /// Pawn 100, knight 420, bishop 440, rook 680, queen 1300: on the scale of our evaluation.
        Tuned = "tuned",
        /// Pawn 100, knight 320, bishop 330, rook 500, queen 900: the textbook's.
        Textbook = "textbook",
    }
}

choice! {
    /// The depth that futility pruning uses.
    FutilityDepth {
        /// The depth left after the reduction the move would get.
        Effective = "effective",
        /// The depth of the node.
        Nominal = "nominal",
    }
}

choice! {
    /// The margins of futility pruning.
    FutilityMargins {
        /// Base plus scale per ply.
        Formula = "formula",
        /// A fixed table: linear up to depth 4, steep beyond.
        Conservative = "conservative",
        /// A fixed table, wider throughout.
        UltraSafe = "ultrasafe",
        /// A fixed table: as `conservative` up to depth 4, less steep beyond.
        Proposal = "proposal",
    }
}

choice! {
    /// Which entries of the table give way.
    TableReplacement {
        /// Those of other positions unless the new entry has no move and is no deeper; those of
        /// the same position unless much deeper or better.
        Present = "present",
        /// All.
        Always = "always",
        /// Those of earlier searches and those that are no deeper.
        DepthPreferred = "depth-preferred",
        /// The same for one position, never a move or a better bound at the same depth; those of
        /// other positions unless the new entry has no move and is not clearly deeper.
        Protected = "protected",
    }
}

choice! {
    /// How many slots of the table a position may be in.
    TableSlots {
        One = "1",
        Two = "2",
        Four = "4",
    }
}

choice! {
    /// How a failed aspiration window widens.
    AspirationGrowth {
        /// By the first width after each failure.
        Linear = "linear",
        /// By half of its width.
        Moderate = "moderate",
        /// To twice its width.
        Exponential = "exponential",
    }
}
