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
        /// When the side to move has less than a rook and a bishop.
        Mover = "mover",
        /// When either side is below the endgame threshold.
        Both = "both",
        /// As `both`, but shallow nodes are cut anyway.
        Shallow = "shallow",
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
