//! Choices over which the sources disagree: each is an option, so that games can settle it.

/// An option with named values.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name { $($(#[$variant_doc])* $variant),* }

        impl $name {
            pub(super) const NAMES: &'static [&'static str] = &[$($text),*];
            const ALL: &'static [$name] = &[$($name::$variant),*];

            /// The choice at a place among the names.
            pub(super) fn at(place: i32) -> $name {
                Self::ALL[place as usize]
            }
        }
    };
}

choice! {
    /// What positions are judged by where the search ends.
    Evaluator {
        /// The network.
        Nnue = "nnue",
        /// Terms that people have names for.
        Classical = "classical",
    }
}

choice! {
    /// How static null move's margin grows with depth.
    StaticNullMargin {
        /// The margin for every ply left, one less when improving.
        Linear = "linear",
        /// Full for three plies, then half as much for each further one.
        Progressive = "progressive",
        /// With the square of the depth, meeting the linear one at depth five.
        Quadratic = "quadratic",
    }
}

choice! {
    /// When static null move fears zugzwang.
    StaticNullGuard {
        /// Never.
        None = "none",
        /// When the side to move has only pawns.
        Piece = "piece",
        /// When the side to move has less than a rook and a bishop.
        Mover = "mover",
        /// When either side is below the endgame threshold.
        Both = "both",
        /// As `both`, but shallow nodes are cut all the same.
        Shallow = "shallow",
    }
}

choice! {
    /// What static null move returns for a cut.
    StaticNullReturn {
        /// The evaluation less its margin.
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
    /// Which depth futility pruning goes by.
    FutilityDepth {
        /// The depth left after the reduction the move would get.
        Effective = "effective",
        /// The depth of the node.
        Nominal = "nominal",
    }
}

choice! {
    /// Where futility's margins come from.
    FutilityMargins {
        /// Base and scale.
        Formula = "formula",
        /// The formula's values up to depth four, steep beyond.
        Conservative = "conservative",
        /// Wider throughout.
        UltraSafe = "ultrasafe",
        /// The proposal between the two.
        Proposal = "proposal",
    }
}

choice! {
    /// How a failed aspiration window widens.
    AspirationGrowth {
        /// By the first width each time.
        Linear = "linear",
        /// By half as much again.
        Moderate = "moderate",
        /// Doubling.
        Exponential = "exponential",
    }
}
