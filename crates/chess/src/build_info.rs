//! What was decided when this library was built.

/// Which ways of finding moves were compiled in: one for listing them, one for threats.
pub const fn build_features() -> [&'static str; 2] {
    [
        if cfg!(fast_pext) { "PEXT sliders" } else { "magic sliders" },
        if cfg!(target_feature = "avx2") { "AVX2 fills" } else { "portable fills" },
    ]
}
